"""What a power supposes of what it may not know: where the other side's hidden points lie.

The guess: each other power placed its points as its autopilot would, judged by what the supposing power
knows now, out of the allotment of the year, which is public. Points that were shown since count where they
were shown; the rest lies where the autopilot would have put it.
"""

from collections.abc import Iterator

import msgspec

from rules.kernel.assumptions import Supposed
from rules.kernel.audience import viewer
from rules.world_at_war.diplomacy.points import fitted, secrecy
from rules.world_at_war.model.calendar import year_of
from rules.world_at_war.model.powers import POWERS, SEATS
from rules.world_at_war.model.state import Points, WarState
from rules.world_at_war.turn.autopilot import spread


def supposed(view: WarState, power: str) -> Supposed[WarState]:
    """The whole state as a power may suppose it, from its view."""
    if view.step.rpartition(".")[2] == "place":
        return Supposed(state=view)
    hidden: list[Points] = []
    names: list[str] = []
    for other in SEATS:
        if other in view.allotted and not secrecy(view, other).admits(viewer(power)):
            guessed = list(_guessed(view, other))
            if guessed:
                names.append(POWERS[other].name)
                hidden += guessed
    if not hidden:
        return Supposed(state=view)
    told = (
        f"Hidden diplomatic points of {', '.join(names)} lie where their autopilot would have "
        "placed them, judged by what you know now."
    )
    state = msgspec.structs.replace(view, points=(*view.points, *hidden))
    return Supposed(state=state, guesses=(told,))


def _guessed(view: WarState, other: str) -> Iterator[Points]:
    """The hidden points of a power, target by target."""
    shown: dict[str, int] = {}
    for record in view.points:
        if record.power == other:
            shown[record.target] = shown.get(record.target, 0) + record.amount
    left = view.allotted[other].net - sum(shown.values())
    for target, count in fitted(view, other, {}, spread(view, other)).items():
        amount = min(left, count - shown.get(target, 0))
        if amount > 0:
            left -= amount
            yield Points(
                power=other,
                target=target,
                amount=amount,
                year=year_of(view.scenario, view.turn),
                audience=secrecy(view, other),
            )
