"""Playing on in thought: from what a power supposes, phase after phase, with the odds of each roll.

Nothing here knows a database. What goes in is one power's view, from which the rulebook makes a supposed
state; autopilots play the others, each from its own view of that. The dice follow from a fresh seed, so
the same seed gives the same story. What comes out is told as the power would see it.

The odds of a roll are counted, not looked up: the phase is carried out again with every face of that die
(of all dice that one thing was read from), everything before it as it fell, and what it would have
brought is counted. They are exact for any rulebook.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec

from campaigns import rulebooks
from campaigns.rulebooks.simulation import LaidDice, order_of
from rules.kernel.dice import Roll
from rules.kernel.serial import canonical, plain

MOST_PHASES = 8
MOST_TRIES = 2500
"""How often phases are carried out again for odds, in one playing on."""
MOST_TOGETHER = 216
"""Faces of dice that are read together."""
MANY = 6
"""So many outcomes are told one by one where each face has its own."""


class SimulationRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played: whose view it is, as canonical JSON, by which rules, how far, and the seed of
    the dice in hexadecimal. ``order`` is the power's own for the first phase; ``None`` leaves that to its
    autopilot too, as all later ones.
    """

    book: str
    revision: str
    power: str
    view: str
    order: Any
    phases: int
    seed: str


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """One outcome of a roll, ``parts`` of ``whole``, and whether it is the one that fell."""

    outcome: str
    parts: int
    whole: int
    fell: bool


