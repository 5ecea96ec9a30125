"""The table at a glance, for its moderator: who is late, when they were last here, who stands in.

Never what anybody has written. When somebody was here is said in days only.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from zoneinfo import ZoneInfo

from django.db.models import Min
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.domain.entries.phases import OrderSealed
from campaigns.models import ReadMark, Status
from campaigns.selectors.phase.records import Readiness
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.seats.absences_page import absences_of, deputies_of
from campaigns.selectors.seats.missed_deadlines import Missed, missed_at_the_table
from campaigns.selectors.seats.nudges import AGAIN, nudged
from core.text.durations import duration

LATE = frozenset({"waiting", "draft", "overdue"})
LONG_AGO = 30
"""Days after which it is only said that somebody was not here for a month."""


class DeskRow(Struct, frozen=True, kw_only=True):
    """One seat. ``readiness`` is empty while no phase is open; ``missed`` is what deadlines
    its player has missed; ``usual`` is how long they usually take to seal, in words, empty where that is not known; ``away`` is when their absence ends, or begins where that is ``to_come``; ``may_nudge`` that
    they are late and were not reminded within a day, ``nudged`` that they were. ``late_by`` is how long they are
    overdue, in words, empty where they are not.
    """

    badge: Badge
    name: str
    bot: bool
    readiness: Readiness | None
    seen: str
    usual: str
    missed: Missed
    away: datetime | None
    to_come: bool
    deputies: tuple[str, ...]
    may_nudge: bool
    nudged: bool
    late_by: str = ""

    @property
    def is_open(self) -> bool:
        """Whether a player can be found for it: nobody has it, or the autopilot."""
        return self.bot or not self.name


def rows_of(at: Reading, readiness: tuple[Readiness, ...]) -> tuple[DeskRow, ...]:
    """A row for each seat, who is late first."""
    by_power = {one.badge.key: one for one in readiness}
    looks = dict(ReadMark.objects.filter(campaign=at.campaign).values_list("person", "at"))
    late: set[str] = set()
    reminded: set[str] = set()
    if at.phase is not None and at.campaign.status in (Status.RUNNING, Status.WAITING):
        seated = {seat.power for seat in at.seats if seat.person_id is not None}
        late = {key for key in seated if by_power[key].state in LATE}
        reminded = nudged(at.campaign, at.phase, since=at.now - AGAIN)
    away = {badge.key: line for line in absences_of(at) for badge in line.badges}
    usual = usual_answers(at)
    missed = missed_at_the_table(at.campaign, [seat for seat in at.seats if seat.person_id])
    helpers: dict[str, list[str]] = {}
    for helper in deputies_of(at):
        helpers.setdefault(helper.badge.key, []).append(helper.name)
    rows = []
    for seat, line in zip(at.seats, at.seat_lines(), strict=True):
        told = away.get(seat.power)
        rows.append(
            DeskRow(
                badge=line.badge,
                name=line.taken_by,
                bot=line.bot,
                readiness=by_power.get(seat.power),
                seen=_days(at, looks.get(seat.person_id)) if seat.person_id else "",
                usual=usual.get(seat.power, "") if seat.person_id else "",
                missed=missed.get(seat.power, Missed()),
                away=(told.begins_at if told.to_come else told.ends_at) if told else None,
                to_come=told is not None and told.to_come,
                deputies=tuple(helpers.get(seat.power, ())),
                may_nudge=seat.power in late and seat.power not in reminded,
                nudged=seat.power in reminded,
                late_by=_late_by(at, by_power.get(seat.power)),
            )
        )
    return tuple(sorted(rows, key=lambda row: row.badge.key not in late))


def _days(at: Reading, when: datetime | None) -> str:
    """When somebody last opened the campaign's page, in days of the campaign's zone; of who has read its letters or
    treaties alone nothing is noted.
    """
    if when is None:
        return _("not yet")
    zone = ZoneInfo(at.campaign.policy.zone)
    days = (at.now.astimezone(zone).date() - when.astimezone(zone).date()).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    if days <= LONG_AGO:
        return _("%(days)d days ago") % {"days": days}
    return _("over a month ago")


FEWEST = 2
"""From so many answers on something is called usual."""
LATEST = 40
"""So many of the latest phases are counted."""
HOUR = timedelta(hours=1)
DAYS = timedelta(days=3)


def usual_answers(at: Reading) -> dict[str, str]:
    """Of each power with a player, how long they usually take, in words: the middle of the times from the opening
    of a phase to the first seal in it, over the phases of the one who has the seat now; nothing of those who have
    sealed in too few. When who sealed stands in the log for everybody; the sum of it is for the desk alone.
    """
    if at.phase is None:
        return {}
    sealed = (
        at.campaign.log.filter(
            kind=OrderSealed.tag, power__in=at.since, phase__number__gt=at.phase.number - LATEST
        )
        .exclude(actor="bot")
        .values("power", "phase", "phase__opened_at")
        .annotate(first=Min("at"))
    )
    took: dict[str, list[timedelta]] = {}
    for row in sealed:
        if row["first"] >= at.since[row["power"]]:
            begun = max(row["phase__opened_at"], at.since[row["power"]])
            took.setdefault(row["power"], []).append(row["first"] - begun)
    return {power: said for power, times in took.items() if (said := usual_in_words(times))}


def usual_in_words(times: Iterable[timedelta]) -> str:
    """The middle of these times, as it is said: in hours, from three days on in days."""
    found = list(times)
    if len(found) < FEWEST:
        return ""
    return _roughly(timedelta(seconds=median(time.total_seconds() for time in found)))


def _late_by(at: Reading, one: Readiness | None) -> str:
    """How long ago the deadline of one who is overdue was."""
    due = at.phase.times.due_for(one.badge.key) if at.phase and one else None
    return _roughly(at.now - due) if due and one and one.state == "overdue" else ""


def _roughly(length: timedelta) -> str:
    """A length of time in hours, from three days on in days."""
    if length < HOUR:
        return _("under an hour")
    if length < DAYS:
        return duration(timedelta(hours=round(length / HOUR)))
    return _("%(days)d days") % {"days": round(length / timedelta(days=1))}
