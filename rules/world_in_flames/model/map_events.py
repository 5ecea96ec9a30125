"""Events of the map and the facts that they fill (``data/map_events.yaml``)."""

from rules.kernel.dispatch import events
from rules.world_in_flames.model.citations import PACKAGE, R
from rules.world_in_flames.model.facts import FACTS

MAP_EVENTS = events.read(PACKAGE, FACTS, R, {})
