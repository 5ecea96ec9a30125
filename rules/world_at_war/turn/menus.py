"""The sheets of the stages: what a power that is awaited may hand in."""

from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem
from rules.world_at_war.diplomacy import points
from rules.world_at_war.model.orders import Standing
from rules.world_at_war.model.powers import SEATS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.turn import (
    covert,
    facts,
    roll_stage,
    standing_orders,
    subversion,
    targets_menu,
)


def menu(state: WarState, power: str) -> Menu:
    """The sheet of a power that the stage in play awaits."""
    match state.step.rpartition(".")[2]:
        case "place":
            return points.placement_menu(state, power)
        case "targets":
            return targets_menu.menu(state, power)
        case "subversion":
            return subversion.menu(state, power)
        case "covert":
            return covert.menu(state, power)
        case "check":
            return facts.check_menu(state, power)
        case "rolls":
            return roll_stage.menu(state, power)
    return facts.done_menu(state, power)


def problems(state: WarState, power: str, order: Order) -> list[Problem] | None:
    """What is wrong with an order that names countries, by those it names alone."""
    if state.step.endswith(".targets"):
        return targets_menu.problems(state, power, order)
    return None


def standing(state: WarState, power: str) -> Menu | None:
    """Standing wishes for lesser results, and Rumania's answer for Germany."""
    return standing_orders.standing_menu(state, power) if power in SEATS else None


def standing_problems(state: WarState, power: str, order: Order) -> list[Problem] | None:
    """None, by the countries that an order speaks of; else all of them have to be looked at."""
    if not isinstance(order, Standing) or power not in SEATS:
        return None
    if not standing_orders.standing_menu(state, power, order).problems(order):
        return []
    return None
