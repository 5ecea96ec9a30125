"""Sensible orders for a side that nobody plays: it agrees, and rolls when it may win."""

from rules.kernel.menus import Menu
from rules.kernel.orders import Order
from rules.world_in_flames.model.orders import Agree, Done, RollItaly
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.tables import tables_of
from rules.world_in_flames.surrender import italy


def order(state: HouseState, power: str, menu: Menu) -> Order | None:
    """The order of a side in the step in play. A failed roll costs nothing, so any chance is taken."""
    match state.step:
        case "declare":
            return Done()
        case "check":
            return Agree()
        case "roll":
            tables = tables_of(state)
            return RollItaly(roll=italy.chance(state.facts, state.variants, tables) > 0)
    return None
