"""Who holds the places of an area, whose it is, and who has its BRPs.

Places are declared for factions; which power of a faction has an area follows from conquests,
results and ownership. Everything here only looks.
"""

from rules.kernel.facts import FactValue
from rules.world_at_war.ledger.income import NOBODY
from rules.world_at_war.model.counted_facts import FRENCH
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import FACTIONS, POWERS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.status.belligerents import at_war, out
from rules.world_at_war.status.status import (
    Category,
    attackers,
    colonist,
    declared_names,
    exists,
    garrison,
    is_colony,
    is_conquered,
    said_to_fall,
    standing,
)

FREE = "neutral"
"""Held by the country's own troops, or by nobody who fights."""
PARTISANS = "none"
"""Held by partisans, or by nobody at all."""
MASTERS: tuple[Category, ...] = ("conquered", "allied", "associated", "commonwealth", "colony")
"""What makes an area some power's, so that its enemies need no declaration of war."""
RANKS = {
    "axis": ("germany", "italy"),
    "western": ("united_states", "britain", "france"),
    "russia": ("russia",),
    "japan": ("japan",),
}
"""The powers of each faction, the senior partner first (83.51)."""


GARRISONED = {**FRENCH, "tirane": "albania"}
"""Capitals of colonies that can become another's, or a country of its own, without a fight."""

_CONTROL = {
    spec.key.removeprefix("control."): (spec.key, spec.default)
    for spec in FACTS
    if spec.key.startswith("control.")
}


def control(state: WarState, place: str) -> FactValue:
    """Who holds a place: a faction, ``neutral`` or ``none``. A colony's own garrison holds it for
    whoever's colony it is (Ruling 110).
    """
    key, default = _CONTROL[place]
    held = state.facts.get(key, default)
    if held == FREE and place in GARRISONED:
        return garrison(state, tables_of(state).areas[GARRISONED[place]])
    return held


def owner_now(state: WarState, area: Area) -> str:
    """The owner of the table where the area is his still; empty for a country of its own, and for a
    French colony that is Vichy's or, after its end, nobody's. An heir of Italy's is no owner here.
    """
    if is_country(state, area):
        return ""
    if area.kind == "colony" and area.owner == "france" and colonist(state, area) != "france":
        return ""
    return area.owner


def place_name(place: str) -> str:
    """A place as a sentence names it."""
    return FACTS[f"control.{place}"].label.removeprefix("Who holds ")


def held_by(state: WarState, places: tuple[str, ...]) -> str:
    """The one holder of all these places; empty when they are divided, or none at all."""
    found = {str(control(state, place)) for place in places}
    return found.pop() if len(found) == 1 else ""


def any_held(state: WarState, places: tuple[str, ...], faction: str) -> bool:
    """Whether a faction holds one of these places."""
    return any(control(state, place) == faction for place in places)


def contested(state: WarState) -> list[Area]:
    """The areas that can be conquered, or bring BRPs by their places."""
    return [a for a in tables_of(state).areas.values() if a.conquest and exists(state, a)]


def falling(state: WarState, faction: str) -> tuple[Area, ...]:
    """The areas that a faction will have conquered when its combat ends now."""
    return tuple(
        area
        for area in tables_of(state).areas.values()
        if area.conquest
        and control(state, area.conquest[0]) == faction
        and held_by(state, area.conquest) == faction
        and not quiet(state, area)
        and exists(state, area)
        and may_conquer(state, area, faction)
    )


def quiet(state: WarState, area: Area) -> bool:
    """Whether an area is plainly as it was: free from the start, or wholly with the side that has it.

    What is not quiet is looked at closely; it may be at rest as well.
    """
    holder = held_by(state, area.conquest)
    record = state.areas.get(area.key)
    if holder == FREE:
        return not first_holder(state, area) and (
            record is None or not (record.holder or record.conquered)
        )
    power = holder_of(state, area)
    return (
        bool(power)
        and faction_of(power) == holder
        and (record is None or record.conqueror in ("", power))
        and (record is None or not record.holder or bool(record.conquered))
    )


def pays(area: Area) -> bool:
    """Whether an area brings BRPs by itself (not by its parts, nor as a mere name)."""
    return area.value != 0 and not area.parts


def first_holder(state: WarState, area: Area) -> str:
    """The power that has an area before anything happens to it: its owner, or whoever of his side
    holds an Italian colony once Italy has surrendered (Ruling 86). A country that never became a
    colony is nobody's (88.41).
    """
    if area.owner in POWERS:
        if area.owner == "italy" and out(state, area.owner) and is_colony(state, area):
            heir = colonist(state, area)
            return heir if heir in POWERS and faction_of(heir) == faction_of(area.owner) else ""
        return owner_now(state, area)
    return area.home if area.kind != "dominion" else ""


def holder_of(state: WarState, area: Area) -> str:
    """The power that has an area's BRPs by conquest, ownership or association without diplomacy;
    empty for nobody.
    """
    holder = state.area(area.key).holder
    if holder == NOBODY:
        return ""
    return holder or first_holder(state, area)


def lost(state: WarState, area: Area) -> bool:
    """Whether somebody had the area's BRPs and lost them, and nobody has them since."""
    return state.area(area.key).holder == NOBODY


