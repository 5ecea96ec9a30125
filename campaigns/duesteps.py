"""How a deadline came about: every step that led to it, as data, and one sentence made from them.

Pure: a policy, a kind of phase and the moment it opened go in; a moment and steps come out. Hours are
counted as they pass (an hour of the clock change is an hour); the fixed hour, weekdays, days off and
holidays are read on the wall clock of the campaign's time zone. An hour that the clocks skip becomes the
hour after; of an hour that comes twice it is the first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from campaigns.deadlines import DAY_NAMES, DAYS, ClockPolicy, time_of_day
from campaigns.lengths import duration
from campaigns.lists import listed


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step to a deadline, and in ``to`` the moment that it led to (ISO, UTC; empty: no deadline).

    ``kind`` is ``opened``; ``hours`` of a ``family`` of phases; ``hour`` (the fixed hour ``at``) and
    ``weekday`` (one of ``days`` at that hour); ``day_off`` (``days`` that were passed over) and
    ``holiday`` (its ``name``); ``skipped`` and ``twice`` (an hour of the clock change); ``none`` (no
    deadline) and ``nobody`` (nothing is asked); later ``extended`` (``by`` ``moderator``, ``people``, the
    site's ``staff`` or a power, ``name`` for it), ``longer`` (more time for the power ``by`` alone, ``name`` for it), ``away`` (``by`` a power whose player is), ``outage``, ``pause``, and ``said``: in words. ``seconds`` are the length
    of what was added later.
    """

    kind: str
    to: str = ""
    hours: float = 0
    family: str = ""
    at: str = ""
    zone: str = ""
    days: tuple[str, ...] = ()
    name: str = ""
    by: str = ""
    seconds: int = 0
    words: str = ""


class Deadline(msgspec.Struct, frozen=True):
    """A moment (``None`` for no deadline) and the steps that led to it."""

    due_at: datetime | None
    steps: tuple[Step, ...]

    @property
    def sentence(self) -> str:
        """How it came about, in words."""
        return sentence(self.steps)


NOBODY = Deadline(None, (Step(kind="nobody"),))
"""Of a phase that asks nothing of anybody."""


def deadline(policy: ClockPolicy, family: str, opened_at: datetime) -> Deadline:
    """When a phase of this kind is due that opened then."""
    opened = Step(kind="opened", to=stamp(opened_at))
    hours = policy.hours_for(family)
    if hours is None:
        return Deadline(None, (opened, Step(kind="none")))
    zone = ZoneInfo(policy.zone)
    counted = opened_at.astimezone(UTC) + timedelta(hours=hours)
    steps = [opened, Step(kind="hours", hours=hours, family=family, to=stamp(counted))]
    due = counted.astimezone(zone)
    if (fixed := time_of_day(policy.at)) is not None:
        due = on_the_clock(due.date(), fixed, zone)
        if due < counted:
            due = on_the_clock(due.date() + timedelta(days=1), fixed, zone)
        if not policy.weekdays:
            steps.append(_step("hour", due, policy))
    wall = fixed or due.time()
    for step, day in _moved(policy, due.date()):
        due = on_the_clock(day, wall, zone)
        steps.append(msgspec.structs.replace(step, to=stamp(due)))
    if fixed is not None:
        steps += _change_of_clocks(due, fixed, policy)
    return Deadline(due.astimezone(UTC), tuple(steps))


def earliest(policy: ClockPolicy, opened_at: datetime) -> datetime | None:
    """From when on a phase that opened then may end because all are ready; ``None``: at once."""
    least = timedelta(hours=policy.least_hours)
    return opened_at + least if least else None


def _moved(policy: ClockPolicy, day: date) -> Iterator[tuple[Step, date]]:
    """The steps from one day to the next that may hold a deadline, each with the day it led to."""
    first = True
    while True:
        start = day
        if policy.weekdays:
            while DAYS[day.weekday()] not in policy.weekdays:
                day += timedelta(days=1)
            if first or day != start:
                yield _weekday(policy), day
        first = False
        if holiday := policy.holiday_on(day):
            while policy.holiday_on(day) == holiday:
                day += timedelta(days=1)
            yield Step(kind="holiday", name=holiday, zone=policy.zone), day
            continue
        passed = []
        while DAYS[day.weekday()] in policy.days_off and not policy.holiday_on(day):
            passed.append(DAYS[day.weekday()])
            day += timedelta(days=1)
        if not passed:
            return
        yield Step(kind="day_off", days=tuple(dict.fromkeys(passed)), zone=policy.zone), day


