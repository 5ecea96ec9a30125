"""What an area is: neutral, independent, somebody's associate, ally, conquest, colony (82.11).

An area may be several things at once: a neutral country may bring its BRPs to a power and its
hexes as well. Everything here follows from the state it is given, and tells no more than that.
"""

from typing import Literal, get_args

import msgspec

from rules.kernel.errors import NotUnderstood
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import attacked_half, policy_in
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import POWERS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.model.tables.campaign import tables_of

Category = Literal[
    "neutral", "independent", "brps", "hexes", "associated", "allied", "conquered", "colony",
    "commonwealth",
]  # fmt: skip
CATEGORIES: tuple[Category, ...] = get_args(Category)
"""What an area can be, in the order in which the rule lists them."""
RULES: dict[Category, str] = {
    category: R(f"82.11{letter}") for category, letter in zip(CATEGORIES, "ABCDEFGHI", strict=True)
}
WORDS: dict[Category, str] = {
    "neutral": "neutral",
    "independent": "fighting alone",
    "brps": "brings BRPs to",
    "hexes": "hexes controlled by",
    "associated": "associated with",
    "allied": "allied to",
    "conquered": "conquered by",
    "colony": "colony of",
    "commonwealth": "dominion beside",
}
FREE_FRENCH = "vichy.colonies.free_french"
SENIOR = {"axis": "germany", "western": "britain", "russia": "russia", "japan": "japan"}
"""The power that stands for a faction where nothing says which of its members it is."""
_JOINED: dict[str, Category] = {"associate": "associated", "ally": "allied"}
_DECLARED: dict[str, tuple[tuple[str, str], ...]] = {}
for _fact in FACTS:
    _parts = _fact.key.split(".")
    if _parts[0] == "declared" and len(_parts) == 3:
        _DECLARED[_parts[2]] = (*_DECLARED.get(_parts[2], ()), (_parts[1], _fact.key))
"""Declarations of war by the name of who is met: by whom, and the fact that says so."""


