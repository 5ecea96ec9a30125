"""Nations and the sides they stand on."""

from rules.kernel.grammar import capital
from rules.kernel.setup import Faction, Power, in_sentence

FACTIONS = {
    "axis": Faction(name="Axis", hue="axis"),
    "allies": Faction(name="Allies", hue="western"),
}
MARKS = {"axis": "square", "allies": "disc"}


def _power(key: str, name: str, code: str, faction: str, adjective: str) -> Power:
    return Power(
        key=key, name=name, code=code, faction=faction, mark=MARKS[faction], adjective=adjective
    )


POWERS = {
    power.key: power
    for power in (
        _power("germany", "Germany", "GE", "axis", "German"),
        _power("italy", "Italy", "IT", "axis", "Italian"),
        _power("japan", "Japan", "JA", "axis", "Japanese"),
        _power("ussr", "Soviet Union", "SU", "allies", "Soviet"),
        _power("uk", "Britain", "GB", "allies", "British"),
        _power("france", "France", "FR", "allies", "French"),
        _power("usa", "United States", "US", "allies", "American"),
        _power("china", "China", "CH", "allies", "Chinese"),
    )
}
"""By side, as they are listed everywhere; who plays when is ``turns.order``."""

SEATS = tuple(POWERS)
AXIS = tuple(key for key, power in POWERS.items() if power.faction == "axis")
ALLIES = tuple(key for key, power in POWERS.items() if power.faction == "allies")
MAJOR_ALLIES = tuple(key for key in ALLIES if key != "china")
"""Those with commerce dice and a war status that rises; China is at Full War from the start."""
ISLANDS = ("uk", "ussr", "usa")
"""Whose original soil brings Full War to every Ally when the Axis attacks it."""


def name(nation: str) -> str:
    """A nation's name within a sentence."""
    return in_sentence(POWERS, nation)


def title(nation: str) -> str:
    """A nation's name at the head of a sentence."""
    return capital(name(nation))


PLURALS = (
    *("Philippines", "Urals", "Caroline Islands", "Marshall Islands", "Solomon Islands"),
    "Low Countries",
)
"""Names of land that are of several."""
THE = (*PLURALS, "Belgian Congo", "Caucasus", "Sudetenland", "Ivory Coast")
"""Names of land that take an article."""


def with_article(place: str) -> str:
    """The name of a territory within a sentence."""
    return f"the {place}" if place in THE else place


def adjective(nation: str) -> str:
    """The adjective of a nation."""
    return POWERS[nation].adjective if nation in POWERS else nation


def side_of(nation: str) -> str:
    """``axis`` or ``allies``; nothing for nobody."""
    return POWERS[nation].faction if nation in POWERS else ""


def enemies_of(nation: str) -> tuple[str, ...]:
    """Every nation of the other side."""
    return ALLIES if nation in AXIS else AXIS
