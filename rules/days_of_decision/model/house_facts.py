"""Facts of the war game's house rules, and the switch that asks for each."""

ITALY, JAPAN, HEXES = "house_italy", "house_japan", "house_isolated"


PRODUCTION = "house_production"


HOUSE_FACTS = {
    ITALY: "italian_surrender.",
    JAPAN: "japanese_surrender.",
    PRODUCTION: "italian_production.",
}
"""Which facts each switch asks for, by how their keys begin."""


RUSSIA = "japanese_surrender.russia"
"""A fact of the house rules that the wars of this game say (Ruling 124)."""


def asked_with(switches: frozenset[str], key: str) -> bool:
    """The same, by the switches of the house rules that are on."""
    if key == RUSSIA:
        return False
    return all(
        switch in switches or not key.startswith(begins) for switch, begins in HOUSE_FACTS.items()
    )
