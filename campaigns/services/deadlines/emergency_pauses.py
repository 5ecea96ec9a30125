"""Emergency pauses: the player of a seat stops the clock, so often in a whole campaign; it runs again by itself.

How often and for how long the campaign's policy says. They go with the seat, as extensions do.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns import rulebooks
from campaigns.errors import NotNow
from campaigns.models import Campaign, Status
from campaigns.services.deadlines import moderation
from campaigns.services.log.lock import (
    locked,
    require_phase,
    require_reason,
    require_seat,
    require_status,
)
from campaigns.services.log.service import service
from campaigns.services.votes.proposals import Decision


@service("seat")
def pause(slug: str, *, by: Any, power: str, reason: str, phase: int | None = None) -> int:
    """Stop the clock for as long as the policy says, with a reason that everybody reads; how many are left.

    A moderator, or a vote, may let it run again sooner. Raises ``NotNow`` if none is left, the phase has no
    deadline, or the deadline has passed.
    """
    campaign = locked(slug)
    seat = require_seat(campaign, by, power)
    reason = require_reason(reason)
    require_status(campaign, Status.RUNNING)
    current, policy, now = require_phase(campaign, phase), campaign.policy.breaks, timezone.now()
    moderation.require_time(campaign, current, now)
    left = policy.pauses - seat.pauses
    if left <= 0:
        none = _("You have taken all your emergency pauses.") if policy.pauses else str(_NONE)
        raise NotNow(none, remedy=_("Ask the moderator."))
    seat.pauses += 1
    seat.save(update_fields=["pauses"])
    until = now + timedelta(hours=policy.pause_hours)
    decision = Decision(by=by, actor="power", at=now, reason=reason)
    moderation.stop(campaign, decision, until=until, power=power, left=left - 1)
    return left - 1


_NONE = _lazy("This campaign has no emergency pauses.")


def due(now: datetime) -> dict[int, str]:
    """The campaigns whose pause has come to its end, with their slugs; the first first."""
    rows = Campaign.objects.filter(status=Status.PAUSED, resumes_at__lte=now)
    return dict(rows.order_by("resumes_at", "pk").values_list("pk", "slug"))


@transaction.atomic(durable=True)
def resume_due(slug: str, now: datetime) -> bool:
    """Let a clock run again whose pause has come to its end; whether it was done."""
    campaign = locked(slug)
    if campaign.status != Status.PAUSED or campaign.resumes_at is None:
        return False
    if campaign.resumes_at > now or campaign.lacks_rules or campaign.stumbled_at:
        return False
    if not rulebooks.is_here(campaign.rulebook, campaign.revision):
        return False  # it stands still until they are back
    moderation.let_run(campaign, Decision(by=None, actor="clock", at=now), by_itself=True)
    return True
