"""What Celery calls. Each may be repeated, doubled or lost: the work stands in the database.

The clock's tasks are acknowledged when they are taken. Were they given back when a worker dies over
them, the next one would die over the same at once, again and again; the sweep goes about it better.
"""

import structlog
from celery import Task, shared_task

from campaigns.services.advance import reminders, sweep
from campaigns.services.facts import perform_act
from campaigns.services.lifecycle import replays
from campaigns.services.notifications import devices, email, webhooks
from campaigns.services.orders import what_ifs
from campaigns.services.phases import dice_collection
from campaigns.services.site import glimpses
from core import rounds

_say = structlog.get_logger(__name__)


@shared_task(acks_late=False)
def sweep_due() -> None:
    """Resolve every phase whose time has come, and give back what outages took."""
    resolved = sweep.sweep()
    if resolved:
        _say.info("sweep", resolved=resolved)


@shared_task(acks_late=False)
def advance_phase(campaign_id: int, phase_id: int) -> None:
    """Resolve one phase if its time has come: promptly at its deadline, or when all are ready."""
    outcome = sweep.try_to_advance(campaign_id, phase_id)
    _say.info("advance", campaign=campaign_id, phase=phase_id, outcome=str(outcome))


@shared_task(acks_late=False)
def carry_out_act(key: int) -> None:
    """Carry an act out whose dice have come. Where it breaks, the sweep finds it and stops its campaign."""
    perform_act.carry_out_asked(key)


@shared_task(acks_late=False, bind=True, max_retries=200, ignore_result=True)
def fetch_beacon(self: Task, campaign_id: int) -> None:
    """Fetch the round of the beacon that a campaign waits for; again until it is there."""
    seconds = dice_collection.fetch(campaign_id)
    if seconds is not None:
        raise self.retry(countdown=seconds)


@shared_task(acks_late=False, bind=True, max_retries=40, ignore_result=True)
def play_what_if(self: Task, key: int) -> None:
    """Play a what-if; one after the other, so that the clock always finds a free process."""
    if not what_ifs.play(key):
        raise self.retry(countdown=what_ifs.AGAIN)


@shared_task(acks_late=False)
def send_letters() -> None:
    """Send the letters that wait, those that were refused and are due again, and reminders."""
    rounds.begins("send_letters")
    reminders.remind()
    reminders.remind_of_waiting()
    if sent := email.send_due():
        _say.info("letters", sent=sent)


@shared_task(acks_late=False)
def post_webhooks() -> None:
    """Post to webhooks what waits, and what was refused and is due again."""
    rounds.begins("post_webhooks")
    if sent := webhooks.post_due():
        _say.info("webhooks", sent=sent)


@shared_task(acks_late=False)
def push_letters() -> None:
    """Push to devices what is told at once, and what was refused and is due again."""
    rounds.begins("push_letters")
    if sent := devices.push_due():
        _say.info("pushed", sent=sent)


@shared_task(acks_late=False)
def draw_glimpses() -> None:
    """Draw what the lobby shows of campaigns that went on."""
    if drawn := glimpses.draw_due():
        _say.info("glimpses", drawn=drawn)


@shared_task(acks_late=False)
def replay_finished() -> None:
    """Play campaigns that are over again by their rules, for their chronicles."""
    if checked := replays.replay_due():
        _say.info("replayed", campaigns=checked)