def power_name(power: str) -> str:
    """A power in the middle of a sentence; nothing for nobody."""
    name = POWERS[power].name if power in POWERS else ""
    return f"the {name}" if power == "united_states" else name


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that an area is, and to which power (empty: to nobody in particular)."""

    category: Category
    power: str = ""
    rule: str

    @property
    def faction(self) -> str:
        """The faction of that power; empty for nobody, and for owners that are no powers."""
        return faction_of(self.power) if self.power in POWERS else ""


def area_of(state: WarState, key: str) -> Area:
    """The area by its key; raises :class:`NotUnderstood` when there is none."""
    areas = tables_of(state).areas
    if key not in areas:
        raise NotUnderstood(f"There is no area {key!r}.", remedy=f"Areas are {', '.join(areas)}.")
    return areas[key]


def areas_of(state: WarState, country: str) -> tuple[str, ...]:
    """The areas that a country of diplomacy consists of: two for Belgium with Luxembourg."""
    return tuple(key for key, area in tables_of(state).areas.items() if area.diplomacy == country)


def exists(state: WarState, area: Area) -> bool:
    """Whether there is such a country: some come about only later, some join another for good."""
    if (area.exists and not state.yes(area.exists)) or (area.unless and state.yes(area.unless)):
        return False
    closed = state.country(area.diplomacy).closed if area.diplomacy else ""
    if not closed:
        return True
    row = tables_of(state).minors[area.diplomacy].row(closed)
    return not (row.incorporates or row.dissolves or (area.key, closed) == ("ukraine", "0"))


def statuses(state: WarState, key: str) -> tuple[Standing, ...]:
    """Everything that an area is, in the order of 82.11; nothing for a country that is not there.

    A part of another area (Bessarabia) is what the whole is, unless it was conquered by itself.
    Raises :class:`NotUnderstood` for an unknown area.
    """
    area = area_of(state, key)
    if not exists(state, area):
        return _left_behind(state, area)
    fallen = is_conquered(state, area)
    if area.kind == "area" and area.within and not fallen:
        return statuses(state, area.within)
    found: dict[Category, str] = {}
    if area.kind == "dominion":
        found["commonwealth"] = area.home
    if fallen:
        found["conquered"] = conqueror_of(state, area)
    else:
        found |= _sides(state, area)
    if is_colony(state, area) and not found.keys() & {"conquered", "associated", "allied"}:
        found["colony"] = colonist(state, area)
    if not found.keys() - {"brps", "hexes"} and not (state.area(key).surrendered or area.start):
        fights = bool(attackers(state, key)) and not state.area(key).disarmed
        found["independent" if fights else "neutral"] = ""
    income = _income(state, area, found)
    if income:
        found["brps"] = income
    return tuple(
        Standing(category=c, power=found[c], rule=RULES[c]) for c in CATEGORIES if c in found
    )


def _left_behind(state: WarState, area: Area) -> tuple[Standing, ...]:
    """What stays of a country that was dissolved: its hexes, where the row gave them to somebody."""
    power = state.area(area.key).surrendered if area.diplomacy else ""
    if not power or not state.country(area.diplomacy).closed:
        return ()
    return (Standing(category="hexes", power=power, rule=RULES["hexes"]),)


def colonist(state: WarState, area: Area) -> str:
    """Whose colony an area is now: a French one in Europe is Vichy's while there is a Vichy France,
    and after its end whoever's units hold the capital, or nobody's (77.6, its table); an Italian one
    is whoever's holds it once Italy has surrendered (88.431).
    """
    if area.owner == "italy" and state.yes("italy.surrendered"):
        held = (str(state.facts.get(f"control.{place}", "none")) for place in area.conquest)
        sides = ("axis" if side == "neutral" and area.diplomacy else side for side in held)
        return next((SENIOR[side] for side in sides if side in SENIOR), "")
    if (area.owner, area.theatre) != ("france", "europe"):
        return area.owner
    record = state.country("vichy")
    if record.closed and tables_of(state).minors["vichy"].row(record.closed).dissolves:
        held = (str(state.facts.get(f"control.{place}", "none")) for place in area.capitals)
        return next((SENIOR[side] for side in held if side in SENIOR), "")
    freed = int(state.facts.get(FREE_FRENCH, 0))
    gone = record.result in ("-2", "-3") or (freed > 0 and freed >= vichy_colonies(state))
    return "vichy" if state.yes("exists.vichy") and not gone else area.owner


def vichy_colonies(state: WarState) -> int:
    """How many colonies of Vichy France neither the Allies nor the Axis have taken, Free French ones
    included: by the number of capitals that the Allies hold, and by what the Axis conquered.
    """
    colonies = [
        area
        for area in tables_of(state).areas.values()
        if (area.owner, area.theatre) == ("france", "europe")
    ]
    taken = sum(_with_axis(state, area) for area in colonies)
    return max(0, len(colonies) - taken - int(FACTS.value(state.facts, "vichy.capitals.allied")))


def _with_axis(state: WarState, area: Area) -> bool:
    by = state.area(area.key).conqueror
    held = (state.facts.get(f"control.{place}") == "axis" for place in area.capitals)
    return any(held) or (by in POWERS and faction_of(by) == "axis")


def garrison(state: WarState, area: Area) -> str:
    """The side of the garrison of a colony that holds out in its capital for whoever's colony it is;
    ``neutral`` for a country of its own and for what is no power's, such as Vichy France.
    """
    if not is_colony(state, area):
        return "neutral"
    if area.owner == "italy":
        return "axis"
    power = colonist(state, area)
    return faction_of(power) if power in POWERS else "neutral"


def _sides(state: WarState, area: Area) -> dict[Category, str]:
    """Whose associate or ally the area is, and whose its hexes are."""
    record = state.area(area.key)
    category, power = _joined(state, area)
    if category:
        return {category: power, "hexes": power}
    policy, _ = policy_in(state, area) if area.diplomacy else ("", "")
    if policy == "hexes":
        return {"hexes": diplomatic_power(state, area.diplomacy)}
    if record.surrendered:
        return {"hexes": record.surrendered}
    begun = next((what for fact, what in area.later.items() if state.yes(fact)), area.start)
    start = {c: begun[c] for c in CATEGORIES if c in begun}
    if "independent" in start:
        start["independent"] = ""
    if "associated" in start:
        start["hexes"] = start["associated"]
    return start


def _joined(state: WarState, area: Area) -> tuple[Category | Literal[""], str]:
    """Associate or ally of which power: by a record, a result or a declared fact."""
    record = state.area(area.key)
    if record.allied:
        return "allied", record.allied
    if not area.diplomacy:
        return ("associated", record.associated) if record.associated else ("", "")
    status, faction = policy_in(state, area)
    category = _JOINED.get(status)
    if category is None:
        return "", ""
    free = attacked_half(state, area.diplomacy) not in ("", area.key)
    by_attack = not free and str(state.facts.get(f"joined.{area.diplomacy}", "none")) != "none"
    if category == "allied" or not by_attack:
        return category, diplomatic_power(state, area.diplomacy)
    driven = {a: state.area(a).associated for a in areas_of(state, area.diplomacy)}
    mine = driven[area.key]
    if mine and faction_of(mine) == faction:
        return category, mine
    if any(power and faction_of(power) == faction for power in driven.values()):
        return "", ""
    return category, SENIOR[faction]


def concerned(state: WarState, country: str) -> tuple[str, ...]:
    """The areas that a result for a country is about: all of them, but the free half alone where
    one of Belgium and Luxembourg was attacked by itself.
    """
    half = attacked_half(state, country)
    return tuple(key for key in areas_of(state, country) if key != half)


def diplomatic_power(state: WarState, country: str) -> str:
    """The power that has the benefit of a country's result; of several partners the senior one
    where the record does not say.
    """
    record = state.country(country)
    return record.power or SENIOR.get(record.faction, "")


def _income(state: WarState, area: Area, found: dict[Category, str]) -> str:
    """The power to which the area's BRPs are attributed; empty for a worthless or a free one."""
    if area.value == 0:
        return ""
    holder = state.area(area.key).holder
    if holder:
        return holder if holder in POWERS else ""
    for category in ("conquered", "allied", "associated", "colony"):
        power = found.get(category, "")
        if power in POWERS:
            return str(power)
    record = state.country(area.diplomacy) if area.diplomacy else None
    if record is not None and record.result:
        row = tables_of(state).minors[area.diplomacy].row(record.result)
        return diplomatic_power(state, area.diplomacy) if row.brps else ""
    return area.home if area.kind != "dominion" and not found.keys() - {"associated"} else ""


