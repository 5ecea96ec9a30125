"""What a port supposes of the envoys of others, which it cannot see until they arrive."""

import msgspec

from examples.three_harbors.model.powers import SEATS
from examples.three_harbors.model.state import Envoy, HarborState
from examples.three_harbors.turn.autopilot import aim
from rules.kernel.assumptions import Supposed
from rules.kernel.audience import only


def supposed(view: HarborState, power: str) -> Supposed[HarborState]:
    """The whole state as a port may suppose it, from its view."""
    if view.step == "send":
        return Supposed(state=view)
    others = tuple(
        Envoy(audience=only(other), power=other, island=island)
        for other in SEATS
        if other != power and (island := aim(view, other))
    )
    state = msgspec.structs.replace(view, envoys=(*view.envoys, *others))
    return Supposed(
        state=state, guesses=("Other ports sent an envoy where their autopilot would.",)
    )
