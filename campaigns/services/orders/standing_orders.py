"""Standing orders: answers left in advance for replies and choices to come."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.domain.entries.secret import StandingSet, StandingWithdrawn
from campaigns.errors import OrdersClosed
from campaigns.models import StandingOrders
from campaigns.models.sheet import SheetContent
from campaigns.proofs import commitments
from campaigns.rulebooks import order_sheets, states
from campaigns.selectors.reader import record_versions
from campaigns.services.log import push, secret_entries
from campaigns.services.log.lock import locked, open_phase, require_acting_player
from campaigns.services.log.service import service
from campaigns.services.orders.nonces import nonce_of


@service("act")
def set_standing(
    slug: str, *, by: Any, power: str, order: Any | None, nonce: str = "", seen: str = ""
) -> str:
    """Leave standing orders (``None`` takes them back); returns the commitment to them.

    Nobody else is told that there are any, before the campaign is over: the next entry of the log
    holds the commitment. Leaving one's own again changes nothing. ``seen`` is the version that the
    form was made from: if others were left since, nothing is done. Raises ``OrderRefused`` with every
    problem, ``ChangedMeanwhile``, ``NotYours``, ``NotNow``.
    """
    campaign = locked(slug)
    player = require_acting_player(campaign, by, power, "seal")
    phase = open_phase(campaign)
    book = states.book_of(campaign)
    live = campaign.standing.filter(power=power, live=True).first()
    record_versions.require(
        seen,
        record_versions.of_standing(live),
        _(
            "Standing orders were saved in another window since you opened this form. "
            "Nothing of this form was kept."
        ),
        _("Compare both, then save again."),
    )
    written = None
    if order is not None:
        menu = book.standing_menu(rulebooks.view_of(book, states.now(phase), power), power)
        if menu is None:
            raise OrdersClosed(
                _("%(name)s can leave no standing orders.") % {"name": book.powers[power].name},
                field="power",
            )
        written = rulebooks.as_data(rulebooks.legal_order(book, order, menu))
    if live is None and written is None:
        return ""
    # Of a predecessor's the successor must not learn even whether theirs are the same.
    own = live is not None and live.by_id == player.pk and written is not None
    if live is not None and own and order_sheets.readable(live, book) == written:
        return live.commitment
    now = timezone.now()
    if live is not None:
        live.live, live.over_at = False, now
        live.over = StandingOrders.Over.BACK if written is None else StandingOrders.Over.REPLACED
        live.over_via_id = by.pk if campaign.acting is not None else None
        live.save(update_fields=["live", "over", "over_at", "over_via"])
    fingerprint = ""
    if written is not None:
        secret = nonce_of(nonce)
        version = campaign.standing.filter(power=power).count() + 1
        row = StandingOrders(campaign=campaign, power=power, version=version, at=now)
        row.by_id, row.via_id = player.pk, by.pk if campaign.acting is not None else None
        row.content = SheetContent(written, secret.hex())
        row.commitment = fingerprint = commitments.commitment(secret, written)
        row.save()
    secret_entries.keep(
        campaign,
        phase,
        StandingSet.tag if written is not None else StandingWithdrawn.tag,
        at=now,
        power=power,
        person=by,
        commitment=fingerprint or (live.commitment if live else ""),
        concerned=[power],
    )
    campaign.save(update_fields=secret_entries.COUNTS)
    push.changed(slug, ("orders", "log"), power=power)
    return fingerprint
