"""Ending a phase before its time: by its moderator, or as its players have agreed."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.entries.phases import PhaseForced
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, Phase, Status
from campaigns.rulebooks import states
from campaigns.services.advance import resolve
from campaigns.services.clock import phase_clock
from campaigns.services.log import entries
from campaigns.services.log.lock import (
    locked_for_moderator,
    require_phase,
    require_reason,
    require_status,
)
from campaigns.services.log.service import service


@service("desk")
def force(slug: str, *, by: Any, phase: int, reason: str, silent: str = "") -> None:
    """Resolve the phase now. ``silent`` says what powers without a seal do: ``autopilot`` or
    ``hold``; empty takes the campaign's policy (``hold`` where that is to wait).
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    if silent not in ("", "autopilot", "hold"):
        raise NotOnTheMenu(
            _("Silent powers play by 'autopilot' or 'hold', not %(silent)r.") % {"silent": silent},
            field="silent",
        )
    current = require_phase(campaign, phase)
    require_status(campaign, Status.RUNNING, Status.WAITING)
    now = timezone.now()
    entry = PhaseForced(phase=current.number, reason=reason, silent=silent)
    entries.by_moderator(campaign, by, entry, at=now, phase=current)
    end_now(campaign, current, how="forced", silent=silent, now=now)


def end_now(
    campaign: Campaign,
    phase: Phase,
    *,
    how: str,
    now: datetime,
    silent: str = "",
    last: int = 0,
) -> None:
    """Resolve the phase before its time; with it the campaign ends, if it is the ``last`` by the vote of the
    players with that number. The campaign is locked.
    """
    phase_clock.run(campaign, anew=True)
    state = states.now(phase)
    resolve.resolve(campaign, phase, state, how=how, now=now, silent=silent, last=last)
