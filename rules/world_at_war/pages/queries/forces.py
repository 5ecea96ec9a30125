"""Questions about the forces of minor countries, by name."""

from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.kernel.questions import Argument, ListOf, Number, OneOf, Table, Words
from rules.world_at_war.forces import (
    construction,
    deployment,
    limits,
    movement,
    strength,
    volunteers,
)
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.forces import Need
from rules.world_at_war.pages import dossier
from rules.world_at_war.pages.queries.arguments import (
    AREA,
    COUNTRY,
    EITHER,
    FACTION,
    MAY,
    POWER,
    permission,
    question,
)
from rules.world_at_war.status.belligerents import enemies
from rules.world_at_war.status.status import areas_of, standing


def _forces(state: WarState, key: str) -> Any:
    units, partisans = strength.units(state, key), strength.partisans(state, key)
    holder, growth = strength.force_pool(state, key), strength.growth(state, key)
    unknown = [unit.path for unit in units if unit.count is None]
    unknown += [row.path for row in partisans if row.most is None]
    return {
        "units": {unit.key: unit.count.net if unit.count else None for unit in units},
        "partisans": {row.side: row.most for row in partisans},
        "now": {row.side: row.now for row in partisans},
        "unknown": unknown,
        "none": strength.without_forces(state, key),
        "pool": {"power": holder.power, "rule": holder.rule},
        "growth": {"factors": growth.factors, "open": growth.open} if growth else None,
    }


def _handling(state: WarState, key: str) -> Any:
    bearing, power = strength.bearing_of(state, key)
    return {
        "bearing": bearing,
        "power": power,
        "topics": {row.topic: row.rule for row in strength.handling(state, key)},
    }


def _dominion(state: WarState, key: str) -> Any:
    if standing(state, key, "commonwealth") is None:
        raise NotUnderstood(f"{key!r} is no dominion.", remedy="Ask for one of the four.")
    return {
        "fights": list(enemies(state, "britain")),
        "topics": {row.topic: row.rule for row in strength.handling(state, key)},
        "rule": R("82.13"),
    }


def _building(state: WarState, key: str) -> Any:
    barred, where = construction.idle(state, key), construction.place(state, key)
    return {
        "sorts": {row.sort: row for row in construction.allowed(state, key)},
        "where": where,
        "idle": {"why": barred.why, "rule": barred.rule} if barred else None,
    }


def _build(
    state: WarState,
    key: str,
    units: dict[str, int],
    at: str,
    lacks: tuple[Need, ...],
    partisans: dict[str, int],
    repair: int,
    yard: str,
) -> Any:
    barred = None
    if units or not (partisans or repair):
        barred = construction.problem(state, key, units) or construction.misplaced(
            state, key, at, lacks
        )
    if barred is None and repair:
        barred = construction.unrepaired(state, key, yard)
    if barred is None and partisans:
        barred = construction.unrisen(state, key, partisans, at, lacks)
    return permission(barred)


def _file(state: WarState, key: str, power: str | None) -> Any:
    if key not in tables_of(state).areas:
        key = next(iter(areas_of(state, key)), key)
    return dossier.file(state, key, power)


QUESTIONS = {
    "forces": question(_forces, "The forces of an area", "units, partisans, now, unknown, none, pool, growth", of=Argument(AREA)),
    "handling": question(_handling, "How an area's units are handled", "bearing, power, topics", of=Argument(AREA)),
    "dominion": question(_dominion, "How a dominion's units are handled", "fights, topics, rule", of=Argument(AREA)),
    "building": question(_building, "What may be built of an area's units", "sorts, where, idle", of=Argument(AREA)),
    "build": question(_build, "Whether units and partisans may be built, and ships repaired, in one turn", MAY, of=Argument(AREA),
        units=Argument(Table(OneOf(lambda state: tables_of(state).forces.kinds, "a kind of unit"), Number(0, 50)), {}),
        at=Argument(OneOf(lambda state: (*tables_of(state).areas, construction.BOX, "ulster"), "an area, or box"), ""),
        lacks=Argument(ListOf(OneOf(construction.FAILINGS, "a quality of the hex")), ()),
        partisans=Argument(Table(OneOf(("axis", "western", "russia", "japan"), "a side"), Number(0, 20)), {}),
        repair=Argument(Number(0, 20), 0), yard=Argument(OneOf(construction.YARDS, "in whose hands the yard is"), "own")),
    "deployment": question(deployment.deployment, "How an area's forces are set up", "occasion, by, capital, text, rule, notes",
        of=Argument(AREA), attacker=Argument(POWER, "")),
    "enter": question(movement.may, "Whether an area's units may do a deed somewhere", "may, only, why, rule",
        of=Argument(OneOf(lambda state: (*tables_of(state).areas, movement.VLASOV), "an area")), to=Argument(Words(200)),
        unit=Argument(OneOf(movement.UNITS, "a sort of unit"), "ground"), deed=Argument(OneOf(movement.DEEDS, "a deed"), "enter")),
    "foreign": question(limits.limit, "The limit on foreign factors with all that counts", "the limit, or nothing", of=Argument(COUNTRY)),
    "attack_from": question(limits.attack_from, "Whether a faction may attack out of a country", MAY,
        of=Argument(COUNTRY), by=Argument(FACTION), into=Argument(Words(200), "")),
    "volunteers": question(volunteers.volunteers, "A country's volunteers on the eastern front",
        "granted, lost, barred, sent, may, room, free, due", of=Argument(OneOf(volunteers.COUNTRIES, "a country with volunteers"))),
    "mission": question(deployment.mission, "What aircraft and ships may do in the first attack", MAY, of=Argument(AREA),
        whose=Argument(OneOf(("minor", "major"), "an owner")), unit=Argument(OneOf(("air", "naval"), "a sort of unit")),
        mission=Argument(OneOf(lambda state: tables_of(state).forces.missions, "a mission"))),
    "zones": question(deployment.zones_reach_in, "Whether enemy armor reaches into an attacked area", "true or false", of=Argument(AREA)),
    "countries": question(dossier.index, "The index of all areas", "groups of areas"),
    "country": question(_file, "The file of an area or country", "the file",
        of=Argument(EITHER), power=Argument(POWER, None)),
}  # fmt: skip
