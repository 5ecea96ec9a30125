"""What a harbor does at once: declare facts, and confirm or dispute those of others (rule 3)."""

from examples.three_harbors.model.adjudication import Adjudication
from examples.three_harbors.model.citations import R
from examples.three_harbors.model.facts import FACTS
from examples.three_harbors.model.state import HarborState
from rules.kernel import fact_acts
from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.menus import Menu
from rules.kernel.orders import Order


def menus(state: HarborState, power: str) -> tuple[Menu, ...]:
    """Everything that a harbor may do at once now; the Isle declares nothing."""
    mine = tuple(spec for spec in FACTS if power in spec.declares)
    found = fact_acts.menus(
        state, power, FACTS, mine=mine, theirs=lambda by: by != power, rule=R("3")
    )
    return tuple(menu for menu in found if mine or menu.order != "declare")


def perform(course: Adjudication, power: str, act: Order) -> None:
    """Carry an act out; it stands on the menu."""
    match act:
        case Declare():
            fact_acts.declare(course, power, act.facts, R("3"))
        case Confirm():
            fact_acts.confirm(course, power, act.facts, R("3"))
        case Dispute():
            fact_acts.dispute(course, power, act, R("3"))
