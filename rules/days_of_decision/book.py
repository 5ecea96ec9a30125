"""The rulebook itself: the contract of the kernel, each method one call to a module."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.consistency import AGREEMENT, agreement
from rules.days_of_decision.model.events import Happening
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.house_facts import HOUSE_FACTS
from rules.days_of_decision.model.orders import (
    ORDERS,
    Confirm,
    Declare,
    Plays,
)
from rules.days_of_decision.model.powers import FACTIONS, POWERS
from rules.days_of_decision.model.scenarios import SCENARIOS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.model.variants import SWITCHES
from rules.days_of_decision.options import kinds_of
from rules.days_of_decision.pages import agreements, board, cards, log, previews, queries, reference
from rules.days_of_decision.pages.warnings import warnings
from rules.days_of_decision.surrender.house_rules import as_read
from rules.days_of_decision.turn import autopilot, menus, steps
from rules.days_of_decision.turn.acts.treaties import perform, treaty_menus
from rules.days_of_decision.turn.acts.war import perform as perform_war
from rules.days_of_decision.turn.acts.war import war_menus
from rules.days_of_decision.turn.setup import opening
from rules.kernel.agreements import Agreements
from rules.kernel.consistency import Consistency
from rules.kernel.dice import Dice, NoDice
from rules.kernel.events import Event, FactConfirmed, FactDeclared, Line
from rules.kernel.facts import Claim, FactValue
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem
from rules.kernel.phases import Phase
from rules.kernel.rulebook import (
    CardStory,
    LedgerRow,
    Panel,
    Resolution,
    Rulebook,
    RuleTable,
)


class DaysOfDecision(Rulebook[DecisionState]):
    """Days of Decision II with the errata of 1997."""

    key = "days_of_decision"
    title = "Days of Decision II"
    revision = "2026.11.22"
    summary = (
        "Eight powers and three ideologies, option cards chosen in secret, "
        "and minor countries drawn over a political display, two months a turn."
    )
    families = ("orders", "replies", "map")
    agreements_title = "Treaties"
    agreement_acts = frozenset({"offer", "agree", "withdraw", "denounce", "intern"})
    fits = frozenset({"plays", "activate", "produce"})
    state_type = DecisionState
    powers = POWERS
    factions = FACTIONS
    scenarios = SCENARIOS
    switches = SWITCHES
    facts = FACTS
    agreement = AGREEMENT
    index = R
    orders = ORDERS
    event_types = Happening
    questions = queries.QUESTIONS

    def start(
        self, scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]
    ) -> Resolution[DecisionState]:
        """The first turn up to the point where somebody is awaited."""
        course = Adjudication(opening(scenario, variants, tables), NoDice())
        steps.run(course, {})
        return Resolution(state=course.state, events=tuple(course.events))

    def phase(self, state: DecisionState) -> Phase:
        """The step in play."""
        stage = steps.STAGES[state.step]
        return Phase(
            key=state.step,
            title=steps.heading(state),
            turn=state.turn,
            turn_title=turn_title(state.turn),
            asked=() if state.ending else stage.asks(state),
            steps=steps.steps_of(state),
            release="in_turn" if state.step == "select" else "resolution",
            family={"answer": "replies", "activate": "replies", "map": "map"}.get(
                state.step, "orders"
            ),
            rule=stage.rule,
        )

    def menu(self, state: DecisionState, power: str) -> Menu | None:
        """What the power may hand in now."""
        return menus.menu_of(state, power) if steps.awaits(state, power) else None

    def problems(self, state: DecisionState, power: str, order: Order) -> list[Problem] | None:
        """By what the order plays and names alone, and by the whole hand to say what is wrong."""
        if (
            isinstance(order, Plays)
            and steps.awaits(state, power)
            and menus.plays_legal(state, power, order)
        ):
            return []
        return super().problems(state, power, order)

    def warnings(
        self,
        state: DecisionState,
        power: str,
        order: Order,
        standing: Order | None = None,
    ) -> tuple[Problem, ...]:
        """Agreed texts, deliveries and standing orders that an order would spoil."""
        return warnings(state, power, order, standing)

    def standing_menu(self, state: DecisionState, power: str) -> Menu | None:
        """Answers that may be left beforehand."""
        return menus.standing_menu(state, power) if power in state.nations else None

    def acts(self, state: DecisionState, power: str) -> tuple[Menu, ...]:
        """Declaring and confirming facts, and what treaties and wars let one do at once."""
        if state.ending:
            return ()
        return (
            *menus.fact_menus(state, power),
            *treaty_menus(state, power),
            *war_menus(state, power),
        )

    def resolve(
        self,
        state: DecisionState,
        orders: Mapping[str, Order],
        standing: Mapping[str, Order],
        dice: Dice,
    ) -> Resolution[DecisionState]:
        """Close the step in play and all that follow without waiting."""
        course = Adjudication(state, dice, standing)
        if not state.ending:
            steps.run(course, orders)
        return self.settled(state, Resolution(state=course.state, events=tuple(course.events)))

    def perform(
        self, state: DecisionState, power: str, act: Order, dice: Dice
    ) -> Resolution[DecisionState]:
        """Declare or confirm facts of the map, or act on a treaty or in a war."""
        if not isinstance(act, Declare | Confirm):
            course = Adjudication(state, dice)
            if not perform_war(course, power, act):
                perform(course, power, act)
            return self.settled(state, Resolution(state=course.state, events=tuple(course.events)))
        facts, claims, events = dict(state.facts), dict(state.claims), list[Event]()
        said: dict[str, FactValue] = {}
        if isinstance(act, Declare):
            said = self.named_now(state, act.facts, power)
            for key, value in sorted(said.items()):
                before = facts.get(key, FACTS[key].default)
                events.append(
                    FactDeclared(
                        key=key, label=FACTS[key].label, before=before, after=value, by=power
                    )
                )
                facts[key] = value
                claims[key] = Claim(by=power, turn=state.turn)
        elif isinstance(act, Confirm):
            for key in act.facts:
                claims[key] = msgspec.structs.replace(claims[key], confirmed_by=power)
                events.append(
                    FactConfirmed(key=key, label=FACTS[key].label, value=facts[key], by=power)
                )
        changed = msgspec.structs.replace(state, facts=facts, claims=claims)
        done = Resolution(state=changed, events=tuple(events))
        return self.settled(state, done, sorted(said), power)

    def named_now(
        self, state: DecisionState, values: Mapping[str, FactValue], by: str = ""
    ) -> dict[str, FactValue]:
        """Declared values by the keys of today, as the house rules in use read them."""
        return as_read(state, super().named_now(state, values, by))

    def consistency(self, state: DecisionState) -> Consistency:
        """What facts cannot say together, as far as this campaign asks for them."""
        return agreement(frozenset(switch for switch in HOUSE_FACTS if state.on(switch)))

    def autopilot(self, state: DecisionState, power: str) -> Order | None:
        """A sensible order."""
        menu = self.menu(state, power)
        return autopilot.order(state, power, menu) if menu else None

    def preview(self, state: DecisionState, power: str, order: Order | None) -> tuple[Panel, ...]:
        """The rolls and movements that a draft leads to."""
        return previews.panels(state, power, order)

    def board(self, state: DecisionState, power: str | None) -> board.Board:
        """The political status display and the tracks."""
        return board.build(state, power)

    def agreements(self, state: DecisionState, power: str | None) -> Agreements:
        """Treaties, pacts and what follows from them."""
        return agreements.build(state, power)

    def tell(self, event: Event) -> Line:
        """An event in words."""
        return log.line(event)

    def headline(self, lines: Sequence[Line]) -> tuple[str, str]:
        """The weightiest events as a headline."""
        return log.headline(lines)

    def cards(self, state: DecisionState, events: Sequence[Event]) -> tuple[CardStory, ...]:
        """The options that were turned over, by position."""
        return cards.cards(state, events)

    def ledger(self, before: DecisionState, after: DecisionState) -> tuple[LedgerRow, ...]:
        """What changed on the display and on the tracks."""
        return cards.ledger(before, after)

    def name(self, key: str) -> str:
        """Powers, minors and options by their names; the rest as it is."""
        if key in POWERS:
            return POWERS[key].name
        tables = build({})
        if key in tables.cards:
            return log.political.card(key)
        if key in tables.minors:
            return tables.minors[key].name
        return kinds_of(tables).get(key) or super().name(key)

    def tables(self) -> tuple[RuleTable, ...]:
        """Options, display, minors, production and objectives for the rules page."""
        return reference.tables()


BOOK = DaysOfDecision()
