"""The tables of the rules page, made from the same data that judges."""

from collections.abc import Iterator

from rules.kernel.grammar import capital
from rules.kernel.pages import RuleTable
from rules.kernel.setup import in_sentence
from rules.world_at_war.model.powers import FACTIONS, POWERS
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.model.tables.countries import Minor, ResultRow

SOURCES = {"seed": "", "gap": "reconstructed", "house": "house"}


def diplomacy_tables(tables: Tables) -> Iterator[RuleTable]:
    """Allotments, then each country's modifiers and results."""
    yield from _allotments(tables)
    for minor in tables.minors.values():
        yield from _country(tables, minor)


def signed(amount: int) -> str:
    """An amount of a table with its sign."""
    return f"+{amount}" if amount > 0 else str(amount)


def _allotments(tables: Tables) -> Iterator[RuleTable]:
    for key, allotment in tables.allotments.items():
        rows = [("Each year", str(allotment.basic), "")]
        rows += [
            (line.reason, signed(line.amount), SOURCES[line.source]) for line in allotment.lines
        ]
        power = in_sentence(POWERS, key)
        yield RuleTable(
            key=f"points-{key}",
            title=f"Diplomatic points of {power}",
            columns=("Reason", "Points", ""),
            rows=tuple(rows),
            rule="49.11",
            part="Diplomatic points",
        )


def _country(tables: Tables, minor: Minor) -> Iterator[RuleTable]:
    title = capital(minor.name)
    winners = ", ".join(FACTIONS[faction].name for faction in minor.lists)
    rows = [("Base alignment", signed(minor.base), "Basic Alignments")]
    rows += [
        (modifier.reason, signed(modifier.amount), modifier.rule)
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
