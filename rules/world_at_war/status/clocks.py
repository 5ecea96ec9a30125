"""Clocks: what happens to a country by itself at a stage, unless it is prevented before.

A clock strikes as its stage begins or ends, in its turn or at the first chance after it; what
striking means is the affair of the part that set it.
"""

from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.events.ledger import ClockEnded, ClockStarted
from rules.world_at_war.model.sequence import ORDER
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Clock


def next_beginning(state: WarState, stage: str) -> int:
    """The turn in which a stage begins next; one that is being played has begun already."""
    return state.turn if ORDER[state.step] < ORDER[stage] else state.turn + 1


def next_ending(state: WarState, stage: str) -> int:
    """The turn in which a stage ends next; one that is being played has its end before it."""
    return state.turn if ORDER[state.step] <= ORDER[stage] else state.turn + 1


def running(state: WarState, kind: str, area: str, power: str = "") -> Clock | None:
    """The clock of this kind that runs for an area (and this power, if one is named)."""
    return next(
        (
            clock
            for clock in state.clocks
            if (clock.kind, clock.area) == (kind, area) and power in ("", clock.power)
        ),
        None,
    )


def striking(state: WarState, kind: str, stage: str) -> tuple[Clock, ...]:
    """The clocks of a kind that strike at this stage of the turn in play."""
    if not state.clocks:
        return ()
    return tuple(
        clock
        for clock in state.clocks
        if clock.kind == kind and clock.stage == stage and clock.due <= state.turn
    )


def start(
    course: Adjudication,
    kind: str,
    area: str,
    power: str,
    due: tuple[int, str],
    text: str,
    rule: str,
    data: dict[str, str] | None = None,
) -> None:
    """Set a clock that strikes in a turn and stage, and say so; ``text`` is a sentence. The same clock is
    not set twice.
    """
    turn, stage = due
    if running(course.state, kind, area, power) is not None:
        return
    clock = Clock(
        kind=kind,
        area=area,
        power=power,
        since=course.state.turn,
        due=turn,
        stage=stage,
        data=data or {},
    )
    course.change(clocks=(*course.state.clocks, clock))
    course.tell(ClockStarted(clock=kind, area=area, power=power, due=turn, text=text, rule=rule))


def end(course: Adjudication, clock: Clock, how: str, text: str, rule: str) -> None:
    """Take a clock away, ``struck`` or ``stopped``, and say so; ``text`` is a sentence (without one
    nothing is told, because another event tells it).
    """
    course.change(clocks=tuple(other for other in course.state.clocks if other != clock))
    if text:
        course.tell(
            ClockEnded(
                clock=clock.kind, area=clock.area, power=clock.power, how=how, text=text, rule=rule
            )
        )
