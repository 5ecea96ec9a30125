"""Standing orders that end: when, and that they do.

To be told to nobody else: an end is kept as secretly as the order, and one that has come is written down
among what is done in secret, like taking the order back.
"""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.entries.secret import StandingWithdrawn
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, Phase, StandingOrders
from campaigns.services.log import push, secret_entries
from campaigns.services.log.lock import locked, open_phase, require_acting_player
from campaigns.services.log.service import service

FURTHEST = 10_000
"""So far ahead a phase or turn may be named."""


@service("act")
def set_end(
    slug: str,
    *,
    by: Any,
    power: str,
    phase: int | None = None,
    turn: int | None = None,
    at: datetime | None = None,
) -> None:
    """Say until which phase or turn (both included), or until when, one's standing orders hold; without
    any they hold until they are taken back. Raises ``NotYours``, ``NotNow`` where there are none of
    one's own, ``NotOnTheMenu`` for an end that has passed.
    """
    campaign = locked(slug)
    player = require_acting_player(campaign, by, power, "seal")
    current = open_phase(campaign)
    live = campaign.standing.filter(power=power, live=True, by=player.pk).first()
    if live is None:
        raise NotNow(_("You have left no standing orders."), remedy=_("Leave some first."))
    past = (
        (phase is not None and not current.number <= phase <= current.number + FURTHEST)
        or (turn is not None and not current.turn <= turn <= current.turn + FURTHEST)
        or (at is not None and at <= timezone.now())
    )
    if past:
        raise NotOnTheMenu(
            _("That end has passed, or lies too far."), remedy=_("Choose another one.")
        )
    live.until_phase, live.until_turn, live.until_at = phase, turn, at
    live.until_via_id = by.pk if campaign.acting is not None else None
    live.save(update_fields=["until_phase", "until_turn", "until_at", "until_via"])
    push.changed(slug, ("orders",), power=power)


def over_by(row: StandingOrders, phase: Phase, now: datetime) -> str:
    """By which of its ends a standing order is over, one of ``Standing.Over``; empty if it is not."""
    if row.until_phase is not None and phase.number > row.until_phase:
        return StandingOrders.Over.PHASE
    if row.until_turn is not None and phase.turn > row.until_turn:
        return StandingOrders.Over.TURN
    return StandingOrders.Over.MOMENT if row.until_at is not None and now >= row.until_at else ""


def end_due(campaign: Campaign, phase: Phase, *, at: datetime) -> None:
    """Take out of force what has come to its end, before a phase is resolved. The campaign is locked;
    the caller saves it.
    """
    for row in campaign.standing.filter(live=True).order_by("power"):
        if over := over_by(row, phase, at):
            row.live, row.over, row.over_at = False, over, at
            row.save(update_fields=["live", "over", "over_at"])
            secret_entries.keep(
                campaign,
                phase,
                StandingWithdrawn.tag,
                at=at,
                power=row.power,
                person=None,
                commitment=row.commitment,
                concerned=[row.power],
            )
