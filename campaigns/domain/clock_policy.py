"""The clock policy of a campaign: what it can say, what is wrong with it, and one sentence about it.

Pure. When a phase is due by it stands in :mod:`campaigns.domain.deadline_steps`.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Literal
from zoneinfo import available_timezones

import msgspec

from campaigns.domain.absence_policy import AbsencePolicy, SilencePolicy
from campaigns.domain.breaks_policy import BreaksPolicy
from campaigns.domain.vote_kinds import KINDS, THRESHOLD_WORDS, Threshold
from core.gettext import WEEKDAYS, ngettext
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from core.text.durations import duration
from core.text.lists import listed
from rules.kernel.orders import Problem

MAP_LOOK_WORDS = {
    "at_once": _lazy("at once"),
    "both": _lazy("when all whom it concerns have looked, at the latest at the deadline"),
    "deadline": _lazy("from the deadline on"),
}
"""When what is declared of the map takes effect, by the policy."""
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_NAMES = tuple(WEEKDAYS[day] for day in range(len(DAYS)))
_EVERY_DAY = (
    _lazy("Mondays"),
    _lazy("Tuesdays"),
    _lazy("Wednesdays"),
    _lazy("Thursdays"),
    _lazy("Fridays"),
    _lazy("Saturdays"),
    _lazy("Sundays"),
)

LONGEST_HOURS = 24 * 90
MOST_MISSED = 20
#: Kinds of phases that may have hours of their own.
MOST_FAMILIES = 40
LONGEST_NAME = 60
#: Holidays that a policy may name, and the days that one of them may last.
MOST_HOLIDAYS = 60
LONGEST_HOLIDAY = 92
MOST_EXTENSIONS = 50

Missed = Literal["autopilot", "hold", "wait"]
Advance = Literal["all_ready", "deadline_only"]
MapLook = Literal["at_once", "both", "deadline"]


class Holiday(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days that hold no deadline, with their name: dates such as ``2026-12-24``, both included (an
    empty ``last``: one day). One without a name is called by its dates.
    """

    name: str = ""
    first: str = ""
    last: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip():
            msgspec.structs.force_setattr(self, "name", self.dates)

    @property
    def days(self) -> tuple[date, date] | None:
        """The first and the last day; ``None`` if they are none."""
        try:
            first = date.fromisoformat(self.first)
            return first, date.fromisoformat(self.last) if self.last else first
        except ValueError:
            return None

    @property
    def dates(self) -> str:
        """Its dates, as the form takes them."""
        return f"{self.first}{f' to {self.last}' if self.last else ''}"

    @property
    def said(self) -> str:
        """Its dates and its name, as the form takes them; one that is called by its dates has no other name."""
        return self.dates if self.name == self.dates else f"{self.dates}: {self.name}"

    def problem(self) -> str:
        """What is wrong with it, in words; empty if nothing is."""
        if (days := self.days) is None:
            name = self.name or _("A holiday")
            return _("%(name)s: write its dates like 2026-12-24.") % {"name": name}
        if not 0 <= (days[1] - days[0]).days < LONGEST_HOLIDAY:
            return _(
                "%(name)s: it ends on its first day or later, after at most %(days)s days."
            ) % {"name": self.name, "days": LONGEST_HOLIDAY}
        return ""


