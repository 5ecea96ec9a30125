"""More time for one power: the deadline of the others stays, and the phase waits for that one alone.

Once the others' deadline is over, nobody else can seal or change a seal but by the grace that the policy
gives; the phase goes on when that power has sealed or its own time is over.
"""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Status
from campaigns.rulebooks import order_sheets
from campaigns.selectors.phase.clocks import of as clock_of
from campaigns.services.clock import outages, phase_clock
from campaigns.services.deadlines import moderation
from campaigns.services.log import push
from campaigns.services.log.lock import (
    locked_for_moderator,
    open_phase,
    require_reason,
    require_status,
)
from campaigns.services.log.service import service
from campaigns.services.phases import phase_opening
from campaigns.services.seats.seat_changes import name_of


@service("desk")
def extend_one(slug: str, *, by: Any, power: str, hours: float, reason: str) -> None:
    """Give one power so many hours more for the open phase, with a reason that everybody reads.

    Counted from its deadline, or from now if that has passed. Ends waiting for the moderator. Raises
    ``NotOnTheMenu`` for a power of which nothing is asked and for hours out of bounds, ``NotNow`` for one
    that has sealed and for a phase without a deadline.
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    more = timedelta(hours=phase_clock.require_hours(hours))
    require_status(campaign, Status.RUNNING, Status.WAITING)
    phase, now = open_phase(campaign), timezone.now()
    outages.give_back(campaign, phase, now)
    moderation.require_deadline(phase)
    if power not in phase.asked:
        raise NotOnTheMenu(_("Nothing is asked of this power now."), field="power")
    if power in order_sheets.readiness(phase):
        raise NotNow(
            _("This power has sealed already."),
            field="power",
            remedy=_("Give everybody more time, if it is to think again."),
        )
    clock = clock_of(campaign, phase).longer_for(power, more, now, name=name_of(campaign, power))
    phase_clock.keep_longer(
        campaign, phase, clock, power, at=now, reason=reason, actor="moderator", person=by
    )
    phase_opening.set_next_wakeup(campaign, phase, at=now)
    push.save_and_tell(campaign, moderation.CLOCK)
