"""What a harbor supposes of the points of others, which it cannot see until the turn is over."""

import msgspec

from examples.three_harbors.model.powers import SEATS
from examples.three_harbors.model.state import HarborState, Purse
from examples.three_harbors.turn.autopilot import ALONE
from rules.kernel.assumptions import Supposed
from rules.kernel.audience import only


def supposed(view: HarborState, power: str) -> Supposed[HarborState]:
    """The whole state as a harbor may suppose it, from its view."""
    if view.step == "place":
        return Supposed(state=view)
    guessed = {p: Purse(audience=only(p), points=ALONE) for p in SEATS if p != power}
    state = msgspec.structs.replace(view, purses={**guessed, **view.purses})
    return Supposed(state=state, guesses=("Other harbors placed one point, in the east.",))
