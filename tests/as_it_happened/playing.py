"""Playing a script by the rules alone, without a database: what is done step by step, and the dice given.

Each order goes through the menu that its player would have, so whatever the rules refuse stops the script
with their reason. The steps can then be taken through the services of a real campaign
(:mod:`tests.as_it_happened.scripted_campaign`), which look at each of them again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns import rulebooks
from campaigns.as_it_happened.script import Moment, Script
from campaigns.rulebooks import dispatch_text
from campaigns.rulebooks.simulation import MOST_PHASES, Game, ScriptStops
from rules.kernel.dice import Roll, SealedDice, face
from rules.kernel.dispatch.events import filled
from rules.kernel.dispatch.statements import settled
from rules.kernel.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. ``what`` is act or phase; ``orders`` are plain data, by power: of an act the one
    that is done, of a phase those that the script gives (all others play by autopilot).

    ``rolls`` are the dice that it throws, as the script gives them; ``events`` and ``state`` come of it.
    """

    what: str
    turn: str
    phase: str
    orders: Mapping[str, Any]
    rolls: tuple[Roll, ...]
    events: Sequence[Event]
    state: Any

    @property
    def dice(self) -> tuple[int, ...]:
        """The values of its dice."""
        return tuple(roll.value for roll in self.rolls)


class GivenDice(SealedDice):
    """Dice that show what is wanted by a part of their purpose, and else what follows from a key."""

    def __init__(self, key: bytes, wanted: Mapping[str, int | list[int]]) -> None:
        """``wanted`` is read and used up in its order."""
        super().__init__(key)
        self.wanted = {
            part: list(values) if isinstance(values, list) else [values]
            for part, values in wanted.items()
        }

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Show one die and write it down."""
        number = len(self.rolls) + 1
        values = next(
            (v for part, v in self.wanted.items() if v and part.lower() in purpose.lower()), None
        )
        value = values.pop(0) if values else face(self._key, purpose, number, sides)
        if not 1 <= value <= sides:
            raise ScriptStops(f"A die of {sides} sides cannot show {value} for {purpose!r}.")
        self.rolls.append(Roll(purpose, number, sides, value))
        return value

    @property
    def left(self) -> list[str]:
        """What was wanted of dice that were not thrown."""
        return [part for part, values in self.wanted.items() if values]


def play(script: Script) -> Iterator[Step]:
    """Play a script step by step. Raises ``ScriptStops``."""
    yield from _Table(script, rulebooks.load(script.rulebook, script.revision)).play()


class _Table(Game):
    """A game being played by a script."""

    def __init__(self, script: Script, book: rulebooks.Book) -> None:
        defaults = {key: switch.default for key, switch in book.switches.items()}
        secret, variants = f"as it happened|{script.slug}|{script.seed}", script.variants
        super().__init__(book, secret, script.scenario, {**defaults, **variants}, script.tables)
        self.script = script

    def play(self) -> Iterator[Step]:
        """Turn after turn, each with all its phases."""
        for turn in self.script.turns:
            if self.state.ending is not None:
                raise ScriptStops(f"The game was over before {turn.turn}.")
            if (now := self.book.phase(self.state).turn_title) != turn.turn:
                raise ScriptStops(f"The script goes on with {turn.turn}, but it is {now}.")
            waiting = list(turn.phases)
            for _phase in range(MOST_PHASES):
                phase = self.book.phase(self.state)
                if phase.turn_title != turn.turn or self.state.ending is not None:
                    break
                moment = Moment(at=phase.key)
                if waiting and waiting[0].at == phase.key:
                    moment = waiting.pop(0)
                yield from self._phase(turn.turn, moment)
            if waiting:
                raise ScriptStops(f"{turn.turn}: the game never came to {waiting[0].at!r}.")

    def _phase(self, turn: str, moment: Moment) -> Iterator[Step]:
        where = f"{turn}, {moment.at}"
        wanted = dict(moment.dice)
        for act in moment.acts:
            for power, raw in act.items():
                yield self._act(where, turn, power, raw, wanted)
        phase, orders = self.book.phase(self.state), self.orders(where, moment.orders)
        dice = GivenDice(self.next_key(), wanted)
        result = self.resolve(orders, {}, dice)
        if dice.left:
            thrown = "; ".join(roll.purpose for roll in dice.rolls) or "none"
            raise ScriptStops(
                f"{where}: no die is thrown for {', '.join(dice.left)}. Thrown: {thrown}."
            )
        scripted = {
            power: rulebooks.as_data(order)
            for power, order in orders.items()
            if power in moment.orders
        }
        yield Step(
            what="phase",
            turn=turn,
            phase=phase.key,
            orders=scripted,
            rolls=tuple(dice.rolls),
            events=result.events,
            state=result.state,
        )

    def _act(self, where: str, turn: str, power: str, raw: Any, wanted: dict[str, Any]) -> Step:
        if isinstance(raw, str):
            raw = {"kind": "declare", "facts": self._declared(where, raw)}
        dice = GivenDice(self.next_key(), wanted)
        order, result = self.perform(where, power, raw, dice)
        # What an act has used of the dice of its phase is gone.
        wanted.clear()
        wanted |= {part: values for part, values in dice.wanted.items() if values}
        return Step(
            what="act",
            turn=turn,
            phase=self.book.phase(self.state).key,
            orders={power: rulebooks.as_data(order)},
            rolls=tuple(dice.rolls),
            events=result.events,
            state=result.state,
        )

    def _declared(self, where: str, text: str) -> dict[str, Any]:
        """The facts that a dispatch declares, those left out that are so already."""
        now = {spec.key: self.state.facts.get(spec.key, spec.default) for spec in self.book.facts}
        found: dict[str, Any] = {}
        for line in dispatch_text.understood(self.book, text):
            if not line.understood:
                told = ", ".join((*line.choices, *line.near)) or line.problem
                raise ScriptStops(f"{where}: {line.words!r} is not understood: {told}.")
            facts = {**now, **found}
            found |= settled(self.book.facts, facts, line.statements)
            for event in line.events:
                known = dispatch_text.lexicon(self.book).events[event.event]
                found |= filled(known, event.arguments, {**now, **found})
        return {key: value for key, value in found.items() if now.get(key) != value}
