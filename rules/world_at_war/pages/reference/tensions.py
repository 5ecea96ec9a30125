"""The tension tables for the rules page, made from the data that judges."""

from collections.abc import Iterator
from functools import partial

from rules.kernel.pages import RuleTable
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.model.tables.tensions import TensionRow, When
from rules.world_at_war.model.variants import SWITCHES
from rules.world_at_war.pages.reference.diplomacy import signed

MOMENTS: dict[When, str] = {
    "start": "as the turn opens",
    "turn": "as the turn opens, or when it comes about",
    "axis_end": "as the Axis player turn ends",
    "allied_end": "as the Allied player turn ends",
}
PART = "Tensions"
_table = partial(RuleTable, part=PART)
MISSING = "in none of the sources"


def tension_tables(tables: Tables) -> Iterator[RuleTable]:
    """Thresholds, status and event rows of each track; starting levels, mobilizations, limits."""
    for key, scale in tables.scales.items():
        yield _table(
            key=f"track-{key}",
            title=scale.title,
            columns=("Level", "Effect", "At the latest"),
            rows=tuple(
                (str(step.level), " ".join((f"{step.effect}.", *step.more)), step.latest)
                for step in scale.steps
            ),
            rule=scale.automatic.rule,
            note=f"{scale.automatic.reason}: {signed(scale.automatic.amount)}.",
        )
        for sort, rows in (
            ("status", tables.tensions.status[key]),
            ("event", tables.tensions.event[key]),
        ):
            yield _table(
                key=f"{sort}-{key}",
                title=f"{scale.title}: {sort} modifiers",
                columns=("Reason", "Amount", "When"),
                rows=tuple(_row(row, sort) for row in rows),
                rule=f"{key.upper()}: {sort} modifiers",
            )
    yield _starts(tables)
    yield _mobilizations(tables)
    yield _table(
        key="limits",
        title="What binds powers before the great wars",
        columns=("Power", "Limit", "Rule"),
        rows=tuple(
            (POWERS[one.power].name, f"{one.title}. {one.text}", one.rule)
            for one in tables.prewar.limits
        ),
    )


def _row(row: TensionRow, sort: str) -> tuple[str, str, str]:
    when = MOMENTS[row.at] if sort == "status" else "when it happens"
    only = "; ".join(f"{SWITCHES[key].choices[value]}" for key, value in row.only.items())
    amount = signed(row.modifier.amount) if row.modifier.amount else "not known"
    return row.modifier.reason, amount, f"{when} ({only})" if only else when


def _starts(tables: Tables) -> RuleTable:
    rows = [
        (
            tables.scales[track].title,
            prelude.replace("_", " ").capitalize(),
            str(level) if level is not None else MISSING,
        )
        for prelude, levels in tables.tensions.start.items()
        for track, level in levels.items()
    ]
    return _table(
        key="starting-levels",
        title="Starting levels",
        columns=("Track", "After", "Level"),
        rows=tuple(rows),
        rule="Ruling 36",
    )


def _mobilizations(tables: Tables) -> RuleTable:
    rows = []
    for plan in tables.prewar.mobilizations.values():
        brps = f"{plan.brps} BRPs" if plan.brps is not None else ""
        brps = brps or MISSING
        levels = ", ".join(map(str, plan.levels))
        rest = (
            f"then after {', '.join(map(str, plan.after))} turns"
            if plan.after
            else "then each turn"
        )
        rows.append(
            (plan.title, f"{plan.count} of {brps}", f"at {levels}, {rest}; in war each turn")
        )
    delays = ", ".join(f"{kind} {turns}" for kind, turns in tables.prewar.delays.items())
    return _table(
        key="mobilizations",
        title="Mobilizations",
        columns=("Where", "How many", "When"),
        rows=tuple(rows),
        note=f"Turns until units may be built: {delays}.",
        rule="Ruling 38",
    )
