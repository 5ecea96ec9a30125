"""The tables of the rules page, made from the same data that judges."""

from collections.abc import Iterator

from rules.kernel.rulebook import RuleTable
from rules.kernel.tally import Modifier
from rules.world_at_war.model.powers import FACTIONS, POWERS
from rules.world_at_war.model.tables import Tables, build
from rules.world_at_war.model.tables.countries import Minor, ResultRow
from rules.world_at_war.pages.reference.forces import force_tables
from rules.world_at_war.pages.reference.ledger import ledger_tables
from rules.world_at_war.pages.reference.regions import region_tables
from rules.world_at_war.pages.reference.sides import side_tables
from rules.world_at_war.pages.reference.tensions import tension_tables

SOURCES = {"seed": "", "gap": "reconstructed", "house": "house"}


def rule_tables() -> tuple[RuleTable, ...]:
    """Allotments, then each country's modifiers and results, the tension tracks, BRPs, sides
    and forces of minor countries, and single countries' rules.
    """
    tables = build({})
    return (
        *_allotments(tables),
        *(sheet for minor in tables.minors.values() for sheet in _country(tables, minor)),
        *tension_tables(tables),
        *ledger_tables(tables),
        *side_tables(tables),
        *force_tables(tables),
        *region_tables(tables),
    )


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else str(amount)


def _reason(modifier: Modifier, minor: Minor | None = None) -> str:
    if minor is None:
        return modifier.reason
    return modifier.reason.replace("{name}", minor.name)


def _allotments(tables: Tables) -> Iterator[RuleTable]:
    for key, allotment in tables.allotments.items():
        rows = [("Each year", str(allotment.basic), "")]
        rows += [
            (line.reason, _signed(line.amount), SOURCES[line.source]) for line in allotment.lines
        ]
        yield RuleTable(
            key=f"points-{key}",
            title=f"Diplomatic points of {POWERS[key].name}",
            columns=("Reason", "Points", ""),
            rows=tuple(rows),
            rule="49.11",
            part="Diplomatic points",
        )


def _country(tables: Tables, minor: Minor) -> Iterator[RuleTable]:
    title = minor.name[:1].upper() + minor.name[1:]
    winners = ", ".join(FACTIONS[faction].name for faction in minor.lists)
    rows = [("Base alignment", _signed(minor.base), "Basic Alignments")]
    rows += [
        (_reason(modifier, minor), _signed(modifier.amount), modifier.rule)
        for modifier in tables.blocks[minor.key]
    ]
    yield RuleTable(
        key=f"modifiers-{minor.key}",
        title=f"{title}: modifiers",
        columns=("Reason", "Amount", "Rule"),
        rows=tuple(rows),
        rule=minor.heading,
        note=f"May be won by: {winners}." if winners else "",
        part=title,
    )
    yield RuleTable(
        key=f"results-{minor.key}",
        title=f"{title}: results",
        columns=("Row", "What it means", ""),
        rows=tuple((row.key, row.meaning, _remarks(row)) for row in minor.rows),
        rule=minor.own,
        part=title,
    )


def _remarks(row: ResultRow) -> str:
    said = ["For good; no further rolls."] if row.permanent else []
    if row.volunteers:
        said.append(f"{row.volunteers} infantry may fight in Russia.")
    return " ".join((*said, *row.effects))
