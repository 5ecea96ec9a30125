"""The two sides, and the seats that speak for them."""

from rules.kernel.setup import Faction, Power

FACTIONS = {
    "axis": Faction(name="Axis", hue="axis"),
    "allied": Faction(name="Allies", hue="western"),
}


POWERS = {
    "axis": Power(
        key="axis", name="The Axis", code="AX", faction="axis", mark="square", adjective="Axis"
    ),
    "allied": Power(
        key="allied",
        name="The Allies",
        code="AL",
        faction="allied",
        mark="disc",
        adjective="Allied",
    ),
}
"""The seats: every decision of these rules is one side's (F-19)."""


SEATS = tuple(POWERS)
