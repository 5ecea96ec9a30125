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

from typing import Any, cast

import msgspec
import yaml

from campaigns import rulebooks
from campaigns.recordings.recording import Recorder, Recording
from campaigns.rulebooks.simulation import MOST_PHASES, Game, LaidDice, ScriptStops
from campaigns.rulebooks.values.corrections import correct
from rules.kernel.dice import SealedDice
from rules.kernel.serial import shaped


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


class _Table(Game):
    """A game being played by a script."""

    def __init__(self, recorder: Recorder, script: Script) -> None:
        switches, secret = recorder.book.switches, f"script|{script.rulebook}|{script.seed}"
        defaults = {key: switch.bots or switch.default for key, switch in switches.items()}
        book, variants = cast("rulebooks.Book", recorder), {**defaults, **script.variants}
        super().__init__(book, secret, script.scenario, variants, script.tables)
        self.script, self.moments = script, list(script.then)

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
                self.perform(moment.at, power, raw, SealedDice(self.next_key()))
        if moment.facts:
            self.state = correct(self.book, self.state, moment.facts).state
        orders = self.orders(moment.at, moment.orders)
        standing = self.standing(moment.at, moment.standing)
        dice = LaidDice(self.next_key(), dict(enumerate(moment.dice, 1)))
        self.resolve(orders, standing, dice)
