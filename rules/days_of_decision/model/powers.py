"""Powers and their ideologies."""

from rules.kernel.grammar import capital
from rules.kernel.setup import Faction, Power, in_sentence

FACTIONS = {
    "fascist": Faction(name="Fascist", hue="axis"),
    "democratic": Faction(name="Democratic", hue="western"),
    "communist": Faction(name="Communist", hue="russia"),
}

MARKS = {"fascist": "square", "democratic": "disc", "communist": "triangle"}


def _power(key: str, name: str, code: str, faction: str, adjective: str) -> Power:
    return Power(
        key=key, name=name, code=code, faction=faction, mark=MARKS[faction], adjective=adjective
    )


POWERS = {
    power.key: power
    for power in (
        _power("germany", "Germany", "GE", "fascist", "German"),
        _power("italy", "Italy", "IT", "fascist", "Italian"),
        _power("commonwealth", "Commonwealth", "CW", "democratic", "Commonwealth"),
        _power("france", "France", "FR", "democratic", "French"),
        _power("ussr", "USSR", "RU", "communist", "Soviet"),
        _power("japan", "Japan", "JA", "fascist", "Japanese"),
        _power("usa", "United States", "US", "democratic", "American"),
        _power("china", "China", "CH", "democratic", "Chinese"),
    )
}
"""In the order of the first turn, which also breaks ties (3.2)."""

SEATS = tuple(POWERS)


def name(power: str) -> str:
    """A power's name within a sentence."""
    return in_sentence(POWERS, power)


def title(power: str) -> str:
    """A power's name at the head of a sentence."""
    return capital(name(power))
