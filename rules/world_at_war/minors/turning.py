"""When the rules of minor countries act: at every change, and as stages begin and end.

Parts add their functions to the lists below, in the order in which they act. All are safe to call
again: what has been brought about already is not brought about twice.
"""

from collections.abc import Callable

from rules.world_at_war.course import Course
from rules.world_at_war.minors import (
    association,
    income,
    ledger,
    limits,
    obligations,
    recapture,
    switching,
    volunteers,
    year,
)
from rules.world_at_war.minors.regions import ethiopia, far_east, north
from rules.world_at_war.state import WarState

SETTLING: tuple[Callable[[Course, WarState], None], ...] = (
    north.settle,
    ethiopia.settle,
    far_east.settle,
    association.settle,
    switching.settle,
    obligations.settle,
    volunteers.settle,
    ledger.correct,
)
"""Called after facts or results changed, with the state as it was when last settled."""
ENTERING: tuple[Callable[[Course, str], None], ...] = (
    year.open_year,
    far_east.enter,
    association.enter,
    recapture.open_turn,
    income.open_turn,
)
"""Called as a stage begins, with its key: ``axis.targets`` opens the Axis player turn, ``place`` of
a spring the year."""
LEAVING: tuple[Callable[[Course, str], None], ...] = (
    ethiopia.leave,
    far_east.leave,
    recapture.end_turn,
    limits.strike,
    obligations.leave,
    switching.leave,
    volunteers.leave,
    north.leave,
)
"""Called as a stage ends: ``axis.facts`` ends the Axis combat phase and player turn."""


def settle(course: Course) -> None:
    """Draw what follows for minor countries from everything that changed since it was last done."""
    was = course.settled
    if was is course.state:
        return
    for part in SETTLING:
        part(course, was)


def enter(course: Course, stage: str) -> None:
    """What begins with a stage."""
    for part in ENTERING:
        part(course, stage)


def leave(course: Course, stage: str) -> None:
    """What ends with a stage."""
    for part in LEAVING:
        part(course, stage)
