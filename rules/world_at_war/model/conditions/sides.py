"""What conditions in the tables of minor countries may ask, besides facts."""

from typing import Any

from rules.kernel.conditions import Question, reading
from rules.world_at_war.model.conditions import situated
from rules.world_at_war.model.powers import POWERS, faction_of
from rules.world_at_war.model.state import WarState

_DECLARERS = {"axis": ("germany", "italy"), "western": ("western",), "russia": ("russia",)}


def attackers_of(state: WarState, area: str) -> frozenset[str]:
    """The factions that attacked an area: by a declared fact, or as its record says."""
    found = {
        faction
        for faction, names in _DECLARERS.items()
        if any(state.yes(f"declared.{name}.{area}") for name in names)
    }
    attacker = state.area(area).attacker
    return frozenset(found | ({faction_of(attacker)} if attacker in POWERS else set()))


def is_conquered(state: WarState, area: str) -> bool:
    """Whether anybody has conquered an area."""
    return bool(state.area(area).conqueror) or state.yes(f"conquered.{area}")


@reading("conquered.{0}")
def conquered(at: Any, area: str) -> bool:
    """Conquered by whichever side."""
    return is_conquered(situated(at).state, area)


def attacked_by_own_side(at: Any, area: str) -> bool:
    """Attacked by the faction whose ally the country in question is."""
    here = situated(at)
    return here.faction in attackers_of(here.state, area)


QUESTIONS: dict[str, Question] = {
    "conquered": conquered,
    "attacked_by_own_side": attacked_by_own_side,
}
