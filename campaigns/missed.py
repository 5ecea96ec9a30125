"""Deadlines that a seat's player has missed, counted from what is recorded."""

import json
from datetime import datetime, timedelta

from campaigns import absences
from campaigns.models import Act, Campaign, LogEntry, Phase, Seat, Sheet, Tenure

#: A phase that was open for less is no deadline that a player could be expected to meet.
LEAST = timedelta(hours=24)

AT_A_DEADLINE = ("deadline", "grace")


def missed_deadlines(campaign: Campaign, seat: Seat) -> int:
    """How many deadlines in a row this seat's player has missed up to now.

    Counted are phases that were open for a day at least and ended, or made the campaign wait,
    without an order of theirs. Any order of theirs or of a deputy ends the row, and so does a change of the clock:
    else a moderator could make deadlines for nobody to meet. An order that the rules made void
    afterwards is no missed one, nor is a phase that standing orders answered, nor one whose deadline
    fell into an absence that was announced before.
    """
    sat = Tenure.objects.filter(seat=seat, left_at__isnull=True).first()
    if sat is None:
        return 0
    changed = (
        LogEntry.objects.filter(campaign=campaign, kind="moderator.policy").order_by("-seq").first()
    )
    since = max(sat.joined_at, changed.at) if changed else sat.joined_at
    count = 0
    phases = Phase.objects.filter(campaign=campaign, opened_at__gte=since)
    light = phases.only("opened_at", "due_at", "longer", "resolved_at", "resolved_how")
    for phase in light.order_by("-number"):
        written = Sheet.objects.filter(phase=phase, power=seat.power, how=Sheet.How.PLAYER)
        handed_in = written.exclude(state=Sheet.State.DRAFT).filter(by=sat.person_id)
        done = Act.objects.filter(phase=phase, power=seat.power, by__isnull=False)
        if handed_in.exists() or done.exists():
            break
        if not _long_enough(phase) or not _silent(phase, seat.power):
            continue
        if not absences.was_away(campaign, sat.person_id, _deadline(phase, seat.power)):
            count += 1
    return count


def _long_enough(phase: Phase) -> bool:
    return phase.due_at is not None and phase.due_at - phase.opened_at >= LEAST


def _deadline(phase: Phase, power: str) -> datetime:
    """That of this power: later than the others', if it was given more time."""
    own = phase.longer.get(power)
    return datetime.fromisoformat(own) if own else phase.due_at or phase.opened_at


def _silent(phase: Phase, power: str) -> bool:
    """Whether the deadline struck for this power: in the end, or so that the campaign waits."""
    told = LogEntry.objects.filter(phase=phase, kind__in=("phase.resolved", "clock.waiting"))
    for entry in told:
        body = json.loads(entry.body)
        if entry.kind == "clock.waiting" and power in body["missing"]:
            return True
        silent = power in body.get("silent", ()) and power not in body.get("standing", {})
        if silent and body.get("how") in AT_A_DEADLINE:
            return True
    return False
