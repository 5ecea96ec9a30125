"""The clock: deadlines follow from the policy in force, and players took no more time than they had."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from campaigns.deadlines import LONGEST_HOURS, ClockPolicy
from campaigns.duesteps import NOBODY, deadline, moment_of, not_before, plainly
from campaigns.exportfile import EntryRecord, Export
from campaigns.lengths import duration
from campaigns.verifying.report import Check, counted
from campaigns.verifying.seated import Seated
from campaigns.votes import KINDS
from rules.kernel.serial import shaped


@dataclass
class _Clock:
    """What the log has told of the clock so far. ``policy`` is the one in force, where the log says it
    (it does since format 3).
    """

    check: Check
    policy: ClockPolicy | None = None
    deadlines: int = 0
    #: The deadline of the open phase, where the log says it to the second.
    due: datetime | None = None
    #: Its number, and until when single powers have time that were given more.
    phase: int = 0
    longer: dict[str, datetime] = field(default_factory=dict)
    taken: Counter[str] = field(default_factory=Counter)
    #: When it opened, and by how many seconds it was stretched since.
    opened_at: datetime | None = None
    stretched: int = 0
    #: Who sat down in the open phase, whom fair time was given in it, and emergency pauses by power.
    came: set[str] = field(default_factory=set)
    seated: Seated = field(default_factory=Seated)
    fair: set[str] = field(default_factory=set)
    pauses: Counter[str] = field(default_factory=Counter)
    #: Since when the clock stands still, and until when (empty: somebody lets it run again).
    stopped_at: datetime | None = None
    resumes_at: str = ""


def check_clock(export: Export) -> Check:
    """Every policy, every deadline as it was when its phase opened, every extension by a player."""
    check = Check(name="the clock")
    clock = _Clock(check)
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        match entry.kind:
            case "clock.longer":
                _longer(clock, entry, where, {seat.power for seat in export.seats})
            case "campaign.founded":
                clock.policy = _policy(check, entry.body.get("policy"), where)
            case "moderator.policy":
                _changed(clock, entry, where)
            case "phase.opened" if "steps" in entry.body:
                _opened(clock, entry, where)
            case "clock.extended" if entry.actor == "power":
                _taken(clock, entry, where)
            case "consent.asked" if "threshold" in entry.body:
                _asked(clock, entry, where)
        if (looks := _LOOKS.get(entry.kind)) is not None:
            looks(clock, entry, where)
        clock.seated.take(entry)
        _due(clock, entry)
    _shown(clock, export)
    check.said = (
        f"{counted(clock.deadlines, 'deadline')} as the policy has it, "
        f"{counted(clock.taken.total(), 'extension')} taken by players"
    )
    return check


def _shown(clock: _Clock, export: Export) -> None:
    """The policy that a moderator's file shows is the one in force."""
    if export.campaign.clock is not None and clock.policy is not None:
        shown = _policy(clock.check, export.campaign.clock, "campaign.clock")
        clock.check.equal("campaign.clock", shown, clock.policy)


