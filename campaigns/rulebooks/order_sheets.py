"""Order sheets on their way in and out of their envelopes."""

from datetime import datetime
from typing import Any

from campaigns import rulebooks
from campaigns.models import Phase, Plan, Sheet, StandingOrders
from campaigns.models.sheet import SheetContent
from campaigns.proofs import commitments
from campaigns.sealed import sealing
from core.sql.statements import insert


def readable(row: Sheet | StandingOrders | Plan, book: rulebooks.Book) -> Any:
    """The order in an envelope as plain data; ``None`` if there is none or it cannot be read."""
    try:
        order = row.content.order
    except (sealing.CannotUnseal, ValueError):
        return None
    return order if rulebooks.understood(book, order) is not None else None


def tab_id_of(row: Sheet | None, person: Any) -> str:
    """The tab in which a person's own draft was saved; empty where there is none that can be read."""
    if row is None or not row.is_hand_of(person):
        return ""
    try:
        return row.content.hand
    except (sealing.CannotUnseal, ValueError):
        return ""


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
    sheet.content = SheetContent(order, nonce.hex(), asked)
    sheet.commitment = commitments.commitment(nonce, order) if nonce else ""
    insert(sheet)
    return sheet


def counting(phase: Phase) -> dict[str, Sheet]:
    """The sealed sheet of each power that has one."""
    return {sheet.power: sheet for sheet in phase.sheets.filter(state=Sheet.State.SEALED)}


def readiness(phase: Phase) -> dict[str, bool]:
    """Whether each power that has sealed something is ready for the phase to end."""
    return {power: sheet.ready for power, sheet in counting(phase).items()}