@cache
def _zones() -> frozenset[str]:
    """The time zones there are; they are files in many folders, which are looked through once."""
    return frozenset(available_timezones())


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
    looked, at the latest at the deadline; or at the deadline (:mod:`campaigns.domain.dispatch_review`).
    ``votes`` are the kinds of question that the players may put to each other though somebody moderates,
    and those they may put anyhow, with how many must agree (:mod:`campaigns.domain.vote_kinds`). ``absence`` and
    ``silence`` say what is made of players who are away or from whom nothing comes
    (:mod:`campaigns.domain.absence_policy`). Without ``count_days_off`` the hours stand still on days off and
    holidays. ``breaks`` are what successors and emergencies are given (:mod:`campaigns.domain.breaks_policy`).
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
    count_days_off: bool = True
    breaks: BreaksPolicy = BreaksPolicy()

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
            return [
                Problem(
                    "policy",
                    _("This is no clock policy. Name each kind of phase and each day once."),
                )
            ]
        return [
            *self._problems(),
            *self._problems_of_days(),
            *self._problems_of_missing(),
            *self._problems_of_extensions(),
            *self._problems_of_least(),
            *self.absence.problems(),
            *self.silence.problems(),
            *self.breaks.problems(),
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
                _("Grace goes from 0 to %(longest_hours)s hours, not %(grace_hours)g.")
                % {"longest_hours": LONGEST_HOURS, "grace_hours": self.grace_hours},
            )
        if strange := sorted(key for key in self.votes if not _may_vote_on(key)):
            yield Problem(
                "votes", _("There is no vote on %(strange)s.") % {"strange": ", ".join(strange)}
            )
        if not 1 <= self.reseat_after <= MOST_MISSED:
            yield Problem(
                "reseat_after",
                _("Missed deadlines go from 1 to %(most_missed)s, not %(reseat_after)s.")
                % {"most_missed": MOST_MISSED, "reseat_after": self.reseat_after},
            )

    def _problems_of_days(self) -> Iterator[Problem]:
        for field, days in (("days_off", self.days_off), ("weekdays", self.weekdays)):
            for day in days:
                if day not in DAYS:
                    yield Problem(
                        field,
                        _("%(day)r is no day. Use %(days)s.")
                        % {"day": day, "days": ", ".join(DAYS)},
                    )
        if not set(self.weekdays or DAYS) - set(self.days_off):
            yield Problem("days_off", _("Every day is off; leave at least one for deadlines."))
        if self.weekdays and not self.at:
            yield Problem("at", _("Fixed weekdays need an hour. Write it like 20:00."))
        for holiday in self.holidays:
            if said := holiday.problem():
                yield Problem("holidays", said)

    def _problems_of_extensions(self) -> Iterator[Problem]:
        if not 0 <= self.extensions <= MOST_EXTENSIONS:
            yield Problem(
                "extensions",
                _("Extensions go from 0 to %(most_extensions)s, not %(extensions)s.")
                % {"most_extensions": MOST_EXTENSIONS, "extensions": self.extensions},
            )
        if not 0 < self.extension_hours <= LONGEST_HOURS:
            yield Problem(
                "extension_hours",
                _(
                    "An extension has more than 0 and at most %(longest_hours)s hours, not "
                    "%(extension_hours)g."
                )
                % {"longest_hours": LONGEST_HOURS, "extension_hours": self.extension_hours},
            )

    def _problems_of_least(self) -> Iterator[Problem]:
        hours = [hours for hours in self.hours.values() if hours is not None]
        if not 0 <= self.least_hours <= min(hours, default=LONGEST_HOURS):
            yield Problem(
                "least_hours",
                _(
                    "The least time is 0 or more, and no longer than the hours of any kind of "
                    "phase, not %(least_hours)g."
                )
                % {"least_hours": self.least_hours},
            )

    def _problems(self) -> Iterator[Problem]:
        if self.zone not in _zones():
            yield Problem(
                "zone",
                _("There is no time zone %(zone)r. Write it like Europe/Berlin.")
                % {"zone": self.zone},
            )
        for family, hours in self.hours.items():
            if hours is not None and not 0 < hours <= LONGEST_HOURS:
                yield Problem(
                    f"hours.{family}",
                    _("Hours go from more than 0 to %(longest_hours)s, not %(hours)g.")
                    % {"longest_hours": LONGEST_HOURS, "hours": hours},
                )
        if self.at and time_of_day(self.at) is None:
            yield Problem(
                "at", _("%(at)r is no time of day. Write it like 20:00.") % {"at": self.at}
            )
        if self.advance == "deadline_only" and None in (
            self.hours_for("default"),
            *self.hours.values(),
        ):
            yield Problem(
                "advance", _("Without a deadline a phase can only end when all are ready.")
            )


def _names(holidays: Sequence[Holiday]) -> str:
    """The names of some holidays; of very many the first."""
    names = [one.name for one in holidays]
    more = len(names) - MOST_NAMED
    return listed(
        [*names[:MOST_NAMED], _("%(count)d more") % {"count": more}] if more > 1 else names
    )


MOST_NAMED = 5
"""So many holidays a sentence names."""


