"""Writing down what is done in secret: sealed, and held by the next entry of the public log.

To be called with the campaign locked; the caller saves the campaign.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from campaigns import rulebooks
from campaigns.crypto import receipts, secret_log, signing
from campaigns.domain.export_file import stamp
from campaigns.models import Campaign, Phase, SecretEntry
from campaigns.models.secret_entry import SecretContent
from campaigns.proofs import secret_heads
from campaigns.proofs.secret_heads import SecretHead

#: Fields of the campaign that :func:`keep` changes.
COUNTS = ("secrets", "unheld")

#: Is called with the campaign and the phase, and by name with ``at``.
Listener = Callable[..., object]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have a function called with each secret entry that is written from now on."""
    _listeners.append(listener)


def keep(
    campaign: Campaign,
    phase: Phase,
    kind: str,
    *,
    at: datetime,
    power: str,
    person: Any,
    commitment: str,
    order: Any = None,
    nonce: str = "",
    concerned: Collection[str],
) -> SecretEntry:
    """Write a secret entry. ``concerned`` are the powers that may know of it. Raises ``NotSigned``."""
    signature, scheme = signing.signature_of(
        campaign, power, person, kind, {"phase": phase.number}, commitment
    )
    campaign.secrets += 1
    campaign.unheld += 1
    row = SecretEntry(campaign=campaign, number=campaign.secrets, after=campaign.log_seq)
    book = rulebooks.load(campaign.rulebook, campaign.revision)
    row.audience = secret_log.audience(campaign, campaign.log_seq, concerned, of=len(book.powers))
    held = SecretHead(
        at=stamp(at), kind=kind, phase=phase.number, power=power, commitment=commitment
    )
    row.content = SecretContent(
        held=held,
        order=order,
        nonce=nonce,
        person=person.pk if person else None,
        signature=signature,
        scheme=scheme,
    )
    row.save()
    if person is not None:
        receipts.note_secret(campaign, held, person.pk)
    for listener in _listeners:
        listener(campaign, phase, at=at)
    return row


def next_holds(campaign: Campaign) -> str:
    """What the next log entry carries as ``held``."""
    held = []
    if campaign.unheld:
        rows = campaign.secret_entries.filter(after=campaign.log_seq).order_by("number")
        held = [row.content.held for row in rows]
    return secret_heads.commitment(secret_log.keys(campaign).held, campaign.log_seq + 1, held)
