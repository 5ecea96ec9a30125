"""What powers decide by the rules of single countries: mining, the Persian route, China's choice."""

import msgspec

from rules.kernel.fact_acts import Declare
from rules.kernel.menus import Choice, Menu, Pick
from rules.world_at_war.ledger import postings
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.conditions.regions import norway_consents
from rules.world_at_war.model.events.regions import MinesLaid, RouteOpened
from rules.world_at_war.model.orders import Undertake
from rules.world_at_war.model.powers import faction_of, side_of
from rules.world_at_war.model.sequence import STAGES
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.regions import Route
from rules.world_at_war.regions.decisions import MINING, ROUTE, mining_bar, route_bar
from rules.world_at_war.regions.northern_europe import GRUDGE, MINED
from rules.world_at_war.status.local_rules import number
from rules.world_at_war.turn import facts


def menu(state: WarState, power: str) -> Menu | None:
    """What a Western power may undertake in its own player turn."""
    if faction_of(power) != "western" or STAGES[state.step].side != side_of("western"):
        return None
    leave = norway_consents(Situation(state))
    effect = (
        "With Norway's leave."
        if leave
        else "Without leave: American tension −1, +1 on rolls for Norway, a German reaction."
    )
    choices = (
        Choice(
            value=MINING,
            label="Mine Norwegian waters, for good",
            note=effect,
            barred=mining_bar(state, power),
        ),
        Choice(
            value=ROUTE,
            label=f"Open the Persian route for {number(state, ROUTE).net} BRPs",
            note="Persian hexes that are not Axis become Western.",
            barred=route_bar(state, power),
        ),
    )
    field = Pick(
        key="what",
        label="Undertaking",
        rule=R("86.33"),
        choices=choices,
        help="It is done at once, and for everybody to see.",
    )
    return Menu(power=power, order="undertake", title="Mines and routes", fields=(field,))


def china_menu(state: WarState, power: str) -> Menu | None:
    """Communist China's choice, which Russia makes for it (ruling 77)."""
    if power != "russia" or not state.regions.china:
        return None
    choices = (
        Choice(value="join", label="It becomes Russia's ally"),
        Choice(value="alone", label="It fights on alone, for good"),
    )
    field = Pick(
        key="answer", label="Communist China", rule=R("85.61"), choices=choices, optional=False
    )
    return Menu(power=power, order="china", title="Communist China", fields=(field,), urgent=True)


def menus(state: WarState, power: str) -> tuple[Menu, ...]:
    """The acts that regional rules offer a power now."""
    return tuple(found for found in (china_menu(state, power), menu(state, power)) if found)


def undertake(course: Adjudication, power: str, act: Undertake) -> None:
    """Mine Norwegian waters or open the Persian route, as the menu allows."""
    if act.what == MINING:
        _mine(course, power)
    elif act.what == ROUTE:
        _open(course, power)


def _mine(course: Adjudication, power: str) -> None:
    """With leave nothing else happens; without it the fact sheet says so, and all that follows from it."""
    leave = norway_consents(Situation(course.state))
    rule = R("86.34") if leave else R("86.35")
    course.tell(MinesLaid(power=power, leave=leave, rule=rule))
    course.set_fact(MINED, True, R("86.33"), power)
    if not leave:
        facts.declare(course, power, Declare(facts={GRUDGE: True}))


def _open(course: Adjudication, power: str) -> None:
    price, rule = number(course.state, ROUTE), R("88.64")
    route = Route(power=power, turn=course.state.turn, price=price.net)
    course.change(regions=msgspec.structs.replace(course.state.regions, route=route))
    course.tell(RouteOpened(power=power, price=price, rule=rule))
    postings.post(
        course, power, "persia", -price.net, "opening the Persian route", rule, prorated=False, key="route"
    )  # fmt: skip
    if course.state.facts.get("control.tehran") != "axis":
        course.set_fact("control.tehran", "western", R("88.641"))
