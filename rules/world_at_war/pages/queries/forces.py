"""Questions about the forces of minor countries, by name; ``signatures`` declares what they take."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.world_at_war.forces import (
    construction,
    deployment,
    limits,
    movement,
    strength,
    volunteers,
)
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.pages import dossier, ledgers
from rules.world_at_war.pages.queries.arguments import Arguments, area_in
from rules.world_at_war.status.belligerents import enemies
from rules.world_at_war.status.status import areas_of, standing


def _one_of(name: str, value: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    if value not in known:
        raise NotUnderstood(f"There is no {name} {value!r}.", remedy=f"There are {', '.join(known)}.")  # fmt: skip
    return value


def _forces(state: WarState, given: Arguments) -> Any:
    key = area_in(state, given)
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


def _handling(state: WarState, given: Arguments) -> Any:
    key = area_in(state, given)
    bearing, power = strength.bearing_of(state, key)
    return {
        "bearing": bearing,
        "power": power,
        "topics": {row.topic: row.rule for row in strength.handling(state, key)},
    }


def _dominion(state: WarState, given: Arguments) -> Any:
    key = area_in(state, given)
    if standing(state, key, "commonwealth") is None:
        raise NotUnderstood(f"{key!r} is no dominion.", remedy="Ask for one of the four.")
    return {
        "fights": list(enemies(state, "britain")),
        "topics": {row.topic: row.rule for row in strength.handling(state, key)},
        "rule": R("82.13"),
    }


def _building(state: WarState, given: Arguments) -> Any:
    key = area_in(state, given)
    barred, where = construction.idle(state, key), construction.place(state, key)
    return {
        "sorts": {row.sort: row for row in construction.allowed(state, key)},
        "where": where,
        "idle": {"why": barred.why, "rule": barred.rule} if barred else None,
    }


def _build(state: WarState, given: Arguments) -> Any:
    wanted = {
        _one_of("kind of unit", str(kind), tables_of(state).forces.kinds): int(number)
        for kind, number in given.get("units", {}).items()
    }
    key = area_in(state, given)
    at, lacks = str(given.get("at", "")), tuple(given.get("lacks", ()))
    risen = {str(side): int(number) for side, number in given.get("partisans", {}).items()}
    barred = None
    if wanted or not (risen or given.get("repair")):
        barred = construction.problem(state, key, wanted) or construction.misplaced(
            state, key, at, lacks
        )
    if barred is None and given.get("repair"):
        barred = construction.unrepaired(state, key, str(given.get("yard", "own")))
    if barred is None and risen:
        barred = construction.unrisen(state, key, risen, at, lacks)
    return {
        "may": barred is None,
        "why": barred.why if barred else "",
        "rule": barred.rule if barred else "",
    }


def _deployment(state: WarState, given: Arguments) -> Any:
    return deployment.deployment(state, area_in(state, given), str(given.get("attacker", "")))


def _enter(state: WarState, given: Arguments) -> Any:
    return movement.may(
        state,
        str(given.get("of", "")),
        str(given.get("to", "")),
        str(given.get("unit", "ground")),
        str(given.get("deed", "enter")),
    )


def _country(state: WarState, given: Arguments) -> str:
    return _one_of("country", str(given.get("of", "")), dict(tables_of(state).minors))


def _foreign(state: WarState, given: Arguments) -> Any:
    return limits.limit(state, _country(state, given))


def _attack_from(state: WarState, given: Arguments) -> Any:
    by = _one_of("faction", str(given.get("by", "")), ("axis", "western", "russia"))
    return limits.attack_from(state, _country(state, given), by, str(given.get("into", "")))


def _mission(state: WarState, given: Arguments) -> Any:
    whose = _one_of("owner", str(given.get("whose", "")), ("minor", "major"))
    unit = _one_of("unit", str(given.get("unit", "")), ("air", "naval"))
    what = _one_of("mission", str(given.get("mission", "")), tables_of(state).forces.missions)
    return deployment.mission(state, area_in(state, given), whose, unit, what)


def _volunteers(state: WarState, given: Arguments) -> Any:
    return volunteers.volunteers(
        state, _one_of("country", str(given.get("of", "")), volunteers.COUNTRIES)
    )


def _zones(state: WarState, given: Arguments) -> Any:
    return deployment.zones_reach_in(state, area_in(state, given))


def _countries(state: WarState, given: Arguments) -> Any:
    return dossier.index(state)


def _file(state: WarState, given: Arguments) -> Any:
    of = str(given.get("of", ""))
    if of not in tables_of(state).areas:
        of = next(iter(areas_of(state, of)), of)
    return dossier.file(state, of, str(given.get("power", "")) or None)


def _ledgers(state: WarState, given: Arguments) -> Any:
    if "of" in given:
        return (ledgers.account(state, _one_of("power", str(given["of"]), dict(POWERS))),)
    return ledgers.accounts(state)


ANSWERS: dict[str, Callable[[WarState, Arguments], Any]] = {
    "forces": _forces, "handling": _handling, "dominion": _dominion, "building": _building,
    "build": _build, "deployment": _deployment, "enter": _enter, "foreign": _foreign,
    "attack_from": _attack_from, "mission": _mission, "zones": _zones, "volunteers": _volunteers,
    "countries": _countries, "country": _file, "ledgers": _ledgers,
}  # fmt: skip
