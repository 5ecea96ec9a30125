"""The rulebook as one record: its model, its turn, its pages."""

from dataclasses import dataclass

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import PACKAGE, R
from rules.days_of_decision.model.consistency import FACT_CONSISTENCY
from rules.days_of_decision.model.events import Happening
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.map_events import MAP_EVENTS
from rules.days_of_decision.model.orders import ORDERS
from rules.days_of_decision.model.powers import FACTIONS, POWERS
from rules.days_of_decision.model.scenarios import SCENARIOS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.variants import SWITCHES
from rules.days_of_decision.pages import (
    agreements,
    board,
    cards,
    log,
    names,
    orders,
    owed,
    previews,
    queries,
    reference,
    relevant_facts,
    warnings,
)
from rules.days_of_decision.pages.previews import movements
from rules.days_of_decision.surrender import house_rules
from rules.days_of_decision.turn import acts, autopilot, menus, setup, steps, supposing
from rules.kernel import tables
from rules.kernel.contract import Turn
from rules.kernel.orders import Order
from rules.kernel.rulebook import Rulebook

CHAPTERS = ("economy", "entry", "minors", "display", "treaties", "surrender", "war", "options")
"""The chapters of rules; each may call those before it."""


@dataclass(frozen=True, kw_only=True)
class _Decision(Rulebook[DecisionState]):
    """The options that a power plays have words of their own."""

    def say(self, order: Order) -> str:
        return orders.in_words(order, self.name)


BOOK = _Decision(
    key="days_of_decision",
    title="Days of Decision II",
    revision="1.0.0",
    summary=(
        "Eight powers and three ideologies, option cards chosen in secret, "
        "and minor countries drawn over a political display, two months a turn."
    ),
    state_type=DecisionState,
    powers=POWERS,
    factions=FACTIONS,
    switches=SWITCHES,
    scenarios=SCENARIOS,
    facts=FACTS,
    index=R,
    orders=ORDERS,
    event_types=Happening,
    fact_consistency=FACT_CONSISTENCY,
    spellings=tables.load(PACKAGE, "spellings.yaml", dict[str, str]),
    map_events=MAP_EVENTS,
    seeded=True,
    families=("orders", "replies", "map"),
    refitted_orders=frozenset({"plays", "activate", "produce"}),
    turn=Turn(
        adjudication=Adjudication,
        opening=setup.opening,
        begin=steps.begin,
        run=steps.run,
        asked=steps.asked,
        phase=steps.phase,
        menu=menus.menu,
        autopilot=autopilot.order,
        supposed=supposing.supposed,
        acts=acts.menus,
        perform=acts.perform,
        standing=menus.standing,
        problems=menus.problems,
        warnings=warnings.build,
        as_read=house_rules.as_read,
        consistency=house_rules.consistency,
    ),
    board=board.build,
    tell=log.line,
    names=names.name,
    headline=log.headline,
    preview=previews.build,
    movements=movements.build,
    tables=reference.tables,
    questions=queries.QUESTIONS,
    relevant_facts=relevant_facts.relevant_facts,
    cards=cards.cards,
    ledger=cards.ledger,
    owed=owed.build,
    agreements=agreements.build,
    agreements_title="Treaties",
    agreement_acts=frozenset({"offer", "agree", "decline", "withdraw", "denounce", "intern"}),
)
