"""The tables of the rules page, made from the data that judges."""

from examples.three_harbors.model.tables import build
from rules.kernel.pages import RuleTable


def tables() -> tuple[RuleTable, ...]:
    """The modifiers."""
    table = build({})
    return (
        RuleTable(
            key="modifiers",
            title=f"Added to the die of a valley; {table.needed} are needed",
            columns=("Reason", "Amount", "Rule"),
            rows=tuple((row.reason, f"{row.amount:+}", row.rule) for row in table.modifiers),
        ),
    )
