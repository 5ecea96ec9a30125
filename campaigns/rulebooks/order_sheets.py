"""Order sheets on their way in and out of their envelopes."""

from datetime import datetime
from typing import Any

import msgspec

from campaigns import rulebooks
from campaigns.crypto import sealing
from campaigns.models import PendingAct, Phase, Sheet, StandingOrders
from campaigns.proofs import commitments
from core.sql.statements import Select, insert
from rules.kernel.serial import canonical, load

_SEALED = Select(Sheet, "phase_id = %s AND state = 'sealed'")


class SheetContent(msgspec.Struct, frozen=True):
    """What an envelope holds: the order as plain data, and the nonce of its commitment.

    ``asked`` is a fingerprint of the request that sealed it, where that had a key. ``hand`` is the
    window that saved a draft by itself, with the number of that saving (:mod:`campaigns.services.orders.autosave`).
    """

    order: Any
    nonce: str = ""
    asked: str = ""
    hand: str = ""


def read(row: Sheet | StandingOrders | PendingAct) -> SheetContent:
    """Open an envelope. Only for its own power, and for resolving."""
    return load(sealing.unseal(row.content, bound_to=row.place), SheetContent)


def readable(row: Sheet | StandingOrders, book: rulebooks.Book) -> Any:
    """The order in an envelope as plain data; ``None`` if there is none or it cannot be read."""
    try:
        order = read(row).order
    except (sealing.CannotUnseal, ValueError):
        return None
    return order if rulebooks.understood(book, order) is not None else None


def tab_id_of(row: Sheet | None, person: Any) -> str:
    """The tab in which a person's own draft was saved; empty where there is none that can be read."""
    if row is None or not row.is_hand_of(person):
        return ""
    try:
        return read(row).hand
    except (sealing.CannotUnseal, ValueError):
        return ""


def envelope(
    place: str, order: Any, nonce: bytes = b"", asked: str = "", *, tab_id: str = ""
) -> bytes:
    """Close an envelope."""
    return sealing.seal(canonical(SheetContent(order, nonce.hex(), asked, tab_id)), bound_to=place)


def put(
    phase: Phase,
    power: str,
    order: Any,
    *,
    state: str,
    how: str,
    at: datetime,
    by: Any = None,
    via: int | None = None,
    nonce: bytes = b"",
    ready: bool = False,
    key: str = "",
    asked: str = "",
    ready_signature: str = "",
) -> Sheet:
    """Write a sheet; with a nonce it has a commitment, with a ``key`` it knows its request again."""
    sheet = Sheet(
        phase=phase,
        power=power,
        state=state,
        how=how,
        by_id=by.pk if by is not None else None,
        via_id=via,
        at=at,
        ready=ready,
        ready_signature=ready_signature,
        key=key,
    )
    sheet.content = envelope(sheet.place, order, nonce, asked)
    sheet.commitment = commitments.commitment(nonce, order) if nonce else ""
    insert(sheet)
    return sheet


def counting(phase: Phase) -> dict[str, Sheet]:
    """The sealed sheet of each power that has one."""
    found = _SEALED.all(phase.pk)
    for sheet in found:
        sheet.phase = phase
    return {sheet.power: sheet for sheet in found}


def readiness(phase: Phase) -> dict[str, bool]:
    """Whether each power that has sealed something is ready for the phase to end."""
    return {power: sheet.ready for power, sheet in counting(phase).items()}
