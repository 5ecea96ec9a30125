"""Handing orders in: drafts, seals, and taking a seal back before the deadline.

``phase`` is the number of the phase that the form was made for; a form that is behind the
campaign is refused with ``StalePhase`` instead of being applied to something else.
"""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns import rulebooks
from campaigns.crypto import receipts, signing
from campaigns.domain.entries.phases import OrderSealed, OrderWithdrawn
from campaigns.errors import NotNow, OrdersClosed, StalePhase
from campaigns.models import Sheet
from campaigns.models.sheet import SheetContent
from campaigns.proofs import commitments
from campaigns.rulebooks import menus, order_sheets
from campaigns.selectors.reader import record_versions
from campaigns.services.log import entries, idempotency, lock, push
from campaigns.services.log.idempotency import service_transaction
from campaigns.services.log.rate_limits import rate_limited
from campaigns.services.log.service import service
from campaigns.services.orders import autosave, submission
from campaigns.services.orders.nonces import nonce_of
from campaigns.services.orders.submission import Submission
from campaigns.services.phases import phase_opening
from core import fault_injection
from core.sql.statements import delete, together, update


class Receipt(Struct, frozen=True, kw_only=True):
    """What a player gets for a seal: the published fingerprint and when it was sealed."""

    power: str
    phase: int
    commitment: str
    at: datetime
    ready: bool


@service()
def save_draft(
    slug: str, *, by: Any, power: str, order: Any, phase: int, seen: str = "", tab_id: str = ""
) -> bool:
    """Keep an unfinished order for its own player; it may break rules, but must be readable.

    ``seen`` and ``tab_id`` as in :func:`seal_orders`. Returns whether anything changed: what a window saves by
    itself changes nothing if it comes later than what it saved since, or is there already.
    Only the seat's own pages hear of it.
    """
    submitted = submission.begin(slug, by, power, phase, level="draft")
    kept = order_sheets.tab_id_of(submitted.draft, submitted.player)
    if autosave.is_late(tab_id, kept):
        return False
    menu = menus.power_menu(submitted.phase, power).menu
    if menu is None:
        raise OrdersClosed(_("This phase has no orders to fill in. Mark yourself done instead."))
    written = rulebooks.as_data(rulebooks.read_order(submitted.book, order, menu))
    own = (
        submitted.draft
        if submitted.draft is not None and submitted.draft.is_hand_of(submitted.player)
        else None
    )
    if (
        autosave.known(tab_id)
        and own is not None
        and order_sheets.readable(own, submitted.book) == written
    ):
        return False
    put_draft(submitted, power, written, seen=seen, tab_id=autosave.known(tab_id))
    return True


def put_draft(
    submitted: Submission, power: str, order: Any, *, seen: str, tab_id: str = ""
) -> None:
    """Let an order be the draft, unless another window wrote since; tell the seat's own pages."""
    _require_seen(submitted, seen, tab_id)
    first = submitted.draft is None or not submitted.draft.is_hand_of(submitted.player)
    _put_draft(submitted, power, order, tab_id=tab_id)
    topics: tuple[push.Topic, ...] = ("orders", "readiness") if first else ("orders",)
    push.changed(submitted.campaign.slug, topics, power=power)


@service()
def discard_draft(
    slug: str, *, by: Any, power: str, phase: int, seen: str = "", tab_id: str = ""
) -> None:
    """Forget a draft; what is sealed stays sealed. ``seen`` and ``tab_id`` as in :func:`seal_orders`."""
    submitted = submission.begin(slug, by, power, phase, level="draft")
    _require_seen(submitted, seen, tab_id)
    Sheet.objects.filter(phase=submitted.phase, power=power, state=Sheet.State.DRAFT).delete()
    push.changed(slug, ("orders", "readiness"), power=power)


@rate_limited("seal", "phase")
def seal_orders(
    slug: str,
    *,
    by: Any,
    power: str,
    order: Any = None,
    phase: int,
    ready: bool = True,
    nonce: str = "",
    seen: str = "",
    tab_id: str = "",
    key: str = "",
    body: Any = None,
) -> Receipt:
    """Seal an order: store it encrypted and publish its commitment in the log.

    ``order`` is plain data of the kind that the menu asks for (``None`` where a phase asks only
    that one says when one is done). A seal already given is superseded, by the same order too:
    others must not see whether anything was changed. ``nonce`` may be the player's own (64
    hexadecimal digits). The same request again, known by its ``key`` or else its nonce, gets the
    first receipt and changes nothing, even when the phase is long over; ``body`` is what was asked,
    where a menu was needed to make an order of it. ``seen`` is the version of the power's orders
    that the form was made from: if others were drafted or sealed since, nothing is done
    (``ChangedMeanwhile``). ``tab_id`` names the window (:mod:`campaigns.services.orders.autosave`): a draft that this very
    window saved by itself is none of others. The campaign moves on when this was the last seal it waited for.
    Raises ``OrderRefused`` with every problem, ``StalePhase``, ``OrdersClosed``, ``NotYours``,
    ``KeyUsed``.
    """
    drawn, asked = nonce_of(nonce), idempotency.fingerprint_of([body or order, ready])
    name = _key_name(by, key or nonce)
    with service_transaction():
        fault_injection.after_commit("seal.committed")
        try:
            submitted = submission.begin(slug, by, power, phase, key=name, level="seal")
        except (StalePhase, OrdersClosed, NotNow):
            # This seal may be just what the campaign was waiting for.
            sheet = _sealed_before(slug, power, phase, name)
            if sheet is None:
                raise
            return _first_receipt(sheet, phase, asked, ready=ready)
        fault_injection.hit("seal.locked")
        if submitted.before is not None:
            return _first_receipt(submitted.before, phase, asked, ready=ready)
        submitted.require_open()
        _require_seen(submitted, seen, tab_id)
        written = rulebooks.as_data(menus.legal_order(submitted.phase, power, order))
        with together():
            if submitted.sealed is not None:
                submitted.sealed.state = Sheet.State.SUPERSEDED
                update(submitted.sealed, ("state",))
            sheet = order_sheets.put(
                submitted.phase,
                power,
                written,
                state=Sheet.State.SEALED,
                how=Sheet.How.PLAYER,
                at=submitted.now,
                by=submitted.player,
                via=submitted.via,
                nonce=drawn,
                ready=ready,
                key=name,
                asked=asked if name else "",
                ready_signature=_ready_signature(
                    submitted, by, commitments.commitment(drawn, written), ready=ready
                ),
            )
            phase_opening.log_seal(submitted.campaign, submitted.phase, sheet, person=by)
            if submitted.draft is not None:
                delete(submitted.draft)
            submitted.ready[power] = ready
            _settle(submitted)
        fault_injection.hit("seal.written")
        fault_injection.hit("seal.before_commit")
    fault_injection.hit("seal.announced")
    return _receipt(sheet, phase, ready=ready)


