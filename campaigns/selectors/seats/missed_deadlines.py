"""Deadlines that a seat's player has missed, counted from what is recorded."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from campaigns.domain import entries
from campaigns.domain.entries.clock import (
    Extended,
    LongerAlone,
    ModeratorAwaited,
    PolicyChanged,
    Resumed,
    TakeoverTime,
    TimeAdded,
)
from campaigns.domain.entries.phases import PhaseResolved
from campaigns.models import (
    Absence,
    Act,
    Campaign,
    LogEntry,
    Phase,
    Seat,
    Sheet,
    StandingAnswer,
    Tenure,
)
from campaigns.models.phase import CLOCK

#: A phase that gave less time is no deadline that a player could be expected to meet.
LEAST = timedelta(hours=24)

AT_A_DEADLINE = ("deadline", "grace")
STOOD_STILL = frozenset({"pause", "outage"})
"""Steps to a deadline that gave nobody time: the clock stood still as long."""
MORE_TIME = frozenset({Extended.tag, TimeAdded.tag, TakeoverTime.tag, Resumed.tag})
"""Entries after which the deadline is another one for everybody."""


def missed_deadlines(campaign: Campaign, seat: Seat) -> int:
    """How many deadlines in a row this seat's player has missed up to now.

    Counted are phases that gave a day at least, apart from what the clock stood still, and ended, or made the
    campaign wait, without an order of theirs. Any order of theirs or of a deputy ends the row, and so does a
    change of the clock: else a moderator could make deadlines for nobody to meet. An order that the rules made
    void afterwards is no missed one, nor is a phase that standing orders answered, one whose deadline
    fell into an absence that was announced before, one after whose deadline there was more time, or one that was
    undone.
    """
    sat = Tenure.objects.filter(seat=seat, left_at__isnull=True).first()
    if sat is None:
        return 0
    rows = Phase.objects.filter(
        campaign=campaign, opened_at__gte=_since(campaign, sat), undone_at=None
    )
    light = rows.only("number", "opened_at", "resolved_at", *CLOCK)
    phases = list(light.order_by("-number"))
    answered = _phases_of(StandingAnswer.objects, phases, standing__power=seat.power)
    written = Sheet.objects.filter(how=Sheet.How.PLAYER, by=sat.person_id)
    handed_in = _phases_of(written.exclude(state=Sheet.State.DRAFT), phases, power=seat.power)
    handed_in |= _phases_of(Act.objects, phases, power=seat.power, by__isnull=False)
    silent = _silent_in(phases, seat.power)
    away = list(Absence.objects.filter(campaign=campaign, person=sat.person_id))
    count = 0
    for phase in phases:
        if phase.pk in handed_in:
            break
        counts = phase.pk in silent and phase.pk not in answered and _gave_a_day(phase)
        due = phase.times.due_for(seat.power) or phase.opened_at
        count += counts and not _was_away(away, due)
    return count


def _since(campaign: Campaign, sat: Tenure) -> datetime:
    """From when on is counted: they sat down, or the clock was changed."""
    changed = LogEntry.objects.filter(campaign=campaign, kind=PolicyChanged.tag).order_by("-seq")
    at = changed.values_list("at", flat=True).first()
    return max(sat.joined_at, at) if at is not None else sat.joined_at


def _phases_of(rows: Any, phases: Collection[Phase], **which: Any) -> set[int]:
    """In which of the phases there are such rows."""
    return set(rows.filter(phase__in=phases, **which).values_list("phase_id", flat=True))


def _gave_a_day(phase: Phase) -> bool:
    if phase.due_at is None:
        return False
    still = sum(step.seconds for step in phase.steps if step.kind in STOOD_STILL)
    return phase.due_at - phase.opened_at - timedelta(seconds=still) >= LEAST


def _was_away(absences: Collection[Absence], moment: datetime) -> bool:
    """Whether somebody had said that they would be away at a moment, before it came."""
    return any(one.said_at <= moment and one.begins_at <= moment < one.ends_at for one in absences)


def _silent_in(phases: Collection[Phase], power: str) -> set[int]:
    """The phases whose deadline struck for this power: in the end, or so that the campaign waits."""
    kinds = (PhaseResolved.tag, ModeratorAwaited.tag, LongerAlone.tag, *MORE_TIME)
    told = LogEntry.objects.filter(phase__in=phases, kind__in=kinds).order_by("seq")
    result = set[int]()
    for phase, kind, whose, body in told.values_list("phase_id", "kind", "power", "body"):
        if kind in MORE_TIME or (kind == LongerAlone.tag and whose == power):
            result.discard(phase)
        elif power in _struck(kind, body):
            result.add(phase)
    return result


def _struck(kind: str, body: str) -> Collection[str]:
    """The powers of which an entry tells that their time was over and nothing had come."""
    match entries.read(kind, body):
        case PhaseResolved(how=how, silent=silent) if how in AT_A_DEADLINE:
            return silent
        case ModeratorAwaited(missing=missing):
            return missing
    return ()
