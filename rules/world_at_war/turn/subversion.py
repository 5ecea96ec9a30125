"""Subversion: from tension 15 on Russia may try to subvert one named country (ruling 13)."""

from rules.kernel.menus import Barred, Choice, Menu, Pick
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower
from rules.world_at_war.diplomacy.allotments import surrendered
from rules.world_at_war.diplomacy.points import spend
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.diplomacy import SubversionTried
from rules.world_at_war.model.orders import Subvert
from rules.world_at_war.model.state import INTEL, WarState
from rules.world_at_war.model.tables.campaign import tables_of


def eligible(state: WarState) -> tuple[str, ...]:
    """Named countries whose table speaks of subversion; where points pay for it, only those with
    a Russian point, which is public by now.
    """
    minors = tables_of(state).minors
    names = [target.country for target in state.named if minors[target.country].subversion]
    if state.variant("intelligence") == "off":
        return tuple(name for name in names if _public_point(state, name))
    return tuple(names)


def _public_point(state: WarState, country: str) -> bool:
    """Whether everybody can see an unspent Russian point there."""
    return any(
        record.target == country
        and record.power == "russia"
        and not record.spent
        and record.audience.everybody
        for record in state.points
    )


def asked(state: WarState) -> tuple[AskedPower, ...]:
    """Russia, when tension allows it and an eligible country is named; both are public."""
    if not state.reached("rgt", 15) or surrendered(state, "russia") or not eligible(state):
        return ()
    return (
        AskedPower(
            power="russia",
            manner="reply",
            what="Subvert one of the named countries, or none",
            silence="you subvert nobody",
        ),
    )


def menu(state: WarState, power: str) -> Menu:
    """Russia's reply."""
    minors = tables_of(state).minors
    payable = (
        state.variant("intelligence") == "off" or sum(state.lying(INTEL, ("russia",)).values()) > 0
    )
    bar = (
        None
        if payable
        else Barred(
            "It costs a card, and you have none.",
            R("Ruling 13"),
            "Opens with an intelligence card in hand.",
        )
    )
    choices = tuple(
        Choice(value=c, label=minors[c].name, note="4 to 6 succeeds: -2 on this roll", barred=bar)
        for c in eligible(state)
    )
    field = Pick(key="target", label="Subversion", rule=R("Ruling 13"), choices=choices,
                 help="Costs one point or card; every try lowers U.S.-Axis tension by one.")  # fmt: skip
    return Menu(power=power, order="subvert", title="Subversion", fields=(field,))


def resolve(course: Adjudication, orders: dict[str, Order]) -> None:
    """A die of 4 to 6 moves the roll by two; later rolls elsewhere suffer for it."""
    order = orders.get("russia")
    if (
        not isinstance(order, Subvert)
        or not order.target
        or menu(course.view("russia"), "russia").problems(order)
    ):
        return
    paid_from = order.target if course.state.variant("intelligence") == "off" else INTEL
    spend(course, paid_from, {"russia": 1})
    die = course.dice.roll(f"subversion {order.target}")
    worked = die >= 4
    course.change(
        subverted=order.target, subversion_worked=worked, attempts=course.state.attempts + 1
    )
    course.tell(
        SubversionTried(
            country=order.target, die=die, worked=worked, paid_from=paid_from, rule=R("Ruling 13")
        )
    )
    if worked:
        uses = {
            **course.state.subversions,
            order.target: course.state.subversions.get(order.target, 0) + 1,
        }
        course.change(subversions=uses)
