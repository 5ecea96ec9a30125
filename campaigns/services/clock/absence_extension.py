"""Deadlines that go past the absences of those who are waited for, as far as the policy lets them.

To be called with the campaign locked. What was stretched stays so, whoever comes back sooner.
"""

from datetime import datetime, timedelta

from campaigns.domain.entries.clock import Stretched
from campaigns.models import Campaign, Phase
from campaigns.rulebooks import order_sheets
from campaigns.selectors.phase.clocks import of as clock_of
from campaigns.selectors.seats import absences
from campaigns.services.clock import phase_clock
from campaigns.services.log import entries


def stretch(campaign: Campaign, phase: Phase, *, at: datetime) -> None:
    """Let the deadline of the open phase go past the absences that it falls into, as far as the policy
    lets it. Only while the clock runs towards it, and for powers of which something is asked and nothing sealed,
    that have no later deadline of their own, and for whom nobody may seal. Saves the phase; the caller saves the
    campaign.
    """
    policy = campaign.policy
    if policy.absence.does != "stretch":
        return
    clock = clock_of(campaign, phase)
    if not clock.can_be_stretched(at):
        return
    bodies = phase.log.filter(kind=Stretched.tag).values_list("body", flat=True)
    given = sum(Stretched.of(body).seconds for body in bodies)
    left = policy.absence.longest_stretch - timedelta(seconds=given)
    sealed = order_sheets.counting(phase)
    silent = [one for one in phase.asked if one not in sealed and not clock.has_longer(one)]
    while clock.due_at is not None:
        found = absences.unattended(campaign, silent, clock.due_at)
        if not found:
            return
        power, absence = max(found.items(), key=lambda one: one[1].ends_at)
        name = phase_clock.name_of(campaign, power)
        before, clock = clock, clock.stretched(power, policy, absence.ends_at, left, name=name)
        if clock is before:
            return
        phase_clock.keep(campaign, phase, clock)
        seconds = clock.steps[-1].seconds
        left -= timedelta(seconds=seconds)
        entry = Stretched(
            phase=phase.number,
            absence=absence.number,
            seconds=seconds,
            due=(clock.due_at or at).isoformat(timespec="seconds"),
        )
        entries.append(campaign, entry, at=at, actor="clock", power=power, phase=phase)