def master_of(state: WarState, area: Area) -> str:
    """The power whose area it is as conqueror, ally, associate's friend or owner; empty for a
    neutral country, for one that fights alone, and for what its owner has lost.
    """
    record = state.area(area.key)
    if record.surrendered:
        return record.surrendered
    found = standing(state, area.key, *MASTERS)
    if found is None or found.power not in POWERS:
        return ""
    if found.category == "colony" and lost(state, area):
        return ""
    return found.power


def free_troops_hold(state: WarState, area: Area) -> bool:
    """Whether the country's own troops hold one of its places: nobody has conquered it yet."""
    never = not state.area(area.key).conquered and is_country(state, area)
    return never and any_held(state, area.income, FREE)


def may_conquer(state: WarState, area: Area, faction: str) -> bool:
    """Whether a faction that holds an area's places conquers it: it fights the area's master, or
    has declared war on the area, or the area is one that no war is declared on (82.41, 82.42).
    """
    record = state.area(area.key)
    if area.kind == "colony" and not is_colony(state, area) and not area.diplomacy:
        return False  # Italy never conquered it, and it plays no part (88.41)
    if area.within and area.owner == area.within and not record.conqueror:
        fallen = state.area(area.owner).conqueror  # a part falls to whoever conquered the whole
        with_it = bool(fallen) and faction_of(fallen) == faction
        return with_it or may_conquer(state, tables_of(state).areas[area.owner], faction)
    own = is_country(state, area)
    plain = record.conqueror or ("" if record.holder else owner_now(state, area))
    master = plain if plain in POWERS else _master_by_status(state, area)
    if master:
        return faction_of(master) != faction
    if not own or not _declarable(area, faction):
        return True
    said = said_to_fall(state, area.key)
    if said and faction_of(said) == faction:
        return True  # whoever enters the conqueror says that the attack was made
    return any(faction_of(power) == faction for power in attackers(state, area.key))


def _master_by_status(state: WarState, area: Area) -> str:
    """The master of what nobody conquered and no owner of the table has: of a colony of Vichy France
    the power that Vichy stands by; of one that is nobody's since its end, none.
    """
    if area.kind != "colony" or area.owner != "france" or owner_now(state, area):
        return master_of(state, area)
    friend = standing(state, "vichy", "allied", "associated", "hexes")
    return friend.power if friend is not None and friend.power in POWERS else ""


def is_country(state: WarState, area: Area) -> bool:
    """Whether an area is a country of its own now: a minor one, or a colony of the table that a
    companion game left independent (82.12).
    """
    return area.kind == "minor" or (area.kind == "colony" and not is_colony(state, area))


def _declarable(area: Area, faction: str) -> bool:
    names = {"axis": ("germany", "italy"), "western": ("western",), "russia": ("russia",)}
    countries = declared_names(area)
    return any(f"declared.{by}.{c}" in FACTS for by in names.get(faction, ()) for c in countries)


def conqueror(state: WarState, area: Area, faction: str) -> str:
    """The power of a faction that has the benefit of a conquest or reconquest (83.5, ruling 49).

    Whom the players named; else who had the area before in that faction, its owner, and at last the
    senior partner that is in the war there: who is at peace with the area took no part.
    """
    said = str(state.facts.get(f"conquest.{area.key}.by", "none"))
    record = state.area(area.key)
    for power in (said, record.holder, record.conqueror, owner_now(state, area)):
        if power in POWERS and faction_of(power) == faction and not out(state, power):
            return power
    fits = [power for power in RANKS[faction] if not out(state, power)]
    if faction == "western":
        war = "war.us.axis" if area.theatre == "europe" else "war.japan.us"
        if not state.yes(war):
            fits = [power for power in fits if power != "united_states"] or fits
    fits = [power for power in fits if _fights(state, area, power)] or fits
    return fits[0] if fits else RANKS[faction][0]


def _fights(state: WarState, area: Area, power: str) -> bool:
    """Whether a power is at war with an area: by a declaration, or with the power whose area it is. The
    Western Allies declare war together.
    """
    met = attackers(state, area.key)
    if power in met or (
        faction_of(power) == "western" and {"britain", "france", "united_states"} & {*met}
    ):
        return True
    master = master_of(state, area)
    return bool(master) and at_war(state, power, master)


def titled(state: WarState, area: Area) -> str:
    """The power that has an area's BRPs because it possesses it, or because diplomacy or an attack
    made it an ally, an associate or a country that pays; empty for nobody, and for a conquest that
    has brought nothing yet. Where the BRPs hang on the very places of the conquest, diplomacy counts
    for nothing here: who loses those loses the country, and has possessed it from then on.
    """
    if lost(state, area) or holder_of(state, area):
        return holder_of(state, area)
    if not area.diplomacy or area.income == area.conquest or is_conquered(state, area):
        return ""
    found = standing(state, area.key, "brps")
    return found.power if found else ""


def opposed(state: WarState, area: Area, power: str) -> bool:
    """Whether an opponent of a power, or partisans, hold all places that an area's BRPs hang on."""
    holder = held_by(state, area.income)
    if holder == PARTISANS:
        return True
    if holder not in FACTIONS or holder == faction_of(power):
        return False
    return may_conquer(state, area, holder)


def kept_by(state: WarState, area: Area) -> str:
    """The power that has an area's BRPs now, by whatever title; empty for nobody."""
    if lost(state, area):
        return ""
    found = standing(state, area.key, "brps")
    return holder_of(state, area) or (found.power if found else "")
