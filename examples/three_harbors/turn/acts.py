"""What a port does at once: declare facts, and confirm or dispute those of others (rule 5)."""

from examples.three_harbors.model.adjudication import Adjudication
from examples.three_harbors.model.citations import R
from examples.three_harbors.model.facts import FACTS
from examples.three_harbors.model.state import HarborState
from rules.kernel import fact_acts
from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.menus import Menu
from rules.kernel.orders import Order


def menus(state: HarborState, power: str) -> tuple[Menu, ...]:
    """Everything that a port may do at once now."""
    return fact_acts.menus(
        state, power, FACTS, mine=tuple(FACTS), theirs=lambda by: by != power, rule=R("5")
    )


def perform(course: Adjudication, power: str, act: Order) -> None:
    """Carry an act out; it stands on the menu."""
    match act:
        case Declare():
            fact_acts.declare(course, power, act.facts, R("5"))
        case Confirm():
            fact_acts.confirm(course, power, act.facts, R("5"))
        case Dispute():
            fact_acts.dispute(course, power, act, R("5"))
