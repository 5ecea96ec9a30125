"""Events of the map and the facts that they fill (``data/map_events.yaml``)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel import tables
from rules.kernel.dispatch import events
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import POWERS, SIDES, faction_of
from rules.world_at_war.model.tables.areas import read_areas

_CONTROL = "control."


def _lists() -> Mapping[str, Mapping[str, Any]]:
    """Powers, areas that can be conquered, countries that can be attacked, and places."""
    areas = read_areas(tables.raw(PACKAGE, "areas.yaml"))
    named = tables.raw(PACKAGE, "fact_names.yaml")
    powers = {
        key: {"name": power.name, "also": [power.adjective], "words": {"side": faction_of(key)}}
        for key, power in POWERS.items()
    }
    prey = named["axis_prey"].keys() & named["western_prey"].keys() & named["russian_prey"].keys()
    return {
        "powers": powers,
        "attackers": {
            "germany": {"name": "Germany"},
            "italy": {"name": "Italy"},
            **{faction: {"name": name} for faction, name in _ALLIED.items()},
        },
        "sides": {
            **{side: {"name": name} for side, name in _ALLIED.items() if side in SIDES["allied"]},
            "axis": {"name": "the European Axis", "also": ["the Axis"]},
        },
        "areas": {
            key: {
                "name": area.name,
                "rule": area.rule,
                "fills": {
                    f"control.{place}": "{by.side}" for place in area.conquest or area.capitals
                },
            }
            for key, area in areas.items()
            if f"conquest.{key}.by" in FACTS and (area.conquest or area.capitals)
        },
        "prey": {key: named["axis_prey"][key] for key in named["axis_prey"] if key in prey},
        "countries": named["countries"],
        "places": {
            spec.key.removeprefix(_CONTROL): spec.label.removeprefix("Who holds ")
            for spec in FACTS
            if spec.key.startswith(_CONTROL)
        },
    }


_ALLIED = {"western": "the Western Allies", "russia": "Russia"}
MAP_EVENTS = events.read(PACKAGE, FACTS, R, _lists())