class SimulatedLine(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened: the rulebook's line as plain data, and the odds where dice decided it."""

    line: Any
    odds: tuple[Odds, ...] = ()


class SimulatedPhase(msgspec.Struct, frozen=True, kw_only=True):
    """One phase as it went. ``orders`` are those of all powers in words, since none of them is real;
    ``changes`` rows of the ledger as plain data.
    """

    title: str
    turn_title: str
    headline: str
    lede: str
    lines: tuple[SimulatedLine, ...]
    changes: tuple[Any, ...]
    orders: tuple[tuple[str, str], ...]


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it. ``guesses`` name what was supposed; ``ended`` is how the game ended, if it did;
    ``counted_all`` whether there was room to count the odds of every roll.
    """

    guesses: tuple[str, ...]
    phases: tuple[SimulatedPhase, ...]
    ended: str
    counted_all: bool


def simulate(wish: SimulationRequest) -> Simulation:
    """Play on. Raises what the rules raise for a wish that does not fit."""
    book = rulebooks.load(wish.book, wish.revision)
    supposed = book.supposed(book.read_state(wish.view.encode()), wish.power)
    thinker = _Simulator(book, wish.power)
    state, phases = supposed.state, []
    for number in range(min(wish.phases, MOST_PHASES)):
        if state.ending is not None:
            break
        own = wish.order if number == 0 else None
        key = canonical([wish.seed, number])
        state, phase = thinker.phase(state, own, key)
        phases.append(phase)
    return Simulation(
        guesses=tuple(supposed.guesses),
        phases=tuple(phases),
        ended=state.ending.text if state.ending is not None else "",
        counted_all=thinker.tries < MOST_TRIES,
    )


class _Simulator:
    """Plays phases as one power would see them, and counts how often it tried."""

    def __init__(self, book: rulebooks.Book, power: str) -> None:
        self.book, self.power, self.tries = book, power, 0
        self.viewer = rulebooks.viewer(power)

    def phase(self, state: Any, own: Any, key: bytes) -> tuple[Any, SimulatedPhase]:
        """Play one phase; gives the state after it and its story."""
        book, about = self.book, self.book.phase(self.book.view(state, self.viewer))
        orders = dict(self._orders(state, own))

        def carried(laid: Mapping[int, int]) -> tuple[Any, list[Any], list[Roll]]:
            dice = LaidDice(key, laid)
            made = book.resolve(state, orders, {}, dice)
            return made.state, [e for e in made.events if e.seen_by(self.viewer)], dice.rolls

        after, events, rolls = carried({})
        odds = self._odds(lambda laid: carried(laid)[1], events, rolls)
        lines = [book.tell(event) for event in events]
        headline, lede = book.headline(lines)
        before, now = (book.view(each, self.viewer) for each in (state, after))
        return after, SimulatedPhase(
            title=about.title,
            turn_title=about.turn_title,
            headline=headline,
            lede=lede,
            lines=tuple(
                SimulatedLine(line=plain(line), odds=odds.get(at, ()))
                for at, line in enumerate(lines)
            ),
            changes=tuple(plain(row) for row in book.ledger(before, now)),
            orders=tuple((power, book.say(order)) for power, order in orders.items()),
        )

    def _orders(self, state: Any, own: Any) -> Iterator[tuple[str, Any]]:
        """What everybody hands in, each from its own view; all of it legal by its menu."""
        for power in sorted(one.power for one in self.book.phase(state).asked):
            raw = own if power == self.power else None
            if (order := order_of(self.book, state, power, raw)) is not None:
                yield power, order

    def _odds(
        self,
        carried: Callable[[Mapping[int, int]], list[Any]],
        events: Sequence[Any],
        rolls: Sequence[Roll],
    ) -> dict[int, tuple[Odds, ...]]:
        """The odds of what dice decided, by the place of the event that tells it."""
        decides: dict[int, list[Roll]] = {}
        for roll in rolls:
            place = self._decided(carried, events, roll)
            if place is not None:
                decides.setdefault(place, []).append(roll)
        return {
            place: found
            for place, together in decides.items()
            if (found := self._counted(carried, events, place, together))
        }

    def _decided(
        self, carried: Callable[[Mapping[int, int]], list[Any]], events: Sequence[Any], roll: Roll
    ) -> int | None:
        """The first event that another face of a die would have changed."""
        if not self._may_try(roll.sides):
            return None
        others = (
            carried({roll.number: value})
            for value in range(1, roll.sides + 1)
            if value != roll.value
        )
        places = [_first_other(events, each) for each in others]
        return min((place for place in places if place is not None), default=None)

    def _counted(
        self,
        carried: Callable[[Mapping[int, int]], list[Any]],
        events: Sequence[Any],
        place: int,
        rolls: Sequence[Roll],
    ) -> tuple[Odds, ...]:
        """The outcomes that these dice could have had together at one place, in the order of faces."""
        whole = 1
        for roll in rolls:
            whole *= roll.sides
        if place >= len(events) or whole > MOST_TOGETHER or not self._may_try(whole):
            return ()
        counts: dict[str, int] = {}
        for values in product(*(range(1, roll.sides + 1) for roll in rolls)):
            laid = {roll.number: value for roll, value in zip(rolls, values, strict=True)}
            made = carried(laid)
            outcome = self.book.tell(made[place]).head if place < len(made) else "nothing"
            counts[outcome] = counts.get(outcome, 0) + 1
        fell = self.book.tell(events[place]).head
        if len(counts) > MANY and len(counts) == whole:
            return (Odds(outcome="each face alike", parts=1, whole=whole, fell=True),)
        return tuple(_odds(outcome, parts, whole, fell) for outcome, parts in counts.items())

    def _may_try(self, times: int) -> bool:
        """Whether there is room to carry the phase out so often again; if so, it is taken."""
        if self.tries + times > MOST_TRIES:
            self.tries = MOST_TRIES
            return False
        self.tries += times
        return True


def _odds(outcome: str, parts: int, whole: int, fell: str) -> Odds:
    chance = Fraction(parts, whole)
    return Odds(
        outcome=outcome,
        parts=chance.numerator,
        whole=chance.denominator,
        fell=outcome == fell,
    )


def _first_other(events: Sequence[Any], others: Sequence[Any]) -> int | None:
    """The first place at which two tellings of a phase part; ``None`` where they are the same."""
    for place, (one, other) in enumerate(zip(events, others, strict=False)):
        if one != other:
            return place
    return None if len(events) == len(others) else min(len(events), len(others))