def _key_name(by: Any, key: str) -> str:
    """What a sheet remembers of a key: nothing that tells the key, which may be a nonce."""
    return (
        commitments.fingerprint([lock.require_person(by).pk, idempotency.require_key(key)])
        if key
        else ""
    )


def _sealed_before(slug: str, power: str, phase: int, name: str) -> Sheet | None:
    """What a request has sealed in a phase that is over."""
    found = Sheet.objects.select_related("phase__campaign").filter(
        phase__campaign__slug=slug, phase__number=phase, power=power, key=name
    )
    return found.order_by("-phase__line").first() if name else None


def _first_receipt(sheet: Sheet, phase: int, asked: str, *, ready: bool) -> Receipt:
    idempotency.require_same(sheet.content.asked, asked)
    receipts.note_again(sheet.phase.campaign, OrderSealed.tag, sheet.power, sheet.commitment)
    return _receipt(sheet, phase, ready=ready)


def _receipt(sheet: Sheet, phase: int, *, ready: bool) -> Receipt:
    return Receipt(
        power=sheet.power, phase=phase, commitment=sheet.commitment, at=sheet.at, ready=ready
    )


@service("seal", "phase")
def unseal(slug: str, *, by: Any, power: str, phase: int, seen: str = "", tab_id: str = "") -> None:
    """Take a seal back before the deadline; its order becomes the draft again.

    ``seen`` and ``tab_id`` as in :func:`seal_orders`.
    A predecessor's seal is void with that, and stays closed: it is nobody's draft.
    """
    submitted = submission.begin(slug, by, power, phase, level="seal")
    submitted.require_open()
    _require_seen(submitted, seen, tab_id)
    if submitted.sealed is None:
        return
    withdrawn = submitted.sealed
    written = (
        order_sheets.readable(withdrawn, submitted.book)
        if withdrawn.is_hand_of(submitted.player)
        else None
    )
    withdrawn.state = Sheet.State.WITHDRAWN
    withdrawn.save(update_fields=["state"])
    if written is not None and (
        submitted.draft is None or not submitted.draft.is_hand_of(submitted.player)
    ):
        _put_draft(submitted, power, written)
    entries.append(
        submitted.campaign,
        OrderWithdrawn(phase=phase),
        at=submitted.now,
        actor="power",
        person=by,
        power=power,
        phase=submitted.phase,
        commitment=withdrawn.commitment,
    )
    del submitted.ready[power]
    _settle(submitted)


def _require_seen(submitted: Submission, seen: str, tab_id: str = "") -> None:
    if autosave.is_same(tab_id, order_sheets.tab_id_of(submitted.draft, submitted.player)):
        return
    record_versions.require(
        seen,
        record_versions.of_orders(submitted.sealed, submitted.draft, submitted.player),
        _(
            "Your orders were saved or sealed in another window since you opened this form. "
            "Nothing of this form was kept."
        ),
        _("Compare both, then save or seal again."),
    )


def _put_draft(submitted: Submission, power: str, order: Any, *, tab_id: str = "") -> None:
    draft = submitted.draft or Sheet(phase=submitted.phase, power=power, state=Sheet.State.DRAFT)
    draft.content = SheetContent(order, hand=tab_id)
    draft.by_id, draft.via_id, draft.at = submitted.player.pk, submitted.via, submitted.now
    draft.save()


def _ready_signature(submitted: Submission, by: Any, commitment: str, *, ready: bool) -> str:
    """The seat's signature under that it is ready to go on with this seal; empty without a key."""
    if not ready:
        return ""
    power, body = submitted.asked.power, {"phase": submitted.phase.number}
    found = signing.signature_of(submitted.campaign, power, by, "order.ready", body, commitment)
    return found[0]


def _settle(submitted: Submission) -> None:
    asked = menus.awaited(submitted.phase)
    phase_opening.set_next_wakeup(
        submitted.campaign, submitted.phase, asked, at=submitted.now, ready=submitted.ready
    )
    update(submitted.campaign, (*entries.LOG_HEAD, *phase_opening.RECKONED))
    push.changed(submitted.campaign.slug, ("readiness", "log"))
    push.changed(submitted.campaign.slug, ("orders",), power=submitted.asked.power)
