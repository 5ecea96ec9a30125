"""One campaign at a time: what is wrong with one stops that one alone.

Whoever goes through many campaigns does what there is to do for each within :func:`isolated`.
"""

import time
from collections.abc import Callable
from typing import TypeVar

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.models import F
from psycopg.errors import IdleInTransactionSessionTimeout

from campaigns.errors import RulesMissing
from campaigns.models import Campaign
from campaigns.services.advance import missing_revisions, phase_advance

#: Seconds of computing after which it is the campaign's own fault that a time limit struck.
LONGEST = 15.0

ENDED = (OperationalError, InterfaceError, SoftTimeLimitExceeded, MemoryError)
"""What ends a worker's work whichever campaign it has in hand."""

_say = structlog.get_logger(__name__)
Done = TypeVar("Done")


def isolated(
    campaign_id: int, do: Callable[[], Done], *, phase_id: int | None = None
) -> Done | None:
    """Do something for one campaign so that its troubles stay its own; ``None`` where they kept it from
    being done. ``phase_id`` is the phase that it is about, if it is about one.

    A database that is away is nobody's trouble, nor is one that is full, that broke a deadlock or
    that took back the lock of a worker that stood still: the next sweep tries again. One that
    refuses what this campaign wants to write is. A campaign with troubles of its own is stopped, and
    said so once (:func:`campaigns.services.advance.phase_advance.mark_failed`), so it is not begun again and again.
    """
    began = time.thread_time()
    try:
        return do()
    except (DatabaseError, InterfaceError) as error:
        if _passing(error):
            _go_on_if_the_database_answers(campaign_id, error)
            return None
        trouble: Exception = error
    except SoftTimeLimitExceeded as error:
        # The limit is the sweep's, or the worker stood still: then this one is not to blame.
        if time.thread_time() - began < LONGEST:
            raise
        trouble = error
    except Exception as error:  # noqa: BLE001 - whatever a rulebook does, the other campaigns go on
        trouble = error
    _stop(campaign_id, phase_id, trouble)
    return None


def _stop(campaign_id: int, phase_id: int | None, trouble: Exception) -> None:
    """Stop the campaign and say why. If that cannot be written down either, its clock is stopped all the same."""
    try:
        if isinstance(trouble, RulesMissing) and missing_revisions.stands_still(campaign_id):
            return
        phase_advance.mark_failed(campaign_id, phase_id=phase_id, error=trouble)
    except (SoftTimeLimitExceeded, OperationalError, InterfaceError):
        raise
    except Exception as error:  # noqa: BLE001 - its log may be what is broken
        phase_advance.mark_failed_unwritten(campaign_id, error=error)


def _passing(error: Exception) -> bool:
    """Whether it is the database's trouble, not that of what was to be written."""
    # Django counts the one who takes locks back among the internal errors.
    taken_back = isinstance(error.__cause__, IdleInTransactionSessionTimeout)
    return taken_back or isinstance(error, (OperationalError, InterfaceError))


def _go_on_if_the_database_answers(campaign_id: int, error: Exception) -> None:
    """Forget what went wrong, unless the database is away: then nobody else has a chance either."""
    if connection.in_atomic_block:
        raise error
    connection.close()
    try:
        # It was not the campaign that ended this attempt.
        Campaign.objects.filter(pk=campaign_id, tries__gt=0).update(tries=F("tries") - 1)
    except DatabaseError:
        raise error from None
    _say.warning("try again later", campaign=campaign_id, error=str(error).strip())
