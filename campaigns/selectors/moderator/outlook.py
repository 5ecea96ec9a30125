"""What becomes of the open phase if nothing more comes: who is missing, and what the deadline and grace bring.

Whether somebody writes, or has left an answer in advance, is not looked at: nobody but them knows it.
"""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from campaigns.models import Status
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.power_badges import Badge
from core.text.durations import duration


class OwnDeadline(Struct, frozen=True, kw_only=True):
    """A power that was given more time alone, and until when."""

    badge: Badge
    due: datetime


class Outlook(Struct, frozen=True, kw_only=True):
    """Who is ``missing``, and what follows: ``grace`` is how long there is after the deadline (empty: none),
    ``grace_until`` when that ends, ``silence`` what then happens to who is missing (``autopilot``, ``hold``, ``wait``;
    empty where nothing does by itself, because there is no deadline or the clock stands still). ``longer`` are those
    whose own deadline is later.
    """

    missing: tuple[Badge, ...]
    grace: str
    grace_until: datetime | None
    silence: str
    longer: tuple[OwnDeadline, ...]


def outlook(at: Reading, missing: Iterable[Badge]) -> Outlook | None:
    """What follows for those who are missing; ``None`` where no phase is open."""
    phase, policy = at.phase, at.campaign.policy
    if phase is None:
        return None
    badges = tuple(missing)
    clock = phase.times
    runs = at.campaign.status == Status.RUNNING and clock.due_at is not None
    alone = {badge.key: badge for badge in badges if clock.has_longer(badge.key)}
    until = clock.grace_until
    if until is None and clock.due_at is not None and policy.grace_hours:
        until = clock.due_at + policy.grace
    return Outlook(
        missing=badges,
        grace=duration(policy.grace) if runs and until and not clock.in_grace else "",
        grace_until=until if runs else None,
        silence=policy.missed if runs else "",
        longer=tuple(
            OwnDeadline(badge=badge, due=due)
            for key, badge in alone.items()
            if (due := clock.closes_for(key)) is not None
        ),
    )
