"""The ports, and the two coasts that they lie on."""

from rules.kernel.setup import Faction, Power

FACTIONS = {
    "north": Faction(name="The north coast", hue="western"),
    "south": Faction(name="The south coast", hue="axis"),
}
POWERS = {
    "oldport": Power(key="oldport", name="Oldport", code="OL", faction="north", mark="square"),
    "newport": Power(key="newport", name="Newport", code="NE", faction="north", mark="triangle"),
    "farport": Power(key="farport", name="Farport", code="FA", faction="south", mark="disc"),
}
SEATS = tuple(POWERS)
