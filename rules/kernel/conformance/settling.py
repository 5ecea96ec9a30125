"""Rolls that a case settles by what they come to, instead of by the face of a die.

``do: {roll: {country: sweden, row: "8"}}`` names what the event of a roll must say. The face that
brings it is found by trying: what is done is played out beforehand with every face of every die
that falls, on a copy. So nothing is known here of what any roll of any rulebook means.
"""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from rules.kernel.conformance.cases import Do
from rules.kernel.conformance.matching import matches
from rules.kernel.conformance.paths import look
from rules.kernel.conformance.stage import Run
from rules.kernel.dice import Dice, Roll, SealedDice
from rules.kernel.errors import NotUnderstood
from rules.kernel.events import Event

Play = Callable[[Run[Any], Do, Dice], None]


class Settled(Dice):
    """Dice of which some faces are settled by what they are thrown for; the others fall as they
    would. ``left`` are faces that nobody threw.
    """

    def __init__(self, faces: Mapping[str, int], others: Dice) -> None:
        self.faces, self.others = dict(faces), others
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        """The settled face, or one of the other dice."""
        value = self.faces[purpose] if purpose in self.faces else self.others.roll(purpose, sides)
        self.rolls.append(Roll(purpose, len(self.rolls) + 1, sides, value))
        return value

    def __copy__(self) -> "Settled":
        others = copy(self.others)
        others.rolls = [*self.others.rolls]
        twin = Settled(self.faces, others)
        twin.rolls = [*self.rolls]
        return twin

    @property
    def left(self) -> list[int]:
        """Faces of the other dice that nobody threw."""
        return list(getattr(self.others, "left", []))


def settled(run: Run[Any], do: Do, dice: Dice, play: Play) -> Dice:
    """The dice with which everything that ``do`` wants of its rolls comes about."""
    faces: dict[str, int] = {}
    for wanted in do.roll if isinstance(do.roll, list) else [do.roll]:
        faces |= _face(run, do, wanted, faces, play)
    return Settled(faces, dice)


def _face(
    run: Run[Any], do: Do, wanted: dict[str, Any], faces: dict[str, int], play: Play
) -> dict[str, int]:
    first = _tried(run, do, Settled(faces, SealedDice(b"any")), play)
    rolls = [roll for roll in first[1] if roll.purpose not in faces]
    if _fits(wanted, first[0], None):
        return {}  # it is certain, and no die is thrown for it
    for roll in rolls:
        for face in range(1, roll.sides + 1):
            found = {**faces, roll.purpose: face}
            if _fits(wanted, _tried(run, do, Settled(found, SealedDice(b"any")), play)[0], face):
                return {roll.purpose: face}
    thrown = ", ".join(dict.fromkeys(roll.purpose for roll in first[1])) or "nothing"
    raise NotUnderstood(
        f"do.roll: no face of any die brings {wanted!r}.",
        remedy=f"Dice are thrown for: {thrown}. Name what the event of the roll says.",
    )


def _fits(wanted: dict[str, Any], events: list[Event], face: int | None) -> bool:
    """Whether an event of a roll says what is wanted, with that face."""
    return any(
        look(event, "die") == (0 if face is None else face) and matches(wanted, event)
        for event in events
    )


def _tried(run: Run[Any], do: Do, dice: Settled, play: Play) -> tuple[list[Event], list[Roll]]:
    """What happens, and what is thrown, if it is all done with these dice; the run stays as it is."""
    ahead = replace(run, standing=dict(run.standing), events=[], problems=[])
    play(ahead, do, dice)
    return ahead.events, dice.rolls
