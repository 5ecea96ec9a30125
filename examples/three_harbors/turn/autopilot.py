"""A harbor that nobody plays: it places points in the east, by a seed also in the west."""

from examples.three_harbors.model.orders import Name, Place
from examples.three_harbors.model.state import HarborState
from rules.kernel.dice import Dice
from rules.kernel.menus import Menu
from rules.kernel.orders import Order

ALONE = {"east": 1}
"""What is placed without dice; others may suppose it."""
LIKELY = ({"east": 2}, {"east": 1, "west": 1})
"""What is placed by the faces of a die: about as good."""


def order(state: HarborState, power: str, menu: Menu, dice: Dice | None = None) -> Order:
    """An order for the step in play, from the view of its harbor."""
    if state.step == "name":
        placed = state.placed(power)
        return Name(valley=max(placed, key=lambda valley: placed[valley], default="east"))
    if dice is None:
        return Place(points=ALONE)
    return Place(points=LIKELY[dice.roll("placement", len(LIKELY)) - 1])
