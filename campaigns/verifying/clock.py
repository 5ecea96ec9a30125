"""The clock: deadlines follow from the policy in force, and players took no more time than they had."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from campaigns.deadlines import LONGEST_HOURS, ClockPolicy
from campaigns.duesteps import NOBODY, deadline, moment_of, plainly
from campaigns.exportfile import EntryRecord, Export
from campaigns.verifying.report import Check, counted
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


def check_clock(export: Export) -> Check:
    """Every policy, every deadline as it was when its phase opened, every extension by a player."""
    check = Check(name="the clock")
    clock = _Clock(check)
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        match entry.kind:
            case "clock.added":
                _added(clock, entry, where)
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
            case "consent.asked" if "threshold" in entry.body and clock.policy is not None:
                kind = entry.body["kind"]
                allowed = {clock.policy.threshold(kind) if kind in KINDS else "", "all"}
                if entry.body["threshold"] not in allowed:
                    check.fault(f"{where}: the policy has another threshold for it")
        _due(clock, entry)
    check.said = (
        f"{counted(clock.deadlines, 'deadline')} as the policy has it, "
        f"{counted(clock.taken.total(), 'extension')} taken by players"
    )
    return check


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
        case "clock.extended" | "clock.stretched":
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
