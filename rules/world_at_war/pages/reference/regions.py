"""The regional tables for the rules page, made from the data that judges."""

from collections.abc import Iterator
from functools import partial

from rules.kernel.grammar import capital
from rules.kernel.pages import RuleTable
from rules.world_at_war.model.names import listed, signed
from rules.world_at_war.model.powers import FACTIONS, POWERS
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.model.tables.regions import Standing, Sum

PART = "Single countries"
_table = partial(RuleTable, part=PART)
SIDES = {**{key: side.name for key, side in FACTIONS.items()}, "allied": "Allies"}


def region_tables(tables: Tables) -> Iterator[RuleTable]:
    """The numbers with their reasons, then for each region what holds in its countries."""
    for key, given in tables.regions.sums.items():
        yield _table(
            key=f"number-{key}",
            title=given.title,
            columns=("Reason", "Amount", "Rule"),
            rows=_reasons(given),
            rule=given.rule,
            note=f"Countries: {_names(tables, given.areas)}.",
        )
    for key, region in tables.regions.regions.items():
        rows = [one for one in tables.regions.standing if set(one.areas) & set(region.areas)]
        yield _table(
            key=f"region-{key}",
            title=f"{region.title}: what holds there",
            columns=("Country", "Rule of the country", "When", "Rule"),
            rows=tuple(_row(tables, one) for one in rows),
            rule=region.rule,
        )


def _reasons(given: Sum) -> tuple[tuple[str, ...], ...]:
    rows = [("To begin with", str(given.base), given.rule)] if given.base else []
    for row in given.rows:
        amount = "not known" if row.key in given.unknown else signed(row.amount)
        rows.append((row.reason, amount, row.rule))
    return tuple(rows)


def _names(tables: Tables, areas: tuple[str, ...]) -> str:
    return listed([tables.areas[area].name for area in areas])


def _row(tables: Tables, one: Standing) -> tuple[str, ...]:
    names = _names(tables, one.areas)
    who = [POWERS[w].name if w in POWERS and w not in SIDES else SIDES[w] for w in one.who]
    when = one.because.rstrip(".") or ("never" if one.otherwise else "always")
    whose = f" ({listed(who)})" if who else ""
    return f"{capital(names)}", f"{one.text}{whose}", when, one.rule
