"""What an act that takes effect at once would bring, told before it is done.

It is done on the *view* of the one who acts, never on the state, by the book itself. Where dice fall,
every way they may fall is followed, so the chances are exact. What a view cannot work out is named.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from rules.kernel.audience import viewer
from rules.kernel.dice import Roll
from rules.kernel.dispatch.effects import (
    Begun,
    Change,
    ForetoldEvent,
    begun,
    changed,
    told,
)

MOST_WAYS = 300
"""So many ways in which dice may fall are followed; beyond that only the dice are named."""
MOST_OUTCOMES = 12
"""So many different outcomes are told one by one."""
MOST_APART = 6
"""Beyond so many, those are told together that differ in the number of the one die alone."""

FALLS = (Fraction(1, 2), Fraction(0), Fraction(1))
"""Ways in which all dice fall alike, to see which are thrown: middling, lowest, highest."""

_NUMBERS = re.compile(r"(\d+)")


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that may come of an act, with its chance: ``parts`` of ``whole``.

    ``told`` is what happens for the actor to see, ``facts`` what the map then says, ``ledger`` rows of
    tracks, ``begun`` what begins and ends by it. ``faces`` are those of the one die that lead to it, in
    words; empty where no die is thrown, or several are.
    """

    parts: int
    whole: int
    faces: str = ""
    told: tuple[ForetoldEvent, ...] = ()
    facts: tuple[Change, ...] = ()
    ledger: tuple[Any, ...] = ()
    begun: tuple[Begun, ...] = ()


class ActPreview(msgspec.Struct, frozen=True, kw_only=True):
    """What may come of an act.

    ``outcomes`` add up to certainty, the likeliest first; empty where they cannot be worked out, and
    ``unknown`` says then why. ``dice`` are those that would be thrown, in words. ``panels`` are rolls
    of the book's own that tell of it.
    """

    outcomes: tuple[Outcome, ...] = ()
    dice: str = ""
    panels: tuple[Any, ...] = ()
    unknown: str = ""
    still: str = ""

    @property
    def certain(self) -> bool:
        """Whether there is but one way it can go."""
        return len(self.outcomes) == 1


STILL = "Nothing follows from it by rule for now."


class _Unthrown(Exception):
    """A die is asked for beyond those that were laid ready."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class _Laid:
    """Dice that show what was laid ready; beyond them they say what is asked, or show a part of their sides."""

    def __init__(self, faces: tuple[int, ...], *, beyond: Fraction | None = None) -> None:
        self.faces, self.beyond = faces, beyond
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        """The next die."""
        at = len(self.rolls)
        if at < len(self.faces):
            value = self.faces[at]
        elif self.beyond is None:
            raise _Unthrown(sides)
        else:
            value = 1 + int((sides - 1) * self.beyond)
        self.rolls.append(Roll(purpose, at + 1, sides, value))
        return value


class _TooMany(Exception):
    """The dice can fall in more ways than are followed."""


def preview_act(book: Any, view: Any, power: str, act: Any) -> ActPreview:
    """What a legal act may bring, from the actor's own view. Never raises for what a view cannot
    work out.
    """
    try:
        ways = list(_ways(book, view, power, act))
    except _TooMany:
        # Which dice are thrown, and the book's own odds.
        dice = _dice_in_words(book, view, power, act)
        return ActPreview(dice=dice, panels=_panels(book, view, power, act))
    except Exception as error:  # noqa: BLE001 - a book may stumble over what a view leaves out
        return ActPreview(
            unknown=_sentence(book, power, error), panels=_panels(book, view, power, act)
        )
    found: dict[bytes, _Group] = {}
    for chance, faces, done in ways:
        one = _outcome(book, view, power, done)
        group = found.setdefault(msgspec.json.encode(one), _Group(one))
        group.chance += chance
        group.faces.append(faces)
    groups = _together(list(found.values())) if len(found) > MOST_APART else list(found.values())
    outcomes = [group.told() for group in sorted(groups, key=lambda group: -group.chance)]
    dice = _dice_in_words(book, view, power, act) if len(ways) > 1 else ""
    panels = _panels(book, view, power, act) if dice else ()
    if len(outcomes) > MOST_OUTCOMES:
        return ActPreview(dice=dice, panels=panels)
    one = outcomes[0]
    moves = len(outcomes) > 1 or one.told or one.facts or one.ledger or one.begun
    return ActPreview(
        outcomes=tuple(outcomes), dice=dice, panels=panels, still="" if moves else STILL
    )


class _Group:
    """Ways in which the dice may fall that come to one outcome."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome, self.chance = outcome, Fraction(0)
        self.faces: list[tuple[int, ...]] = []
        #: Which numbers of the told lines are those of the die: the line, and the place in it.
        self.of_die: set[tuple[int, int]] = set()

    @property
    def face(self) -> int | None:
        """The first face of the one die that leads here; ``None`` where several dice do, or none."""
        return self.faces[0][0] if all(len(each) == 1 for each in self.faces) else None

    def takes(self, other: "_Group") -> bool:
        """Take another group in, if it says the same but that each names its own die where the other does."""
        mine, theirs = _cut(self.outcome), _cut(other.outcome)
        if self.face is None or other.face is None or _else(self.outcome) != _else(other.outcome):
            return False
        if [len(line) for line in mine] != [len(line) for line in theirs]:
            return False
        differ = {
            (at, place)
            for at, (a, b) in enumerate(zip(mine, theirs, strict=True))
            for place, (one, two) in enumerate(zip(a, b, strict=True))
            if one != two
        }
        for at, place in differ:
            if (mine[at][place], theirs[at][place]) != (str(self.face), str(other.face)):
                return False
        self.chance += other.chance
        self.faces += other.faces
        self.of_die |= differ
        return True

    def told(self) -> Outcome:
        """The outcome with its chance, and the faces that lead to it."""
        faces = "" if self.face is None else _ranges(each[0] for each in self.faces)
        lines = _cut(self.outcome)
        for at, place in self.of_die:
            lines[at][place] = faces
        words = iter("".join(line) for line in lines)
        return msgspec.structs.replace(
            self.outcome,
            parts=self.chance.numerator,
            whole=self.chance.denominator,
            faces=faces,
            told=tuple(
                msgspec.structs.replace(each, text=next(words), rest=next(words))
                for each in self.outcome.told
            ),
        )


