"""A seat's key: bringing it, replacing it, keeping its secret under a passphrase.

The secret is made in the player's browser (``seat-keys.js``) and never comes here but encrypted there, if the
player wants it kept. What is signed with it, and how that is checked, says :mod:`campaigns.crypto.signing`.
"""

import binascii
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.crypto import dice_chain, signing
from campaigns.domain.entries.seats import SeatKeyPut
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, SeatKey
from campaigns.proofs import signatures
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.seats import SeatNews
from campaigns.services.log import entries, push
from campaigns.services.log.lock import locked_for_player, require_not_over
from campaigns.services.log.service import service
from campaigns.services.notifications import enqueue

LONGEST_KEPT: Final = 2000


@service("seat")
def bring_key(
    slug: str,
    *,
    by: Any,
    power: str,
    public: str,
    proof: str,
    kept: str = "",
    replace: bool = False,
) -> int:
    """Give a seat a key; gives its number. ``public`` and ``proof`` are hexadecimal: the public part, and the
    signature of the key itself under the statement ``seat.key`` with the number that it gets.

    The first key of a player counts at once, a later one (``replace``) from the next phase on; until then
    the old one does not count any more, and the site alone vouches for the seat. The same key again changes
    nothing. ``kept`` is the secret under a passphrase. Raises ``NotYours``, ``NotOnTheMenu``, ``NotNow``.
    """
    campaign = locked_for_player(slug, by, power)
    require_not_over(campaign)
    before = campaign.keys_of_seats.get(power)
    if before is not None and before["public"] == public:
        return int(before["number"])
    if before is not None and not replace:
        raise NotNow(
            _("This seat has another key already."),
            remedy=_("Bring that one here by its recovery phrase, or replace it."),
        )
    number = campaign.seat_keys.filter(power=power).count() + 1
    begins = 0 if before is None else _next_phase(campaign)
    body = {"number": number, "public": public, "begins": begins}
    text = signatures.statement(slug, power, number, SeatKeyPut.tag, body)
    if not _is_key(public) or not signatures.is_signed(public, text, proof):
        raise NotOnTheMenu(
            _("This is no key, or not signed by itself."),
            field="public",
            remedy=_("Let your browser make it, or see docs/verification.md."),
        )
    _put(campaign, by, power, body, proof=proof, kept=kept, lost=before is not None)
    return number


@service("seat")
def drop_key(slug: str, *, by: Any, power: str) -> None:
    """Give the seat's key up: from now on the site alone vouches for the seat. All are told by the log."""
    campaign = locked_for_player(slug, by, power)
    require_not_over(campaign)
    if power not in campaign.keys_of_seats:
        return
    body = {"number": campaign.keys_of_seats[power]["number"], "public": "", "begins": 0}
    _put(campaign, by, power, body, proof="", kept="", lost=True)


@service("seat")
def keep_secret(slug: str, *, by: Any, power: str, kept: str) -> None:
    """Keep the secret as the browser encrypted it under the player's passphrase; empty forgets it."""
    campaign = locked_for_player(slug, by, power)
    row = _row(campaign, power)
    if row is None:
        raise NotNow(_("This seat has no key."), remedy=_("Let your browser make one first."))
    row.kept = _short(kept)
    row.save(update_fields=["kept"])


def _put(
    campaign: Campaign,
    by: Any,
    power: str,
    body: dict[str, Any],
    *,
    proof: str,
    kept: str,
    lost: bool,
) -> None:
    now, ended = timezone.now(), _row(campaign, power)
    if ended is not None:
        ended.ended_at, ended.kept = now, ""
        ended.save(update_fields=["ended_at", "kept"])
    signing.end_key(campaign, power)
    dice_chain.end_kept_chain(campaign, power)
    if body["public"]:
        campaign.seat_keys.create(
            power=power,
            number=body["number"],
            public=body["public"],
            begins=body["begins"],
            kept=_short(kept),
            by=by,
            at=now,
        )
        campaign.keys_of_seats[power] = {
            "number": body["number"],
            "public": body["public"],
            "by": by.pk,
            "begins": body["begins"],
            "force": body["begins"] == 0,
        }
    entry = entries.append(
        campaign,
        SeatKeyPut(**body, proof=proof),
        at=now,
        actor="person",
        person=by,
        power=power,
        phase=campaign.phase,
    )
    campaign.save()
    if lost and campaign.phase is not None:
        # Whoever did this may not be the player: all their devices and their letter-box hear of it.
        enqueue.notify(SeatNews, Cause(campaign.phase, now, entry=entry), people={by.pk})
    push.changed(campaign.slug, ("seats", "log", "orders"))


def _next_phase(campaign: Campaign) -> int:
    return campaign.phase.number + 1 if campaign.phase is not None else 0


def _row(campaign: Campaign, power: str) -> SeatKey | None:
    return campaign.seat_keys.filter(power=power, ended_at__isnull=True).last()


def _is_key(public: str) -> bool:
    try:
        return len(binascii.unhexlify(public)) == 32
    except (binascii.Error, ValueError):
        return False


def _short(kept: str) -> str:
    if len(kept) > LONGEST_KEPT:
        raise NotOnTheMenu(_("That is too long for an encrypted key."), field="kept")
    return kept
