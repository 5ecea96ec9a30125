"""Seats that the lobby offers to everybody: those of which the moderator had an invitation shown there, and at an open
table all that autopilots play.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from campaigns.models import Campaign, Invitation, Status
from campaigns.selectors.reader import deputies


def listed(campaigns: Iterable[Campaign], now: datetime) -> list[Invitation]:
    """The good invitations of these campaigns that the lobby shows; of private ones, and of those that are followed with
    a delay, there are none. One without a power opens its table: to every seat that an autopilot plays.
    """
    keys = [one.pk for one in campaigns if not (one.private or one.delay)]
    rows = Invitation.objects.filter(campaign__in=keys, listed=True, closed_at=None) if keys else ()
    return [row for row in rows if row.is_good(now)]


def is_open(campaign: Campaign, now: datetime) -> bool:
    """Whether anybody may take the seat of an autopilot in a campaign."""
    running = campaign.status not in (Status.GATHERING, Status.FINISHED)
    return running and any(not row.power for row in listed([campaign], now))


def takeable(campaign: Campaign, bots: Collection[str], person: Any) -> tuple[str, ...]:
    """Which of the seats that autopilots play at an open table this person, who has none there and does not moderate, may
    take: who had one, or stood in for one, comes back to that and to no other.
    """
    held = deputies.ever(campaign, person.pk) if person is not None else set()
    return tuple(power for power in bots if not held - {power})
