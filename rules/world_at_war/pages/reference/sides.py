"""Sides of minor countries for the rules page, made from the data that judges."""

from collections.abc import Iterator
from functools import partial

from rules.kernel.grammar import capital
from rules.kernel.pages import RuleTable
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.status.status import power_name

PART = "Sides of minor countries"
_table = partial(RuleTable, part=PART)


def side_tables(tables: Tables) -> Iterator[RuleTable]:
    """Whom an attacked country joins, what war on a minor costs, and who is what from the start."""
    sides = tables.sides
    yield _table(
        key="sides-friends",
        title="Whom a country joins that survives an attack",
        columns=("Attacked by", "Joins"),
        rows=tuple(
            (capital(power_name(power)), power_name(friend))
            for power, friend in sides.friends.items()
        ),
        rule="82.81",
        note="At peace with everybody who could help, an attacker leaves it to fight alone for now.",
    )
    price = str(tables.prewar.costs.minor)
    yield _table(
        key="sides-price",
        title="What a declaration of war on a minor country costs",
        columns=("On", "BRPs", "Rule"),
        rows=(
            ("One country", price, "82.41"),
            *((f"{pair.title}, in one turn", price, pair.rule) for pair in sides.pairs),
        ),
        rule="82.41",
        note="Always in full, whatever the season.",
    )
    events = [
        (capital(tables.areas[key].name), power_name(one.power), one.reason, one.rule)
        for key, one in sides.waits.items()
    ]
    border = sides.border_war
    events.append(
        (
            capital(tables.areas[border.area].name),
            power_name(border.power),
            border.reason,
            border.rule,
        )
    )
    yield _table(
        key="sides-events",
        title="Countries that an event in Europe brings to a side",
        columns=("Country", "Joins", "When", "Rule"),
        rows=tuple(events),
        rule="84.11D",
    )
    joined = sides.told("associated", power="the power")
    hexes = sides.told("hexes", power="the power")
    yield _table(
        key="sides-effects",
        title="What association, alliance and control of hexes mean",
        columns=("Of", "Effect", "Rules"),
        rows=(
            *(
                ("Associates and allies", text, rule)
                for text, rule in zip(joined, ("84.42, 85.42", "84.44, 85.44"), strict=True)
            ),
            *(("Hex control by a result", text, "82.31") for text in hexes),
        ),
        rule="84.41",
    )
