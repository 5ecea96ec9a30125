"""The clock policy of a campaign: what it can say, what is wrong with it, and one sentence about it.

Pure. When a phase is due by it stands in :mod:`campaigns.duesteps`.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Literal
from zoneinfo import available_timezones

import msgspec

from campaigns.absence_policy import AbsencePolicy, SilencePolicy
from campaigns.lengths import duration
from campaigns.lists import listed
from campaigns.votes import KINDS, THRESHOLD_WORDS, Threshold
from rules.kernel.orders import Problem

MAP_LOOK_WORDS = {
    "at_once": "at once",
    "both": "when all whom it concerns have looked, at the latest at the deadline",
    "deadline": "from the deadline on",
}
"""When what is declared of the map takes effect, by the policy."""
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

LONGEST_HOURS = 24 * 90
MOST_MISSED = 20
#: Kinds of phases that may have hours of their own.
MOST_FAMILIES = 40
LONGEST_NAME = 60
#: Holidays that a policy may name, and the days that one of them may last.
MOST_HOLIDAYS = 60
LONGEST_HOLIDAY = 92
MOST_EXTENSIONS = 50
_NO_POLICY = Problem(
    "policy", "This is no clock policy. Name each kind of phase and each day once."
)

Missed = Literal["autopilot", "hold", "wait"]
Advance = Literal["all_ready", "deadline_only"]
MapLook = Literal["at_once", "both", "deadline"]


class Holiday(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days that hold no deadline, with their name: dates such as ``2026-12-24``, both included (an
    empty ``last``: one day).
    """

    name: str
    first: str
    last: str = ""

    @property
    def days(self) -> tuple[date, date] | None:
        """The first and the last day; ``None`` if they are none."""
        try:
            first = date.fromisoformat(self.first)
            return first, date.fromisoformat(self.last) if self.last else first
        except ValueError:
            return None

    @property
    def said(self) -> str:
        """Its dates and its name, as the form takes them."""
        return f"{self.first}{f' to {self.last}' if self.last else ''}: {self.name}"

    def problem(self) -> str:
        """What is wrong with it, in words; empty if nothing is."""
        if not self.name.strip():
            return "A holiday needs a name."
        if (days := self.days) is None:
            return f"{self.name}: write its dates like 2026-12-24."
        if not 0 <= (days[1] - days[0]).days < LONGEST_HOLIDAY:
            return f"{self.name}: it ends on its first day or later, after at most {LONGEST_HOLIDAY} days."
        return ""


class ClockPolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a campaign's clock runs.

    ``hours`` per kind of phase; the key ``default`` stands for every kind not named, ``None``
    means no deadline. ``at`` is a fixed hour of the day such as ``20:00`` (empty: none) to which
    a deadline is moved forward, on one of the ``weekdays`` if any are named (``mon``); ``days_off``
    (``sat``, ``sun``) and ``holidays`` never hold one. After a missed
    deadline silent powers have ``grace_hours`` more. ``missed`` says what a power that is silent
    even then does: its autopilot plays, it holds, or the campaign waits for the moderator.
    ``advance``: as soon as all are ready, but not before ``least_hours`` after the opening; or only at the
    deadline. The player of each seat may take ``extensions`` of ``extension_hours`` in the whole
    campaign. After ``reseat_after`` missed
    deadlines in a row the moderator may give a seat to somebody else without asking the others.
    ``map_look``: what is declared of the map takes effect at once; or when all whom it concerns have
    looked, at the latest at the deadline; or at the deadline (:mod:`campaigns.looking`).
    ``votes`` are the kinds of question that the players may put to each other though somebody moderates,
    and those they may put anyhow, with how many must agree (:mod:`campaigns.votes`). ``absence`` and
    ``silence`` say what is made of players who are away or from whom nothing comes
    (:mod:`campaigns.absence_policy`).
    """

    zone: str = "UTC"
    hours: dict[str, float | None] = msgspec.field(default_factory=lambda: {"default": 72})
    at: str = ""
    days_off: tuple[str, ...] = ()
    grace_hours: float = 0
    missed: Missed = "autopilot"
    advance: Advance = "all_ready"
    reseat_after: int = 3
    map_look: MapLook = "at_once"
    weekdays: tuple[str, ...] = ()
    holidays: tuple[Holiday, ...] = ()
    least_hours: float = 0
    extensions: int = 0
    extension_hours: float = 24
    votes: dict[str, Threshold] = msgspec.field(default_factory=dict)
    absence: AbsencePolicy = AbsencePolicy()
    silence: SilencePolicy = SilencePolicy()

    def threshold(self, kind: str) -> Threshold:
        """How many of those who are asked a question of this kind must agree."""
        return self.votes.get(kind, KINDS[kind].threshold)

    def hours_for(self, family: str) -> float | None:
        """The hours of one kind of phase; ``None`` for no deadline."""
        return self.hours[family] if family in self.hours else self.hours.get("default")

    @property
    def grace(self) -> timedelta:
        """How long silent powers have after the deadline."""
        return timedelta(hours=self.grace_hours)

    def holiday_on(self, day: date) -> str:
        """The name of the holiday on that day; empty for none."""
        for holiday in self.holidays:
            if (days := holiday.days) and days[0] <= day <= days[1]:
                return holiday.name
        return ""

    def problems(self) -> list[Problem]:
        """Everything that is wrong with the policy, for the form that edits it."""
        if not self._has_a_shape():
            return [_NO_POLICY]
        return [
            *self._problems(),
            *self._problems_of_days(),
            *self._problems_of_missing(),
            *self._problems_of_extensions(),
            *self._problems_of_least(),
            *self.absence.problems(),
            *self.silence.problems(),
        ]

    def _has_a_shape(self) -> bool:
        """Whether it names no more than there can be, in words of a length that there can be."""
        days = (*self.days_off, *self.weekdays)
        holidays = (part for one in self.holidays for part in (one.name, one.first, one.last))
        names = (self.zone, self.at, *self.hours, *days, *self.votes, *holidays)
        few = len(self.hours) <= MOST_FAMILIES and len(self.days_off) <= len(DAYS)
        few = few and len(self.weekdays) <= len(DAYS) and len(self.votes) <= len(KINDS)
        few = few and len(self.holidays) <= MOST_HOLIDAYS
        return few and all(len(name) <= LONGEST_NAME for name in names)

    def _problems_of_missing(self) -> Iterator[Problem]:
        if not 0 <= self.grace_hours <= LONGEST_HOURS:
            yield Problem(
                "grace_hours",
                f"Grace goes from 0 to {LONGEST_HOURS} hours, not {self.grace_hours:g}.",
            )
        if strange := sorted(key for key in self.votes if not _may_vote_on(key)):
            yield Problem("votes", f"There is no vote on {', '.join(strange)}.")
        if not 1 <= self.reseat_after <= MOST_MISSED:
            yield Problem(
                "reseat_after",
                f"Missed deadlines go from 1 to {MOST_MISSED}, not {self.reseat_after}.",
            )

    def _problems_of_days(self) -> Iterator[Problem]:
        for field, days in (("days_off", self.days_off), ("weekdays", self.weekdays)):
            for day in days:
                if day not in DAYS:
                    yield Problem(field, f"{day!r} is no day. Use {', '.join(DAYS)}.")
        if not set(self.weekdays or DAYS) - set(self.days_off):
            yield Problem("days_off", "Every day is off; leave at least one for deadlines.")
        if self.weekdays and not self.at:
            yield Problem("at", "Fixed weekdays need an hour. Write it like 20:00.")
        for holiday in self.holidays:
            if said := holiday.problem():
                yield Problem("holidays", said)

    def _problems_of_extensions(self) -> Iterator[Problem]:
        if not 0 <= self.extensions <= MOST_EXTENSIONS:
            yield Problem(
                "extensions",
                f"Extensions go from 0 to {MOST_EXTENSIONS}, not {self.extensions}.",
            )
        if not 0 < self.extension_hours <= LONGEST_HOURS:
            yield Problem(
                "extension_hours",
                f"An extension has more than 0 and at most {LONGEST_HOURS} hours, "
                f"not {self.extension_hours:g}.",
            )

    def _problems_of_least(self) -> Iterator[Problem]:
        hours = [hours for hours in self.hours.values() if hours is not None]
        if not 0 <= self.least_hours <= min(hours, default=LONGEST_HOURS):
            yield Problem(
                "least_hours",
                "The least time is 0 or more, and no longer than the hours of any kind of phase, "
                f"not {self.least_hours:g}.",
            )

    def _problems(self) -> Iterator[Problem]:
        if self.zone not in available_timezones():
            yield Problem(
                "zone", f"There is no time zone {self.zone!r}. Write it like Europe/Berlin."
            )
        for family, hours in self.hours.items():
            if hours is not None and not 0 < hours <= LONGEST_HOURS:
                yield Problem(
                    f"hours.{family}",
                    f"Hours go from more than 0 to {LONGEST_HOURS}, not {hours:g}.",
                )
        if self.at and time_of_day(self.at) is None:
            yield Problem("at", f"{self.at!r} is no time of day. Write it like 20:00.")
        if self.advance == "deadline_only" and None in (
            self.hours_for("default"),
            *self.hours.values(),
        ):
            yield Problem("advance", "Without a deadline a phase can only end when all are ready.")


def words(policy: ClockPolicy) -> str:
    """The whole policy in one sentence."""
    default = policy.hours_for("default")
    parts = ["no deadline" if default is None else f"{duration(timedelta(hours=default))} a phase"]
    parts += [
        f"{family}: {'no deadline' if hours is None else duration(timedelta(hours=hours))}"
        for family, hours in sorted(policy.hours.items())
        if family != "default"
    ]
    if policy.at:
        days = [f"{DAY_NAMES[DAYS.index(day)]}s" for day in DAYS if day in policy.weekdays]
        parts.append(f"{f'on {listed(days)} ' if days else ''}at {policy.at} ({policy.zone})")
    if policy.days_off:
        parts.append(f"never on {listed([DAY_NAMES[DAYS.index(day)] for day in policy.days_off])}")
    if policy.holidays:
        parts.append(f"not in the holidays ({listed([one.name for one in policy.holidays])})")
    if policy.least_hours:
        least = duration(timedelta(hours=policy.least_hours))
        parts.append(f"never over in less than {least}")
    if policy.extensions:
        each = duration(timedelta(hours=policy.extension_hours))
        times = "once" if policy.extensions == 1 else f"{policy.extensions} times"
        parts.append(f"each player may take {each} more {times}")
    if policy.grace_hours:
        parts.append(f"{duration(policy.grace)} of grace")
    parts.append(
        {
            "autopilot": "then the autopilot plays",
            "hold": "then silence holds",
            "wait": "then the moderator decides",
        }[policy.missed]
    )
    if policy.silence.words:
        parts.append(policy.silence.words)
    if look := look_words(policy):
        parts.append(f"what is declared of the map counts {look}")
    if policy.votes:
        said = (
            f"{KINDS[key].title.lower()} by {THRESHOLD_WORDS[how]}"
            for key, how in sorted(policy.votes.items())
        )
        parts.append(f"the players may vote: {', '.join(said)}")
    text = ", ".join(parts)
    return text[0].upper() + text[1:] + "."


def look_words(policy: ClockPolicy) -> str:
    """When what is declared of the map counts, in words; empty where that is at once."""
    return "" if policy.map_look == "at_once" else MAP_LOOK_WORDS[policy.map_look]


def changes(before: ClockPolicy, after: ClockPolicy) -> list[str]:
    """What one policy says otherwise than another, old → new, each in words."""
    told, tells = _parts(before), _parts(after)
    return [
        f"{name}: {told.get(name, 'none')} → {tells.get(name, 'none')}"
        for name in dict.fromkeys((*told, *tells))
        if told.get(name) != tells.get(name)
    ]


def _parts(policy: ClockPolicy) -> dict[str, str]:
    """Everything that a policy says, by what it is about; nothing for what it leaves out."""
    hours = {
        f"hours for {'every phase' if family == 'default' else family}": (
            "no deadline" if length is None else duration(timedelta(hours=length))
        )
        for family, length in policy.hours.items()
    }
    votes = {
        f"vote, {KINDS[key].title.lower()}": THRESHOLD_WORDS[how]
        for key, how in policy.votes.items()
        if key in KINDS
    }
    said = {
        "time zone": policy.zone,
        **hours,
        "hour of the day": policy.at,
        "weekdays": ", ".join(policy.weekdays),
        "days off": ", ".join(policy.days_off),
        "holidays": ", ".join(one.said for one in policy.holidays),
        "grace": duration(policy.grace),
        "least time": duration(timedelta(hours=policy.least_hours)),
        "extensions for each player": str(policy.extensions),
        "hours of an extension": f"{policy.extension_hours:g}",
        "silence": {
            "autopilot": "the autopilot plays",
            "hold": "silence holds",
            "wait": "the moderator decides",
        }[policy.missed],
        "the phase ends": {
            "all_ready": "when all are ready",
            "deadline_only": "at the deadline only",
        }[policy.advance],
        "missed deadlines before a seat may be reassigned": str(policy.reseat_after),
        "what is declared of the map counts": MAP_LOOK_WORDS[policy.map_look],
        "who is away": _fields(policy.absence),
        "who says nothing": _fields(policy.silence),
        **votes,
    }
    return {name: words for name, words in said.items() if words}


def _may_vote_on(kind: str) -> bool:
    return kind in KINDS and (KINDS[kind].votable or KINDS[kind].chosen)


def _fields(policy: AbsencePolicy | SilencePolicy) -> str:
    """What a part of the policy holds, in the words of its fields: every change of it shows."""
    told = msgspec.to_builtins(policy)
    return ", ".join(
        f"{name.replace('_', ' ')} {', '.join(value) if isinstance(value, tuple | list) else value}"
        for name, value in told.items()
    )


def time_of_day(text: str) -> time | None:
    """A time of day such as ``20:00``; ``None`` for anything else."""
    try:
        return datetime.strptime(text, "%H:%M").time() if text else None  # noqa: DTZ007 - a time of day has no zone
    except ValueError:
        return None
