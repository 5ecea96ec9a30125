"""Order sheets on their way in and out of their envelopes."""

from datetime import datetime
from typing import Any

import msgspec

from campaigns import sealing
from campaigns.models import Phase, Sheet, Standing
from config.rows import Select, insert
from rules.kernel.serial import canonical, load

_SEALED = Select(Sheet, "phase_id = %s AND state = 'sealed'")


class Content(msgspec.Struct, frozen=True):
    """What an envelope holds: the order as plain data, and the nonce of its commitment."""

    order: Any
    nonce: str = ""


def read(row: Sheet | Standing) -> Content:
    """Open an envelope. Only for its own power, and for resolving."""
    return load(sealing.unseal(row.content, bound_to=row.place), Content)


def envelope(place: str, order: Any, nonce: bytes = b"") -> bytes:
    """Close an envelope."""
    return sealing.seal(canonical(Content(order, nonce.hex())), bound_to=place)


def put(
    phase: Phase,
    power: str,
    order: Any,
    *,
    state: str,
    how: str,
    at: datetime,
    by: Any = None,
    nonce: bytes = b"",
    ready: bool = False,
) -> Sheet:
    """Write a sheet; with a nonce it has a commitment."""
    sheet = Sheet(phase=phase, power=power, state=state, how=how, by=by, at=at, ready=ready)
    sheet.content = envelope(sheet.place, order, nonce)
    sheet.commitment = sealing.commitment(nonce, order) if nonce else ""
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
