"""What waits for its dice in a campaign that throws them after the close, and what has come for it."""

from campaigns.crypto.dice_chain import Brought
from campaigns.models import Campaign, PendingAct, Phase, Status


def waiting_row(campaign: Campaign) -> Phase | PendingAct | None:
    """The act that waits for its dice, else the phase, if it is closed; nothing else ever waits."""
    act = campaign.pending_acts.filter(done_at__isnull=True).first()
    if act is not None:
        return act
    if campaign.status != Status.RUNNING:
        return None
    closed = campaign.phases.filter(closed_at__isnull=False, resolved_at__isnull=True)
    return closed.filter(pk=campaign.phase_id or 0).first()


def brought(row: Phase | PendingAct) -> Brought:
    """What has come after the close."""
    return Brought(row.links, row.round or 0, row.beacon)
