"""The rulebook itself: the contract of the kernel, each method one call to a module."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.dice import Dice, NoDice
from rules.kernel.errors import NotAllowed, NotUnderstood
from rules.kernel.events import Event, Line
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem
from rules.kernel.phases import Phase
from rules.kernel.rulebook import Panel, Resolution, Rulebook, RuleTable
from rules.world_in_flames.model.adjudication import Adjudication
from rules.world_in_flames.model.citations import R
from rules.world_in_flames.model.consistency import AGREEMENT
from rules.world_in_flames.model.events import Happening
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.orders import ORDERS, Declare
from rules.world_in_flames.model.powers import FACTIONS, POWERS
from rules.world_in_flames.model.scenarios import SCENARIOS, SETUPS
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.tables import build
from rules.world_in_flames.model.variants import SWITCHES
from rules.world_in_flames.pages import log
from rules.world_in_flames.pages import previews as preview
from rules.world_in_flames.pages import queries as questions
from rules.world_in_flames.pages.board import Board, board
from rules.world_in_flames.pages.reference import rule_tables
from rules.world_in_flames.turn import acts as declaring
from rules.world_in_flames.turn import autopilot, steps


class WorldInFlames(Rulebook[HouseState]):
    """Four house rules for World in Flames, for a group that plays its map elsewhere."""

    key = "world_in_flames"
    title = "World in Flames: house rules"
    revision = "2026.11.22"
    summary = (
        "Isolated hexes, Italian production, and the early surrenders of Italy and Japan, "
        "beside a World in Flames that is played elsewhere."
    )
    families = ("facts", "check", "roll")
    state_type = HouseState
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
    ) -> Resolution[HouseState]:
        """The opening state. Raises :class:`NotUnderstood` for an unknown scenario or variant and
        :class:`TableError` for an override that does not fit.
        """
        if scenario not in SETUPS:
            raise NotUnderstood(
                f"There is no scenario {scenario!r}.", remedy=f"There are {', '.join(SETUPS)}."
            )
        for key, choice in variants.items():
            if key not in SWITCHES or choice not in SWITCHES[key].choices:
                raise NotUnderstood(
                    f"There is no variant {key!r}: {choice!r}.",
                    remedy=f"Variants are {', '.join(SWITCHES)}.",
                )
        build(tables)
        state = HouseState(
            scenario=scenario,
            variants={key: variants.get(key, switch.default) for key, switch in SWITCHES.items()},
            facts=FACTS.defaults(SETUPS[scenario].facts),
            tables=dict(tables),
        )
        course = Adjudication(state, NoDice())
        steps.begin(course)
        return Resolution(state=course.state, events=tuple(course.events))

    def phase(self, state: HouseState) -> Phase:
        """The step in play."""
        return steps.phase(state)

    def menu(self, state: HouseState, power: str) -> Menu | None:
        """The sheet of a side that the step awaits."""
        awaited = any(ask.power == power for ask in steps.asked(state))
        return steps.sheet(state, power) if awaited else None

    def standing_menu(self, state: HouseState, power: str) -> Menu | None:
        """The Allied answer to the Italian roll, left in advance."""
        return steps.standing_menu(state, power)

    def warnings(
        self, state: HouseState, power: str, order: Order, standing: Order | None = None
    ) -> tuple[Problem, ...]:
        """A standing answer to a roll that cannot come any more."""
        return steps.warnings(state, order)

    def stands(self, state: HouseState, power: str, standing: Order) -> bool:
        """Whether the Allies have decided about the roll beforehand."""
        return state.step == "roll" and steps.decided(standing)

    def acts(self, state: HouseState, power: str) -> tuple[Menu, ...]:
        """Declaring and confirming facts, declaring and withdrawing maps."""
        return declaring.acts(state, power)

    def resolve(
        self,
        state: HouseState,
        orders: Mapping[str, Order],
        standing: Mapping[str, Order],
        dice: Dice,
    ) -> Resolution[HouseState]:
        """Carry the step out and go on to the next that awaits somebody."""
        if state.ending is not None:
            raise NotAllowed("The campaign is over.", remedy="Start another one.")
        course = Adjudication(state, dice, standing)
        steps.resolve(course, orders)
        return self.settled(state, Resolution(state=course.state, events=tuple(course.events)))

    def perform(
        self, state: HouseState, power: str, act: Order, dice: Dice
    ) -> Resolution[HouseState]:
        """Declare or confirm; raises :class:`NotAllowed` for anything off the menu."""
        course = Adjudication(state, dice)
        declaring.perform(course, power, act)
        done = Resolution(state=course.state, events=tuple(course.events))
        said = sorted(self.named_now(state, act.facts, power)) if isinstance(act, Declare) else ()
        return self.settled(state, done, said, power if said else "")

    def autopilot(self, state: HouseState, power: str) -> Order | None:
        """A sensible order."""
        return autopilot.order_for(state, power) if self.menu(state, power) else None

    def preview(self, state: HouseState, power: str, order: Order | None) -> tuple[Panel, ...]:
        """The rolls that this turn may bring."""
        return preview.panels(state, power, order)

    def board(self, state: HouseState, power: str | None) -> Board:
        """Both dossiers, the factories and the maps."""
        return board(state)

    def tell(self, event: Event) -> Line:
        """An event in words."""
        return log.line(event)

    def name(self, key: str) -> str:
        """Seats and facts by their names."""
        if key in POWERS:
            return POWERS[key].name
        return FACTS[key].label if key in FACTS else super().name(key)

    def tables(self) -> tuple[RuleTable, ...]:
        """The readings, criteria, modifiers and odds for the rules page."""
        return rule_tables()


BOOK = WorldInFlames()
