"""When a phase is due, and one sentence that says how that came about.

Pure: a policy, a kind of phase and the moment it opened go in; a moment and a sentence come
out. Hours are counted as they pass (an hour of the clock change is an hour), the fixed hour of
the day and the days off are read on the wall clock of the campaign's time zone.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from campaigns.lengths import duration
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
_NO_POLICY = Problem(
    "policy", "This is no clock policy. Name each kind of phase and each day once."
)

Missed = Literal["autopilot", "hold", "wait"]
Advance = Literal["all_ready", "deadline_only"]
MapLook = Literal["at_once", "both", "deadline"]


class ClockPolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a campaign's clock runs.

    ``hours`` per kind of phase; the key ``default`` stands for every kind not named, ``None``
    means no deadline. ``at`` is a fixed hour of the day such as ``20:00`` (empty: none) to which
    a deadline is moved forward; ``days_off`` (``sat``, ``sun``) never hold one. After a missed
    deadline silent powers have ``grace_hours`` more. ``missed`` says what a power that is silent
    even then does: its autopilot plays, it holds, or the campaign waits for the moderator.
    ``advance``: as soon as all are ready, or only at the deadline. After ``reseat_after`` missed
    deadlines in a row the moderator may give a seat to somebody else without asking the others.
    ``map_look``: what is declared of the map takes effect at once; or when all whom it concerns have
    looked, at the latest at the deadline; or at the deadline (:mod:`campaigns.looking`).
    ``votes`` are the kinds of question that the players may put to each other though somebody moderates,
    with how many must agree (:mod:`campaigns.votes`).
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
    votes: dict[str, Threshold] = msgspec.field(default_factory=dict)

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

    def problems(self) -> list[Problem]:
        """Everything that is wrong with the policy, for the form that edits it."""
        if not self._has_a_shape():
            return [_NO_POLICY]
        return [*self._problems(), *self._problems_of_missing()]

    def _has_a_shape(self) -> bool:
        """Whether it names no more than there can be, in words of a length that there can be."""
        names = (self.zone, self.at, *self.hours, *self.days_off, *self.votes)
        few = len(self.hours) <= MOST_FAMILIES and len(self.days_off) <= len(DAYS)
        few = few and len(self.votes) <= len(KINDS)
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
        if self.at and _time_of_day(self.at) is None:
            yield Problem("at", f"{self.at!r} is no time of day. Write it like 20:00.")
        for day in self.days_off:
            if day not in DAYS:
                yield Problem("days_off", f"{day!r} is no day. Use {', '.join(DAYS)}.")
        if set(self.days_off) >= set(DAYS):
            yield Problem("days_off", "Every day is off; leave at least one for deadlines.")
        if self.advance == "deadline_only" and None in (
            self.hours_for("default"),
            *self.hours.values(),
        ):
            yield Problem("advance", "Without a deadline a phase can only end when all are ready.")


class Deadline(msgspec.Struct, frozen=True):
    """A moment (``None`` for no deadline) and how it came about."""

    due_at: datetime | None
    sentence: str


def deadline(policy: ClockPolicy, family: str, opened_at: datetime) -> Deadline:
    """When a phase of this kind is due that opened then."""
    hours = policy.hours_for(family)
    if hours is None:
        return Deadline(None, "No deadline: the phase ends when everybody is ready")
    zone = ZoneInfo(policy.zone)
    counted = opened_at.astimezone(UTC) + timedelta(hours=hours)
    local = counted.astimezone(zone)
    fixed = _time_of_day(policy.at)
    if fixed is not None:
        local = _on_the_clock(local, fixed, 0)
        if local < counted:
            local = _on_the_clock(local, fixed, 1)
    skipped: list[str] = []
    while DAYS[local.weekday()] in policy.days_off:
        skipped.append(DAY_NAMES[local.weekday()])
        local = _on_the_clock(local, fixed or local.time(), 1)
    return Deadline(local.astimezone(UTC), _sentence(policy, hours, fixed, skipped, local))


def _sentence(
    policy: ClockPolicy, hours: float, fixed: time | None, skipped: list[str], local: datetime
) -> str:
    length = duration(timedelta(hours=hours))
    if skipped:
        days = _and(list(dict.fromkeys(skipped)))
        moved = f"{DAY_NAMES[local.weekday()]} {local:%H:%M}"
        return f"{length}, moved to {moved} ({policy.zone}) because {days} {'is' if len(set(skipped)) == 1 else 'are'} off"
    if fixed is not None:
        return f"{length}, then the next {local:%H:%M} ({policy.zone})"
    return length


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
        parts.append(f"at {policy.at} ({policy.zone})")
    if policy.days_off:
        parts.append(f"never on {_and([DAY_NAMES[DAYS.index(day)] for day in policy.days_off])}")
    if policy.grace_hours:
        parts.append(f"{duration(policy.grace)} of grace")
    parts.append(
        {
            "autopilot": "then the autopilot plays",
            "hold": "then silence holds",
            "wait": "then the moderator decides",
        }[policy.missed]
    )
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


def _on_the_clock(day: datetime, at: time, days_on: int) -> datetime:
    """That time of day, so many days later. An hour that the clocks skip becomes the hour
    after; of an hour that comes twice it is the first.
    """
    wall = datetime.combine(
        day.date() + timedelta(days=days_on), at.replace(tzinfo=None, fold=0), day.tzinfo
    )
    return wall.astimezone(UTC).astimezone(day.tzinfo)


def _may_vote_on(kind: str) -> bool:
    return kind in KINDS and KINDS[kind].votable


def _time_of_day(text: str) -> time | None:
    try:
        return datetime.strptime(text, "%H:%M").time() if text else None  # noqa: DTZ007 - a time of day has no zone
    except ValueError:
        return None


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
