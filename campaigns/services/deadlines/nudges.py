"""What a moderator does for one who is late: remind them by letter, and set an exact deadline."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.entries.moderators import Nudged
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, Phase, Status
from campaigns.rulebooks import menus, order_sheets
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.orders import OrdersDue
from campaigns.selectors.phase.clocks import of as clock_of
from campaigns.selectors.seats.nudges import AGAIN, nudged
from campaigns.services.clock import outages
from campaigns.services.deadlines import moderation
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked_for_moderator,
    open_phase,
    require_reason,
    require_status,
)
from campaigns.services.log.service import service
from campaigns.services.notifications import enqueue
from campaigns.services.votes.proposals import Decision


@service("desk")
def nudge(slug: str, *, by: Any, reason: str, power: str = "") -> tuple[str, ...]:
    """Remind the players who have not sealed, or the one of this power; the powers reminded.

    Each gets a letter at once, at most one a day, made when it is sent: who has sealed by then gets
    none. Raises ``NotOnTheMenu`` for a power that nothing is awaited of, ``NotNow`` where
    everybody was reminded already.
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    require_status(campaign, Status.RUNNING, Status.WAITING)
    phase = open_phase(campaign)
    late = late_in(campaign, phase)
    if power and power not in late:
        raise NotOnTheMenu(_("This player is not late: nothing is awaited of them."), field="power")
    now = timezone.now()
    again = nudged(campaign, phase, since=now - AGAIN)
    powers = tuple(one for one in ([power] if power else late) if one not in again)
    if not powers:
        raise NotNow(
            _("Everybody who is late was reminded within the last day."),
            remedy=_("Wait a day, or give more time."),
        )
    entry = Nudged(phase=phase.number, powers=powers, reason=reason)
    logged = entries.append(campaign, entry, at=now, actor="moderator", person=by, phase=phase)
    campaign.save()
    enqueue.notify(OrdersDue, Cause(phase, now, entry=logged, powers=powers))
    push.changed(slug, ("strip", "log"))
    return powers


def late_in(campaign: Campaign, phase: Phase) -> list[str]:
    """The powers with a player that have sealed nothing in a phase, in the order of the seats."""
    sealed = order_sheets.readiness(phase)
    missing = [one.power for one in menus.awaited(phase) if one.power not in sealed]
    seats = campaign.seats.filter(person__isnull=False, power__in=missing)
    return list(seats.order_by("order").values_list("power", flat=True))


@service("desk")
def set_deadline(slug: str, *, by: Any, due: datetime, reason: str) -> None:
    """Move the deadline of the open phase to an exact moment, for everybody.

    Only to a later one: nobody finds that they have less time than they were promised. While the clock stands
    still, it is the deadline if that runs again now, or when the pause ends by itself. Raises
    ``NotOnTheMenu`` for an earlier one, ``NotNow`` for a phase without a deadline.
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    phase, now = open_phase(campaign), timezone.now()
    outages.give_back(campaign, phase, now)
    clock = clock_of(campaign, phase)
    runs_again = max(now, campaign.resumes_at or now)
    stood = runs_again - clock.shows(runs_again)
    counted_from = max(moderation.require_deadline(phase), clock.shows(now)) + stood
    if due <= max(counted_from, (clock.closes_at or due) + stood):
        raise NotOnTheMenu(
            _("A deadline can only be moved to a later moment."),
            field="due",
            remedy=_("To end the phase sooner, resolve it now or have the players vote."),
        )
    hours = (due - counted_from).total_seconds() / 3600
    decision = Decision(by=by, actor="moderator", at=now, reason=reason)
    moderation.give_hours(campaign, hours, decision)
