"""The opening position: where the tracks start, and what stands in the scenario."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import FactValue
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.scenarios import SETUPS, Setup
from rules.world_at_war.model.state import Track, WarState
from rules.world_at_war.model.tables.campaign import Tables, build


def opening(
    scenario: str,
    variants: Mapping[str, str],
    tables: Mapping[str, Any],
    facts: Mapping[str, FactValue],
) -> WarState:
    """The state before the first turn begins."""
    setup, rows = SETUPS[scenario], build(tables)
    return WarState(
        scenario=scenario,
        variants=dict(variants),
        facts=FACTS.defaults({**setup.facts, **facts}),
        tables=dict(tables),
        tracks={
            key: Track(level=level) for key, level in starting_levels(setup, variants, rows).items()
        },
    )


def starting_levels(setup: Setup, variants: Mapping[str, str], table: Tables) -> dict[str, int]:
    """Where the tracks start: by the scenario, else by the classic opening; a companion game's
    level goes before both, once a moderator has entered it.
    """
    levels_of = {key: level or 0 for key, level in table.tensions.start["classic"].items()}
    levels_of |= setup.tracks
    for switch in ("prelude_europe", "prelude_asia"):
        entered = table.tensions.start[variants[switch]]
        if entered is not table.tensions.start["classic"]:
            levels_of |= {key: level for key, level in entered.items() if level is not None}
    return levels_of
