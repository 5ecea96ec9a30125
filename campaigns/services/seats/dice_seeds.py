"""A player's part in the dice: the seed of a chain of the seat's own.

It is drawn in the player's browser when the site's chain is in the log already, and its head is published
before the first throw. So neither the site nor the player can choose what the two make together. The site
keeps the seed, and could know the dice beforehand: see ``docs/security.md``.
"""

import binascii
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.crypto import dice_chain
from campaigns.domain.entries.seats import SeatChainBrought
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, SeatChain
from campaigns.proofs import dice_links
from campaigns.services.log import entries, push
from campaigns.services.log.lock import locked_for_player, open_phase, require_not_over
from campaigns.services.log.service import service

SEED_BYTES = 32


@service("seat")
def bring_seed(slug: str, *, by: Any, power: str, seed: str) -> str:
    """Give a seat a chain of dice links made from ``seed`` (64 hexadecimal digits); the head of the seat's
    chain, which the log publishes.

    The first one that a player brings counts, from whatever window; a successor in the seat can bring
    another. Nobody can when the first dice are thrown. Raises ``NotYours``, ``NotOnTheMenu`` for what is no seed, and ``NotNow`` when it comes too
    late.
    """
    campaign = locked_for_player(slug, by, power)
    require_not_over(campaign)
    given = _read(seed)
    before = campaign.chains.filter(power=power).last()
    if before is not None and before.by_id == by.pk:
        return dice_chain.head_of(dice_chain.seat_link(before, before.length))
    _require_early(campaign)
    now = timezone.now()
    row = SeatChain(campaign=campaign, power=power, by=by, at=now)
    if before is not None:
        SeatChain.objects.filter(pk=before.pk).update(live=False)
        row.number = before.number + 1
    dice_chain.keep_seed(row, given)
    row.save()
    entry = SeatChainBrought(head=row.head, length=row.length)
    entries.append(campaign, entry, at=now, actor="power", person=by, power=power)
    push.save_and_tell(campaign, ("log",))
    return row.head


@service("seat")
def bring_head(slug: str, *, by: Any, power: str, head: str) -> str:
    """Give a seat a chain that its player's browser keeps: only its head (64 hexadecimal digits) comes here and
    into the log; a link is handed over when the dice are thrown (:mod:`campaigns.services.phases.dice_collection`).

    For campaigns that throw after the close, whose seat has a key. While its chain counts the seat brings no
    other; after a lost key it does, since nobody who knows the coming links of the others has a part in it.
    Raises ``NotYours``, ``NotOnTheMenu``, ``NotNow``.
    """
    campaign = locked_for_player(slug, by, power)
    require_not_over(campaign)
    if campaign.dice_policy != dice_links.AFTER_CLOSE:
        raise NotNow(
            _("The dice of this campaign are not thrown after the close."),
            remedy=_("Bring a seed instead, before the first dice."),
        )
    given = _read(head).hex()
    rows = campaign.chains.filter(power=power)
    live = rows.filter(live=True).first()
    if live is not None:
        return str(live.head)
    if power not in campaign.keys_of_seats:
        raise NotNow(_("This seat has no key."), remedy=_("Let your browser make one first."))
    if campaign.phase_id is not None:
        open_phase(campaign)
    now = timezone.now()
    campaign.chains.create(
        power=power,
        number=rows.count() + 1,
        kept_by_player=True,
        length=dice_chain.LENGTH,
        head=given,
        by=by,
        at=now,
    )
    entry = SeatChainBrought(head=given, length=dice_chain.LENGTH, kept="player")
    entries.append(campaign, entry, at=now, actor="power", person=by, power=power)
    push.save_and_tell(campaign, ("log", "orders"))
    return given


def _read(seed: str) -> bytes:
    try:
        found = binascii.unhexlify(seed)
    except (binascii.Error, ValueError):
        found = b""
    if len(found) != SEED_BYTES:
        raise NotOnTheMenu(
            _("A seed is 64 hexadecimal digits."),
            field="seed",
            remedy=_("Leave it to your browser, or draw 32 random bytes."),
        )
    return found


def _require_early(campaign: Campaign) -> None:
    if campaign.dice_policy == dice_links.AFTER_CLOSE:
        raise NotNow(
            _("In this campaign the players keep their chains of dice themselves."),
            remedy=_("Let your browser make a seat key and a chain; only its head is sent."),
        )
    if campaign.dice_given:
        raise NotNow(
            _("The dice of this campaign take no part from players."),
            remedy=_("Campaigns that are created now do."),
        )
    if dice_chain.has_thrown(campaign):
        raise NotNow(
            _("The first dice are thrown: from then on nobody can add a chain to choose them."),
            remedy=_("The chains that stand in the log go on."),
        )
