"""The harbors, and the two leagues that they belong to."""

from rules.kernel.setup import Faction, Power

FACTIONS = {
    "up": Faction(name="The Upper League", hue="western"),
    "down": Faction(name="The Lower League", hue="axis"),
}
POWERS = {
    "north": Power(key="north", name="Northland", code="NO", faction="up", mark="square"),
    "south": Power(key="south", name="Southland", code="SO", faction="down", mark="disc"),
    "isle": Power(key="isle", name="The Isle", code="IS", faction="down", mark="triangle"),
}
SEATS = tuple(POWERS)
