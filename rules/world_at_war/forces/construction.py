"""What may be built of a minor country's units each turn, by what the country is (84.47, 85.48).

What a unit costs and where exactly a hex is in supply is the map's affair; how many units, of
which size, who pays, in what sort of hex, and which partisans and repairs, is answered here.
"""

from collections.abc import Collection, Mapping

import msgspec

from rules.kernel.menus import Barred
from rules.world_at_war.forces.strength import (
    bearing_of,
    force_pool,
    forces_elsewhere,
    partisans,
    pool_of,
    units,
)
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.forces import Building, Need, Place, Sort
from rules.world_at_war.status.status import area_of, standing

BOX = "box"
"""Instead of an area: the country's own box on the map."""
SORTS: tuple[Sort, ...] = ("infantry", "armor", "air", "naval")


class Allowed(msgspec.Struct, frozen=True, kw_only=True):
    """What may be built of one sort this turn: ``units`` of at most ``factors`` each (or, with
    ``together``, in all); ``None`` is no bound. ``payer`` is empty where it is free.
    """

    sort: Sort
    units: int | None
    factors: int | None
    together: bool
    payer: str
    text: str
    rule: str


def idle(state: WarState, key: str) -> Barred | None:
    """Why nothing at all is built of an area's units; ``None`` when something may be."""
    if forces_elsewhere(state, key):
        return Barred("What it has and builds stands in rule 75.61, outside this book.", R("82.62"))
    pool = pool_of(state, key)
    if pool is None or not pool.units:
        return Barred("It has no armed forces.", R("82.62"))
    if state.area(key).disarmed:
        return Barred("Its units are out of play for good.", R("85.52A"))
    bearing, _ = bearing_of(state, key)
    if bearing:
        return None
    if standing(state, key, "conquered"):
        return Barred("Its units were removed when it fell.", R("83.21"))
    if standing(state, key, "colony"):
        return Barred("Colonies have no armed forces.", R("82.62"))
    return Barred("Its units are not in play before it is attacked or joins a side.", R("82.51"))


def allowed(state: WarState, key: str) -> tuple[Allowed, ...]:
    """What may be built of each sort that the country has; nothing while it is idle."""
    if idle(state, key) is not None:
        return ()
    forces = tables_of(state).forces
    bearing, _ = bearing_of(state, key)
    sorts = {unit.sort for unit in units(state, key) if unit.count is None or unit.count.net}
    found = []
    for sort in SORTS:
        row = _row(forces.building, key, bearing, sort)
        if sort in sorts and row is not None:
            payer = force_pool(state, key).power if row.paid else ""
            found.append(
                Allowed(
                    sort=sort,
                    units=0 if row.none else row.units,
                    factors=0 if row.none else row.factors,
                    together=row.together,
                    payer=payer,
                    text=row.why,
                    rule=R(row.rule),
                )
            )
    return tuple(found)


def _row(rows: tuple[Building, ...], key: str, bearing: str, sort: Sort) -> Building | None:
    return next(
        (
            row
            for row in rows
            if row.sort == sort and bearing in row.bearings and (not row.of or key in row.of)
        ),
        None,
    )


def place(state: WarState, key: str) -> Place | None:
    """Where an area's units are built; ``None`` while they are not."""
    bearing, _ = bearing_of(state, key)
    if idle(state, key) is not None:
        return None
    where = tables_of(state).forces.where
    if key in where:
        return where[key]
    pacific = area_of(state, key).theatre == "pacific"
    if bearing == "commonwealth":
        return where["boxes" if pacific else "commonwealth"]
    assert bearing
    return where["pacific" if pacific else bearing]


FAILINGS: dict[Need, str] = {
    "controlled": "The hex is not in friendly hands.",
    "supplied": "The hex is not in supply.",
    "outside_zones": "The hex lies in an enemy zone of control.",
    "held": "The hex was not held since the player turn began.",
    "vacant": "The hex is not empty.",
}
"""What is said of a hex that is not as it must be."""
YARDS = ("own", "enemy", "none")
"""In whose hands the shipyard is in which a ship is to be repaired."""
RISING: tuple[Need, ...] = ("vacant", "outside_zones")
"""What a hex must be for Irish partisans (87.23)."""


def misplaced(state: WarState, key: str, at: str, lacks: Collection[Need]) -> Barred | None:
    """Why an area's units may not be built in a hex of ``at`` that lacks these qualities; ``box`` is
    the box on the map that belongs to Australia or India, nothing means at home. ``None`` when they may.
    """
    where = place(state, key)
    if where is None:
        return idle(state, key)
    rule = R(where.rule)
    if at == BOX:
        return None if where.box else Barred(f"They are built {where.text}.", rule)
    home = (where.area or key, *tables_of(state).roaming.home.get(where.area or key, ()))
    if at and at not in home:
        return Barred(f"They are built {where.text}.", rule)
    return next((Barred(FAILINGS[need], rule) for need in where.needs if need in lacks), None)


def unrepaired(state: WarState, key: str, yard: str) -> Barred | None:
    """Why an area's ships are not repaired in such a yard; ``None`` when they are (84.47D, 85.483)."""
    barred = idle(state, key)
    if barred is not None:
        return barred
    row = next((row for row in allowed(state, key) if row.sort == "naval"), None)
    if row is None:
        return Barred("It has no ships, or these rules say nothing of them.", R("84.47D"))
    if yard != "own":
        return Barred("Ships are repaired in a shipyard that their own side controls.", row.rule)
    return None


def unrisen(
    state: WarState, key: str, wanted: Mapping[str, int], at: str, lacks: Collection[Need]
) -> Barred | None:
    """Why so many partisans of these sides may not be built in one turn; ``None`` when they may."""
    rows = {row.side: row for row in partisans(state, key)}
    for side, count in wanted.items():
        row = rows.get(side)
        if not count:
            continue
        if row is None:
            return Barred("That side has no partisans there.", R("82.61"))
        if row.now is None:
            return Barred("How many there are was lost in print; a moderator enters it.", row.rule)
        if count > row.now:
            return Barred(f"There are {row.now} of them now.", row.rule)
        if row.a_turn is not None and count > row.a_turn:
            return Barred("One partisan a turn.", row.rule)
        if key != "ireland":
            continue
        if at and at != key:
            return Barred("They are built in Ireland, outside Ulster.", row.rule)
        found = next((need for need in RISING if need in lacks), None)
        if found is not None:
            return Barred(FAILINGS[found], row.rule)
    return None


def problem(state: WarState, key: str, wanted: Mapping[str, int]) -> Barred | None:
    """Why these units may not be built in one turn; ``None`` when they may. Unknown kinds of
    units are refused too. Whether enough of them are unbuilt is not asked.
    """
    barred = idle(state, key)
    if barred is not None:
        return barred
    forces = tables_of(state).forces
    rows = {row.sort: row for row in allowed(state, key)}
    pool = pool_of(state, key)
    assert pool is not None
    for sort in SORTS:
        kinds = {k: n for k, n in wanted.items() if n and forces.kinds[k].sort == sort}
        if not kinds:
            continue
        row = rows.get(sort)
        if row is None or set(kinds) - set(pool.units):
            return Barred("It has no such units.", R(pool.rule))
        sizes = [forces.kinds[k].factors for k, n in kinds.items() for _ in range(n)]
        too_many = row.units is not None and len(sizes) > row.units
        sums = [sum(sizes)] if row.together else sizes
        if too_many or (row.factors is not None and any(size > row.factors for size in sums)):
            return Barred(row.text, row.rule)
    return None
