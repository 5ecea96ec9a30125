"""Extensions: the time that each player may take for everybody, so often in a whole campaign.

How often and how much the campaign's policy says. They go with the seat: a successor has what is left.
That a player took one is all that anybody learns; whether anything is written or sealed has no part in
it.
"""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns.errors import NotNow
from campaigns.models import Status
from campaigns.services.deadlines import moderation
from campaigns.services.log.lock import (
    locked,
    require_phase,
    require_seat,
    require_short,
    require_status,
)
from campaigns.services.log.service import service
from campaigns.services.votes.proposals import Decision


@service("seat")
def take(slug: str, *, by: Any, power: str, phase: int | None = None, reason: str = "") -> int:
    """Take one extension for the open phase; how many are left. Everybody has the time.

    Raises ``NotNow`` if none is left, the phase has no deadline, or the deadline has passed.
    """
    campaign = locked(slug)
    seat = require_seat(campaign, by, power)
    require_status(campaign, Status.RUNNING)
    current, policy, now = require_phase(campaign, phase), campaign.policy, timezone.now()
    moderation.require_time(campaign, current, now)
    left = policy.extensions - seat.extensions
    if left <= 0:
        none = _("You have taken all your extensions.") if policy.extensions else _NONE
        raise NotNow(none, remedy=_("Ask the moderator for more time."))
    seat.extensions += 1
    seat.save(update_fields=["extensions"])
    reason = require_short(" ".join(reason.split()))
    decision = Decision(by=by, actor="power", at=now, reason=reason)
    moderation.give_hours(campaign, policy.extension_hours, decision, power=power, left=left - 1)
    return left - 1


_NONE = _lazy("This campaign has no extensions that players take.")
