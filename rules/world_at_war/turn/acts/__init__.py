"""What a power does at once, whenever it is at the table: menus of the moment, and carrying them out."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel import fact_acts
from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.facts import FactValue
from rules.kernel.grammar import capital
from rules.kernel.menus import Choice, Menu, Pick
from rules.kernel.orders import Order
from rules.world_at_war import obligations
from rules.world_at_war.conquest import cooperation, corrections
from rules.world_at_war.model import orders as o
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.powers import SEATS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.regions import far_east
from rules.world_at_war.sides import association
from rules.world_at_war.tensions import declarations, levels, mobilization
from rules.world_at_war.turn import activation, facts, triggers
from rules.world_at_war.turn.acts import regions
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
        *refusing(state, power),
        *cooperation.menus(state, power),
        *regions.menus(state, power),
        *activation.menus(state, power),
    )


def _declare_war(course: Adjudication, power: str, act: o.War) -> None:
    _go_to_war(course, power, declarations.declare(course, power, act.on) if act.on else {})


def _press(course: Adjudication, power: str, act: o.Press) -> None:
    _go_to_war(course, power, declarations.press(course, act.answer))


def _go_to_war(course: Adjudication, power: str, values: Mapping[str, FactValue]) -> None:
    """Enter the facts of a declaration of war, with all that follows from them."""
    facts.declare(course, power, Declare(facts=dict(values)))


def refusing(state: WarState, power: str) -> tuple[Menu, ...]:
    """Declining a country that would become the power's associate, while there is one (82.81D)."""
    areas = tables_of(state).areas
    choices = tuple(
        Choice(value=key, label=capital(areas[key].name))
        for key in association.refusable(state, power)
    )
    if not choices:
        return ()
    field = Pick(
        key="area",
        label="Refuse as an associate",
        rule=R("82.81D"),
        choices=choices,
        help="For good: it fights alone from then on.",
    )
    return (Menu(power=power, order="refuse", title="Refuse an associate", fields=(field,)),)


def _refuse(course: Adjudication, power: str, act: o.Refuse) -> None:
    if act.area:
        association.refuse(course, power, act.area)


FACTS_RULE = R("Ruling 21")


DEEDS: dict[type[Order], Callable[[Adjudication, str, Any], None]] = {
    Declare: facts.declare,
    Confirm: lambda course, power, act: fact_acts.confirm(course, power, act.facts, FACTS_RULE),
    Dispute: lambda course, power, act: fact_acts.dispute(course, power, act, FACTS_RULE),
    o.War: _declare_war,
    o.Press: _press,
    o.Support: lambda course, power, act: declarations.support(course, act.answer),
    o.Mobilize: lambda course, power, act: mobilization.choose(course, power, act.units),
    o.Shipyards: lambda course, power, act: mobilization.build_ships(course, power, act.increases),
    o.Activate: lambda course, power, act: activation.activate(course, power, act.points),
    o.Refuse: _refuse,
    o.Credit: cooperation.credit,
    o.Undertake: regions.undertake,
    o.China: lambda course, power, act: far_east.choose(course, act.answer),
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
