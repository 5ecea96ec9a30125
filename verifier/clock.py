"""The clock: deadlines follow from the policy in force, and players took no more time than they had."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from campaigns.domain.clock import Clock
from campaigns.domain.clock_policy import LONGEST_HOURS, ClockPolicy
from campaigns.domain.deadline_steps import NOBODY, as_data, deadline, moment_of, not_before
from campaigns.domain.export_file import EntryRecord, Export
from campaigns.domain.vote_kinds import KINDS
from core.text.durations import duration
from rules.kernel.serial import shaped
from verifier.clock_of_log import ROUNDED, ToldClock
from verifier.report import Check, counted
from verifier.seats import Seated


@dataclass
class _Clock:
    """What the log has told of the clock so far."""

    check: Check
    told: ToldClock = field(default_factory=ToldClock)
    deadlines: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    #: By how many seconds the open phase was stretched.
    stretched: int = 0
    #: Who sat down in the open phase, whom fair time was given in it, and emergency pauses by power.
    came: set[str] = field(default_factory=set)
    seated: Seated = field(default_factory=Seated)
    fair: set[str] = field(default_factory=set)
    pauses: Counter[str] = field(default_factory=Counter)
    #: Until when the clock stands still (empty: somebody lets it run again).
    resumes_at: str = ""

    @property
    def policy(self) -> ClockPolicy | None:
        """The policy in force."""
        return self.told.policy

    @property
    def times(self) -> Clock:
        """The clock of the open phase."""
        return self.told.times


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
                _policy(check, entry.body["policy"], where)
            case "moderator.policy":
                _changed(clock, entry, where)
            case "consent.asked":
                _asked(clock, entry, where)
        if (looks := _LOOKS.get(entry.kind)) is not None:
            looks(clock, entry, where)
        clock.seated.take(entry)
        clock.told.take(entry)
        if entry.kind == "phase.opened":
            clock.came, clock.fair, clock.stretched = set(), set(), 0
            _opened(clock, entry, where)
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
    """A policy that the log tells of; ``None`` for one that no campaign can have."""
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
    """Another policy, from the next phase on."""
    before = clock.told.to_come or clock.policy
    _policy(clock.check, entry.body["policy"], where)
    if before is not None:
        told = _policy(clock.check, entry.body["before"], where)
        clock.check.equal(f"{where}: the policy before", told, before)
    if "from" in entry.body:
        clock.check.equal(f"{where}: from which phase on", entry.body["from"], clock.told.phase + 1)


def _opened(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """The steps are those that the policy makes of the moment at which the phase opened."""
    steps, due = entry.body["steps"], entry.body["due"]
    last = steps[-1].get("to", "") if steps else ""
    clock.check.equal(f"{where}: where its steps lead", last, due)
    if clock.policy is None or steps == as_data(NOBODY.steps):
        return
    family = next((step.get("family", "") for step in steps if step["kind"] == "hours"), "")
    expected = deadline(clock.policy, family, moment_of(entry.at))
    if family or clock.policy.hours_for(family) is None:
        clock.deadlines += 1
        clock.check.equal(f"{where}: how its deadline came about", steps, as_data(expected.steps))
    elif None not in clock.policy.hours.values():
        clock.check.fault(f"{where}: by the policy every phase has a deadline")


def _longer(clock: _Clock, entry: EntryRecord, where: str, powers: set[str]) -> None:
    """More time for one power: within bounds, with a reason, for a seat of the open phase, and so much
    after its deadline as it says.
    """
    seconds, due, check = entry.body["seconds"], moment_of(entry.body["due"]), clock.check
    if entry.power not in powers:
        check.fault(f"{where}: there is no power {entry.power!r} to have more time")
    check.equal(f"{where}: its phase", entry.body["phase"], clock.told.phase)
    if not 0 < seconds <= LONGEST_HOURS * 3600:
        check.fault(f"{where}: nobody can have {seconds} seconds more")
    if not entry.body["reason"]:
        check.fault(f"{where}: it has no reason")
    _has_moved(clock, entry, where, clock.times.closes_for(entry.power), due)


def _extended(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """More time for all: so much after the deadline as it says."""
    if entry.actor == "power":
        _taken(clock, entry, where)
    if entry.body["due"]:
        _has_moved(clock, entry, where, clock.times.due_at, moment_of(entry.body["due"]))


def _has_moved(
    clock: _Clock, entry: EntryRecord, where: str, before: datetime | None, due: datetime
) -> None:
    """A deadline has moved by what an entry says: from where it was, or from a later moment, up to that of the entry,
    where it had passed. What was left of grace is not taken away.
    """
    if before is None:
        return
    seconds, slack = timedelta(seconds=entry.body["seconds"]), clock.told.slack
    furthest = max(before, moment_of(entry.at)) + seconds
    furthest = max(furthest, clock.times.closes_at or furthest)
    if not before + seconds - slack <= due <= furthest + slack:
        said = entry.body["seconds"]
        clock.check.fault(f"{where}: its deadline has not moved by {said} seconds")


def _graced(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """Grace lasts as long as the policy says, from the deadline of the last of those who have it."""
    if (policy := clock.policy) is None or clock.times.due_at is None:
        return
    until = clock.times.graced(entry.body["missing"], policy.grace).last_close(
        entry.body["missing"]
    )
    if until is not None and moment_of(entry.body["until"]) < until - clock.told.slack:
        clock.check.fault(f"{where}: by the policy grace lasts until {until.isoformat()}")


def _stretched(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """No further than the policy lets a phase's deadline be stretched, all absences together."""
    policy, seconds, slack = clock.policy, entry.body["seconds"], clock.told.slack
    already, clock.stretched = clock.stretched, clock.stretched + max(0, seconds)
    if policy is None or clock.times.due_at is None:
        return
    if policy.absence.does != "stretch":
        clock.check.fault(f"{where}: by the policy no deadline is stretched")
        return
    due = moment_of(entry.body["due"])
    if abs(clock.times.due_at + timedelta(seconds=seconds) - due) > slack:
        clock.check.fault(f"{where}: the deadline has not moved by {seconds} seconds")
    longest = policy.absence.longest_stretch
    if timedelta(seconds=already + seconds) > longest + ROUNDED:
        clock.check.fault(
            f"{where}: the policy stretches the deadline of a phase by {duration(longest)} at most"
        )


