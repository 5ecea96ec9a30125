"""Invitations: made by the moderator, for so long and so many, and at an end when play begins."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.entries.seats import InvitationMade, InvitationRevoked
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, Invitation, Status
from campaigns.models.invitation import digest_of, new_key, token_of
from campaigns.selectors.seats import open_to_all
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked_for_moderator,
    require_not_over,
    require_status,
    why_of,
)
from campaigns.services.log.service import service
from campaigns.services.seats.seat_changes import name_of, seat_of

LONGEST_DAYS = 90
MOST_USES = 100


@service("desk")
def invite(
    slug: str,
    *,
    by: Any,
    power: str = "",
    days: float | None = None,
    uses: int | None = None,
    listed: bool = False,
    reason: str | None = None,
) -> str:
    """Make an invitation and return its token.

    While players gather it may be for any seat, without end and for any number. Once play has begun
    it is for one open seat, and has both; ``listed``, the lobby shows it to everybody with the seats that
    are wanted, unless the campaign is private.
    """
    campaign = locked_for_moderator(slug, by)
    require_not_over(campaign)
    why = why_of(reason)
    if days is not None and not 0 < days <= LONGEST_DAYS:
        raise NotOnTheMenu(
            _("Give from more than 0 to %(longest_days)s days.") % {"longest_days": LONGEST_DAYS},
            field="days",
        )
    if uses is not None and not 1 <= uses <= MOST_USES:
        raise NotOnTheMenu(
            _("Give from 1 to %(most_uses)s uses.") % {"most_uses": MOST_USES}, field="uses"
        )
    if campaign.status != Status.GATHERING and not (power and days and uses):
        raise NotOnTheMenu(
            _(
                "Once play has begun, an invitation is for one seat, with an end and a number of uses."
            ),
            remedy=_("Choose a seat, days and uses."),
        )
    if power and seat_of(campaign, power).person_id is not None:
        raise NotNow(
            _("%(power)s is taken.") % {"power": name_of(campaign, power)},
            remedy=_("Choose an open seat."),
        )
    now = timezone.now()
    made = _make(campaign, power, now + timedelta(days=days) if days else None, uses, at=now)
    if listed and power:
        made.listed = True
        made.save(update_fields=["listed"])
    until = made.ends_at.isoformat(timespec="seconds") if made.ends_at else ""
    entry = InvitationMade(invitation=made.number, until=until, uses=uses or 0, reason=why)
    entries.by_moderator(campaign, by, entry, at=now, power=power)
    push.save_and_tell(campaign, ("log",))
    return made.token


@service("desk")
def open_table(slug: str, *, by: Any) -> None:
    """Let everybody take a seat that an autopilot plays, as long as the campaign runs: an invitation to any of them,
    without an end, that the lobby shows. A second time changes nothing.
    """
    campaign = locked_for_moderator(slug, by)
    require_status(campaign, Status.RUNNING, Status.PAUSED, Status.WAITING)
    now = timezone.now()
    if open_to_all.is_open(campaign, now):
        return
    made = _make(campaign, "", None, None, at=now)
    made.listed = True
    made.save(update_fields=["listed"])
    entry = InvitationMade(invitation=made.number, until="", uses=0)
    entries.by_moderator(campaign, by, entry, at=now)
    push.save_and_tell(campaign, ("log",))


@service("desk")
def revoke(slug: str, *, by: Any, number: int, reason: str | None = None) -> None:
    """Make an invitation's link dead. A second time changes nothing."""
    campaign = locked_for_moderator(slug, by)
    why = why_of(reason)
    found = campaign.invitations.filter(number=number).first()
    if found is None:
        raise NotOnTheMenu(
            _("There is no invitation %(number)s here.") % {"number": number}, field="number"
        )
    if found.closed_at is None:
        now = timezone.now()
        _close(found, now)
        entry = InvitationRevoked(invitation=number, reason=why)
        entries.append(campaign, entry, at=now, actor="moderator", person=by)
        push.save_and_tell(campaign, ("log",))


def first(campaign: Campaign, *, at: datetime) -> Invitation:
    """The invitation that a campaign has from the start: to any free seat while players gather."""
    return _make(campaign, "", None, None, at=at)


def found_by(campaign: Campaign, token: str, *, now: datetime) -> Invitation | None:
    """The invitation of this token, if it is good. The campaign is locked."""
    if not token:
        return None
    made = campaign.invitations.filter(digest=digest_of(token)).first()
    return made if made is not None and made.is_good(now) else None


def for_everybody(
    campaign: Campaign, powers: Collection[str], *, now: datetime
) -> Invitation | None:
    """The invitation to these seats that the lobby shows, once the campaign runs. The campaign is locked."""
    if campaign.status == Status.GATHERING:
        return None
    rows = open_to_all.listed([campaign], now)
    return next((row for row in rows if not row.power or {*powers} == {row.power}), None)


def note_use(made: Invitation) -> None:
    """Somebody has come by it."""
    made.used += 1
    made.save(update_fields=["used"])


def lapse(campaign: Campaign, *, at: datetime) -> None:
    """Play begins: no link of before leads to a seat any more."""
    for made in campaign.invitations.filter(closed_at=None):
        _close(made, at)


def _make(
    campaign: Campaign, power: str, ends_at: datetime | None, uses: int | None, *, at: datetime
) -> Invitation:
    key = new_key()
    return campaign.invitations.create(
        number=campaign.invitations.count() + 1,
        power=power,
        key=key,
        digest=digest_of(token_of(key)),
        made_at=at,
        ends_at=ends_at,
        uses=uses,
    )


def _close(made: Invitation, at: datetime) -> None:
    made.closed_at = at
    made.save(update_fields=["closed_at"])
