"""How strong a minor country is, as far as the tables know: units, partisans, whose force pool.

A number is a tally of how it came about; ``None`` where it was lost in print and nobody has
entered it (Ruling 41).
"""

from typing import Literal

import msgspec

from rules.kernel.grammar import capital
from rules.kernel.tally import Row, Tally, tally
from rules.world_at_war.model.calendar import calendar_of, year_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.forces import Bearing, Handling, Partisans, Pool, Sort
from rules.world_at_war.status.local_rules import number
from rules.world_at_war.status.status import area_of, is_colony, standing, statuses

SIDES = {"axis": "Axis", "western": "Western", "russia": "Russian", "japan": "Japanese"}
_RISINGS = {
    "egypt": "wafdist_partisans", "persia": "persian_partisans", "ireland": "irish_partisans",
    **dict.fromkeys(
        ("iraq", "kuwait", "arabia", "transjordan", "palestine", "lebanon_syria"), "arab_partisans"
    ),
}  # fmt: skip
"""Which number says how many partisans Germany may have in a country now."""


class Units(msgspec.Struct, frozen=True, kw_only=True):
    """Units of one kind in a country's force pool; ``count`` is ``None`` where it was lost, and ``path``
    is then the override that enters it.
    """

    key: str
    label: str
    sort: Sort
    count: Tally | None
    path: str = ""


class Fighters(msgspec.Struct, frozen=True, kw_only=True):
    """Partisans that a side may have in a country: at most, as many as results allow now, and how
    many of them may be built ``a_turn`` (``None``: no bound of these rules).
    """

    side: str
    label: str
    most: int | None
    now: int | None
    a_turn: int | None = None
    rule: str
    path: str = ""


class Growth(msgspec.Struct, frozen=True, kw_only=True):
    """Infantry factors by which a dominion's pool may grow, and whether the time has come."""

    factors: int
    open: bool
    text: str
    rule: str


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """In whose force pool a country's units are: a power, or the country's own (empty power)."""

    power: str
    text: str
    rule: str


def pool_of(state: WarState, key: str) -> Pool | None:
    """The row of the table; ``None`` for an area without forces (82.62). Luxembourg has none."""
    return tables_of(state).forces.pools.get(key)


def bearing_of(state: WarState, key: str) -> tuple[Bearing | Literal[""], str]:
    """What an area's units are to the power that moves them, and that power (empty: their own)."""
    if key == "croatia":
        over = standing(state, "yugoslavia", "conquered")
        if over is not None and over.faction == "axis":
            return "conquest", over.power
    bears: dict[str, Bearing] = {
        "allied": "ally", "associated": "associate", "commonwealth": "commonwealth",
        "independent": "independent",
    }  # fmt: skip
    for one in statuses(state, key):
        if one.category in bears:
            return bears[one.category], one.power
    return "", ""


def units(state: WarState, key: str) -> tuple[Units, ...]:
    """The force pool of an area by kind, in the order of the tables; nothing when it has none."""
    pool = pool_of(state, key)
    if pool is None or _only_a_colony(state, key):
        return ()
    by_result = pool.results.get(state.country(key).result, {}) if pool.results else {}
    table = {**pool.units, **by_result}
    kinds = dict.fromkeys([*table, *(k for wave in pool.waves for k in wave.units)])
    found = []
    for kind in kinds:
        of = tables_of(state).forces.kinds[kind]
        count = table.get(kind, 0)
        told = None if count is None else _count(state, key, pool, kind, count)
        path = f"forces.pools.{key}.units.{kind}" if told is None else ""
        if told is None and kind in by_result:
            path = f"forces.pools.{key}.results.{state.country(key).result}.{kind}"
        found.append(Units(key=kind, label=of.label, sort=of.sort, count=told, path=path))
    return tuple(found)


def _count(state: WarState, key: str, pool: Pool, kind: str, count: int) -> Tally:
    rows = [
        Row(
            f"war-{wave.after}",
            wave.units[kind],
            f"{wave.after} turns after the outbreak of war",
            R("82.61"),
        )
        for wave in pool.waves
        if kind in wave.units and since_outbreak(state) >= wave.after
    ]
    change = int(state.facts.get(f"{key}.adjustment", 0)) if key == "croatia" else 0
    if change and kind == "infantry_1_3":
        rows.append(Row("prelude", change, "Gathering Storm", pool.rule))
    reason = "By the diplomatic result" if pool.results else "In the table"
    label = tables_of(state).forces.kinds[kind].label
    return tally(label, rows, base=count, base_reason=reason, base_rule=pool.rule)