def _fair(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """Once in a phase for a seat in which somebody sat down in it, to as many hours as the policy gives."""
    policy, check, due = clock.policy, clock.check, moment_of(entry.body["due"])
    if entry.power not in clock.came or entry.power in clock.fair:
        check.fault(f"{where}: nobody has just taken {entry.power} over")
    clock.fair.add(entry.power)
    if entry.body["seconds"] <= 0:
        check.fault(f"{where}: fair time never moves a deadline backwards")
    if policy is None or not clock.told.phase:
        return
    wanted = clock.times.shows(moment_of(entry.at)) + policy.breaks.fair
    furthest = not_before(policy, clock.times.opened_at, wanted + ROUNDED)
    furthest = max(furthest, clock.times.closes_at or furthest)
    if not policy.breaks.takeover_hours or due > furthest + clock.told.slack:
        most = duration(policy.breaks.fair)
        check.fault(f"{where}: by the policy a successor has {most} at least, and no more is given")


def _paused(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """A player pauses no more often, and no longer, than the policy lets them."""
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
    clock.resumes_at = ""
    _stood(clock, entry, where)


def _stood(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """What is given back for a pause is what it lasted."""
    if (stopped_at := clock.times.stopped_at) is None:
        return
    stood = (moment_of(entry.at) - stopped_at).total_seconds()
    if abs(stood - entry.body["seconds"]) > ROUNDED.total_seconds():
        clock.check.fault(f"{where}: the clock had stood still for {round(stood)} seconds")


def _added(clock: _Clock, entry: EntryRecord, where: str) -> None:
    """Within bounds, with a reason, and so much after the deadline as it says."""
    seconds, due = entry.body["seconds"], moment_of(entry.body["due"])
    if not 0 < seconds <= LONGEST_HOURS * 3600:
        clock.check.fault(f"{where}: the staff cannot add {seconds} seconds")
    if not entry.body["reason"]:
        clock.check.fault(f"{where}: it has no reason")
    if (before := clock.times.closes_at) is None:
        return
    more, slack = timedelta(seconds=seconds), clock.told.slack
    if due < before + more - slack:
        clock.check.fault(f"{where}: the deadline has not moved by {seconds} seconds")
    elif due > max(before, moment_of(entry.at)) + more + slack:
        clock.check.fault(f"{where}: the deadline has moved by more than {seconds} seconds")


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
    "clock.extended": _extended,
    "clock.grace": _graced,
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
