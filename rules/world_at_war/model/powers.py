"""Powers, the factions they stand in, and the sides that move together."""

from functools import cache

from rules.kernel.setup import Faction, Power

FACTIONS = {
    "axis": Faction(name="European Axis", hue="axis"),
    "western": Faction(name="Western Allies", hue="western"),
    "russia": Faction(name="Russia", hue="russia"),
    "japan": Faction(name="Japan", hue="japan"),
}


POWERS = {
    power.key: power
    for power in (
        Power(
            key="germany",
            name="Germany",
            code="GE",
            faction="axis",
            mark="square",
            adjective="German",
        ),
        Power(
            key="italy", name="Italy", code="IT", faction="axis", mark="square", adjective="Italian"
        ),
        Power(
            key="britain",
            name="Britain",
            code="BR",
            faction="western",
            mark="disc",
            adjective="British",
        ),
        Power(
            key="france",
            name="France",
            code="FR",
            faction="western",
            mark="disc",
            adjective="French",
        ),
        Power(
            key="united_states",
            name="United States",
            code="US",
            faction="western",
            mark="disc",
            adjective="American",
        ),
        Power(
            key="russia",
            name="Russia",
            code="RU",
            faction="russia",
            mark="triangle",
            adjective="Russian",
        ),
        Power(
            key="japan",
            name="Japan",
            code="JA",
            faction="japan",
            mark="diamond",
            adjective="Japanese",
        ),
    )
}


SEATS = ("germany", "italy", "britain", "france", "united_states", "russia")
"""The powers that hold diplomatic points; Japan and China have none."""


SIDES = {"axis": ("axis",), "allied": ("western", "russia")}
"""The two player turns and the factions that move in them."""


def faction_of(power: str) -> str:
    """The alliance faction of a power."""
    return POWERS[power].faction


def side_of(faction: str) -> str:
    """``axis`` or ``allied``: whose player turn the faction moves in."""
    return "axis" if faction in ("axis", "japan") else "allied"


@cache
def members(faction: str) -> tuple[str, ...]:
    """The seats of a faction, in listed order."""
    return tuple(seat for seat in SEATS if faction_of(seat) == faction)
