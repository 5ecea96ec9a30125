"""What Celery calls. Each may be repeated, doubled or lost: the work stands in the database."""

import structlog
from celery import shared_task

from campaigns.services import sweeping, telling

_say = structlog.get_logger(__name__)


@shared_task
def sweep_due() -> None:
    """Resolve every phase whose time has come, and give back what outages took."""
    resolved = sweeping.sweep()
    if resolved:
        _say.info("sweep", resolved=resolved)


@shared_task
def advance_phase(campaign_id: int, phase_id: int) -> None:
    """Resolve one phase if its time has come: promptly at its deadline, or when all are ready."""
    outcome = sweeping.try_to_advance(campaign_id, phase_id)
    _say.info("advance", campaign=campaign_id, phase=phase_id, outcome=str(outcome))


@shared_task
def tell_players(phase_id: int) -> None:
    """Write to the players of whom a new phase asks something."""
    telling.tell_of_phase(phase_id)
