"""The opening position: July 1939."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.errors import RulesError
from rules.kernel.facts import FactValue
from rules.war_game_1939.model.facts import FACTS, NOBODY
from rules.war_game_1939.model.powers import SEATS
from rules.war_game_1939.model.scenarios import SCENARIOS
from rules.war_game_1939.model.state import FULL, Nation, WarGameState
from rules.war_game_1939.model.tables import Tables, build
from rules.war_game_1939.model.variants import SWITCHES


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


def opening_facts(tables: Tables) -> dict[str, FactValue]:
    """The facts of the opening, as the campaign's own territories have them."""
    found: dict[str, FactValue] = {}
    for key, row in tables.land.territories.items():
        found[f"control.{key}"] = row.holder or row.original or NOBODY
        if row.lean:
            found[f"lean.{key}"] = row.lean
    return found


def opening(scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]) -> WarGameState:
    """The state before the first turn begins."""
    if scenario not in SCENARIOS:
        raise RulesError(
            f"There is no scenario {scenario!r}.", remedy=f"There are: {', '.join(SCENARIOS)}."
        )
    made = chosen(variants)
    rows = build(tables)
    facts = opening_facts(rows)
    if problems := FACTS.problems(facts):
        raise RulesError(
            f"The territories cannot open so: {problems[0].message}", remedy="Mend the override."
        )
    return WarGameState(
        scenario=scenario,
        variants=made,
        facts=FACTS.defaults(facts),
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