def is_colony(state: WarState, area: Area) -> bool:
    """Whether an area is a colony now; one that a companion game made a country of its own is not."""
    free = bool(area.diplomacy) and state.yes(f"exists.{area.diplomacy}")
    if area.key == "ethiopia" and state.facts.get("control.ethiopia") == "neutral":
        return False  # Italy never conquered it (88.41)
    return area.kind == "colony" and not free


def is_conquered(state: WarState, area: Area) -> bool:
    """Whether an area is conquered, by its record or by the declared fact of its country."""
    if state.area(area.key).conqueror:
        return True
    if not area.diplomacy or not state.yes(f"conquered.{area.diplomacy}"):
        return False
    return not any(state.area(key).conqueror for key in areas_of(state, area.diplomacy))


def said_to_fall(state: WarState, key: str) -> str:
    """The power that was declared to have conquered an area; empty when nobody said so."""
    said = str(state.facts.get(f"conquest.{key}.by", "none"))
    return said if said in POWERS else ""


def conqueror_of(state: WarState, area: Area) -> str:
    """The power that has a conquered area: by its record, else as the players named it; where only the
    map tells, the faction's senior power (empty when not even that).
    """
    recorded, said = state.area(area.key).conqueror, said_to_fall(state, area.key)
    held = (str(state.facts.get(f"control.{place}", "none")) for place in area.conquest)
    side = next((side for side in held if side in SENIOR), "")
    if said and side in ("", faction_of(said)):
        return recorded or said
    return recorded or SENIOR.get(side, "")


def declared_names(area: Area) -> tuple[str, ...]:
    """By which names a declaration of war on an area is entered: that of its country, where there
    is one of several parts; a single Baltic State's own, and that of all three (83.12B).
    """
    own = area.diplomacy or area.key
    return (own, "baltic") if area.exists == "pact.through_baltic" else (own,)


def newly_declared(now: WarState, was: WarState) -> set[str]:
    """The names on which a declaration of war came or went between two states."""
    return {
        name
        for name, facts in _DECLARED.items()
        if any(now.facts.get(fact) is not was.facts.get(fact) for _, fact in facts)
    }


def declarers(state: WarState, key: str) -> tuple[str, ...]:
    """By whom war was declared on an area: ``germany``, ``italy``, ``western`` or ``russia``."""
    names = declared_names(area_of(state, key))
    if "belux" in names:
        only = str(state.facts.get("belgium.attacked", "none"))
        if only in ("belgium", "luxembourg") and only != key:
            return ()
    found = [
        by for n in names for by, fact in _DECLARED.get(n, ()) if state.facts.get(fact) is True
    ]
    return tuple(dict.fromkeys(found))


def attackers(state: WarState, key: str) -> tuple[str, ...]:
    """The powers that attacked an area by a declaration of war, the first one first."""
    record = state.area(key)
    if record.declared and not record.attacker:
        return ()  # the attack was called off, or none was needed
    found = [record.attacker] if record.attacker else []
    for by in declarers(state, key):
        if by != "western" or not any(faction_of(power) == "western" for power in found):
            found.append(SENIOR.get(by, by))
    return tuple(dict.fromkeys(found))


def standing(state: WarState, key: str, *categories: Category) -> Standing | None:
    """The first of these things that an area is."""
    return next((one for one in statuses(state, key) if one.category in categories), None)


def is_neutral(state: WarState, key: str) -> bool:
    """Whether an area is neutral, whatever it pays or whoever controls its hexes."""
    return standing(state, key, "neutral") is not None


def controller(state: WarState, key: str) -> str:
    """The power on whose side an area stands: conqueror, ally, associate, owner; empty for none."""
    order: tuple[Category, ...] = (
        "conquered", "allied", "associated", "commonwealth", "colony", "hexes",
    )  # fmt: skip
    found = {one.category: one.power for one in statuses(state, key)}
    return next((found[category] for category in order if category in found), "")
