"""What powers do at once: declare and confirm facts, and what treaties and wars let them do."""

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.names import value
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.surrender.house_rules import as_read, asked_for
from rules.days_of_decision.turn.acts import treaties, war
from rules.kernel import fact_acts
from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.menus import Menu
from rules.kernel.orders import Order


def menus(state: DecisionState, power: str) -> tuple[Menu, ...]:
    """Everything that a power may do at once now."""
    return (
        *fact_menus(state, power),
        *treaties.treaty_menus(state, power),
        *war.war_menus(state, power),
    )


def fact_menus(state: DecisionState, power: str) -> tuple[Menu, ...]:
    """Declaring facts of the map, and confirming or disputing what others declared."""
    return fact_acts.menus(
        state,
        power,
        FACTS,
        mine=[spec for spec in FACTS if asked_for(state, spec.key)],
        theirs=lambda by: by != power,
        note=value,
    )


def perform(course: Adjudication, power: str, act: Order) -> None:
    """Carry out an act that stands on the menu."""
    if isinstance(act, Declare):
        said = FACTS.named_now(course.state.facts, act.facts)
        fact_acts.declare(course, power, as_read(course.state, said))
    elif isinstance(act, Confirm):
        fact_acts.confirm(course, power, act.facts)
    elif isinstance(act, Dispute):
        fact_acts.dispute(course, power, act)
    elif not war.perform(course, power, act):
        treaties.perform(course, power, act)
