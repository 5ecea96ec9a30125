"""Who is at war with whom, as far as minor countries ask: powers, factions, who is out of it."""

from rules.world_at_war.model.powers import POWERS, faction_of
from rules.world_at_war.model.state import WarState

_WARS: dict[frozenset[str], tuple[str, ...]] = {
    frozenset({"germany", "britain"}): ("war.britain.axis", "declared.germany.britain"),
    frozenset({"germany", "france"}): ("war.france.axis", "declared.germany.france"),
    frozenset({"germany", "united_states"}): ("war.us.axis", "declared.germany.united_states"),
    frozenset({"germany", "russia"}): (
        "war.germany.russia", "declared.germany.russia", "declared.russia.germany",
    ),
    frozenset({"italy", "britain"}): ("war.italy.western", "declared.italy.britain"),
    frozenset({"italy", "france"}): ("war.italy.western", "declared.italy.france"),
    frozenset({"italy", "united_states"}): ("war.us.axis", "declared.italy.united_states"),
    frozenset({"japan", "britain"}): ("war.japan.britain", "declared.japan.britain"),
    frozenset({"japan", "united_states"}): ("war.japan.us", "declared.japan.united_states"),
    frozenset({"japan", "russia"}): (
        "war.japan.russia", "declared.japan.russia", "declared.russia.japan",
    ),
}  # fmt: skip
"""Facts, any one of which says that two powers are at war."""
OUT = {
    "germany": "germany.surrendered",
    "italy": "italy.surrendered",
    "britain": "britain.surrendered",
    "france": "france.fallen",
    "russia": "russia.surrendered",
    "japan": "japan.surrendered",
}
"""The fact that takes a power out of the war."""


def out(state: WarState, power: str) -> bool:
    """Whether a power has surrendered or fallen."""
    return power in OUT and state.yes(OUT[power])


def at_war(state: WarState, power: str, foe: str) -> bool:
    """Whether two powers fight each other. Italy fights Russia when it declared war, or when both
    Axis partners are in the war and Germany fights Russia (Ruling 59).
    """
    if out(state, power) or out(state, foe):
        return False
    if {power, foe} == {"italy", "russia"}:
        joined = state.yes("war.germany.russia") and state.yes("war.italy.western")
        return joined or state.yes("declared.italy.russia")
    return any(state.yes(fact) for fact in _WARS.get(frozenset({power, foe}), ()))


def enemies(state: WarState, power: str) -> tuple[str, ...]:
    """The powers that a power fights, in listed order."""
    return tuple(foe for foe in POWERS if foe != power and at_war(state, power, foe))


def at_war_with_faction(state: WarState, power: str, faction: str) -> bool:
    """Whether a power fights any member of a faction."""
    return any(faction_of(foe) == faction for foe in enemies(state, power))
