"""Sensible orders for a side that nobody plays: it agrees, and rolls when it may win. With dice it puts a roll
that is not certain off now and then, since it may be made again next turn.
"""

from typing import Final

from rules.kernel.dice import Dice
from rules.kernel.menus import Menu
from rules.kernel.orders import Order
from rules.world_in_flames.model.conditions import situation
from rules.world_in_flames.model.orders import Agree, Done, RollItaly
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.surrender import italy
from rules.world_in_flames.turn import conquest_step

PATIENCE: Final = 6
"""One roll in so many is put off."""


def order(state: HouseState, power: str, menu: Menu, dice: Dice | None = None) -> Order | None:
    """The order of a side in the step in play. A failed roll costs nothing, so any chance is taken."""
    match state.step:
        case "declare":
            return Done()
        case "check":
            return Agree()
        case "roll":
            if not conquest_step.italian_criteria(state).may_roll:
                return RollItaly(roll=False)
            chance = italy.chance(situation(state))
            waits = dice is not None and chance < 1 and dice.roll("patience", PATIENCE) == 1
            return RollItaly(roll=chance > 0 and not waits)
    return None
