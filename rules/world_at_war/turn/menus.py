"""The sheets of the stages: what a power that is awaited may hand in."""

from collections.abc import Callable, Mapping

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

MENUS: Mapping[str, Callable[[WarState, str], Menu]] = {
    "place": points.placement_menu,
    "targets": targets_menu.menu,
    "subversion": subversion.menu,
    "covert": covert.menu,
    "check": facts.check_menu,
    "rolls": roll_stage.menu,
    "facts": facts.done_menu,
}
"""The sheet of each kind of stage that asks for something."""


def menu(state: WarState, power: str) -> Menu:
    """The sheet of a power that the stage in play awaits."""
    return MENUS[state.step.rpartition(".")[2]](state, power)


def standing(state: WarState, power: str) -> Menu | None:
    """Standing wishes for lesser results, and Rumania's answer for Germany."""
    return standing_orders.standing_menu(state, power) if power in SEATS else None
