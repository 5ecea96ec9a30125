"""Covert operations that stand: which were countered, and what is left of them (47.22)."""

from rules.world_at_war.model.powers import faction_of, side_of
from rules.world_at_war.model.state import WarState

OPERATION, COUNTER = "operation", "counter"


def countered(state: WarState, faction: str, target: str) -> bool:
    """Whether the other side countered a faction's operations against a target."""
    return any(
        play.card == COUNTER
        and play.target == target
        and side_of(faction_of(play.power)) != side_of(faction)
        for play in state.plays
    )


def shifts(state: WarState, target: str) -> dict[str, int]:
    """Operations that stand against a target, by faction: at most one for each side."""
    found: dict[str, int] = {}
    sides: set[str] = set()
    for play in state.plays:
        faction = faction_of(play.power)
        if (
            play.card != OPERATION
            or play.target != target
            or countered(state, faction, target)
            or side_of(faction) in sides
        ):
            continue
        sides.add(side_of(faction))
        found[faction] = 1
    return found
