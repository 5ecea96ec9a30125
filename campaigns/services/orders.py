"""Handing orders in: drafts, seals, and taking a seal back before the deadline.

``phase`` is the number of the phase that the form was made for; a form that is behind the
campaign is refused with ``StalePhase`` instead of being applied to something else.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns import faults, menus, push, rulebooks
from campaigns.errors import OrdersClosed
from campaigns.models import Phase, Sheet
from campaigns.services import journal, opening, sheets
from campaigns.services.desk import Desk, at_the_desk
from campaigns.services.nonces import nonce_of
from config.rows import delete, together, update


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a player gets for a seal: the published fingerprint and when it was sealed."""

    power: str
    phase: int
    commitment: str
    at: datetime
    ready: bool


@transaction.atomic(durable=True)
def save_draft(slug: str, *, by: Any, power: str, order: Any, phase: int) -> None:
    """Keep an unfinished order for its own player; it may break rules, but must be readable."""
    desk = at_the_desk(slug, by, power, phase)
    menu = menus.desk(desk.phase, power).menu
    if menu is None:
        raise OrdersClosed(
            "There is nothing to write: this phase asks only that you say when you are done."
        )
    written = rulebooks.as_data(rulebooks.read_order(desk.book, order, menu))
    _put_draft(desk.phase, power, written, by=by, at=desk.now)
    push.changed(slug, ("orders", "readiness"), power=power)


@transaction.atomic(durable=True)
def discard_draft(slug: str, *, by: Any, power: str, phase: int) -> None:
    """Forget a draft; what is sealed stays sealed."""
    desk = at_the_desk(slug, by, power, phase)
    Sheet.objects.filter(phase=desk.phase, power=power, state=Sheet.State.DRAFT).delete()
    push.changed(slug, ("orders", "readiness"), power=power)


def seal_orders(
    slug: str,
    *,
    by: Any,
    power: str,
    order: Any = None,
    phase: int,
    ready: bool = True,
    nonce: str = "",
) -> Receipt:
    """Seal an order: store it encrypted and publish its commitment in the log.

    ``order`` is plain data of the kind that the menu asks for (``None`` where a phase asks only
    that one says when one is done). A seal already given is superseded; sealing the same order
    again changes nothing but ``ready``. ``nonce`` may be the player's own (64 hexadecimal
    digits). The campaign moves on when this was the last seal it waited for.
    Raises ``OrderRefused`` with every problem, ``StalePhase``, ``OrdersClosed``, ``NotYours``.
    """
    with transaction.atomic(durable=True):
        faults.after_commit("seal.committed")
        desk = at_the_desk(slug, by, power, phase)
        faults.point("seal.locked")
        desk.require_open()
        written = rulebooks.as_data(menus.legal_order(desk.phase, power, order))
        sheet, drawn = desk.sealed, nonce_of(nonce)
        same = sheet is not None and sheets.read(sheet).order == written
        with together():
            if sheet is not None and same:
                set_ready_of(sheet, ready=ready)
            else:
                if sheet is not None:
                    sheet.state = Sheet.State.SUPERSEDED
                    update(sheet, ("state",))
                sheet = sheets.put(
                    desk.phase,
                    power,
                    written,
                    state=Sheet.State.SEALED,
                    how=Sheet.How.PLAYER,
                    at=desk.now,
                    by=by,
                    nonce=drawn,
                    ready=ready,
                )
                opening.log_seal(desk.campaign, desk.phase, sheet, person=by)
            if desk.draft is not None:
                delete(desk.draft)
            desk.ready[power] = sheet.ready
            _settle(desk)
        faults.point("seal.written")
        faults.point("seal.before_commit")
    faults.point("seal.announced")
    return Receipt(
        power=power, phase=phase, commitment=sheet.commitment, at=sheet.at, ready=sheet.ready
    )


@transaction.atomic(durable=True)
def unseal(slug: str, *, by: Any, power: str, phase: int) -> None:
    """Take a seal back before the deadline; its order becomes the draft again."""
    desk = at_the_desk(slug, by, power, phase)
    desk.require_open()
    if desk.sealed is None:
        return
    written = sheets.read(desk.sealed).order
    withdrawn = desk.sealed
    withdrawn.state = Sheet.State.WITHDRAWN
    update(withdrawn, ("state",))
    if written is not None and desk.draft is None:
        _put_draft(desk.phase, power, written, by=by, at=desk.now)
    journal.append(
        desk.campaign,
        "order.withdrawn",
        {"phase": phase},
        at=desk.now,
        actor="power",
        person=by,
        power=power,
        phase=desk.phase,
        commitment=withdrawn.commitment,
    )
    del desk.ready[power]
    _settle(desk)


@transaction.atomic(durable=True)
def set_ready(slug: str, *, by: Any, power: str, phase: int, ready: bool) -> None:
    """Agree (or no longer agree) to go on before the deadline with what is sealed."""
    desk = at_the_desk(slug, by, power, phase)
    if desk.sealed is None:
        raise OrdersClosed("There is no seal yet.", remedy="Seal your orders first.")
    set_ready_of(desk.sealed, ready=ready)
    desk.ready[power] = ready
    _settle(desk)


def _put_draft(phase: Phase, power: str, order: Any, *, by: Any, at: datetime) -> None:
    place = phase.place("sheet", power)
    Sheet.objects.update_or_create(
        phase=phase,
        power=power,
        state=Sheet.State.DRAFT,
        defaults={"content": sheets.envelope(place, order), "by": by, "at": at},
    )


def set_ready_of(sheet: Sheet, *, ready: bool) -> None:
    """Note on a sealed sheet whether its player is ready for the phase to end."""
    if sheet.ready != ready:
        sheet.ready = ready
        update(sheet, ("ready",))


def _settle(desk: Desk) -> None:
    asked = menus.awaited(desk.phase)
    opening.reckon(desk.campaign, desk.phase, asked, at=desk.now, ready=desk.ready)
    update(desk.campaign, (*journal.LOG_HEAD, *opening.RECKONED))
    push.changed(desk.campaign.slug, ("readiness", "log"))
    push.changed(desk.campaign.slug, ("orders",), power=desk.asked.power)
