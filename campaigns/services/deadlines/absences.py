"""Announcing that one is away, with a deputy if one is named, and what comes of it by the policy.

Everybody at the table is told from when to when, in the log and on the page of the seats. An absence
ends by itself. What it did to a deadline stays: others have planned with it.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import messages
from campaigns.domain.entries.seats import AbsenceAnnounced, AbsenceEnded
from campaigns.domain.export_file import stamp
from campaigns.errors import CampaignError, NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, Deputy, Seat, Status
from campaigns.services.log import entries
from campaigns.services.log.lock import locked_for_reader, require_not_over, require_person
from campaigns.services.log.service import service
from campaigns.services.seats import deputies

LONGEST_AHEAD = timedelta(days=365)


@service("seat")
def announce(
    slug: str,
    *,
    by: Any,
    begins: datetime,
    ends: datetime,
    deputy: str = "",
    level: str = Deputy.Level.SEAL,
    press: bool = False,
) -> int:
    """Say that one is away, from when to when, in one campaign; returns the number of the absence.

    Who is named as ``deputy`` is asked to stand in for one's seats there, so far (``level``, ``press``)
    and no longer than one is away. What begins in the past begins now. Said again in the same words, nothing is done. Raises
    ``NotYours`` for one without a seat, ``NotOnTheMenu`` for times that cannot be, ``NotNow`` where the
    policy allows no more days, or another absence is in the way.
    """
    campaign = locked_for_reader(slug, by)
    require_not_over(campaign)
    powers = _own(campaign, by)
    now = timezone.now()
    known = campaign.absences.filter(person=by, ends_at__gt=now)
    same = known.filter(ends_at=ends).order_by("-pk").first()
    asked = {"by": by, "powers": powers, "username": deputy, "level": level, "press": press}
    if same is not None and same.begins_at in (begins, same.said_at) and begins <= same.begins_at:
        if deputy.strip():
            deputies.ask_for(campaign, same, **asked)
        return same.number
    begins = max(begins, now)
    if not begins < ends <= now + LONGEST_AHEAD:
        raise NotOnTheMenu(
            _("An absence ends after it begins, within a year from now."),
            field="ends",
            remedy=_("Choose other days."),
        )
    if known.filter(begins_at__lt=ends, ends_at__gt=begins).exists():
        raise NotNow(
            _("You have announced an absence for some of this time."),
            remedy=_("End that one first."),
        )
    _require_days(campaign, by, begins, ends)
    row = campaign.absences.create(
        number=campaign.absences.count() + 1, person=by, begins_at=begins, ends_at=ends, said_at=now
    )
    entry = AbsenceAnnounced(
        number=row.number, powers=powers, from_=stamp(begins), until=stamp(ends)
    )
    entries.append(campaign, entry, at=now, actor="person", person=by, power=powers[0])
    if deputy.strip():
        deputies.ask_for(campaign, row, **asked)
    deputies.takes_effect(campaign, now)
    return row.number


def announce_everywhere(
    *, by: Any, begins: datetime, ends: datetime, **deputy: Any
) -> tuple[list[str], dict[str, str]]:
    """Say it, with the same ``deputy`` if one is named, in every campaign in which one has a seat: the slugs where it holds, and where it does
    not, with the reason.
    """
    held = Seat.objects.filter(person=require_person(by)).exclude(campaign__status=Status.FINISHED)
    done, refused = [], {}
    for slug in sorted(set(held.values_list("campaign__slug", flat=True))):
        try:
            announce(slug, by=by, begins=begins, ends=ends, **deputy)
        except CampaignError as refusal:
            refused[slug] = str(refusal)
        else:
            done.append(slug)
    return done, refused


@service("seat")
def come_back(slug: str, *, by: Any, number: int) -> None:
    """Be back sooner, or not go after all. A second time changes nothing."""
    campaign = locked_for_reader(slug, by)
    row = campaign.absences.filter(number=number).first()
    if row is None or row.person_id != by.pk:
        raise NotYours(_("This is no absence of yours."), remedy=_("Reload the page."))
    now = timezone.now()
    if row.ended_at is not None or row.ends_at <= now:
        return
    row.ended_at, row.ends_at = now, max(now, row.begins_at)
    row.save(update_fields=["ended_at", "ends_at"])
    entries.append(
        campaign,
        AbsenceEnded(number=number),
        at=now,
        actor="person",
        person=by,
        power=_own(campaign, by)[0],
    )
    deputies.end_where(campaign, how=messages.PLAYER_BACK, at=now, absence=row)
    deputies.takes_effect(campaign, now)


def _own(campaign: Campaign, by: Any) -> list[str]:
    """The powers of a person here. Raises ``NotYours`` for one who has none."""
    rows = campaign.seats.filter(person=by).order_by("order")
    powers = list(rows.values_list("power", flat=True))
    if not powers:
        raise NotYours(_("You have no seat in this campaign."))
    return powers


def _require_days(campaign: Campaign, by: Any, begins: datetime, ends: datetime) -> None:
    """Within the year before the end of it nobody is away for more days than the policy says."""
    rows = campaign.absences.filter(person=by, ends_at__gt=ends - LONGEST_AHEAD)
    away = sum((row.ends_at - row.begins_at for row in rows), ends - begins)
    most = timedelta(days=campaign.policy.absence.days_a_year)
    if away > most:
        raise NotNow(
            _("By this campaign's policy nobody is away for more than %(days)s days in a year.")
            % {"days": most.days},
            field="ends",
            remedy=_("Choose fewer days, or name a deputy."),
        )
