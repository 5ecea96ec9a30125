"""Closing a phase before its dice are thrown, where the campaign's policy has it so.

A phase closes with an entry of the log that names every seal. Only then do the players' browsers hand their
links over, or is it known which round of the beacon comes in; nobody knows a die before that, whoever runs the
site. A link that has not come in time is left out, told and counted. A round of the beacon is waited for.

Until the phase is resolved nothing is handed in, done or changed.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.crypto import beacon, dice_chain
from campaigns.crypto.dice_waits import waiting_row
from campaigns.domain.entries.phases import PhaseClosed
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, PendingAct, Phase, Status
from campaigns.proofs import beacon_rounds
from campaigns.proofs.dice_links import AFTER_CLOSE, BEACON, PROMPT
from campaigns.rulebooks import order_sheets
from campaigns.services.log import entries, push
from campaigns.services.log.lock import locked_for_player
from campaigns.services.log.service import service
from core import after_commit
from rules.kernel.dice import follows

ACT_WAIT = timedelta(minutes=10)
"""How long an act that rolls waits for links; the phase waits as long as the campaign's policy says."""


def closes(
    campaign: Campaign, phase: Phase, *, how: str, silent: str, last: int, now: datetime
) -> bool:
    """Close the phase if its dice are still to come, and say whether it waits for them. The campaign is
    saved; whoever is to resolve goes away then, and comes back when all is there.
    """
    if campaign.dice_policy == PROMPT or campaign.dice_given:
        return False
    if phase.closed_at is None:
        _close(campaign, phase, how=how, silent=silent, last=last, now=now)
    return not is_complete(campaign, phase, now)


def _close(
    campaign: Campaign, phase: Phase, *, how: str, silent: str, last: int, now: datetime
) -> None:
    phase.closed_at, phase.links = now, {}
    # What silence means is settled too: until the dice are thrown nothing is changed. These are the arguments
    # with which the phase is resolved then.
    phase.closing = {"how": how, "silent": silent or campaign.policy.missed, "last": last}
    seals = {
        power: sheet.commitment for power, sheet in sorted(order_sheets.counting(phase).items())
    }
    entry = PhaseClosed(phase=phase.number, how=how, seals=seals, **waits_for(campaign, phase, now))
    logged = entries.append(campaign, entry, at=now, actor="clock", phase=phase)
    phase.closed_at = logged.at
    phase.save(update_fields=["closed_at", "closing", "links", "links_until", "round"])
    campaign.wakes_at = next_wakeup(campaign, phase)
    campaign.status, campaign.status_reason = Status.RUNNING, ""
    push.save_and_tell(campaign, ("strip", "readiness", "orders", "log"))


def waits_for(campaign: Campaign, row: Phase | PendingAct, now: datetime) -> dict[str, Any]:
    """What is waited for, as the log says it; it is noted on the phase or the act."""
    if campaign.dice_policy == BEACON:
        row.round = beacon_rounds.round_after(campaign.beacon, now)
        after_commit.do("fetch_beacon", campaign.pk)
        return {"round": row.round}
    waits = sorted(one.power for one in dice_chain.kept_chains(campaign))
    wait = ACT_WAIT if isinstance(row, PendingAct) else timedelta(seconds=campaign.dice_wait)
    until = now + wait if waits else now
    if isinstance(row, PendingAct):
        row.until = until
    else:
        row.links_until = until
    return {"waits": waits, "until": until.isoformat(timespec="seconds")}


def is_complete(campaign: Campaign, row: Phase | PendingAct, now: datetime) -> bool:
    """Whether all that goes into the throw is there, or is not waited for any longer."""
    if campaign.dice_policy == BEACON:
        return bool(row.beacon)
    until = row.until if isinstance(row, PendingAct) else row.links_until
    if until is None or now >= until:
        return True
    return {one.power for one in dice_chain.kept_chains(campaign)} <= set(row.links)


def next_wakeup(campaign: Campaign, row: Phase | PendingAct) -> datetime | None:
    """When the clock looks at what waits again: a round of the beacon comes by itself."""
    if campaign.dice_policy == BEACON:
        return beacon_rounds.moment_of(campaign.beacon, row.round or 0) + timedelta(minutes=1)
    return row.until if isinstance(row, PendingAct) else row.links_until


@service("link")
def hand_link_over(slug: str, *, by: Any, power: str, link: str) -> None:
    """Hand the next link of one's seat's chain over, now that the phase is closed or an act waits for it.

    The campaign moves on when this was the last one it waited for. A second time changes nothing. Raises
    ``NotYours``, ``NotNow``, and ``NotOnTheMenu`` for what is not the next link.
    """
    campaign = locked_for_player(slug, by, power)
    row = waiting_row(campaign)
    if row is None or campaign.dice_policy != AFTER_CLOSE:
        raise NotNow(_("Nothing waits for a link of this seat."), remedy=_("Look again later."))
    if power in row.links:
        return
    chain = next((one for one in dice_chain.kept_chains(campaign) if one.power == power), None)
    if chain is None:
        raise NotNow(_("This seat has no chain of its own."))
    if not _follows(link, chain.head):
        raise NotOnTheMenu(
            _("This is not the next link of the seat's chain."),
            field="link",
            remedy=_("Let the browser that has the seat's key hand it over."),
        )
    row.links[power] = link
    row.save(update_fields=["links"])
    now = timezone.now()
    if is_complete(campaign, row, now):
        _all_there(campaign, row, now)
    push.changed(slug, ("strip",))
    push.changed(slug, ("orders",), power=power)


@service()
def bring_beacon(campaign_id: int, *, number: int, signature: str) -> None:
    """Note the signature of the round that is waited for; it was verified."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    row = waiting_row(campaign)
    if row is None or row.round != number or row.beacon:
        return
    row.beacon = signature
    row.save(update_fields=["beacon"])
    _all_there(campaign, row, timezone.now())


def fetch(campaign_id: int) -> float | None:
    """Fetch the round that a campaign waits for; in how many seconds to look again, if it is not there."""
    campaign = Campaign.objects.filter(pk=campaign_id, dice_policy=BEACON).first()
    row = waiting_row(campaign) if campaign is not None else None
    if campaign is None or row is None or row.round is None or row.beacon:
        return None
    begins = beacon_rounds.moment_of(campaign.beacon, row.round)
    early = (begins - timezone.now()).total_seconds()
    if early > 0:
        return early + 1
    try:
        signature = beacon.fetched(campaign.beacon, row.round)
    except beacon.NoRound:
        return float(min(60, max(2, campaign.beacon["period"])))
    bring_beacon(campaign.pk, number=row.round, signature=signature)
    return None


def _all_there(campaign: Campaign, row: Phase | PendingAct, now: datetime) -> None:
    if isinstance(row, PendingAct):
        after_commit.do("carry_out_act", row.pk)
        return
    campaign.wakes_at = now
    campaign.save(update_fields=["wakes_at"])
    after_commit.do("advance_phase", campaign.pk, row.pk)


def _follows(link: str, head: str) -> bool:
    try:
        return follows(bytes.fromhex(link), bytes.fromhex(head))
    except ValueError:
        return False
