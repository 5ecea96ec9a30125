"""The rulebook itself: the contract of the kernel, each method one call to a module."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from rules.kernel.audience import viewer
from rules.kernel.dice import Dice, NoDice
from rules.kernel.errors import NotAllowed, NotUnderstood
from rules.kernel.events import Event, Line
from rules.kernel.facts import FactValue
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem
from rules.kernel.phases import Phase
from rules.kernel.rulebook import LedgerRow, Panel, Resolution, Rulebook, RuleTable
from rules.world_at_war import obligations
from rules.world_at_war.conquest import corrections
from rules.world_at_war.diplomacy.points import NAMES
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.consistency import AGREEMENT
from rules.world_at_war.model.events import Happening
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import (
    TARGET_NAMES,
    country_name,
)
from rules.world_at_war.model.orders import (
    ORDERS,
    Activate,
    Confirm,
    Declare,
    Mobilize,
    Press,
    Shipyards,
    Standing,
    Support,
    War,
)
from rules.world_at_war.model.powers import FACTIONS, POWERS, SEATS
from rules.world_at_war.model.scenarios import SCENARIOS, SETUPS, Setup
from rules.world_at_war.model.state import Track, WarState
from rules.world_at_war.model.tables import Tables, build
from rules.world_at_war.model.variants import SWITCHES
from rules.world_at_war.pages import ledgers, log, previews
from rules.world_at_war.pages.board.countries import Board, board
from rules.world_at_war.pages.queries import signatures
from rules.world_at_war.pages.reference.diplomacy import rule_tables
from rules.world_at_war.pages.warnings import warnings
from rules.world_at_war.tensions import declarations, levels, mobilization
from rules.world_at_war.turn import activation, autopilot, steps, triggers
from rules.world_at_war.turn import acts as acting
from rules.world_at_war.turn import facts as fact_phase
from rules.world_at_war.turn.standing_orders import standing_menu


class WorldAtWar(Rulebook[WarState]):
    """The rulebook, assembled from its modules."""

    key: ClassVar[str] = "world_at_war"
    title: ClassVar[str] = "A World at War"
    revision: ClassVar[str] = "2026.11.22"
    summary: ClassVar[str] = (
        "Diplomacy from Fall 1939: points placed in secret, minors rolled for, three tensions with "
        "their mobilizations and wars, and every minor country with its forces and ledgers."
    )
    families: ClassVar[tuple[str, ...]] = ("placement", "targets", "reply", "facts")
    fits: ClassVar[frozenset[str]] = frozenset({"place", "targets"})
    keys_of: ClassVar[Mapping[str, Collection[str]]] = {
        "countries": build({}).minors, "areas": build({}).areas, "tracks": build({}).scales,
        "subversions": build({}).minors,
        "points.target": (*build({}).minors, *NAMES), "points.power": SEATS,
    }  # fmt: skip
    state_type = WarState
    powers = POWERS
    factions = FACTIONS
    scenarios = SCENARIOS
    switches = SWITCHES
    facts = FACTS
    agreement = AGREEMENT
    index = R
    orders = ORDERS
    event_types = Happening
    questions = signatures.QUESTIONS

    def start(
        self, scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]
    ) -> Resolution[WarState]:
        """The opening state. Raises :class:`NotUnderstood` for an unknown scenario or variant and
        :class:`TableError` for an override that does not fit.
        """
        return self._begun(scenario, variants, tables, {})

    def opened(
        self,
        scenario: str,
        variants: Mapping[str, str],
        tables: Mapping[str, Any],
        facts: Mapping[str, FactValue],
    ) -> WarState:
        """The opening state; allotments and ledgers begin after the facts."""
        return self._begun(scenario, variants, tables, facts).state

    def laid_down(self, before: WarState, after: WarState) -> WarState:
        """A tension level has reached every threshold up to it."""
        return levels.as_reached(before, after)

    def _begun(
        self,
        scenario: str,
        variants: Mapping[str, str],
        tables: Mapping[str, Any],
        facts: Mapping[str, FactValue],
    ) -> Resolution[WarState]:
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
        setup = SETUPS[scenario]
        table = build(tables)
        state = WarState(
            scenario=scenario,
            variants={key: variants.get(key, switch.default) for key, switch in SWITCHES.items()},
            facts=FACTS.defaults({**setup.facts, **facts}),
            tables=dict(tables),
            tracks={
                key: Track(level=level)
                for key, level in starting_levels(setup, variants, table).items()
            },
        )
        course = Adjudication(state, NoDice(), {})
        steps.advance(course)
        return Resolution(state=course.state, events=tuple(course.events))

    def phase(self, state: WarState) -> Phase:
        """The phase in play."""
        return steps.phase(state)

    def menu(self, state: WarState, power: str) -> Menu | None:
        """The sheet of a power that the phase awaits."""
        if state.ending is not None or not any(ask.power == power for ask in steps.asked(state)):
            return None
        return steps.sheet(state, power)

    def problems(self, state: WarState, power: str, order: Order) -> list[Problem] | None:
        """As the sheet finds them; where countries are named, only those are looked at first."""
        if state.ending is not None or not any(ask.power == power for ask in steps.asked(state)):
            return None
        return steps.problems(state, power, order)

    def warnings(
        self, state: WarState, power: str, order: Order, standing: Order | None = None
    ) -> tuple[Problem, ...]:
        """Reaction rolls and duties of this turn that an order would let lapse."""
        return tuple(warnings(state, power, order))

    def standing_menu(self, state: WarState, power: str) -> Menu | None:
        """Standing wishes for lesser results, and Rumania's answer for Germany."""
        return standing_menu(state, power) if power in SEATS and state.ending is None else None

    def standing_problems(self, state: WarState, power: str, order: Order) -> list[Problem] | None:
        """By the countries that the order speaks of; by all of them to say what is wrong."""
        may = power in SEATS and state.ending is None
        if (
            may
            and isinstance(order, Standing)
            and not (standing_menu(state, power, order).problems(order))
        ):
            return []
        return super().standing_problems(state, power, order)

    def acts(self, state: WarState, power: str) -> tuple[Menu, ...]:
        """Declaring and confirming facts and, where they are due, wars and mobilized units."""
        if state.ending is not None or power not in SEATS:
            return ()
        war = declarations.menu(state, power)
        return (
            *fact_phase.acts(state, power),
            *declarations.stand_menus(state, power),
            *mobilization.menus(state, power),
            *((war,) if war else ()),
            *acting.menus(state, power),
            *activation.menus(state, power),
        )

    def resolve(
        self,
        state: WarState,
        orders: Mapping[str, Order],
        standing: Mapping[str, Order],
        dice: Dice,
    ) -> Resolution[WarState]:
        """Carry the phase out and go on to the next that awaits somebody."""
        if state.ending is not None:
            raise NotAllowed("The campaign is over.", remedy="Start another one.")
        course = Adjudication(state, dice, standing)
        steps.resolve(course, orders)
        return Resolution(state=course.state, events=tuple(course.events))

    def perform(self, state: WarState, power: str, act: Order, dice: Dice) -> Resolution[WarState]:
        """Carry out an act of :meth:`acts`; raises :class:`NotAllowed` for anything off the menu."""
        offered = {menu.order: menu for menu in self.acts(self.view(state, viewer(power)), power)}
        kind = type(act).__struct_config__.tag
        menu = offered.get(str(kind))
        problems = menu.problems(act) if menu else []
        if menu is None or problems:
            message = problems[0].message if problems else f"{kind!r} cannot be done at once."
            raise NotAllowed(
                message,
                rule=problems[0].rule if problems else "",
                remedy="Look at the menu of the moment.",
            )
        course = Adjudication(state, dice, {})
        if isinstance(act, Declare):
            fact_phase.declare(course, power, act)
        elif isinstance(act, Confirm):
            fact_phase.confirm(course, power, act)
        elif isinstance(act, War):
            _go_to_war(course, power, declarations.declare(course, power, act.on) if act.on else {})
        elif isinstance(act, Support):
            declarations.support(course, act.answer)
        elif isinstance(act, Press):
            _go_to_war(course, power, declarations.press(course, act.answer))
        elif isinstance(act, Mobilize):
            mobilization.choose(course, power, act.units)
        elif isinstance(act, Shipyards):
            mobilization.build_ships(course, power, act.increases)
        elif isinstance(act, Activate):
            activation.perform(course, power, act)
        else:
            acting.perform(course, power, act)
        triggers.settle(course)
        levels.settle(course)
        obligations.tell(course, course.opening)
        return Resolution(state=course.state, events=tuple(course.events))

    def corrected(self, before: WarState, after: WarState) -> Resolution[WarState]:
        """The tracks follow what a moderator corrects."""
        course = Adjudication(after, NoDice(), {})
        course.opening = course.settled = before
        changed = [key for key in after.facts if after.facts[key] != before.facts.get(key)]
        fact_phase.agree(course, changed)
        corrections.recount(course, before)
        triggers.settle(course)
        levels.settle(course, throwing=False)
        obligations.tell(course, before)
        return Resolution(state=course.state, events=tuple(course.events))

    def meant(self, state: WarState, key: str, by: str = "") -> str:
        """Whose units an old count of foreign factors means."""
        return fact_phase.meant(state, key, by)

    def autopilot(self, state: WarState, power: str) -> Order | None:
        """A sensible order, computed from what the power may know."""
        view = self.view(state, viewer(power))
        return autopilot.order_for(view, power) if self.menu(view, power) else None

    def preview(self, state: WarState, power: str, order: Order | None) -> tuple[Panel, ...]:
        """The rolls a draft leads to."""
        return previews.preview(state, power, order)

    def board(self, state: WarState, power: str | None) -> Board:
        """The country board."""
        return board(state, power)

    def tell(self, event: Event) -> Line:
        """An event in words."""
        return log.line(event)

    def ledger(self, before: WarState, after: WarState) -> tuple[LedgerRow, ...]:
        """The tension tracks and BRP ledgers that moved between two views."""
        return (*log.tensions.ledger(before, after), *ledgers.changes(before, after))

    def name(self, key: str) -> str:
        """Countries and other targets by their names; rows and numbers as they are."""
        if key in POWERS:
            return POWERS[key].name
        known = key in build({}).minors or key in TARGET_NAMES
        return country_name(key) if known else super().name(key)

    def tables(self) -> tuple[RuleTable, ...]:
        """Allotments, country tables and tension tracks for the rules page."""
        return rule_tables()

    def headline(self, lines: Sequence[Line]) -> tuple[str, str]:
        """The weightiest events as a headline; what is of little weight makes no lede."""
        return log.headline(lines)


def _go_to_war(course: Adjudication, power: str, facts: Mapping[str, FactValue]) -> None:
    """Enter the facts of a declaration of war, with all that follows from them."""
    fact_phase.declare(course, power, Declare(facts=dict(facts)))


def starting_levels(setup: Setup, variants: Mapping[str, str], table: Tables) -> dict[str, int]:
    """Where the tracks start: by the scenario, else by the classic opening; a companion game's
    level goes before both, once a moderator has entered it.
    """
    levels_of = {key: level or 0 for key, level in table.tensions.start["classic"].items()}
    levels_of |= setup.tracks
    for switch in ("prelude_europe", "prelude_asia"):
        entered = table.tensions.start[variants.get(switch, SWITCHES[switch].default)]
        if entered is not table.tensions.start["classic"]:
            levels_of |= {key: level for key, level in entered.items() if level is not None}
    return levels_of


BOOK = WorldAtWar()
