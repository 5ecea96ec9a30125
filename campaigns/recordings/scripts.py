"""Scripts of recorded campaigns: what people do in a game that autopilots otherwise play.

Autopilots are sensible and dull; they never break a treaty or attack an ally. A script is a YAML file
that says, phase by phase, what is done besides, so that a recording reaches what they never do.

    shows: Britain declares war on Turkey, and Turkey joins the Axis
    rulebook: world_at_war
    scenario: fall-1939
    variants: {}            # switches that are not at their defaults
    turns: 8                # how many turns are played (to the end of the game at most)
    seed: 7                 # of the dice and of nothing else
    then:
      - at: facts@1         # key and turn of a phase, as the recording's script meets it
        acts:               # done at once, in this order, before the orders
          - {britain: {kind: declare, facts: {control.suez: axis}}}
        facts: {}           # corrected by a moderator, after the acts
        orders: {russia: {kind: place, points: {finland: 2}}}
        standing: {}
        dice: [6, 1]        # the first dice of the phase; what follows comes from the seed

All others play by autopilot. What the rules do not allow stops the recording with the reason.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
import yaml

from campaigns import rulebooks
from campaigns.errors import CampaignError, NotOnTheMenu
from campaigns.recordings.recording import Recorder, Recording
from campaigns.rulebooks.values.corrections import correct
from rules.kernel.dice import Roll, SealedDice, chain_link, phase_key
from rules.kernel.serial import shaped

MOST_PHASES = 4096


class Moment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people do in one phase, instead of or before what the autopilots do."""

    at: str
    acts: tuple[dict[str, Any], ...] = ()
    facts: dict[str, Any] = {}
    orders: dict[str, Any] = {}
    standing: dict[str, Any] = {}
    dice: tuple[int, ...] = ()


class Script(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole script."""

    shows: str
    rulebook: str
    scenario: str
    variants: dict[str, str] = {}
    tables: dict[str, Any] = {}
    turns: int
    seed: int = 1
    then: tuple[Moment, ...] = ()


class ScriptStops(CampaignError):
    """A script asks for something that the game does not allow, or comes to no such phase."""


def read(text: str) -> Script:
    """A script from its YAML. Raises ``ScriptStops`` saying what cannot be read."""
    try:
        return shaped(yaml.safe_load(text), Script)
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise ScriptStops(f"This script cannot be read: {error}.") from error


def play(script: Script) -> Recording:
    """Play a script and record it. Raises ``ScriptStops``."""
    recorder = Recorder(rulebooks.load(script.rulebook))
    table = _Table(recorder, script)
    table.play()
    return recorder.recording(script.shows)


class _DiceGivenFirst(SealedDice):
    """Dice that show given values first, and then what follows from their key."""

    def __init__(self, key: bytes, given: tuple[int, ...]) -> None:
        super().__init__(key)
        self.given = list(given)

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Throw one die and write it down."""
        if not self.given:
            return super().roll(purpose, sides)
        value = self.given.pop(0)
        self.rolls.append(Roll(purpose, len(self.rolls) + 1, sides, value))
        return value


class _Table:
    """A game being played by a script."""

    def __init__(self, recorder: Recorder, script: Script) -> None:
        self.book: Any = recorder
        self.script = script
        self.secret = hashlib.sha256(f"script|{script.rulebook}|{script.seed}".encode()).digest()
        self.moments = list(script.then)
        self.number = 0
        switches = recorder.book.switches
        defaults = {key: switch.bots or switch.default for key, switch in switches.items()}
        self.state = self.book.start(
            script.scenario, {**defaults, **script.variants}, script.tables
        ).state

    def play(self) -> None:
        """Phase after phase, until the turns are over or the game is."""
        last = self.state.turn + self.script.turns
        for _ in range(MOST_PHASES):
            if self.state.ending is not None or self.state.turn >= last:
                break
            self._phase()
        if self.moments:
            raise ScriptStops(f"The game never came to {self.moments[0].at!r}.")

    def _phase(self) -> None:
        phase = self.book.phase(self.state)
        moment = Moment(at="")
        if self.moments and self.moments[0].at == f"{phase.key}@{phase.turn}":
            moment = self.moments.pop(0)
        for act in moment.acts:
            for power, raw in act.items():
                self._act(moment, power, raw)
        if moment.facts:
            self.state = correct(self.book, self.state, moment.facts).state
        orders = {}
        for asked in sorted(self.book.phase(self.state).asked, key=lambda one: one.power):
            if (order := self._order(moment, asked.power)) is not None:
                orders[asked.power] = order
        if strangers := sorted(moment.orders.keys() - orders.keys()):
            raise ScriptStops(f"{moment.at}: nothing is asked of {', '.join(strangers)}.")
        standing = {
            power: self._legal(
                moment, power, raw, self.book.standing_menu(self._view(power), power)
            )
            for power, raw in moment.standing.items()
        }
        self.state = self.book.resolve(self.state, orders, standing, self._dice(moment)).state

    def _act(self, moment: Moment, power: str, raw: Any) -> None:
        menus = {menu.order: menu for menu in self.book.acts(self._view(power), power)}
        order = self._legal(moment, power, raw, menus.get(raw.get("kind")))
        self.state = self.book.perform(self.state, power, order, self._dice(Moment(at=""))).state

    def _order(self, moment: Moment, power: str) -> Any:
        view = self._view(power)
        menu = self.book.menu(view, power)
        if power in moment.orders:
            return self._legal(moment, power, moment.orders[power], menu)
        order = self.book.autopilot(view, power)
        if menu is None or order is None:
            return None
        return rulebooks.legal_order(self.book, rulebooks.as_data(order), menu)

    def _legal(self, moment: Moment, power: str, raw: Mapping[str, Any], menu: Any) -> Any:
        try:
            if menu is None:
                raise NotOnTheMenu(f"{raw.get('kind')!r} is not asked for or open.")
            return rulebooks.legal_order(self.book, raw, menu)
        except CampaignError as refusal:
            raise ScriptStops(f"{moment.at}, {power}: {refusal}") from refusal

    def _view(self, power: str) -> Any:
        return rulebooks.view_of(self.book, self.state, power)

    def _dice(self, moment: Moment) -> SealedDice:
        self.number += 1
        key = phase_key(chain_link(self.secret, 1, 0), [self.number.to_bytes(4)])
        return _DiceGivenFirst(key, moment.dice)