def _together(groups: list[_Group]) -> list[_Group]:
    """The same with those as one that differ in nothing but the number of their die."""
    kept: list[_Group] = []
    for group in groups:
        if not any(each.takes(group) for each in kept):
            kept.append(group)
    return kept


def _cut(outcome: Outcome) -> list[list[str]]:
    """What is told, each line cut at its numbers."""
    return [_NUMBERS.split(text) for each in outcome.told for text in (each.text, each.rest)]


def _else(outcome: Outcome) -> tuple[Any, ...]:
    """All of an outcome but the words of its lines."""
    marks = tuple((each.rule, each.actor) for each in outcome.told)
    return (marks, outcome.facts, outcome.ledger, outcome.begun)


def _ranges(faces: Iterable[int]) -> str:
    """Faces in words: 1–4, 6."""
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][1] + 1:
            runs[-1][1] = face
        else:
            runs.append([face, face])
    return ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in runs)


def _ways(
    book: Any, view: Any, power: str, act: Any
) -> Iterator[tuple[Fraction, tuple[int, ...], Any]]:
    """Every way in which the dice of an act may fall: its chance, the faces, and what is then done."""
    open_: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    followed = 0
    while open_:
        faces, chance = open_.pop(0)
        try:
            done = book.perform(view, power, act, _Laid(faces))
        except _Unthrown as asked:
            if len(open_) + followed + asked.sides > MOST_WAYS:
                raise _TooMany from None
            share = chance / asked.sides
            open_ += [((*faces, face), share) for face in range(1, asked.sides + 1)]
            continue
        followed += 1
        yield chance, faces, done


def _outcome(book: Any, view: Any, power: str, done: Any) -> Outcome:
    after = book.view(done.state, viewer(power))

    def asked(found: Any) -> Any:
        try:
            return tuple(found())
        except Exception:  # noqa: BLE001 - as above; the rest still tells what it can
            return ()

    return Outcome(
        parts=1,
        whole=1,
        told=asked(lambda: told(book, done, power)),
        facts=asked(lambda: changed(book, view, done)),
        ledger=asked(lambda: book.ledger(view, after)),
        begun=asked(lambda: begun(book, view, after, power)),
    )


def _thrown(book: Any, view: Any, power: str, act: Any, fall: Fraction) -> list[Roll]:
    """The dice of the way in which all fall alike: lowest (0), middling, highest (1)."""
    dice = _Laid((), beyond=fall)
    try:
        book.perform(view, power, act, dice)
    except Exception:  # noqa: BLE001 - as above
        return dice.rolls
    return dice.rolls


def _dice_in_words(book: Any, view: Any, power: str, act: Any) -> str:
    """Which dice are thrown; where their number hangs on how they fall, the most that they would be if all
    fell alike: low, middling or high.
    """
    ways = [_thrown(book, view, power, act, fall) for fall in FALLS]
    rolls = max(ways, key=len)
    counts: dict[int, int] = {}
    for roll in rolls:
        counts[roll.sides] = counts.get(roll.sides, 0) + 1
    named = [
        f"{'one die' if n == 1 else f'{n} dice'} of {sides} sides" for sides, n in counts.items()
    ]
    words = " and ".join(named)
    return f"at most {words} (if all fall alike)" if min(map(len, ways)) < len(rolls) else words


def _panels(book: Any, view: Any, power: str, act: Any) -> tuple[Any, ...]:
    try:
        return tuple(book.preview(view, power, act))
    except Exception:  # noqa: BLE001 - as above
        return ()


def _sentence(book: Any, power: str, error: Exception) -> str:
    """Why nothing could be worked out: a refusal in its own words, a stumble in ours."""
    message = getattr(error, "message", "")
    name = book.powers[power].name if power in book.powers else power
    return str(message) or f"What follows cannot be worked out from what {name} knows."
