"""What Celery calls. Each may be repeated, doubled or lost: the work stands in the database.

The clock's tasks are acknowledged when they are taken. Were they given back when a worker dies over
them, the next one would die over the same at once, again and again; the sweep goes about it better.
"""

import structlog
from celery import Task, shared_task

from campaigns.services import devices, mail, sweeping, telling, webhooks, what_ifs

_say = structlog.get_logger(__name__)


@shared_task(acks_late=False)
def sweep_due() -> None:
    """Resolve every phase whose time has come, and give back what outages took."""
    resolved = sweeping.sweep()
    if resolved:
        _say.info("sweep", resolved=resolved)


@shared_task(acks_late=False)
def advance_phase(campaign_id: int, phase_id: int) -> None:
    """Resolve one phase if its time has come: promptly at its deadline, or when all are ready."""
    outcome = sweeping.try_to_advance(campaign_id, phase_id)
    _say.info("advance", campaign=campaign_id, phase=phase_id, outcome=str(outcome))


@shared_task(acks_late=False, bind=True, max_retries=40, ignore_result=True)
def play_what_if(self: Task, key: int) -> None:
    """Play a what-if; one after the other, so that the clock always finds a free process."""
    if not what_ifs.play(key):
        raise self.retry(countdown=what_ifs.AGAIN)


@shared_task(acks_late=False)
def send_letters() -> None:
    """Send the letters that wait, those that were refused and are due again, and reminders."""
    telling.remind()
    if sent := mail.send_due():
        _say.info("letters", sent=sent)


@shared_task(acks_late=False)
def post_webhooks() -> None:
    """Post to webhooks what waits, and what was refused and is due again."""
    if sent := webhooks.post_due():
        _say.info("webhooks", sent=sent)


@shared_task(acks_late=False)
def push_letters() -> None:
    """Push to devices what is told at once, and what was refused and is due again."""
    if sent := devices.push_due():
        _say.info("pushed", sent=sent)
