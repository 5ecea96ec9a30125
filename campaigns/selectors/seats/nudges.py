"""Whom a moderator has reminded of a phase, as the log tells it."""

from datetime import datetime, timedelta

from campaigns.domain.entries.moderators import Nudged
from campaigns.models import Campaign, Phase

AGAIN = timedelta(hours=24)
"""So long after a reminder by the moderator a player is not sent another one."""


def nudged(campaign: Campaign, phase: Phase, *, since: datetime) -> set[str]:
    """The powers that were reminded of a phase since a moment."""
    rows = campaign.log.filter(phase=phase, kind=Nudged.tag, at__gt=since)
    return {power for row in rows for power in Nudged.of(row.body).powers}
