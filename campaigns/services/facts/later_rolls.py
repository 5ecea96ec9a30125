"""Acts that roll dice where dice are thrown after the close: asked for, waited for, carried out once.

Asking commits to the order in the log (``act.asked``). Then the links are handed over, or the round of the
beacon comes. One act waits at a time, and nothing else that changes the game happens meanwhile, so what was
allowed when it was asked for is still allowed when it is carried out.
"""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaigns.domain.entries.facts import RollAsked
from campaigns.errors import NotNow
from campaigns.models import Campaign, PendingAct, Phase
from campaigns.models.sheet import SheetContent
from campaigns.proofs import commitments
from campaigns.services.log import entries, push
from campaigns.services.phases import dice_collection
from core import after_commit


def ask(
    campaign: Campaign,
    phase: Phase,
    *,
    by: Any,
    power: str,
    order: Any,
    nonce: bytes,
    now: datetime,
) -> None:
    """Keep an act that rolls until its dice are there. The campaign is locked, and saved here."""
    require_none(campaign)
    number = campaign.pending_acts.count() + 1
    commitment = commitments.commitment(nonce, order)
    deputy = campaign.acting
    row = PendingAct(
        campaign=campaign,
        phase=phase,
        number=number,
        power=power,
        by=deputy.principal if deputy is not None else by,
        via=by if deputy is not None else None,
        commitment=commitment,
        at=now,
        until=now,
    )
    row.content = SheetContent(order, nonce.hex())
    waiting = dice_collection.waits_for(campaign, row, now)
    row.save()
    entries.append(
        campaign,
        RollAsked(phase=phase.number, asked=number, **waiting),
        at=now,
        actor="power",
        person=by,
        power=power,
        phase=phase,
        commitment=commitment,
    )
    campaign.save()
    if dice_collection.is_complete(campaign, row, now):
        after_commit.do("carry_out_act", row.pk)
    push.changed(campaign.slug, ("strip", "orders", "log"))


def require_none(campaign: Campaign) -> None:
    """One act waits at a time. Raises ``NotNow``."""
    if campaign.pending_acts.filter(done_at__isnull=True).exists():
        raise NotNow(
            _("A roll waits for its dice. One waits at a time."),
            remedy=_("Look again in a moment."),
        )
