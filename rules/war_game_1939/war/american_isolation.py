"""American isolation and Roosevelt's security zone, as checks on declared builds, moves and attacks.

Until Full War the U.S.A. is bound; naval aggression or the zone roll widens its movement, but not
its attacks on land (W-29).
"""

from rules.kernel.menus import Barred
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.state import FULL, WarGameState
from rules.war_game_1939.model.tables import Tables, Zone

FULL_WAR = "Opens at Full War."
HOME = "American units stay on original American land."


def free(state: WarGameState) -> bool:
    """Whether the U.S.A. is at Full War, and bound by nothing."""
    return state.nation("usa").status >= FULL


def _ours(tables: Tables, place: str) -> bool:
    return tables.place(place).original == "usa"


def _legal_zone(zone: Zone) -> bool:
    return zone.open or "usa" in zone.coasts


def build_bar(state: WarGameState, tables: Tables, place: str) -> Barred | None:
    """Why units may not be built in a territory."""
    if free(state) or place in tables.land.lists.contiguous:
        return None
    why = "Units are built in the contiguous U.S.A. alone."
    return Barred(why, R("American Isolationism"), FULL_WAR)


def land_bar(state: WarGameState, tables: Tables, place: str) -> Barred | None:
    """Why land and air units may not move to a territory."""
    if free(state) or _ours(tables, place):
        return None
    if not state.nation("usa").zone:
        return Barred(
            HOME,
            R("American Isolationism"),
            f"{FULL_WAR[:-1]}; friendly land with the security zone.",
        )
    holder, (patron, _) = state.holder(place), state.lean(place)
    friends = ("usa", "uk", "ussr", "france", "china")
    if holder in friends or (holder == "none" and patron in friends):
        return None
    why = "The security zone opens friendly territory only, outside combat."
    opens = f"{FULL_WAR[:-1]}, or when it is held by or leans to an Ally."
    return Barred(why, R("Security Zone: Naval Aggression"), opens)


def sea_bar(state: WarGameState, tables: Tables, zone: str) -> Barred | None:
    """Why ships may not end a move without combat in a zone."""
    if free(state) or _legal_zone(tables.sea.zones[zone]) or state.nation("usa").zone:
        return None
    why = "Moves end in the open sea or along original American land; passing through is allowed."
    return Barred(why, R("American Isolationism"), f"{FULL_WAR[:-1]}, or with the security zone.")


def land_attack_bar(state: WarGameState, tables: Tables, place: str) -> Barred | None:
    """Why the U.S.A. may not attack a territory."""
    if free(state) or _ours(tables, place):
        return None
    if state.nation("usa").zone:
        why = "Until Full War no attack is made on land."
        return Barred(why, R("Security Zone: Naval Aggression"), FULL_WAR)
    return Barred(HOME, R("American Isolationism"), FULL_WAR)


def sea_attack_bar(state: WarGameState, tables: Tables, zone: str) -> Barred | None:
    """Why the U.S.A. may not attack in a zone."""
    row = tables.sea.zones[zone]
    if free(state) or _legal_zone(row):
        return None
    if state.nation("usa").zone:
        if row.americas:
            return None
        why = "Attacks stay in the open sea, along American land and along the two continents."
        return Barred(why, R("Security Zone: Naval Aggression"), FULL_WAR)
    why = "Attacks stay in the open sea and along original American land."
    opens = f"{FULL_WAR[:-1]}; along the two continents with the security zone."
    return Barred(why, R("American Isolationism"), opens if row.americas else FULL_WAR)


def retreat_bar(state: WarGameState, tables: Tables, zone: str) -> Barred | None:
    """Why a zone is no retreat out of bounds (it is within bounds anyway)."""
    if sea_bar(state, tables, zone) is None:
        opens = "Opens if it comes to lie out of bounds; until then any retreat there is free."
        return Barred(
            "It lies within bounds; a retreat there needs no leave.", R("U.S. Retreat"), opens
        )
    return None


def overdue(state: WarGameState, tables: Tables) -> tuple[str, ...]:
    """Zones to which ships retreated that are still out of bounds."""
    return tuple(zone for zone in state.retreated if sea_bar(state, tables, zone) is not None)
