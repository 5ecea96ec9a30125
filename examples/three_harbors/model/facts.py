"""What the map says."""

from rules.kernel.facts import FactGroup, FactRegistry, FactSpec

FACTS = FactRegistry(
    (FactGroup(key="map", title="The map"),),
    (
        FactSpec(
            key="bridge",
            label="The bridge stands",
            type="yes",
            default=True,
            group="map",
            declares=("north",),
        ),
        FactSpec(
            key="boats",
            label="Boats",
            type="count",
            default=2,
            group="map",
            declares=("north", "south"),
            most=9,
        ),
    ),
)
