"""The sheets of the stages: what a power that is awaited may hand in."""

from rules.kernel.menus import Menu
from rules.world_at_war.diplomacy import points
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


def standing(state: WarState, power: str) -> Menu | None:
    """Standing wishes for lesser results, and Rumania's answer for Germany."""
    return standing_orders.standing_menu(state, power) if power in SEATS else None
