"""What an act that takes effect at once would bring, told before it is done.

It is done on the *view* of the one who acts, never on the state, by the book itself. Where dice fall,
every way they may fall is followed, so the chances are exact. What a view cannot work out is named. It
works with books of any revision.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from rules.kernel.audience import viewer
from rules.kernel.dice import Roll
from rules.kernel.dispatch.effects import Begun, Change, Told, begun, changed, told

MOST_WAYS = 300
"""So many ways in which dice may fall are followed; beyond that only the dice are named."""
MOST_OUTCOMES = 12
"""So many different outcomes are told one by one."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that may come of an act, with its chance: ``parts`` of ``whole``.

    ``told`` is what happens for the actor to see, ``facts`` what the map then says, ``ledger`` rows of
    tracks, ``begun`` what begins and ends by it.
    """

    parts: int
    whole: int
    told: tuple[Told, ...] = ()
    facts: tuple[Change, ...] = ()
    ledger: tuple[Any, ...] = ()
    begun: tuple[Begun, ...] = ()


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
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
    """Dice that show what was laid ready; beyond them they say what is asked."""

    def __init__(self, faces: tuple[int, ...], *, beyond: bool = False) -> None:
        self.faces, self.beyond = faces, beyond
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        """The next die."""
        at = len(self.rolls)
        if at >= len(self.faces) and not self.beyond:
            raise _Unthrown(sides)
        value = self.faces[at] if at < len(self.faces) else (sides + 1) // 2
        self.rolls.append(Roll(purpose, at + 1, sides, value))
        return value


class _TooMany(Exception):
    """The dice can fall in more ways than are followed."""


def foreseen(book: Any, view: Any, power: str, act: Any) -> Foreseen:
    """What a legal act may bring, from the actor's own view. Never raises for what a view cannot
    work out.
    """
    try:
        ways = list(_ways(book, view, power, act))
    except _TooMany:
        return _unfollowed(book, view, power, act)
    except Exception as error:  # noqa: BLE001 - a book may stumble over what a view leaves out
        return Foreseen(
            unknown=_sentence(book, power, error), panels=_panels(book, view, power, act)
        )
    found: dict[bytes, Outcome] = {}
    for chance, done in ways:
        one = _outcome(book, view, power, done)
        key = msgspec.json.encode(one)
        before = found.get(key)
        share = chance + (Fraction(before.parts, before.whole) if before else 0)
        found[key] = msgspec.structs.replace(one, parts=share.numerator, whole=share.denominator)
    outcomes = sorted(found.values(), key=lambda one: -Fraction(one.parts, one.whole))
    dice = _dice_in_words(_thrown(book, view, power, act)) if len(ways) > 1 else ""
    still = STILL if len(outcomes) == 1 and _is_still(outcomes[0]) else ""
    if len(outcomes) > MOST_OUTCOMES:
        return Foreseen(outcomes=(), dice=dice, panels=_panels(book, view, power, act))
    panels = _panels(book, view, power, act) if dice else ()
    return Foreseen(outcomes=tuple(outcomes), dice=dice, panels=panels, still=still)


def _ways(book: Any, view: Any, power: str, act: Any) -> Iterator[tuple[Fraction, Any]]:
    """Every way in which the dice of an act may fall: its chance, and what is then done."""
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
        yield chance, done


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


def _is_still(one: Outcome) -> bool:
    return not (one.told or one.facts or one.ledger or one.begun)


def _unfollowed(book: Any, view: Any, power: str, act: Any) -> Foreseen:
    """What is known of an act with many dice: which are thrown, and the book's own odds."""
    thrown = _thrown(book, view, power, act)
    return Foreseen(dice=_dice_in_words(thrown), panels=_panels(book, view, power, act))


def _thrown(book: Any, view: Any, power: str, act: Any) -> list[Roll]:
    """The dice of one middling way; how many there are may hang on how they fall."""
    dice = _Laid((), beyond=True)
    try:
        book.perform(view, power, act, dice)
    except Exception:  # noqa: BLE001 - as above
        return dice.rolls
    return dice.rolls


def _dice_in_words(rolls: list[Roll]) -> str:
    counts: dict[int, int] = {}
    for roll in rolls:
        counts[roll.sides] = counts.get(roll.sides, 0) + 1
    named = [
        f"{'one die' if n == 1 else f'{n} dice'} of {sides} sides" for sides, n in counts.items()
    ]
    return " and ".join(named)


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