def words(policy: ClockPolicy) -> str:
    """The whole policy in one sentence."""
    default = policy.hours_for("default")
    # A fixed hour moves a deadline on, never back.
    lasts = _("at least %(length)s a phase") if policy.at else _("%(length)s a phase")
    parts = [
        _("no deadline")
        if default is None
        else lasts % {"length": duration(timedelta(hours=default))}
    ]
    parts += [
        f"{family}: {_('no deadline') if hours is None else duration(timedelta(hours=hours))}"
        for family, hours in sorted(policy.hours.items())
        if family != "default"
    ]
    if policy.at:
        days = [str(_EVERY_DAY[DAYS.index(day)]) for day in DAYS if day in policy.weekdays]
        at = {"time": policy.at, "zone": policy.zone}
        parts.append(
            _("on %(days)s at %(time)s (%(zone)s)") % {"days": listed(days), **at}
            if days
            else _("at %(time)s (%(zone)s)") % at
        )
    if policy.days_off:
        off = listed([str(DAY_NAMES[DAYS.index(day)]) for day in policy.days_off])
        parts.append(_("never on %(days)s") % {"days": off})
    if policy.holidays:
        parts.append(_("not in the holidays (%(names)s)") % {"names": _names(policy.holidays)})
    if not policy.count_days_off:
        parts.append(_("days off and holidays do not count into the hours"))
    if policy.least_hours:
        least = duration(timedelta(hours=policy.least_hours))
        parts.append(_("never over in less than %(length)s") % {"length": least})
    if policy.extensions:
        each = duration(timedelta(hours=policy.extension_hours))
        parts.append(
            ngettext(
                "each player may take %(length)s more once",
                "each player may take %(length)s more %(times)d times",
                policy.extensions,
            )
            % {"length": each, "times": policy.extensions}
        )
    if policy.grace_hours:
        parts.append(_("%(length)s of grace") % {"length": duration(policy.grace)})
    parts.append(
        {
            "autopilot": _("then the autopilot plays"),
            "hold": _("then silence holds"),
            "wait": _("then the moderator decides"),
        }[policy.missed]
    )
    parts += [said for said in (policy.silence.words, policy.breaks.words) if said]
    if look := look_words(policy):
        parts.append(_("what is declared of the map counts %(when)s") % {"when": look})
    if policy.votes:
        said = (
            _("%(what)s by %(who)s") % {"what": KINDS[key].inside, "who": THRESHOLD_WORDS[how]}
            for key, how in sorted(policy.votes.items())
        )
        parts.append(_("the players may vote: %(votes)s") % {"votes": ", ".join(said)})
    text = ", ".join(parts)
    return text[0].upper() + text[1:] + "."


def look_words(policy: ClockPolicy) -> str:
    """When what is declared of the map counts, in words; empty where that is at once."""
    return "" if policy.map_look == "at_once" else str(MAP_LOOK_WORDS[policy.map_look])


def changes(before: ClockPolicy, after: ClockPolicy) -> list[str]:
    """What one policy says otherwise than another, old → new, each in words."""
    told, tells = _parts(before), _parts(after)
    return [
        f"{name}: {told.get(name, _('none'))} → {tells.get(name, _('none'))}"
        for name in dict.fromkeys((*told, *tells))
        if told.get(name) != tells.get(name)
    ]


def _parts(policy: ClockPolicy) -> dict[str, str]:
    """Everything that a policy says, by what it is about; nothing for what it leaves out."""
    hours = {
        _("hours for every phase")
        if family == "default"
        else _("hours for %(family)s") % {"family": family}: (
            _("no deadline") if length is None else duration(timedelta(hours=length))
        )
        for family, length in policy.hours.items()
    }
    votes = {
        _("vote, %(what)s") % {"what": KINDS[key].inside}: str(THRESHOLD_WORDS[how])
        for key, how in policy.votes.items()
        if key in KINDS
    }
    said = {
        _("time zone"): policy.zone,
        **hours,
        _("hour of the day"): policy.at,
        _("weekdays"): ", ".join(policy.weekdays),
        _("days off"): ", ".join(policy.days_off),
        _("holidays"): ", ".join(one.said for one in policy.holidays),
        _("grace"): duration(policy.grace),
        _("least time"): duration(timedelta(hours=policy.least_hours)),
        _("extensions for each player"): str(policy.extensions),
        _("hours of an extension"): f"{policy.extension_hours:g}",
        _("silence"): {
            "autopilot": _("the autopilot plays"),
            "hold": _("silence holds"),
            "wait": _("the moderator decides"),
        }[policy.missed],
        _("the phase ends"): {
            "all_ready": _("when all are ready"),
            "deadline_only": _("at the deadline only"),
        }[policy.advance],
        _("missed deadlines before a seat may be reassigned"): str(policy.reseat_after),
        _("what is declared of the map counts"): str(MAP_LOOK_WORDS[policy.map_look]),
        _("who is away"): _fields(policy.absence),
        _("who says nothing"): _fields(policy.silence),
        _("days off and holidays"): _("count into the hours")
        if policy.count_days_off
        else _("do not count into the hours"),
        _("successors and emergencies"): _fields(policy.breaks),
        **votes,
    }
    return {name: words for name, words in said.items() if words}


def _may_vote_on(kind: str) -> bool:
    return kind in KINDS and (KINDS[kind].votable or KINDS[kind].chosen)


def _fields(policy: AbsencePolicy | SilencePolicy | BreaksPolicy) -> str:
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
