"""Fair time for a successor: whoever sits down where orders are asked has at least what the policy says.

To be called with the campaign locked; the caller saves it.
"""

from datetime import datetime

from campaigns import rulebooks
from campaigns.duesteps import Step, not_before, stamp
from campaigns.models import Campaign, LogEntry, Status
from campaigns.services import log
from campaigns.services.locking import phase_in_play

KIND = "clock.takeover"


def give(campaign: Campaign, power: str, *, at: datetime) -> None:
    """Let the deadline of the open phase be no sooner than the policy gives a successor; everybody has the
    time. Once in a phase for a seat, whoever changes it how often.

    While the campaign is paused it counts from the moment at which the clock stands. One that waits for its
    moderator runs again.
    """
    fair = campaign.policy.breaks.fair
    running = (Status.RUNNING, Status.PAUSED, Status.WAITING)
    if not fair or not campaign.phase_id or campaign.status not in running:
        return
    phase = phase_in_play(campaign)
    if phase.due_at is None or power not in phase.asked:
        return
    if LogEntry.objects.filter(phase=phase, kind=KIND, power=power).exists():
        return
    stopped_at = campaign.stopped_at if campaign.status == Status.PAUSED else None
    wanted = (stopped_at or at) + fair
    if phase.due_at >= wanted:
        return
    due = not_before(campaign.policy, phase.opened_at, wanted)
    seconds = round((due - phase.due_at).total_seconds())
    phase.due_at, phase.grace_until = due, None
    name = rulebooks.power_name(campaign.rulebook, campaign.revision, power)
    phase.explain(Step(kind="takeover", seconds=seconds, by=power, name=name, to=stamp(due)))
    phase.save(update_fields=["due_at", "grace_until", "due_sentence", "due_steps"])
    if campaign.status == Status.WAITING:
        campaign.status, campaign.status_reason = Status.RUNNING, ""
    body = {"phase": phase.number, "seconds": seconds, "due": due.isoformat(timespec="seconds")}
    log.append(campaign, KIND, body, at=at, actor="clock", power=power, phase=phase)
