"""Keeping what became of a phase's clock.

To be called with the campaign locked. What a clock is, and what can happen to it, stands in :mod:`campaigns.domain.clock`.
"""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaigns import messages, rulebooks
from campaigns.domain.clock import Clock
from campaigns.domain.clock_policy import LONGEST_HOURS
from campaigns.domain.entries import Entry
from campaigns.domain.entries.clock import LongerAlone
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, Phase, Status
from campaigns.models.phase import CLOCK
from campaigns.services.log import entries
from campaigns.services.votes import vote_record


def stop(campaign: Campaign, *, reason: str, at: datetime, until: datetime | None = None) -> None:
    """Let the clock stand still from now on, or from when it does already; with ``until`` it runs again by itself
    then. The caller logs why, calls :func:`stopped` and saves.
    """
    if campaign.status != Status.PAUSED:
        campaign.waited = campaign.status == Status.WAITING
        campaign.stopped_at = at
    campaign.status, campaign.status_reason = Status.PAUSED, reason
    campaign.wakes_at, campaign.resumes_at = None, until


def stopped(campaign: Campaign, *, at: datetime) -> None:
    """After the entry that says why: nobody need be asked whether to pause."""
    vote_record.lapse(campaign, kind="pause", at=at, why=messages.CLOCK_STOPPED)


def stop_by_clock(
    campaign: Campaign, phase: Phase, entry: Entry, *, reason: str, at: datetime
) -> None:
    """Let it stand still by nobody's decision, with the entry that says why. The caller saves."""
    stop(campaign, reason=reason, at=at)
    entries.by_clock(campaign, phase, entry, at)
    stopped(campaign, at=at)


def run(campaign: Campaign, *, anew: bool = False) -> None:
    """Let the clock run; a campaign that waited for its moderator when it was stopped waits again, unless it begins
    ``anew``, in another phase or with the end of this one. The caller saves.
    """
    waits = campaign.waited and campaign.status == Status.PAUSED and not anew
    campaign.status = Status.WAITING if waits else Status.RUNNING
    campaign.status_reason = messages.ORDERS_MISSING if waits else ""
    campaign.stopped_at = campaign.stumbled_at = campaign.resumes_at = None
    campaign.waited = campaign.lacks_players = False


def keep(campaign: Campaign, phase: Phase, clock: Clock) -> None:
    """Keep what became of it, and save the phase. A campaign that waited for its moderator, and need not any more,
    runs again; the caller saves it.
    """
    phase.set_times(clock)
    phase.save(update_fields=CLOCK)
    campaign.waited = campaign.waited and clock.waits
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
    keep(campaign, phase, clock)
    entry = LongerAlone(
        phase=phase.number,
        seconds=clock.steps[-1].seconds,
        due=clock.longer[power].isoformat(timespec="seconds"),
        reason=reason,
    )
    who = {"actor": actor, "person": person, "power": power}
    entries.append(campaign, entry, at=at, phase=phase, **who)


def require_hours(hours: float) -> float:
    """An extension within bounds."""
    if not 0 < hours <= LONGEST_HOURS:
        raise NotOnTheMenu(
            _("Give from more than 0 to %(longest_hours)s hours, not %(hours)g.")
            % {"longest_hours": LONGEST_HOURS, "hours": hours},
            field="hours",
        )
    return hours


def name_of(campaign: Campaign, power: str) -> str:
    """What the rules of a campaign call a power."""
    return rulebooks.power_name(campaign.rulebook, campaign.revision, power)
