"""Events of the map and the facts that they fill (``data/map_events.yaml``)."""

from collections.abc import Mapping
from typing import Any

from rules.days_of_decision.model.citations import PACKAGE, R
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.powers import POWERS
from rules.kernel import tables
from rules.kernel.dispatch import events


def _lists() -> Mapping[str, Mapping[str, Any]]:
    """Powers, their capitals, minor countries and waterways."""
    capitals = tables.raw(PACKAGE, "fact_values.yaml")["capitals"]
    minors = tables.raw(PACKAGE, "minors.yaml")
    waterways = tables.raw(PACKAGE, "war.yaml")["waterways"]
    return {
        "powers": {
            key: {"name": power.name, "also": [power.adjective, power.code]}
            for key, power in POWERS.items()
        },
        "capitals": {key: {"name": name} for key, name in capitals.items()},
        "minors": {key: row["name"] for key, row in minors.items()},
        "waterways": {key: row["name"] for key, row in waterways.items()},
    }


MAP_EVENTS = events.read(PACKAGE, FACTS, R, _lists())