def _weekday(policy: ClockPolicy) -> Step:
    days = tuple(day for day in DAYS if day in policy.weekdays)
    return Step(kind="weekday", days=days, at=policy.at, zone=policy.zone)


def _step(kind: str, due: datetime, policy: ClockPolicy) -> Step:
    return Step(kind=kind, at=policy.at, zone=policy.zone, to=stamp(due))


def _change_of_clocks(due: datetime, fixed: time, policy: ClockPolicy) -> Iterator[Step]:
    """Say so where the fixed hour of that day is one that the clocks skip, or one that comes twice."""
    if due.time() != fixed:
        yield _step("skipped", due, policy)
    elif due.utcoffset() != due.replace(fold=1).utcoffset():
        yield _step("twice", due, policy)


def on_the_clock(day: date, at: time, zone: ZoneInfo) -> datetime:
    """That time of that day. An hour that the clocks skip becomes the hour after; of an hour that comes
    twice it is the first.
    """
    wall = datetime.combine(day, at.replace(tzinfo=None, fold=0), zone)
    return wall.astimezone(UTC).astimezone(zone)


def stamp(moment: datetime) -> str:
    """A moment as a step keeps it."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def moment_of(text: str) -> datetime:
    """A moment as the log and a step keep it."""
    return datetime.fromisoformat(text)


def sentence(steps: Sequence[Step]) -> str:
    """All steps but the opening in one sentence, without its full stop. The zone is named once."""
    said, zones = list[str](), set[str]()
    for step in steps:
        if (words := _WORDS[step.kind](step)) and step.kind != "opened":
            zone = step.zone if step.zone and step.zone not in zones else ""
            zones.add(step.zone)
            said.append(f"{words} ({zone})" if zone else words)
    return ", ".join(said)


def phrase(step: Step) -> str:
    """One step in words."""
    return _WORDS[step.kind](step)


def _hours(step: Step) -> str:
    return duration(timedelta(hours=step.hours))


def _to(step: Step) -> datetime:
    return datetime.fromisoformat(step.to).astimezone(ZoneInfo(step.zone))


def _fixed_weekday(step: Step) -> str:
    return f"then the next {listed([day_name(day) for day in step.days], 'or')}, {step.at}"


def _day_off(step: Step) -> str:
    to, days = _to(step), [day_name(day) for day in step.days]
    are = "is" if len(days) == 1 else "are"
    return f"moved to {DAY_NAMES[to.weekday()]} {to:%H:%M} because {listed(days)} {are} off"


def _holiday(step: Step) -> str:
    to = _to(step)
    return f"moved to {DAY_NAMES[to.weekday()]} {to.day} {to:%B} because of {step.name}"


def _extended(step: Step) -> str:
    more = f"plus {duration(timedelta(seconds=step.seconds))}"
    match step.by:
        case "moderator":
            return f"{more} from the moderator"
        case "people":
            return f"{more} by vote of the players"
        case "staff":
            return f"{more} from the site's staff"
    return f"{more} taken by {step.name or step.by}"


def _lost(step: Step) -> str:
    return f"plus {duration(timedelta(seconds=step.seconds))}"


_WORDS: Mapping[str, Callable[[Step], str]] = {
    "opened": lambda _: "the phase opened",
    "hours": _hours,
    "hour": lambda step: f"then the next {step.at}",
    "weekday": _fixed_weekday,
    "day_off": _day_off,
    "holiday": _holiday,
    "skipped": lambda step: f"{_to(step):%H:%M} that day because the clocks skip {step.at}",
    "twice": lambda step: f"the first {step.at} of two because the clocks go back",
    "none": lambda _: "no deadline: the phase ends when everybody is ready",
    "nobody": lambda _: "nobody is asked; it resolves at once",
    "extended": _extended,
    "longer": lambda step: f"{_lost(step)} for {step.name} alone",
    "outage": lambda step: f"{_lost(step)} because the service was away",
    "pause": lambda step: f"{_lost(step)} of pause",
    "away": lambda step: f"{_lost(step)} because {step.name}'s player is away",
    "said": lambda step: step.words,
}


def day_name(day: str) -> str:
    """``mon`` is Monday."""
    return DAY_NAMES[DAYS.index(day)]


def plainly(steps: Sequence[Step]) -> list[Any]:
    """Steps as plain data, to be stored or published."""
    return [msgspec.to_builtins(step) for step in steps]
