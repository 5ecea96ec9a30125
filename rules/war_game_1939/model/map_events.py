"""Events of the map and the facts that they fill (``data/map_events.yaml``)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel import tables
from rules.kernel.dispatch import events
from rules.war_game_1939.model.citations import PACKAGE, R
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.powers import POWERS


def _lists() -> Mapping[str, Mapping[str, Any]]:
    """Nations, territories, and neutrals that units can occupy without control."""
    land = tables.raw(PACKAGE, "land.yaml")
    places = {key: row["name"] for key, row in land["territories"].items()}
    return {
        "nations": {
            key: {"name": power.name, "also": [power.adjective]} for key, power in POWERS.items()
        },
        "places": places,
        "balkan": {key: places[key] for key in land["lists"]["balkan"]},
        "neutral": {
            key: name
            for key, name in places.items()
            if "original" not in land["territories"][key] and f"lean.{key}" in FACTS
        },
    }


MAP_EVENTS = events.read(PACKAGE, FACTS, R, _lists())
