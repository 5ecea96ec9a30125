"""What declared facts cannot say together (``data/fact_consistency.yaml``, W-59)."""

from collections.abc import Mapping

from rules.kernel import fact_consistency, tables
from rules.war_game_1939.model.citations import PACKAGE, R
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.powers import AXIS, POWERS


def _lists() -> Mapping[str, Mapping[str, str]]:
    """Territories of each kind, zones and nations, by name."""
    land = tables.raw(PACKAGE, "land.yaml")
    places = {key: row["name"] for key, row in land["territories"].items()}
    whose = {key: row.get("original", "") for key, row in land["territories"].items()}
    return {
        "nations": {key: power.name for key, power in POWERS.items()},
        "axis": {key: POWERS[key].name for key in AXIS},
        "places": places,
        "leaning": {key: name for key, name in places.items() if f"lean.{key}" in FACTS},
        "neutrals": {key: name for key, name in places.items() if not whose[key]},
        "french": {key: name for key, name in places.items() if whose[key] == "france"},
        "chinese": {key: name for key, name in places.items() if whose[key] == "china"},
        "balkan": {key: places[key] for key in land["lists"]["balkan"]},
        "vichy": {key: places[key] for key in tables.raw(PACKAGE, "vichy.yaml")["territories"]},
        "zones": {
            key: row["name"] for key, row in tables.raw(PACKAGE, "sea.yaml")["zones"].items()
        },
    }


FACT_CONSISTENCY = fact_consistency.read(PACKAGE, FACTS, R, "W-59", _lists())
