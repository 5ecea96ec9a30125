"""What takes effect at once: declaring a fact, confirming one, a die rolled now."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign, PendingAct
from campaigns.services.facts import dispatch_review
from campaigns.services.facts.apply_act import carry_out
from campaigns.services.log.lock import locked, require_acting_player
from campaigns.services.log.service import service
from campaigns.services.phases import dice_collection
from core import after_commit


@service("act")
def perform_act(
    slug: str,
    *,
    by: Any,
    power: str,
    act: Any,
    phase: int | None = None,
    nonce: str = "",
    seen: Mapping[str, str] | None = None,
    papers: tuple[str, str] | None = None,
) -> None:
    """Carry an act out and log it. ``act`` is plain data of one of the power's act menus.

    If it rolls, it takes a link of each chain of dice, and publishes them; where the campaign throws its dice
    after the close it waits for them first (:mod:`campaigns.services.facts.later_rolls`). One that only some may know of is kept to them until the campaign is
    over (:mod:`campaigns.crypto.secret_log`); one that does nothing leaves no trace. ``phase`` guards against
    a form made for an earlier phase, ``seen`` (versions of facts) against one made before somebody
    else declared them: then nothing is done. ``papers`` (another power, and the version of what is
    proposed between the two) guards likewise. What is declared of the map waits first, where the campaign's policy says so
    (:mod:`campaigns.services.facts.dispatch_review`).
    Raises ``OrderRefused``, ``StalePhase``, ``FactsChanged``, ``ChangedMeanwhile``, ``NotYours``,
    ``NotNow``.
    """
    campaign = locked(slug)
    require_acting_player(campaign, by, power, "seal")
    if dispatch_review.wait(campaign, act):
        dispatch_review.propose(campaign, by=by, power=power, act=act, phase=phase, seen=seen)
        return
    carry_out(
        campaign, by=by, power=power, act=act, phase=phase, nonce=nonce, seen=seen, papers=papers
    )


@transaction.atomic(durable=True)
def carry_out_asked(key: int) -> bool:
    """Carry an act out whose dice are there; whether it was. Safe to call at any time, any number of times."""
    campaign = Campaign.objects.select_for_update(of=("self",)).filter(pending_acts=key).first()
    if campaign is None:
        return False
    row = PendingAct.objects.select_related("by").get(pk=key)
    row.campaign, now = campaign, timezone.now()
    if row.done_at is not None or not dice_collection.is_complete(campaign, row, now):
        return False
    row.done_at = now
    row.save(update_fields=["done_at"])
    act, nonce = row.content.order, row.content.nonce
    carry_out(campaign, by=row.by, power=row.power, act=act, nonce=nonce, asked=row)
    return True


def due(now: datetime) -> dict[int, int]:
    """The acts that have waited long enough for their dice, each with its campaign."""
    waits = PendingAct.objects.filter(done_at=None, campaign__stumbled_at=None)
    ready = waits.filter(Q(round=None, until__lte=now) | ~Q(beacon=""))
    return dict(ready.order_by("pk").values_list("pk", "campaign"))


def ask_for_rounds() -> None:
    """Ask for the rounds of the beacon that acts wait for."""
    waits = PendingAct.objects.filter(done_at=None, round__isnull=False, beacon="")
    for campaign in waits.order_by("campaign").values_list("campaign", flat=True).distinct():
        after_commit.do("fetch_beacon", campaign)
