"""Writing the log, and the events that an entry brings.

To be called with the campaign locked: the log's head stands in its row, and
:func:`append` moves it on. The caller saves the campaign.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone

from campaigns import rulebooks
from campaigns.crypto import receipts, secret_log, signing
from campaigns.domain.entries import Entry
from campaigns.models import Campaign, EventRow, FactClaim, LogEntry, Phase, SecretEntry
from campaigns.proofs import commitments
from campaigns.proofs.entry_hash import entry_hash
from campaigns.selectors.reader import deputies
from campaigns.services.log import secret_entries
from core.sql.statements import insert
from rules.kernel.events import Event, FactConfirmed, FactDeclared
from rules.kernel.serial import canonical, load

#: Fields of the campaign that :func:`append` changes.
LOG_HEAD = ("log_seq", "log_lines", "log_hash", "log_at", "unheld")

#: Is called with the campaign and the entry, and by name with ``phase`` (that of the entry, or the one in play) and ``doer``.
Listener = Callable[..., object]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have a function called with each entry that is written from now on."""
    _listeners.append(listener)


def append(
    campaign: Campaign,
    entry: Entry,
    *,
    at: datetime,
    actor: str,
    person: Any = None,
    power: str = "",
    phase: Phase | None = None,
    commitment: str = "",
    brought: int = 0,
    doer: Any = None,
) -> LogEntry:
    """Write the next entry. ``actor`` is a role: ``power``, ``moderator``, ``clock``, ``person``; ``doer`` is who
    did it, where ``person`` is whom it concerns: they need not be told. ``brought`` is how many events
    everybody is told of that come with it. What
    a deputy does bears the number of the deputyship; what the player of a seat with a key does bears its
    signature. No entry is earlier than the one before it, whatever the clock of the machine says.
    Raises ``NotSigned``.
    """
    if campaign.acting is not None:
        entry = deputies.marked(campaign, person, power, entry)
    kind, lines = entry.tag, entry.own_lines + brought
    text = canonical(entry).decode()
    at = max(at, campaign.log_at or at)
    signature, scheme = ("", "")
    if power and actor == "power" and campaign.keys_of_seats:
        signature, scheme = signing.signature_of(
            campaign, power, person, kind, load(text.encode(), dict[str, Any]), commitment
        )
    held = secret_entries.next_holds(campaign)
    campaign.log_seq += 1
    campaign.unheld = 0
    hashed: dict[str, Any] = {
        "seq": campaign.log_seq,
        "at": at,
        "kind": kind,
        "actor": actor,
        "power": power,
        "body": text,
        "commitment": commitment,
        "held": held,
        "signature": signature,
        "scheme": scheme,
    }
    digest = entry_hash(campaign.log_hash, campaign=campaign.slug, **hashed)
    row = LogEntry(
        campaign=campaign,
        phase=phase,
        person=person,
        lines=lines,
        prev_hash=campaign.log_hash,
        hash=digest,
        **hashed,
    )
    insert(row)
    campaign.log_hash, campaign.log_at = digest, at
    campaign.log_lines += lines
    if power and actor == "power" and person is not None:
        receipts.note(campaign, row)
    for listener in _listeners:
        listener(campaign, row, phase=phase or campaign.phase, doer=doer)
    return row


def by_clock(campaign: Campaign, phase: Phase, entry: Entry, at: datetime) -> LogEntry:
    """Write an entry about a phase that nobody in particular caused."""
    return append(campaign, entry, at=at, actor="clock", phase=phase)


def by_moderator(
    campaign: Campaign, by: Any, entry: Entry, *, at: datetime | None = None, **more: Any
) -> LogEntry:
    """Write an entry about what a moderator did (now, unless ``at`` says when)."""
    at = at or timezone.now()
    return append(campaign, entry, at=at, actor="moderator", person=by, **more)


def public_count(events: Iterable[Event]) -> int:
    """How many of these events everybody is told of."""
    return sum(event.audience.everybody for event in events)


def told(events: Iterable[Event]) -> str:
    """For an entry: the fingerprint of what everybody is told that it brought.

    So nothing that was told can be told otherwise later, while the campaign still runs.
    """
    return commitments.fingerprint([event for event in events if event.audience.everybody])


def record_events(
    phase: Phase,
    entry: LogEntry,
    events: Sequence[Event],
    *,
    secret: SecretEntry | None = None,
    after: int | None = None,
) -> None:
    """Store what happened: of what only some may know neither what it is nor whom it concerns
    stands in the clear. ``secret`` is what brought it, if that was done after the entry, in secret; ``after`` the
    number of the phase's last event, where that is known.
    """
    of = len(rulebooks.load(phase.campaign.rulebook, phase.campaign.revision).powers)
    if after is None:
        after = phase.events.aggregate(last=Max("seq"))["last"] or 0
    rows = []
    for seq, event in enumerate(events, after + 1):
        row = EventRow(phase=phase, entry=entry, seq=seq, secret=secret)
        row.public = event.audience.everybody
        row.body = canonical(event)
        if row.public:
            row.kind = str(type(event).__struct_config__.tag)
        else:
            powers = event.audience.powers
            row.audience = secret_log.audience(phase.campaign, entry.seq, powers, of=of)
        rows.append(row)
    EventRow.objects.bulk_create(rows)


def record_claims(
    campaign: Campaign, phase: Phase, events: Sequence[Event], *, at: datetime, person: Any = None
) -> None:
    """Keep the history of declared facts in step with the public events about them."""
    powers = set(campaign.seats.values_list("power", flat=True))
    for event in events:
        if not event.audience.everybody:
            continue
        if rulebooks.is_a(event, FactDeclared):
            campaign.claims.create(
                phase=phase,
                key=event.key,
                before=event.before,
                value=event.after,
                power=event.by if event.by in powers else "",
                person=person,
                at=at,
                corrects=FactClaim.in_line(campaign).filter(key=event.key).first(),
            )
        elif rulebooks.is_a(event, FactConfirmed):
            latest = FactClaim.in_line(campaign).filter(key=event.key).first()
            if latest is not None and latest.confirmed_at is None:
                latest.confirmed_power, latest.confirmed_at = event.by, at
                latest.save(update_fields=["confirmed_power", "confirmed_at"])


def digest_of(events: Sequence[Event], state: Any) -> tuple[bytes, str]:
    """A nonce and a commitment to everything that a resolution did, public or not."""
    nonce = commitments.new_nonce()
    return nonce, commitments.commitment(nonce, {"events": list(events), "state": state})
