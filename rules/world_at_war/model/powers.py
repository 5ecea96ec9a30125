"""Powers, the factions they stand in, and the sides that move together."""

from functools import cache

from rules.kernel.setup import Faction, Power

FACTIONS = {
    "axis": Faction(name="European Axis", hue="axis"),
    "western": Faction(name="Western Allies", hue="western"),
    "russia": Faction(name="Russia", hue="russia"),
    "japan": Faction(name="Japan", hue="japan"),
}


MARKS = {"axis": "square", "western": "disc", "russia": "triangle", "japan": "diamond"}
"""The shape that stands for a faction."""

POWERS = {
    key: Power(key=key, name=name, code=code, faction=side, mark=MARKS[side], adjective=adjective)
    for key, name, code, side, adjective in (
        ("germany", "Germany", "GE", "axis", "German"),
        ("italy", "Italy", "IT", "axis", "Italian"),
        ("britain", "Britain", "BR", "western", "British"),
        ("france", "France", "FR", "western", "French"),
        ("united_states", "United States", "US", "western", "American"),
        ("russia", "Russia", "RU", "russia", "Russian"),
        ("japan", "Japan", "JA", "japan", "Japanese"),
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
