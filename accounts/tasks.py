"""What Celery calls for accounts; each may be repeated, doubled or lost."""

from celery import shared_task

from accounts import services


@shared_task(acks_late=False)
def tidy() -> None:
    """Forget what is over."""
    services.tidy()
