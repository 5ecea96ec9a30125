"""The opening position (3.2, 15.1)."""

from collections.abc import Mapping
from typing import Any

from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.geometry import zone
from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.state import Deal, DecisionState, Minor, Nation
from rules.days_of_decision.model.tables import build
from rules.kernel.facts import FactValue


def opening(
    scenario: str,
    variants: Mapping[str, str],
    tables: Mapping[str, Any],
    facts: Mapping[str, FactValue],
) -> DecisionState:
    """The state before the first turn begins."""
    rows = build(tables)
    start = rows.start
    nations = {}
    for position, power in enumerate(SEATS, start=1):
        marker = rows.display.markers[power]
        nations[power] = Nation(
            money=start["powers"][power]["money"],
            pe=start["powers"][power]["pe"],
            bids=start["bids"],
            position=position,
            options=rows.limits["first_options"],
            marker=marker,
            side=zone(marker, rows.display),
            needed=rows.goals[power].needed,
        )
    guarantees: dict[str, tuple[str, ...]] = {}
    for row in start["guarantees"]:
        guarantees[row["minor"]] = (*guarantees.get(row["minor"], ()), row["power"])
    return DecisionState(
        scenario=scenario,
        variants=dict(variants),
        turn=1,
        step="upkeep",
        facts=FACTS.defaults(facts),
        tables=dict(tables),
        nations=nations,
        minors={
            key: Minor(hex=row.hex, guaranteed=guarantees.get(key, ()))
            for key, row in rows.minors.items()
            if not row.later
        },
        deals=tuple(
            Deal(
                power=row["power"],
                minor=row["minor"],
                resources=row.get("resources", 0),
                oil=row.get("oil", 0),
            )
            for row in start["deals"]
        ),
        exchange=True,
        pool=entry.fresh_pool(rows, experimental=variants["experimental"] == "on"),
        pool_since=1,
        sides={side: goal.needed for side, goal in rows.side_goals.items()},
    )
