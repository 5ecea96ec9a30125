"""Places that may change hands next, by who moves now and by where the sides of a war meet."""

from collections.abc import Collection, Mapping

import msgspec

from rules.kernel import tables
from rules.world_at_war.conquest.conquest import MOVING
from rules.world_at_war.ledger.control import FREE, control
from rules.world_at_war.model.citations import PACKAGE
from rules.world_at_war.model.conditions import status_of
from rules.world_at_war.model.powers import faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.status.belligerents import enemies


class _Beside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies next to a place."""

    land: tuple[str, ...] = ()
    sea: tuple[str, ...] = ()


class _Neighbours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file."""

    home: dict[str, tuple[str, ...]]
    next: dict[str, _Beside]


_SHIPPED = tables.load(PACKAGE, "neighbours.yaml", _Neighbours)
HOME = {place: power for power, places in _SHIPPED.home.items() for place in places}


def _both_ways(pairs: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Each place with those next to it, in the order of the file."""
    found: dict[str, list[str]] = {place: [] for place in pairs}
    for place, others in pairs.items():
        for other in others:
            found[place].append(other)
            found.setdefault(other, []).append(place)
    return {place: tuple(others) for place, others in found.items()}


BY_LAND = _both_ways({place: beside.land for place, beside in _SHIPPED.next.items()})
NEXT_TO = _both_ways(
    {place: (*beside.land, *beside.sea) for place, beside in _SHIPPED.next.items()}
)


def fronts(state: WarState, power: str) -> tuple[str, ...]:
    """The places that may change hands soonest in the wars of a power. Those come first that the side that moves may
    take at once: what the other side holds beside it, neutral ground between both, what lies behind that; then what
    takes a landing, and other neutrals. Cities that decide about no conquest come last. Empty for a power at peace.
    """
    foes = {faction_of(foe) for foe in enemies(state, power)}
    if not foes:
        return ()
    ours = {faction_of(power)}
    side = state.step.partition(".")[0]
    moves = faction_of(power) in MOVING.get(
        side, MOVING["axis"]
    )  # who moves first after a placement
    moving, other = (ours, foes) if moves else (foes, ours)
    held = _holders(state)
    minor = {city for area in tables_of(state).areas.values() for city in area.cities}
    ranks = {place: _rank(held, place, moving, other) for place in NEXT_TO}
    places = [place for place, rank in ranks.items() if rank is not None]
    return tuple(sorted(places, key=lambda place: (place in minor, ranks[place])))


def _rank(
    held: Mapping[str, str], place: str, moving: Collection[str], other: Collection[str]
) -> int | None:
    """How soon a place may be taken; ``None`` where nobody of these is near."""
    holder, free = held[place], held[place] == FREE
    ashore = {held[each] for each in BY_LAND.get(place, ())}
    near = {held[each] for each in NEXT_TO[place]}
    behind = [each for each in BY_LAND.get(place, ()) if held[each] == FREE]
    beyond = {held[far] for each in behind for far in NEXT_TO[each]}
    mine, theirs = holder in moving, holder in other
    against = other if mine else moving
    if theirs and not ashore.isdisjoint(moving):
        return 0
    if free and not near.isdisjoint(moving) and not near.isdisjoint(other):
        return 1
    if (mine or theirs) and not beyond.isdisjoint(against):
        return 2
    if mine and not ashore.isdisjoint(other):
        return 3
    if (mine or theirs) and not near.isdisjoint(against):
        return 4
    return 5 if free and not near.isdisjoint(moving) else None


def _holders(state: WarState) -> dict[str, str]:
    """Who holds each place, of those who fight: an ally or associate holds its own for its side, a power at peace or
    out of the war for nobody.
    """
    held = {place: str(control(state, place)) for place in NEXT_TO}
    for area in tables_of(state).areas.values():
        status, side = status_of(state, area.diplomacy) if area.diplomacy else ("", "")
        if status in ("ally", "associate") and side:
            for place in {*area.conquest, *area.cities}:
                if held.get(place) == FREE:
                    held[place] = side
    for place, power in HOME.items():
        if held[place] == faction_of(power) and not enemies(state, power):
            held[place] = ""
    return held
