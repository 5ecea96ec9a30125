"""Checking campaigns that are over from end to end, the rules included (:mod:`campaigns.models.replayed`).

What is checked is the file that everybody may fetch, as ``manage.py verify`` checks it. That takes seconds, so the
worker does it once the campaign is over, and again when its log has grown since. One that is missing or behind is
found by looking, so nothing has to be remembered.
"""

import time
from collections.abc import Sequence
from typing import Any

import structlog
from django.db.models import F, Q
from django.utils import timezone

from campaigns.errors import CampaignError
from campaigns.models import Campaign, Replayed, Status
from campaigns.selectors import export
from campaigns.services.advance.isolation import ENDED
from verifier import Check, verify

LONGEST = 20.0
"""Seconds after which no further one is begun; the next look goes on."""
MOST_TRIES = 3
"""So often one is begun that never comes to its end."""

_say = structlog.get_logger(__name__)


def replay_due() -> int:
    """Check what is missing or behind, for some seconds; how many campaigns that were."""
    started, done = time.monotonic(), 0
    for campaign in _due():
        if done and time.monotonic() - started > LONGEST:
            break
        try:
            replay(campaign)
        except ENDED:
            raise
        except Exception:  # noqa: BLE001 - what one campaign holds keeps no other from being checked
            _say.exception("a campaign cannot be checked", campaign=campaign.pk)
        done += 1
    return done


def _due() -> list[Campaign]:
    """Campaigns that are over, of which nothing is known under the present head of their log."""
    known = Q(replayed__head=F("log_hash")) & (
        Q(replayed__found__isnull=False) | Q(replayed__tries__gte=MOST_TRIES)
    )
    rows = Campaign.objects.filter(status=Status.FINISHED, lacks_rules=False)
    waiting = rows.exclude(pk__in=Campaign.objects.filter(known).values("pk"))
    return list(waiting.order_by("-finished_at", "-pk")[:20])


def replay(campaign: Campaign) -> Replayed:
    """Check one. Safe to call again: what is known under this head of the log is found once more."""
    row, _ = Replayed.objects.get_or_create(campaign=campaign, defaults={"head": campaign.log_hash})
    if row.head != campaign.log_hash:
        row.head, row.tries, row.found, row.done_at = campaign.log_hash, 0, None, None
    row.tries += 1
    row.save()
    try:
        found = summed(verify(export.public_file(campaign)))
    except CampaignError as error:
        found = {"left": [str(error)]}
    row.found, row.done_at = found, timezone.now()
    row.save()
    if found.get("wrong"):
        _say.warning("a campaign does not hold", campaign=campaign.pk, faults=len(found["wrong"]))
    return row


def summed(checks: Sequence[Check]) -> dict[str, Any]:
    """What some checks found, as it is kept: how many there were, what was played again, what is wrong, what could
    not be checked and what was given by a script, each as the checks say it.
    """
    replays = [check.counts for check in checks if check.counts]
    return {
        "checks": len(checks),
        **(replays[0] if replays else {}),
        "wrong": [f"{check.name}: {fault}" for check in checks for fault in check.faults],
        "left": [f"{check.name}: {gap}" for check in checks for gap in check.left],
        "given": [it for check in checks for it in check.given],
    }
