"""How a deadline came about: every step that led to it, as data, and one sentence made from them.

Pure: a policy, a kind of phase and the moment it opened go in; a moment and steps come out. Hours are
counted as they pass (an hour of the clock change is an hour); the fixed hour, weekdays, days off and
holidays are read on the wall clock of the campaign's time zone. An hour that the clocks skip becomes the
hour after; of an hour that comes twice it is the first.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from campaigns.domain.clock_policy import DAY_NAMES, DAYS, ClockPolicy, time_of_day
from campaigns.domain.wording import in_readers_words, within
from core.gettext import gettext as _
from core.gettext import ngettext
from core.text.durations import duration
from core.text.lists import listed
from core.text.moments import weekday_and_day


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step to a deadline, and in ``to`` the moment that it led to (ISO, UTC; empty: no deadline).

    ``kind`` is ``opened``; ``hours`` of a ``family`` of phases; ``hour`` (the fixed hour ``at``) and
    ``weekday`` (one of ``days`` at that hour); ``day_off`` (``days`` that were passed over) and
    ``holiday`` (its ``name``); ``uncounted`` (``days`` off and holidays that did not count into the hours);
    ``skipped`` and ``twice`` (an hour of the clock change); ``none`` (no
    deadline) and ``nobody`` (nothing is asked); later ``extended`` (``by`` ``moderator``, ``people``, the
    site's ``staff`` or a power, ``name`` for it), ``longer`` (more time for the power ``by`` alone, ``name`` for it), ``away`` (``by`` a power whose player is), ``takeover`` (``by`` a power with a new player), ``outage``, ``pause``, and ``said``: in words. ``seconds`` are the length
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
    if not policy.count_days_off:
        counted, passed = _counted(policy, opened_at, hours)
        if passed:
            steps.append(Step(kind="uncounted", days=passed, zone=policy.zone, to=stamp(counted)))
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


def deadlines(
    policy: ClockPolicy, families: Iterable[str], opened_at: datetime
) -> Iterator[datetime]:
    """When phases of these kinds are due, the first opened then and each other as the one before it is over;
    as far as there are deadlines.
    """
    for family in families:
        due = deadline(policy, family, opened_at).due_at
        if due is None:
            return
        yield due
        # A phase is resolved after its deadline, never at it.
        opened_at = due + timedelta(seconds=1)


def earliest(policy: ClockPolicy, opened_at: datetime) -> datetime | None:
    """From when on a phase that opened then may end because all are ready; ``None``: at once."""
    least = timedelta(hours=policy.least_hours)
    return opened_at + least if least else None


def _counted(
    policy: ClockPolicy, opened_at: datetime, hours: float
) -> tuple[datetime, tuple[str, ...]]:
    """When so many hours are over of which none falls on a day off or a holiday, and the names of the days
    that were passed over: ``sat``, or the name of a holiday.
    """
    zone, left = ZoneInfo(policy.zone), timedelta(hours=hours)
    now, passed = opened_at.astimezone(UTC), list[str]()
    while True:
        day = now.astimezone(zone).date()
        midnight = on_the_clock(day + timedelta(days=1), time(0), zone).astimezone(UTC)
        if off := policy.holiday_on(day) or _day_off_on(policy, day):
            passed.append(off)
            now = midnight
        elif now + left <= midnight:
            return now + left, tuple(dict.fromkeys(passed))
        else:
            left -= midnight - now
            now = midnight


def _day_off_on(policy: ClockPolicy, day: date) -> str:
    """The day of the week, if it is off."""
    name = DAYS[day.weekday()]
    return name if name in policy.days_off else ""


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
            said.append(
                _("%(words)s (%(zone)s)") % {"words": words, "zone": zone} if zone else words
            )
    return ", ".join(said)


def phrase(step: Step) -> str:
    """One step in words."""
    return _WORDS[step.kind](step)


def _hours(step: Step) -> str:
    return duration(timedelta(hours=step.hours))


def _to(step: Step) -> datetime:
    return datetime.fromisoformat(step.to).astimezone(ZoneInfo(step.zone))


def _fixed_weekday(step: Step) -> str:
    days = listed([day_name(day) for day in step.days], "or")
    return _("then the next %(days)s, %(time)s") % {"days": days, "time": step.at}


def _day_off(step: Step) -> str:
    to, days = _to(step), [day_name(day) for day in step.days]
    return ngettext(
        "moved to %(weekday)s %(time)s because %(days)s is off",
        "moved to %(weekday)s %(time)s because %(days)s are off",
        len(days),
    ) % {"weekday": DAY_NAMES[to.weekday()], "time": f"{to:%H:%M}", "days": listed(days)}


def _uncounted(step: Step) -> str:
    days = [day_name(day) if day in DAYS else day for day in step.days]
    return _("not counting %(days)s") % {"days": listed(days)}


def _holiday(step: Step) -> str:
    to = _to(step)
    return _("moved to %(day)s because of %(holiday)s") % {
        "day": weekday_and_day(to),
        "holiday": step.name,
    }


def _extended(step: Step) -> str:
    more = _added(step)
    match step.by:
        case "moderator":
            return _("plus %(length)s from the moderator") % more
        case "people":
            return _("plus %(length)s by vote of the players") % more
        case "staff":
            return _("plus %(length)s from the site's staff") % more
    return _("plus %(length)s taken by %(name)s") % {
        **more,
        "name": within(in_readers_words(step.name or step.by)),
    }


def _added(step: Step) -> dict[str, str]:
    """How much was added, and for whom, for a sentence."""
    return {
        "length": duration(timedelta(seconds=step.seconds)),
        "name": within(in_readers_words(step.name)),
    }


def _at(step: Step) -> dict[str, str]:
    """The fixed hour, for a sentence."""
    return {"time": step.at}


def _skipped(step: Step) -> str:
    return _("%(to)s that day because the clocks skip %(time)s") % {
        "to": f"{_to(step):%H:%M}",
        "time": step.at,
    }


_WORDS: Mapping[str, Callable[[Step], str]] = {
    "opened": lambda _step: _("the phase opened"),
    "hours": _hours,
    "hour": lambda step: _("then the next %(time)s") % _at(step),
    "weekday": _fixed_weekday,
    "day_off": _day_off,
    "holiday": _holiday,
    "skipped": _skipped,
    "twice": lambda step: _("the first %(time)s of two because the clocks go back") % _at(step),
    "none": lambda _step: _("no deadline: the phase ends when everybody is ready"),
    "nobody": lambda _step: _("nobody is asked; it resolves at once"),
    "extended": _extended,
    "longer": lambda step: _("plus %(length)s for %(name)s alone") % _added(step),
    "outage": lambda step: _("plus %(length)s because the service was away") % _added(step),
    "pause": lambda step: _("plus %(length)s of pause") % _added(step),
    "uncounted": _uncounted,
    "takeover": lambda step: _("plus %(length)s for the new player of %(name)s") % _added(step),
    "away": lambda step: _("plus %(length)s because %(name)s's player is away") % _added(step),
    "said": lambda step: step.words,
}


def not_before(policy: ClockPolicy, opened_at: datetime, wanted: datetime) -> datetime:
    """The first moment from ``wanted`` on at which a clock lets a deadline fall."""
    hours = (wanted - opened_at).total_seconds() / 3600
    moved = msgspec.structs.replace(policy, hours={"default": hours}, count_days_off=True)
    return deadline(moved, "", opened_at).due_at or wanted


def day_name(day: str) -> str:
    """``mon`` is Monday."""
    return str(DAY_NAMES[DAYS.index(day)])


def as_data(steps: Sequence[Step]) -> list[Any]:
    """Steps as plain data, to be stored or published."""
    return [msgspec.to_builtins(step) for step in steps]
