"""Keeping what became of a phase's clock.

To be called with the campaign locked. What a clock is, and what can happen to it, stands in :mod:`campaigns.clock`.
"""

from datetime import datetime
from typing import Any

from campaigns import rulebooks
from campaigns.clock import Clock
from campaigns.models import Campaign, Phase, Status
from campaigns.models.phase import CLOCK
from campaigns.services import log


def keep(campaign: Campaign, phase: Phase, clock: Clock) -> None:
    """Keep what became of it, and save the phase. A campaign that waited for its moderator, and need not any more,
    runs again; the caller saves it.
    """
    phase.set_times(clock)
    phase.save(update_fields=CLOCK)
    if campaign.status == Status.WAITING and not clock.waits:
        campaign.status, campaign.status_reason = Status.RUNNING, ""


def keep_longer(
    campaign: Campaign,
    phase: Phase,
    clock: Clock,
    power: str,
    *,
    at: datetime,
    reason: str,
    actor: str = "clock",
    person: Any = None,
) -> None:
    """Keep more time that one power was given alone, and tell everybody of it with the reason."""
    due = clock.longer[power]
    keep(campaign, phase, clock)
    body = {
        "phase": phase.number,
        "seconds": clock.steps[-1].seconds,
        "due": due.isoformat(timespec="seconds"),
        "reason": reason,
    }
    log.append(
        campaign,
        "clock.longer",
        body,
        at=at,
        actor=actor,
        person=person,
        power=power,
        phase=phase,
    )


def name_of(campaign: Campaign, power: str) -> str:
    """What the rules of a campaign call a power."""
    return rulebooks.power_name(campaign.rulebook, campaign.revision, power)
