"""When the rules of minor countries act: at every change, and as stages begin and end.

Parts add their functions to the lists below, in the order in which they act. All are safe to call
again: what has been brought about already is not brought about twice.
"""

from collections.abc import Callable

from rules.world_at_war.conquest import recapture, year_start
from rules.world_at_war.forces import limits, volunteers
from rules.world_at_war.ledger import income, postings
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.state import WarState
from rules.world_at_war.regions import ethiopia, far_east, northern_europe
from rules.world_at_war.sides import association, surrender, war_entry

SETTLING: tuple[Callable[[Adjudication, WarState], None], ...] = (
    northern_europe.settle,
    ethiopia.settle,
    far_east.settle,
    association.settle,
    surrender.settle,
    war_entry.settle,
    volunteers.settle,
    postings.correct,
)
"""Called after facts or results changed, with the state as it was when last settled."""
ENTERING: tuple[Callable[[Adjudication, str], None], ...] = (
    year_start.open_year,
    far_east.enter,
    association.enter,
    recapture.open_turn,
    income.open_turn,
)
"""Called as a stage begins, with its key: ``axis.targets`` opens the Axis player turn, ``place`` of
a spring the year."""
LEAVING: tuple[Callable[[Adjudication, str], None], ...] = (
    ethiopia.leave,
    far_east.leave,
    recapture.end_turn,
    limits.strike,
    war_entry.leave,
    surrender.leave,
    volunteers.leave,
    northern_europe.leave,
)
"""Called as a stage ends: ``axis.facts`` ends the Axis combat phase and player turn."""


def settle(course: Adjudication) -> None:
    """Draw what follows for minor countries from everything that changed since it was last done."""
    was = course.settled
    if was is course.state:
        return
    for part in SETTLING:
        part(course, was)


def enter(course: Adjudication, stage: str) -> None:
    """What begins with a stage."""
    for part in ENTERING:
        part(course, stage)


def leave(course: Adjudication, stage: str) -> None:
    """What ends with a stage."""
    for part in LEAVING:
        part(course, stage)