def _asked(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """As many must agree as the policy says, or all."""
    if (policy := clock.policy) is None:
        return
    kind = entry.body["kind"]
    allowed = {policy.threshold(kind) if kind in KINDS else "", "all"}
    if entry.body["threshold"] not in allowed:
        clock.check.fault(f"{where}: the policy has another threshold for it")


def _policy(check: Check, told: Any, where: str) -> ClockPolicy | None:
    """A policy that the log tells of; ``None`` for none, or one that no campaign can have."""
    if told is None:
        return None
    try:
        policy = shaped(told, ClockPolicy, strict=False)
    except msgspec.ValidationError as error:
        check.fault(f"{where}: no clock policy: {error}")
        return None
    if problems := policy.problems():
        check.fault(f"{where}: no campaign has this policy: {problems[0].message}")
        return None
    return policy


def _changed(clock: _Clock, entry: EntryRecord, where: str) -> None:
    before = clock.policy
    clock.policy = _policy(clock.check, entry.body["policy"], where)
    if before is not None and "before" in entry.body:
        told = _policy(clock.check, entry.body["before"], where)
        clock.check.equal(f"{where}: the policy before", told, before)


def _opened(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """The steps are those that the policy makes of the moment at which the phase opened."""
    steps, due = entry.body["steps"], entry.body["due"]
    last = steps[-1].get("to", "") if steps else ""
    clock.check.equal(f"{where}: where its steps lead", last, due)
    if clock.policy is None or steps == plainly(NOBODY.steps):
        return
    family = next((step.get("family", "") for step in steps if step["kind"] == "hours"), "")
    expected = deadline(clock.policy, family, moment_of(entry.at))
    if family or clock.policy.hours_for(family) is None:
        clock.deadlines += 1
        clock.check.equal(f"{where}: how its deadline came about", steps, plainly(expected.steps))
    elif None not in clock.policy.hours.values():
        clock.check.fault(f"{where}: by the policy every phase has a deadline")


def _longer(clock: _Clock, entry: EntryRecord, where: str, powers: set[str]) -> None:
    """More time for one power: within bounds, with a reason, for a seat of the open phase, and so much
    after its deadline as it says.
    """
    seconds, due, check = entry.body["seconds"], moment_of(entry.body["due"]), clock.check
    if entry.power not in powers:
        check.fault(f"{where}: there is no power {entry.power!r} to have more time")
    check.equal(f"{where}: its phase", entry.body["phase"], clock.phase)
    if not 0 < seconds <= LONGEST_HOURS * 3600:
        check.fault(f"{where}: nobody can have {seconds} seconds more")
    if not entry.body["reason"]:
        check.fault(f"{where}: it has no reason")
    if clock.due is not None:
        counted_from = max(clock.due, clock.longer.get(entry.power, clock.due), moment_of(entry.at))
        if abs(due - counted_from - timedelta(seconds=seconds)) > timedelta(seconds=2):
            check.fault(f"{where}: its deadline has not moved by {seconds} seconds")
    clock.longer[entry.power] = due


def _due(clock: _Clock, entry: EntryRecord) -> None:
    """What an entry makes of the deadline; where time is given back the log rounds it."""
    match entry.kind:
        case "phase.opened":
            told, clock.phase, clock.longer = entry.body.get("due"), entry.body["phase"], {}
            clock.opened_at, clock.stretched = moment_of(entry.at), 0
            clock.came, clock.fair = set(), set()
        case "clock.extended" | "clock.stretched" | "clock.takeover":
            told = entry.body.get("due")
        case "clock.grace":
            told = entry.body.get("until")
        case "clock.added":
            more = timedelta(seconds=entry.body["seconds"])
            clock.longer = {power: until + more for power, until in clock.longer.items()}
            told = entry.body.get("due")
        case "clock.given_back" | "clock.resumed":
            told = ""
        case _:
            return
    clock.due = moment_of(told) if told else None


ROUNDED = timedelta(seconds=2)
"""So much the log's seconds may differ."""


def _stretched(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """No further than the policy lets a phase's deadline be stretched, all absences together, and from
    there to the next moment at which the clock lets one fall.
    """
    policy, opened_at, seconds = clock.policy, clock.opened_at, entry.body["seconds"]
    already, clock.stretched = clock.stretched, clock.stretched + max(0, seconds)
    if policy is None or opened_at is None:
        return
    if policy.absence.does != "stretch":
        clock.check.fault(f"{where}: by the policy no deadline is stretched")
        return
    due = moment_of(entry.body["due"])
    before = due - timedelta(seconds=seconds)
    if clock.due is not None and abs(clock.due - before) > ROUNDED:
        clock.check.fault(f"{where}: the deadline has not moved by {seconds} seconds")
    left = policy.absence.longest_stretch - timedelta(seconds=already)
    furthest = not_before(policy, opened_at, before + left + ROUNDED)
    if left <= timedelta(0) or due > furthest + ROUNDED:
        most = duration(policy.absence.longest_stretch)
        clock.check.fault(
            f"{where}: the policy stretches the deadline of a phase by {most} at most"
        )


def _fair(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """Once in a phase for a seat in which somebody sat down in it, to as many hours as the policy gives."""
    policy, check, due = clock.policy, clock.check, moment_of(entry.body["due"])
    if entry.power not in clock.came or entry.power in clock.fair:
        check.fault(f"{where}: nobody has just taken {entry.power} over")
    clock.fair.add(entry.power)
    if entry.body["seconds"] <= 0:
        check.fault(f"{where}: fair time never moves a deadline backwards")
    if policy is None or clock.opened_at is None:
        return
    wanted = (clock.stopped_at or moment_of(entry.at)) + policy.breaks.fair
    furthest = not_before(policy, clock.opened_at, wanted + ROUNDED)
    if not policy.breaks.takeover_hours or due > furthest + ROUNDED:
        most = duration(policy.breaks.fair)
        check.fault(f"{where}: by the policy a successor has {most} at least, and no more is given")


def _paused(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """A player pauses no more often, and no longer, than the policy lets them."""
    # What breaks while the clock stands still does not stop it anew.
    clock.stopped_at = clock.stopped_at or moment_of(entry.at)
    clock.resumes_at = entry.body.get("until", "")
    if entry.kind != "clock.paused" or entry.actor != "power":
        return
    clock.pauses[entry.power] += 1
    if (policy := clock.policy) is None:
        return
    left = policy.breaks.pauses - clock.pauses[entry.power]
    if left < 0:
        clock.check.fault(f"{where}: {entry.power} had no emergency pause left")
    clock.check.equal(f"{where}: how many are left", entry.body.get("left"), left)
    until = moment_of(entry.at) + timedelta(hours=policy.breaks.pause_hours)
    if not clock.resumes_at or abs(moment_of(clock.resumes_at) - until) > ROUNDED:
        clock.check.fault(f"{where}: by the policy it lasts {policy.breaks.pause_hours:g} hours")


def _nobody(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """A clock stops for want of players only where none is left."""
    if clock.seated:
        powers = ", ".join(sorted(clock.seated))
        clock.check.fault(f"{where}: somebody has a seat ({powers})")
    _paused(clock, entry, where)


def _resumed(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """By itself a clock runs again only when its pause had an end, and that has come."""
    if entry.body.get("by_itself") and not (
        clock.resumes_at and moment_of(entry.at) >= moment_of(clock.resumes_at) - ROUNDED
    ):
        clock.check.fault(f"{where}: its pause had not come to an end")
    clock.stopped_at, clock.resumes_at = None, ""


def _added(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """Within bounds, with a reason, and so much after the deadline as it says."""
    seconds, due = entry.body["seconds"], moment_of(entry.body["due"])
    if not 0 < seconds <= LONGEST_HOURS * 3600:
        clock.check.fault(f"{where}: the staff cannot add {seconds} seconds")
    if not entry.body["reason"]:
        clock.check.fault(f"{where}: it has no reason")
    if clock.due is not None and due - clock.due < timedelta(seconds=seconds - 2):
        clock.check.fault(f"{where}: the deadline has not moved by {seconds} seconds")
    elif clock.due is not None and due > _from(clock.due, entry) + timedelta(seconds=seconds + 2):
        clock.check.fault(f"{where}: the deadline has moved by more than {seconds} seconds")


def _from(due: datetime, entry: EntryRecord) -> datetime:
    """What added time is counted from: the deadline, or the moment it was added, if that is later."""
    return max(due, moment_of(entry.at))


def _taken(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """No more extensions than the policy gives, and of its length."""
    clock.taken[entry.power] += 1
    if (policy := clock.policy) is None:
        return
    left = policy.extensions - clock.taken[entry.power]
    if left < 0:
        clock.check.fault(f"{where}: {entry.power} had no extension left")
    clock.check.equal(f"{where}: how many are left", entry.body.get("left"), left)
    seconds = round(policy.extension_hours * 3600)
    clock.check.equal(f"{where}: its length", entry.body.get("seconds"), seconds)


def _came(clock: _Clock, entry: EntryRecord, _where: str) -> None:
    clock.came.add(entry.power)


_LOOKS: dict[str, Callable[[_Clock, EntryRecord, str], None]] = {
    "clock.added": _added,
    "clock.stretched": _stretched,
    "seat.taken": _came,
    "seat.assigned": _came,
    "clock.takeover": _fair,
    "clock.paused": _paused,
    "clock.stumbled": _paused,
    "clock.rules_missing": _paused,
    "clock.nobody": _nobody,
    "clock.resumed": _resumed,
}