def since_outbreak(state: WarState) -> int:
    """Whole game turns since war broke out; below zero before it."""
    year, season = tables_of(state).forces.outbreak
    now = calendar_of(state.scenario).at(state.turn)
    return (now.year - year) * 4 + now.period - season


def partisans(state: WarState, key: str) -> tuple[Fighters, ...]:
    """Partisans of each side in an area, by the table and the research results of the moment."""
    pool = pool_of(state, key)
    if pool is None:
        return ()
    found = []
    for side, row in pool.partisans.items():
        most = _most(state, row)
        now = most
        if side == "axis" and key in _RISINGS and most is not None:
            now = min(most, number(state, _RISINGS[key]).net)
        path = f"forces.pools.{key}.partisans.{side}.most" if most is None else ""
        found.append(
            Fighters(
                side=side,
                label=SIDES[side],
                most=most,
                now=now,
                a_turn=row.a_turn,
                rule=R(row.rule),
                path=path,
            )
        )
    return tuple(found)


def _most(state: WarState, row: Partisans) -> int | None:
    if row.most is None or not row.yearly_from:
        return row.most
    return row.most + max(0, year_of(state.scenario, state.turn) - row.yearly_from + 1)


def growth(state: WarState, key: str) -> Growth | None:
    """What war with Japan, or Spring 1942, adds to the infantry of Australia and of India."""
    pool = pool_of(state, key)
    if pool is None or not pool.pacific_growth:
        return None
    now = calendar_of(state.scenario).at(state.turn)
    open_ = state.yes("war.japan.britain") or (now.year, now.period) >= (1942, 0)
    text = (
        f"Up to {pool.pacific_growth} infantry factors more, in an Allied player turn after Japan and "
        "Britain go to war, or from Spring 1942"
    )
    return Growth(factors=pool.pacific_growth, open=open_, text=text, rule=R("82.61"))


def force_pool(state: WarState, key: str) -> Holder:
    """In whose force pool an area's units are now (82.13D, 85.47)."""
    bearing, power = bearing_of(state, key)
    if state.area(key).disarmed:
        return Holder(power="", text="Its units are out of play for good.", rule=R("85.52A"))
    if standing(state, key, "conquered") and bearing != "conquest":
        return Holder(power="", text="Its units were removed when it fell.", rule=R("83.21"))
    if bearing == "ally":
        text = "Ground and air units, lost ones too, are in the force pool of its major power."
        return Holder(power=power, text=text, rule=R("85.47"))
    if bearing == "conquest":
        return Holder(power=power, text="Raised for the conqueror.", rule=R("83.71A"))
    if bearing == "commonwealth":
        text = "British units, in the British force pool even after a British surrender."
        return Holder(power=power, text=text, rule=R("82.13D"))
    text = "Its units are its own, and its losses wait for an alliance."
    return Holder(power="", text=text, rule=R("84.47"))


def without_forces(state: WarState, key: str) -> bool:
    """Whether an area has no armed forces of its own (82.62, 86.11)."""
    pool = pool_of(state, key)
    unarmed = pool is None or not pool.units or _only_a_colony(state, key)
    return unarmed and not forces_elsewhere(state, key)


def _only_a_colony(state: WarState, key: str) -> bool:
    """Whether an area that has forces as a country of its own is a colony now, which has none (82.62)."""
    area = area_of(state, key)
    return f"exists.{area.diplomacy}" in FACTS and is_colony(state, area)


def forces_elsewhere(state: WarState, key: str) -> bool:
    """Whether an area may have forces by a rule that is in none of the sources: the French colonies
    in Europe (82.62 names 75.61).
    """
    area = area_of(state, key)
    return (area.kind, area.owner, area.theatre) == ("colony", "france", "europe")


def handling(state: WarState, key: str) -> tuple[Handling, ...]:
    """How an area's units are handled now, one row for each respect."""
    bearing, _ = bearing_of(state, key)
    return tuple(
        row
        for row in tables_of(state).forces.handling
        if bearing in row.bearings and (not row.of or key in row.of)
    )


def named(state: WarState, key: str) -> str:
    """An area's name as a sentence begins with it."""
    name = area_of(state, key).name
    return capital(name)
