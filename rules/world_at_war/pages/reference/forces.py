"""The tables of minor forces for the rules page, made from the data that judges."""

from collections.abc import Iterator
from functools import partial

from rules.kernel.grammar import capital
from rules.kernel.pages import RuleTable
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.model.tables.forces import Building, Pool, Range

PART = "Forces of minor countries"
_table = partial(RuleTable, part=PART)
UNKNOWN = "unknown"
BEARINGS = {
    "independent": "fights alone", "associate": "associate", "ally": "minor ally",
    "commonwealth": "dominion", "conquest": "raised from a conquest",
}  # fmt: skip
SIDES = {"axis": "Axis", "western": "Western", "russia": "Russian", "japan": "Japanese"}


def force_tables(tables: Tables) -> Iterator[RuleTable]:
    """Forces by country, what may be built of them, where they may go, the first attack."""
    yield _table(
        key="minor-forces",
        title="Forces of minor countries and dominions",
        columns=("Country", "Units", "Partisans"),
        rows=tuple(
            (_name(tables, key), _units(tables, pool), _partisans(pool))
            for key, pool in sorted(tables.forces.pools.items())
        ),
        rule="82.61",
        note="Unknown cells were lost in print; a moderator enters them for a campaign.",
    )
    yield _table(
        key="minor-building",
        title="Building them",
        columns=("What", "While it is", "Each turn"),
        rows=tuple(
            (
                row.sort.capitalize() + _of(tables, row),
                ", ".join(BEARINGS[one] for one in row.bearings),
                f"{row.why} {row.rule}",
            )
            for row in tables.forces.building
        ),
        rule="84.47",
    )
    yield _table(
        key="minor-ranges",
        title="Where they may go",
        columns=("Units of", "While it is", "Besides home"),
        rows=tuple(
            (
                ", ".join(_name(tables, key) for key in row.of),
                ", ".join(BEARINGS[one] for one in row.bearings)
                + (f" of the {SIDES.get(row.side, 'Allies')}" if row.side else ""),
                f"{_range(tables, row)} {row.rule}",
            )
            for row in tables.roaming.rows
        ),
        rule="85.46",
        note="Associates in Europe stay at home. "
        + " ".join(f"{_listed(tables, bar.of)}: {bar.why}" for bar in tables.roaming.bars),
    )
    yield _table(
        key="first-attack",
        title="Defending against the first attack",
        columns=("Units", "May", ""),
        rows=tuple(
            (
                f"{'The country' if row.whose == 'minor' else 'Its friends'}: {row.unit}",
                ", ".join(tables.forces.missions[one] for one in row.missions),
                "until it joins a side" if row.until_joined else "",
            )
            for row in tables.forces.first_attack
        ),
        rule="82.7",
    )


def _name(tables: Tables, key: str) -> str:
    name = tables.areas[key].name if key in tables.areas else "Vlasov"
    return capital(name)


def _listed(tables: Tables, keys: tuple[str, ...]) -> str:
    return ", ".join(_name(tables, key) for key in keys)


def _units(tables: Tables, pool: Pool) -> str:
    """The row of a country; kinds that it has none of are left out."""
    parts = _counted(tables, pool.units)
    if pool.units and all(count is None for count in pool.units.values()):
        parts = [UNKNOWN]
    for wave in pool.waves:
        more = ", ".join(_counted(tables, dict(wave.units)))
        parts.append(f"after {wave.after} turns of war {more} more")
    parts += ["by the diplomatic result"] if pool.results else []
    return "; ".join((*(parts or ["none"]), *pool.notes))


def _counted(tables: Tables, units: dict[str, int | None]) -> list[str]:
    kinds = tables.forces.kinds
    return [
        f"{UNKNOWN if count is None else count} \N{MULTIPLICATION SIGN} {kinds[kind].label}"
        for kind, count in units.items()
        if count != 0
    ]


def _partisans(pool: Pool) -> str:
    known = [
        f"{SIDES[side]} {row.most}" for side, row in pool.partisans.items() if row.most is not None
    ]
    lost = any(row.most is None for row in pool.partisans.values())
    return "; ".join((*known, *([f"others {UNKNOWN}" if known else UNKNOWN] if lost else [])))


def _of(tables: Tables, row: Building) -> str:
    return f" of {_listed(tables, row.of)}" if row.of else ""


def _range(tables: Tables, row: Range) -> str:
    """The places that a row opens."""
    if row.anywhere:
        return "Anywhere."
    names = dict(tables.roaming.regions) | {key: area.name for key, area in tables.areas.items()}
    parts = [names[place] for place in (*row.to, *row.fronts)]
    parts += ["conquered or hostile Balkan countries"] if row.balkans else []
    words = ", ".join(parts) or "nowhere"
    return f"{capital(words)}."
