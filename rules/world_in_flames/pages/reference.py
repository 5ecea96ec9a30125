"""The tables of the rules page, made from the same data that judges."""

from collections.abc import Iterator

from rules.kernel.pages import RuleTable
from rules.world_in_flames.model.tables import ModifierRow, build
from rules.world_in_flames.model.variants import READINGS
from rules.world_in_flames.pages.log import signed
from rules.world_in_flames.surrender import italy


def tables() -> tuple[RuleTable, ...]:
    """Isolation, Italy, Japan."""
    return (*_isolation(), *_italy(), *_japan())


def _isolation() -> Iterator[RuleTable]:
    yield RuleTable(
        key="isolated",
        title="When a set of land hexes changes hands",
        columns=("Question", "Answer", "Rule"),
        rows=(
            ("What is a set?", "Land of one side that hangs together", "F-06"),
            ("What must lie around it?", "Enemy land in every hex", "Isolated Control: surround"),
            ("What blocks?", "Sea, lake, edge of the map, neutral land", "F-01, F-02, F-03"),
            ("What keeps it?", "A city, or a unit of its own side", "Isolated Control: city, unit"),
            ("Who takes it?", "The major power with the most hexes around it", "Isolated Control: majority"),
            ("And if they are equal?", "One draw among them for the set", "F-08"),
        ),
        rule="Isolated Control",
        part="Isolated control",
    )  # fmt: skip
    yield RuleTable(
        key="readings",
        title="Where the text can be read in two ways",
        columns=("Reading", "Here", "Otherwise"),
        rows=tuple(
            (f"{switch.label} ({switch.rule})", *_both(list(switch.choices.values())))
            for switch in READINGS.values()
        ),
        part="Isolated control",
    )


def _both(choices: list[str]) -> tuple[str, str]:
    return choices[0], " / ".join(choices[1:])


def _italy() -> Iterator[RuleTable]:
    table = build({}).italy
    yield RuleTable(
        key="italian-criteria",
        title=f"Early surrender of Italy: {table.needed} of these",
        columns=("Criterion", "Rule"),
        rows=tuple((row.text, row.rule) for row in table.criteria.values()),
        rule="Italian Surrender: criteria",
        note=f"And an Allied land unit in supply in the mainland. Then the garrison value or less on a die of {table.die}.",
        part="Italy",
    )
    yield RuleTable(
        key="italian-odds",
        title="Chance by garrison value",
        columns=("Garrison value", "Faces that succeed", "Chance"),
        rows=(
            *(_garrison(points, table.die) for points in range(table.die)),
            (f"{table.die} and more", "all", f"{table.die}/{table.die}"),
        ),
        rule="Italian Surrender: roll",
        part="Italy",
    )
    yield RuleTable(
        key="italian-factories",
        title="Italian factories",
        columns=("Hex", "Printed (blue, red)", "Under the rule", ""),
        rows=tuple(
            (
                each.name,
                f"{table.printed[each.key].blue}, {table.printed[each.key].red}",
                f"one {each.colour}" if each.colour else "none",
                each.source,
            )
            for each in italy.factories(table.printed, table.barren)
        ),
        rule="Italian Production",
        note="What is printed is to be set to your map; a moderator does it for a campaign (F-23).",
        part="Italy",
    )


def _garrison(points: int, faces: int) -> tuple[str, str, str]:
    succeed = f"1-{points}" if points > 1 else str(points or "none")
    return f"{points} to {points}¾", succeed, f"{points}/{faces}"


def _japan() -> Iterator[RuleTable]:
    table = build({}).japan
    yield RuleTable(
        key="japanese-lost",
        title=f"Original factories of the Japanese home nation, {table.factories} of which must be lost",
        columns=("What became of it", "Counts", "Rule"),
        rows=tuple((row.reason, "yes" if _counts(row) else "no", row.rule) for row in table.lost),
        rule="Japanese Surrender: factories",
        part="Japan",
    )
    yield RuleTable(
        key="japanese-modifiers",
        title="Added to the die",
        columns=("Reason", "Amount", "Rule"),
        rows=tuple((row.reason, _each(row), row.rule) for row in table.modifiers),
        rule="Japanese Surrender: roll",
        part="Japan",
    )
    yield RuleTable(
        key="japanese-odds",
        title=f"Chance by modifier, {table.surrender} or more needed",
        columns=("Added to the die", "Least face", "Chance"),
        rows=tuple(_odds(net, table.surrender, table.die) for net in range(1, table.surrender)),
        rule="Japanese Surrender: roll",
        part="Japan",
    )


def _counts(row: ModifierRow) -> bool:
    return row.amount != 0 and row.when is None


def _each(row: ModifierRow) -> str:
    return signed(row.amount) + (" each" if row.times != 1 else "")


def _odds(net: int, surrender: int, faces: int) -> tuple[str, str, str]:
    least = max(1, surrender - net)
    good = max(0, faces - least + 1)
    return signed(net), str(least) if good else "none", f"{good}/{faces}"
