"""What Celery calls for accounts; each may be repeated, doubled or lost."""

import structlog
from celery import shared_task

from accounts import alerts, services

_say = structlog.get_logger(__name__)


@shared_task(acks_late=False)
def tidy() -> None:
    """Forget what is over."""
    services.tidy()


@shared_task(acks_late=False)
def send_alerts() -> None:
    """Send the letters about accounts that wait, and those that were refused and are due again."""
    if sent := alerts.send_due():
        _say.info("alerts", sent=sent)
