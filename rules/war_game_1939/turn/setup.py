"""The opening position: July 1939."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.errors import RulesError
from rules.kernel.facts import FactValue
from rules.war_game_1939.model.facts import FACTS, NOBODY
from rules.war_game_1939.model.powers import SEATS
from rules.war_game_1939.model.state import FULL, Nation, WarGameState
from rules.war_game_1939.model.tables import Tables, build


def opening_facts(tables: Tables) -> dict[str, FactValue]:
    """The facts of the opening, as the campaign's own territories have them."""
    found: dict[str, FactValue] = {}
    for key, row in tables.land.territories.items():
        found[f"control.{key}"] = row.holder or row.original or NOBODY
        if row.lean:
            found[f"lean.{key}"] = row.lean
    return found


def opening(
    scenario: str,
    variants: Mapping[str, str],
    tables: Mapping[str, Any],
    facts: Mapping[str, FactValue],
) -> WarGameState:
    """The state before the first turn begins."""
    rows = build(tables)
    held = opening_facts(rows)
    if problems := FACTS.problems(held):
        raise RulesError(
            f"The territories cannot open so: {problems[0].message}", remedy="Mend the override."
        )
    return WarGameState(
        scenario=scenario,
        variants=dict(variants),
        facts=FACTS.defaults({**held, **facts}),
        tables=dict(tables),
        first_in={
            key: row.holder
            for key, row in rows.land.territories.items()
            if row.neutral and row.holder
        },
        nations={
            key: Nation(cash=rows.funds.opening.get(key, 0), status=FULL if key == "china" else 0)
            for key in SEATS
        },
    )
