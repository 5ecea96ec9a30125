"""Campaigns whose rules are not on this site: stopped until the rules are back.

A release can lack a revision that campaigns began with, or its file can be damaged. Such a campaign
is paused, logged and told of by letter, and played on when the rules are here again: by itself, or by its moderator. Other
campaigns go on meanwhile.
"""

import time
from collections.abc import Callable, Iterator

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from campaigns import messages, rulebooks
from campaigns.domain.entries.clock import PausedWithoutRules
from campaigns.models import Campaign, Status
from campaigns.services.clock import phase_clock
from campaigns.services.deadlines import moderation
from campaigns.services.log import push
from campaigns.services.log.lock import phase_in_play
from campaigns.services.votes.proposals import Decision

#: So much of a sweep at most goes into this; the next one goes on.
LONGEST_LOOK = 10.0

_say = structlog.get_logger(__name__)


class RevisionCheck:
    """Whether this process has looked at the rules of all running campaigns: once is enough, for a
    release does not change while it runs. A file lost later is noticed when its campaigns are due.
    """

    at_all = False


def to_do() -> Iterator[tuple[int, Callable[[int], bool]]]:
    """Running campaigns whose rules are missing, with :func:`stop`, and those that may run again because
    theirs are back, with :func:`resume`; the next look goes on where this one is left.
    """
    until = time.monotonic() + LONGEST_LOOK
    if not RevisionCheck.at_all:
        for campaign_id in _of(Campaign.objects.filter(status=Status.RUNNING), here=False):
            yield campaign_id, stop
            if time.monotonic() > until:
                return
        RevisionCheck.at_all = True
    lacking = Campaign.objects.filter(lacks_rules=True, stumbled_at=None)
    for campaign_id in _of(lacking, here=True):
        yield campaign_id, resume
        if time.monotonic() > until:
            return


def stands_still(campaign_id: int) -> bool:
    """Pause a campaign whose rules are missing; whether it stands still for that now."""
    return stop(campaign_id) or Campaign.objects.filter(pk=campaign_id, lacks_rules=True).exists()


def _of(campaigns: QuerySet[Campaign], *, here: bool) -> Iterator[int]:
    """Those of the campaigns whose rules are here, or are not."""
    in_use = campaigns.order_by("rulebook", "revision").values_list("rulebook", "revision")
    for key, revision in list(in_use.distinct()):
        if rulebooks.is_here(key, revision) is here:
            played = campaigns.filter(rulebook=key, revision=revision)
            yield from list(played.values_list("pk", flat=True))


@transaction.atomic(durable=True)
def stop(campaign_id: int) -> bool:
    """Pause a running campaign whose rules are missing; whether it was done."""
    campaign = _claim(campaign_id)
    if campaign is None or campaign.status != Status.RUNNING or _has_rules(campaign):
        return False
    _say.error("rules missing", campaign=campaign.slug, rulebook=campaign.rulebook)
    phase, now = phase_in_play(campaign), timezone.now()
    campaign.tries, campaign.lacks_rules = 0, True
    reason = messages.RULES_MISSING % {"revision": campaign.revision}
    entry = PausedWithoutRules(
        phase=phase.number, rulebook=campaign.rulebook, revision=campaign.revision
    )
    phase_clock.stop_by_clock(campaign, phase, entry, reason=reason, at=now)
    push.save_and_tell(campaign, ("strip", "log"))
    return True


@transaction.atomic(durable=True)
def resume(campaign_id: int) -> bool:
    """Let a campaign run that was stopped for its rules, now that they are here; whether it was done."""
    campaign = _claim(campaign_id)
    if campaign is None or not campaign.lacks_rules or not _has_rules(campaign):
        return False
    moderation.let_run(campaign, Decision(by=None, actor="clock", at=timezone.now()))
    return True


def _claim(campaign_id: int) -> Campaign | None:
    return Campaign.objects.select_for_update().filter(pk=campaign_id).first()


def _has_rules(campaign: Campaign) -> bool:
    return rulebooks.is_here(campaign.rulebook, campaign.revision)
