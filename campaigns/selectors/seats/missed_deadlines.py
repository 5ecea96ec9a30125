"""Deadlines that a seat's player has missed, counted from what is recorded."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

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
from campaigns.domain.entries.phases import OrderVoided, PhaseResolved
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
COUNTED = (Sheet.State.SEALED, Sheet.State.USED, Sheet.State.VOID)
"""Sheets that counted to the end. One that was replaced says nothing: what replaced it may have been taken back."""
MORE_TIME = frozenset({Extended.tag, TimeAdded.tag, TakeoverTime.tag, Resumed.tag})
"""Entries after which the deadline is another one for everybody."""


class Missed(Struct, frozen=True, kw_only=True):
    """What a seat's player has missed: so many deadlines ``in_a_row`` up to now, so many ``in_all`` ``of`` those that
    were theirs to meet since they have it, the ``last`` of them at that deadline.
    """

    in_a_row: int = 0
    in_all: int = 0
    of: int = 0
    last: datetime | None = None


def missed_deadlines(campaign: Campaign, seat: Seat) -> int:
    """How many deadlines in a row this seat's player has missed up to now (:func:`missed_at_the_table`)."""
    return missed_at_the_table(campaign, [seat])[seat.power].in_a_row


def missed_at_the_table(campaign: Campaign, seats: Collection[Seat]) -> dict[str, Missed]:
    """What the player of each of these seats has missed up to now, by power.

    Counted are phases that gave a day at least, apart from what the clock stood still, and ended, or made the
    campaign wait, without an order of theirs. Any order of theirs or of a deputy ends the row, and so does a
    change of the clock: else a moderator could make deadlines for nobody to meet. A seal that was taken back is no
    order. One that was made void before the deadline is none either, but then the day counts from that moment, when
    its player was asked again. An order that the rules made
    void at the end is no missed one, nor is a phase that standing orders answered, one whose deadline
    fell into an absence that was announced before, one after whose deadline there was more time, or one that was
    undone. However many seats, it asks as much of the database as of one.
    """
    result = {seat.power: Missed() for seat in seats}
    tenures = Tenure.objects.filter(seat__in=seats, left_at__isnull=True)
    sitting = {sat.seat_id: sat for sat in tenures}
    if not sitting:
        return result
    changed = _changed(campaign)
    first = min(sat.joined_at for sat in sitting.values())
    rows = campaign.phases.filter(opened_at__gte=first, undone_at=None)
    light = rows.only("campaign", "number", "opened_at", "resolved_at", *CLOCK)
    phases = list(light.order_by("-number"))
    answered = _phases_of(StandingAnswer.objects, phases, "standing__power")
    written = Sheet.objects.filter(how=Sheet.How.PLAYER, state__in=COUNTED)
    handed_in = _phases_of(written, phases, "power", "by")
    acted = _phases_of(Act.objects.filter(by__isnull=False), phases, "power")
    silent, voided = _silent_in(phases, result)
    away = list(campaign.absences.filter(person__in=[s.person_id for s in sitting.values()]))
    for seat in seats:
        sat = sitting.get(seat.pk)
        if sat is None:
            continue
        power, absences = seat.power, [one for one in away if one.person_id == sat.person_id]
        missed, met, in_a_row = list[datetime](), 0, None
        for phase in phases:
            if phase.opened_at < sat.joined_at:
                break
            wrote = (phase.pk, power, sat.person_id) in handed_in or (phase.pk, power) in acted
            if in_a_row is None and (wrote or (changed and phase.opened_at < changed)):
                in_a_row = len(missed)
            due = phase.times.due_for(power) or phase.opened_at
            if not _gave_a_day(phase):
                continue
            if wrote or (phase.pk, power) in answered:
                met += 1
            elif (phase.pk, power) in silent and not (
                _was_away(absences, due) or _was_asked_late(voided.get((phase.pk, power)), due)
            ):
                missed.append(due)
        result[power] = Missed(
            in_a_row=len(missed) if in_a_row is None else in_a_row,
            in_all=len(missed),
            of=len(missed) + met,
            last=missed[0] if missed else None,
        )
    return result


def _changed(campaign: Campaign) -> datetime | None:
    """When the clock was changed last: only what came after it is counted."""
    changed = campaign.log.filter(kind=PolicyChanged.tag).order_by("-seq")
    return changed.values_list("at", flat=True).first()


def _phases_of(rows: Any, phases: Collection[Phase], *which: str) -> set[tuple[Any, ...]]:
    """In which of the phases there are such rows, each with what these fields say."""
    return set(rows.filter(phase__in=phases).values_list("phase_id", *which))


def _gave_a_day(phase: Phase) -> bool:
    if phase.due_at is None:
        return False
    still = sum(step.seconds for step in phase.steps if step.kind in STOOD_STILL)
    return phase.due_at - phase.opened_at - timedelta(seconds=still) >= LEAST


def _was_asked_late(voided: datetime | None, due: datetime) -> bool:
    """Whether a seal was made void with less than a day to go for its player, who was asked again then."""
    return voided is not None and due - voided < LEAST


def _was_away(absences: Collection[Absence], moment: datetime) -> bool:
    """Whether somebody had said that they would be away at a moment, before it came."""
    return any(one.said_at <= moment and one.begins_at <= moment < one.ends_at for one in absences)


def _silent_in(
    phases: Collection[Phase], powers: Collection[str]
) -> tuple[set[tuple[int, str]], dict[tuple[int, str], datetime]]:
    """The phases whose deadline struck for a power, with it: in the end, or so that the campaign waits. And
    those in which a seal of it was made void, with the last moment of that.
    """
    kinds = (PhaseResolved.tag, ModeratorAwaited.tag, LongerAlone.tag, OrderVoided.tag, *MORE_TIME)
    told = LogEntry.objects.filter(phase__in=phases, kind__in=kinds).order_by("seq")
    result, voided = set[tuple[int, str]](), dict[tuple[int, str], datetime]()
    for phase, kind, whose, body, at in told.values_list("phase", "kind", "power", "body", "at"):
        if kind in MORE_TIME:
            result.difference_update([(phase, power) for power in powers])
        elif kind == LongerAlone.tag:
            result.discard((phase, whose))
        elif kind == OrderVoided.tag:
            voided[phase, whose] = at
        else:
            result.update((phase, power) for power in _struck(kind, body))
    return result, voided


def _struck(kind: str, body: str) -> Collection[str]:
    """The powers of which an entry tells that their time was over and nothing had come."""
    match entries.read(kind, body):
        case PhaseResolved(how=how, silent=silent) if how in AT_A_DEADLINE:
            return silent
        case ModeratorAwaited(missing=missing):
            return missing
    return ()
