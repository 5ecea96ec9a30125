"""An empty table: nobody has a seat any more. The campaign waits until somebody takes one, so that it does
not play itself out in their absence; or autopilots play on, at its own pace, where its policy says so.

To be called with the campaign locked; the caller saves it.
"""

from datetime import datetime, timedelta

from campaigns import messages
from campaigns.domain.entries.clock import NobodyThere, Resumed
from campaigns.models import Campaign, Phase
from campaigns.selectors.seats import last_players
from campaigns.services.clock import outages, phase_clock
from campaigns.services.log import entries, push

LEAST = timedelta(hours=1)
"""So long at least a phase lasts in which autopilots play on with nobody there."""


def waits(campaign: Campaign) -> bool:
    """Whether the campaign has to wait for somebody to take a seat, by the policy that was chosen last."""
    return campaign.last_policy.silence.nobody == "wait" and last_players.all_are_gone(campaign)


def earliest(phase: Phase) -> datetime | None:
    """From when on a phase may end that autopilots play with nobody there; ``None`` for every other."""
    policy = phase.campaign.last_policy
    if policy.silence.nobody != "go_on" or not last_players.all_are_gone(phase.campaign):
        return None
    return phase.opened_at + max(LEAST, timedelta(hours=policy.least_hours))


def stop(campaign: Campaign, phase: Phase, *, at: datetime) -> None:
    """Stop the clock because nobody is there. The entry tells the moderators and those who had the seats last."""
    campaign.lacks_players = True
    entry = NobodyThere(phase=phase.number)
    phase_clock.stop_by_clock(campaign, phase, entry, reason=messages.NOBODY_THERE, at=at)
    push.changed(campaign.slug, ("strip", "readiness", "orders", "log"))


def go_on(campaign: Campaign, phase: Phase, *, at: datetime) -> None:
    """Let the clock run again if somebody is there now. The time it stood still is given back."""
    if not campaign.lacks_players or last_players.all_are_gone(campaign):
        return
    stood = outages.end_pause(campaign, phase, at)
    entry = Resumed(phase=phase.number, seconds=round(stood.total_seconds()))
    entries.by_clock(campaign, phase, entry, at)
