"""What one die can bring, with exact chances."""

from rules.kernel.pages import Chance


def outcomes(faces: int, *rows: tuple[int, int, str, str]) -> tuple[Chance, ...]:
    """The outcomes of a die with so many ``faces``, as a panel shows them: for each its first and last
    face, what it means and for whom it is good. One that no face brings is left out.
    """
    return tuple(
        Chance(
            row=str(first) if first == last else f"{first}-{last}",
            meaning=meaning,
            parts=last - first + 1,
            whole=faces,
            side=side,
        )
        for first, last, meaning, side in rows
        if first <= last
    )
