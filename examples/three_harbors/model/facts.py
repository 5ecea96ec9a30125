"""What the map says."""

from examples.three_harbors.model.powers import SEATS
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec

FACTS = FactRegistry(
    (FactGroup(key="sea", title="The sea"),),
    (
        FactSpec(
            key="beacon.lit",
            label="The beacon is lit",
            type="yes",
            default=True,
            group="sea",
            declares=SEATS,
        ),
    ),
)
