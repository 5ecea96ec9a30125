"""Envoys told after they arrived."""

from collections.abc import Sequence

from examples.three_harbors.model import events as e
from examples.three_harbors.model.powers import SEATS
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import ISLANDS
from rules.kernel.events import Event
from rules.kernel.pages import CardStory


def cards(state: HarborState, events: Sequence[Event]) -> tuple[CardStory, ...]:
    """Every envoy that was turned over, in order."""
    return tuple(
        _story(events, place, event)
        for place, event in enumerate(events)
        if isinstance(event, e.EnvoyArrived)
    )


def _story(events: Sequence[Event], place: int, arrived: e.EnvoyArrived) -> CardStory:
    asked = events[place + 1]
    assert isinstance(asked, e.IslandAsked)
    after = events[place + 2 : place + 3]
    came = (place + 2,) if any(isinstance(one, e.IslandJoined) for one in after) else ()
    return CardStory(
        power=arrived.power,
        place=SEATS.index(arrived.power) + 1,
        code="Envoy",
        title="A word in private",
        aim=ISLANDS[arrived.island],
        price=f"{arrived.coins} coins" if arrived.coins != 1 else "1 coin",
        state="done" if asked.won else "failed",
        rule=asked.rule,
        dice=(asked.die,),
        verdict="Agrees." if asked.won else "Declines.",
        test=place + 1,
        face=(place,),
        events=came,
    )
