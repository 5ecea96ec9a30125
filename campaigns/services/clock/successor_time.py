"""Fair time for a successor: whoever sits down where orders are asked has at least what the policy says.

To be called with the campaign locked; the caller saves it.
"""

from datetime import datetime

from campaigns.domain.entries.clock import TakeoverTime
from campaigns.models import Campaign, Status
from campaigns.selectors.phase.clocks import of as clock_of
from campaigns.services.clock import phase_clock
from campaigns.services.log import entries
from campaigns.services.log.lock import phase_in_play


def give(campaign: Campaign, power: str, *, at: datetime) -> None:
    """Let the deadline of the open phase be no sooner than the policy gives a successor; everybody has the
    time. Once in a phase for a seat, whoever changes it how often.

    While the campaign is paused it counts from the moment at which the clock stands. One that waits for its
    moderator runs again.
    """
    running = (Status.RUNNING, Status.PAUSED, Status.WAITING)
    if not campaign.phase_id or campaign.status not in running:
        return
    phase = phase_in_play(campaign)
    if power not in phase.asked:
        return
    if phase.log.filter(kind=TakeoverTime.tag, power=power).exists():
        return
    before, name = clock_of(campaign, phase), phase_clock.name_of(campaign, power)
    clock = before.taken_over(power, campaign.policy, at, name=name)
    if clock is before or clock.due_at is None:
        return
    phase_clock.keep(campaign, phase, clock)
    entry = TakeoverTime(
        phase=phase.number,
        seconds=clock.steps[-1].seconds,
        due=clock.due_at.isoformat(timespec="seconds"),
    )
    entries.append(campaign, entry, at=at, actor="clock", power=power, phase=phase)
