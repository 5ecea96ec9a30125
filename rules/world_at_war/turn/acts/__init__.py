"""What a power does at once, whenever it is at the table: menus of the moment, and carrying them out."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.facts import FactValue
from rules.kernel.menus import Menu
from rules.kernel.orders import Order
from rules.world_at_war import obligations
from rules.world_at_war.conquest import corrections
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.orders import Activate, Mobilize, Press, Shipyards, Support, War
from rules.world_at_war.model.powers import SEATS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.tensions import declarations, levels, mobilization
from rules.world_at_war.turn import activation, facts, triggers
from rules.world_at_war.turn.acts import minors
from rules.world_at_war.turn.implied_facts import found_vichy


def menus(state: WarState, power: str) -> tuple[Menu, ...]:
    """Declaring and confirming facts and, where they are due, wars and mobilized units."""
    if power not in SEATS:
        return ()
    war = declarations.menu(state, power)
    return (
        *facts.acts(state, power),
        *declarations.stand_menus(state, power),
        *mobilization.menus(state, power),
        *((war,) if war else ()),
        *minors.menus(state, power),
        *activation.menus(state, power),
    )


def _declare_war(course: Adjudication, power: str, act: War) -> None:
    _go_to_war(course, power, declarations.declare(course, power, act.on) if act.on else {})


def _press(course: Adjudication, power: str, act: Press) -> None:
    _go_to_war(course, power, declarations.press(course, act.answer))


def _go_to_war(course: Adjudication, power: str, values: Mapping[str, FactValue]) -> None:
    """Enter the facts of a declaration of war, with all that follows from them."""
    facts.declare(course, power, Declare(facts=dict(values)))


DEEDS: dict[type[Order], Callable[[Adjudication, str, Any], None]] = {
    Declare: facts.declare,
    Confirm: facts.confirm,
    Dispute: facts.dispute,
    War: _declare_war,
    Press: _press,
    Support: lambda course, power, act: declarations.support(course, act.answer),
    Mobilize: lambda course, power, act: mobilization.choose(course, power, act.units),
    Shipyards: lambda course, power, act: mobilization.build_ships(course, power, act.increases),
    Activate: activation.perform,
    **minors.DEEDS,
}
"""How each kind of act is carried out."""


def perform(course: Adjudication, power: str, act: Order) -> None:
    """Carry out an act that stands on the menu, with all that follows from it."""
    DEEDS[type(act)](course, power, act)
    triggers.settle(course)
    levels.settle(course)
    obligations.tell(course, course.opening)


def corrected(course: Adjudication, before: WarState) -> None:
    """What follows, without dice, from facts that a moderator corrected: the tracks, and what the
    ledgers counter.
    """
    course.settled = before
    after = course.state
    changed = [key for key in after.facts if after.facts[key] != before.facts.get(key)]
    found_vichy(course, before, changed)
    facts.agree(course, changed)
    corrections.recount(course, before)
    triggers.settle(course)
    levels.settle(course, throwing=False)
    obligations.tell(course, before)
