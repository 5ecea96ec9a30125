"""What stands beside the controls of a form of orders: words, rolls, running totals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from frontend.forms.orders import kind_of


@dataclass(frozen=True)
class Beside:
    """``notes`` are words by the path of a control, ``rolls`` the pending rolls that come of it as it stands in
    the draft; ``rest`` are rolls that hang on no control alone. ``totals`` are what the draft takes,
    ``alone`` is the path whose roll stands open.
    """

    notes: Mapping[str, str]
    rolls: Mapping[str, list[Any]]
    rest: list[Any]
    totals: tuple[Any, ...]
    alone: str = ""

    @property
    def says(self) -> tuple[Any, ...]:
        """All that it says, to know it by."""
        return tuple(self.notes), self.notes, self.rolls, self.totals


def arranged(
    panels: Iterable[Any], notes: Iterable[Any], totals: Iterable[Any], menu: Any = None
) -> Beside:
    """Each roll where it belongs: beside the first control that it comes of. Where one choice of several brings the
    only roll, that stands open.
    """
    notes = tuple(notes)
    where: dict[str, str] = {}
    for note in notes:
        for key in note.panels:
            where.setdefault(key, note.path)
    rolls: dict[str, list[Any]] = {}
    rest = []
    for panel in panels:
        if panel.key in where:
            rolls.setdefault(where[panel.key], []).append(panel)
        else:
            rest.append(panel)
    rolls = {note.path: rolls[note.path] for note in notes if note.path in rolls}
    picks = {field.key for field in menu.fields if kind_of(field) == "pick"} if menu else set()
    alone = next(iter(rolls), "") if sum(map(len, rolls.values())) == 1 else ""
    alone = alone if alone.partition(".")[0] in picks else ""
    return Beside({note.path: note.text for note in notes}, rolls, rest, tuple(totals), alone)
