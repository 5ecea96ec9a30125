"""Playing a script by the rules alone, without a database: what is done step by step, and the dice given.

Each order goes through the menu that its player would have, so whatever the rules refuse stops the script
with their reason. The steps can then be taken through the services of a real campaign
(:mod:`campaigns.recordings.scripted_campaign`), which look at each of them again.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.as_it_happened.script import Moment, Script, ScriptStops
from campaigns.errors import CampaignError, NotOnTheMenu
from campaigns.rulebooks import dispatch_text
from rules.kernel.dice import Roll, chain_link, face, phase_key
from rules.kernel.dispatch.events import filled
from rules.kernel.dispatch.statements import settled
from rules.kernel.events import Event

MOST_PHASES = 4096


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


class GivenDice:
    """Dice that show what is wanted by a part of their purpose, and else what follows from a seed."""

    def __init__(self, key: bytes, wanted: Mapping[str, int | list[int]]) -> None:
        """``wanted`` is read and used up in its order."""
        self.rolls: list[Roll] = []
        self._key = key
        self.wanted = {
            part: list(given) if isinstance(given, list) else [given]
            for part, given in wanted.items()
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


def play(script: Script, book: Any = None) -> Iterator[Step]:
    """Play a script step by step. ``book`` stands in for its rules where something watches them.
    Raises ``ScriptStops``.
    """
    yield from _Table(script, book or rulebooks.load(script.rulebook, script.revision)).play()


class _Table:
    """A game being played by a script."""

    def __init__(self, script: Script, book: Any) -> None:
        self.script, self.book = script, book
        self.secret = hashlib.sha256(
            f"as it happened|{script.slug}|{script.seed}".encode()
        ).digest()
        self.steps = 0
        defaults = {key: switch.default for key, switch in book.switches.items()}
        self.state = book.start(
            script.scenario, {**defaults, **script.variants}, script.tables
        ).state

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
        phase = self.book.phase(self.state)
        asked = sorted(one.power for one in phase.asked)
        if strangers := sorted(moment.orders.keys() - set(asked)):
            raise ScriptStops(f"{where}: nothing is asked of {', '.join(strangers)}.")
        orders, scripted = {}, {}
        for power in asked:
            view = self._view(power)
            menu = self.book.menu(view, power)
            if power in moment.orders:
                orders[power] = self._legal(where, power, moment.orders[power], menu)
                scripted[power] = rulebooks.as_data(orders[power])
            elif menu is not None and (order := self.book.autopilot(view, power)) is not None:
                orders[power] = rulebooks.legal_order(self.book, rulebooks.as_data(order), menu)
        dice = self._dice(wanted)
        result = self.book.resolve(self.state, orders, {}, dice)
        self.state = result.state
        if dice.left:
            thrown = "; ".join(roll.purpose for roll in dice.rolls) or "none"
            raise ScriptStops(
                f"{where}: no die is thrown for {', '.join(dice.left)}. Thrown: {thrown}."
            )
        yield Step(
            what="phase",
            turn=turn,
            phase=phase.key,
            orders=scripted,
            rolls=tuple(dice.rolls),
            events=result.events,
            state=self.state,
        )

    def _act(self, where: str, turn: str, power: str, raw: Any, wanted: dict[str, Any]) -> Step:
        if isinstance(raw, str):
            raw = {"kind": "declare", "facts": self._declared(where, raw)}
        menus = {menu.order: menu for menu in self.book.acts(self._view(power), power)}
        order = self._legal(where, power, raw, menus.get(raw.get("kind")))
        dice = self._dice(wanted)
        result = self.book.perform(self.state, power, order, dice)
        self.state = result.state
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
            state=self.state,
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

    def _legal(self, where: str, power: str, raw: Mapping[str, Any], menu: Any) -> Any:
        try:
            if menu is None:
                raise NotOnTheMenu(
                    _("%(what)r is not asked for or open.") % {"what": raw.get("kind")}
                )
            return rulebooks.legal_order(self.book, raw, menu)
        except CampaignError as refusal:
            raise ScriptStops(f"{where}, {power}: {refusal}") from refusal

    def _view(self, power: str) -> Any:
        return rulebooks.view_of(self.book, self.state, power)

    def _dice(self, wanted: Mapping[str, Any]) -> GivenDice:
        self.steps += 1
        key = phase_key(chain_link(self.secret, 1, 0), [self.steps.to_bytes(4)])
        return GivenDice(key, wanted)
