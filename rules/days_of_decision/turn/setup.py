"""The opening position (3.2, 15.1)."""

from collections.abc import Mapping
from typing import Any

from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.geometry import zone
from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.scenarios import SCENARIOS
from rules.days_of_decision.model.state import (
    Deal,
    DecisionState,
    Minor,
    Nation,
)
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.model.variants import SWITCHES
from rules.kernel.errors import RulesError


def chosen(variants: Mapping[str, str]) -> dict[str, str]:
    """Every switch with the choice made for it; raises :class:`RulesError` for unknown ones."""
    made = {key: switch.default for key, switch in SWITCHES.items()}
    for key, value in variants.items():
        if key not in SWITCHES:
            raise RulesError(
                f"There is no switch {key!r}.", remedy=f"There are: {', '.join(SWITCHES)}."
            )
        if value not in SWITCHES[key].choices:
            offered = ", ".join(SWITCHES[key].choices)
            raise RulesError(f"{key} cannot be {value!r}.", remedy=f"Choose one of {offered}.")
        made[key] = value
    return made


def opening(scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]) -> DecisionState:
    """The state before the first turn begins."""
    if scenario not in SCENARIOS:
        raise RulesError(
            f"There is no scenario {scenario!r}.", remedy=f"There are: {', '.join(SCENARIOS)}."
        )
    made = chosen(variants)
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
        variants=made,
        turn=1,
        step="upkeep",
        facts=FACTS.defaults({}),
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
        pool=entry.fresh_pool(rows, experimental=made["experimental"] == "on"),
        pool_since=1,
        sides={side: goal.needed for side, goal in rows.side_goals.items()},
    )
