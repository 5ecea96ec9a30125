"""The rulebook itself: the contract of the kernel, each method one call to a module."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.audience import viewer
from rules.kernel.dice import Dice, NoDice
from rules.kernel.errors import NotAllowed
from rules.kernel.events import Event, Line
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem
from rules.kernel.phases import Phase
from rules.kernel.rulebook import Panel, Resolution, Rulebook, RuleTable
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.calendar import turn_title
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.consistency import AGREEMENT
from rules.war_game_1939.model.events import Happening
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.orders import ORDERS, Declare, Standing
from rules.war_game_1939.model.powers import FACTIONS, POWERS
from rules.war_game_1939.model.scenarios import SCENARIOS
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.model.variants import SWITCHES
from rules.war_game_1939.pages import (
    board,
    log,
)
from rules.war_game_1939.pages import (
    previews as preview,
)
from rules.war_game_1939.pages import (
    queries as questions,
)
from rules.war_game_1939.pages.reference import rule_tables
from rules.war_game_1939.pages.warnings import warnings
from rules.war_game_1939.turn import (
    acts,
    autopilot,
    menus,
    setup,
    steps,
)


class WarGame1939(Rulebook[WarGameState]):
    """The War Game: World War II, by its 1939 rules."""

    key = "war_game_1939"
    title = "The War Game: World War II, 1939"
    revision = "2026.11.22"
    summary = (
        "Commerce dice, neutrals and provocation: eight nations on the way from peace in 1939 "
        "to Full War in 1942, half a year a turn."
    )
    families = ("commerce", "diplomacy", "status", "map", "replies")
    fits = frozenset({"plan", "influence", "counter", "status", "turn", "stand"})
    state_type = WarGameState
    powers = POWERS
    factions = FACTIONS
    scenarios = SCENARIOS
    switches = SWITCHES
    facts = FACTS
    agreement = AGREEMENT
    index = R
    orders = ORDERS
    event_types = Happening
    questions = questions.QUESTIONS

    def start(
        self, scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]
    ) -> Resolution[WarGameState]:
        """July 1939 up to the point where somebody is awaited."""
        course = Adjudication(setup.opening(scenario, variants, tables), NoDice())
        steps.begin(course)
        return Resolution(state=course.state, events=tuple(course.events))

    def laid_down(self, before: WarGameState, after: WarGameState) -> WarGameState:
        """Another turn or step awaits those whom it awaits as it is entered."""
        if (before.turn, before.step) == (after.turn, after.step):
            return after
        return steps.entered(before, after)

    def phase(self, state: WarGameState) -> Phase:
        """The step in play."""
        stage, _ = steps.parts(state.step)
        return Phase(
            key=state.step,
            title=steps.heading(state),
            turn=state.turn,
            turn_title=turn_title(state.turn),
            asked=steps.asked(state),
            steps=tuple(steps.strip(state)),
            family=stage.family,
            rule=stage.rule,
        )

    def menu(self, state: WarGameState, power: str) -> Menu | None:
        """What the nation may hand in now."""
        return menus.menu_of(state, power)

    def warnings(
        self, state: WarGameState, power: str, order: Order, standing: Order | None = None
    ) -> tuple[Problem, ...]:
        """What a sheet leaves to silence, and wishes that never count."""
        return tuple(warnings(state, power, order))

    def standing_menu(self, state: WarGameState, power: str) -> Menu | None:
        """Wishes that may be left beforehand."""
        return menus.standing_menu(state, power)

    def stands(self, state: WarGameState, power: str, standing: Order) -> bool:
        """A plan answers for the dice, money against influence for the attempts, a wish for rolls."""
        if not isinstance(standing, Standing):
            return False
        match steps.parts(state.step)[0].key:
            case "commerce":
                return bool(standing.policy or standing.lines)
            case "counter":
                return bool(standing.counter or standing.guard)
            case "status":
                return bool(standing.rolls)
        return False

    def acts(self, state: WarGameState, power: str) -> tuple[Menu, ...]:
        """Commerce dice, reports, money, moves and facts."""
        return acts.menus(state, power)

    def resolve(
        self,
        state: WarGameState,
        orders: Mapping[str, Order],
        standing: Mapping[str, Order],
        dice: Dice,
    ) -> Resolution[WarGameState]:
        """Close the step in play and all that follow without waiting."""
        course = Adjudication(state, dice, standing)
        if state.ending is None:
            steps.run(course, orders)
        return self.settled(state, Resolution(state=course.state, events=tuple(course.events)))

    def perform(
        self, state: WarGameState, power: str, act: Order, dice: Dice
    ) -> Resolution[WarGameState]:
        """Carry an act out; raises :class:`NotAllowed` for anything off the menu."""
        offered = {menu.order: menu for menu in self.acts(self.view(state, viewer(power)), power)}
        kind = str(type(act).__struct_config__.tag)
        problems = offered[kind].problems(act) if kind in offered else []
        if kind not in offered or problems:
            message = problems[0].message if problems else f"{kind!r} cannot be done at once now."
            rule = problems[0].rule if problems else ""
            raise NotAllowed(message, rule=rule, remedy="Look at the menu of the moment.")
        course = Adjudication(state, dice)
        acts.perform(course, power, act)
        done = Resolution(state=course.state, events=tuple(course.events))
        said = sorted(self.named_now(state, act.facts, power)) if isinstance(act, Declare) else ()
        return self.settled(state, done, said, power if said else "")

    def autopilot(self, state: WarGameState, power: str) -> Order | None:
        """A sensible order."""
        menu = self.menu(state, power)
        return autopilot.order_for(state, power, menu) if menu else None

    def preview(self, state: WarGameState, power: str, order: Order | None) -> tuple[Panel, ...]:
        """The rolls that a draft leads to."""
        return preview.panels(state, power, order)

    def board(self, state: WarGameState, power: str | None) -> board.Board:
        """The ladder, the ledger and the land."""
        return board.build(state, power)

    def tell(self, event: Event) -> Line:
        """An event in words."""
        return log.line(event)

    def headline(self, lines: Sequence[Line]) -> tuple[str, str]:
        """The weightiest events as a headline."""
        return log.headline(lines)

    def name(self, key: str) -> str:
        """Nations, territories and zones by their names; the rest as it is."""
        if key in POWERS:
            return POWERS[key].name
        tables = build({})
        sort, _, what = key.partition(":")
        if sort in POWERS and what:
            return f"{POWERS[sort].name}, {self.name(what)}"
        what = what or sort
        if what in tables.land.territories or what in tables.sea.zones:
            return log.place_name(what)
        return super().name(key)

    def tables(self) -> tuple[RuleTable, ...]:
        """Commerce, war status, the fall of France, influence, money and the map."""
        return rule_tables()


BOOK = WarGame1939()
