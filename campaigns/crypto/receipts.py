"""Receipts: what the site signs of what a player handed in, and where it stands in the log.

A receipt is made from the log entry whenever it is asked for, and is the same each time until the site has
another key: nothing is kept. Its signature (Ed25519, by a key that the log names) is that of the text
``chancellery receipt 1``, a line feed, and the canonical object of all its other fields. Whoever keeps it can
show later what the site had in its log: an export without that entry contradicts the site's own signature.

What is done in secret has no entry of its own: its receipt names in ``after`` the entry after which it was
done, instead of ``seq``; the next entry holds its commitment.
"""

from collections.abc import Callable, Sequence
from typing import Any

from campaigns.crypto import signing, site_keys
from campaigns.domain.export_file import stamp
from campaigns.models import Campaign, LogEntry
from campaigns.proofs.receipt_files import Receipt, statement
from rules.kernel.serial import load


def key_in(campaign: Campaign) -> site_keys.SiteKey | None:
    """The key that signs receipts of a campaign: the one that its log named last. ``None`` where the site
    has it no more, or had none when the log was last asked; then there are no receipts.
    """
    return site_keys.keys().get(campaign.site_key)


def of_entry(campaign: Campaign, entry: LogEntry) -> Receipt | None:
    """The receipt for an entry; ``None`` where the site gives none."""
    phase = load(entry.body.encode(), dict[str, Any]).get("phase", 0)
    return _signed(
        campaign,
        seq=entry.seq,
        hash=entry.hash,
        kind=entry.kind,
        power=entry.power,
        phase=phase if isinstance(phase, int) else 0,
        commitment=entry.commitment,
        at=stamp(entry.at),
    )


def of_secret(campaign: Campaign, *, after: int, before: str, held: Any) -> Receipt | None:
    """The receipt for what was done in secret after an entry, whose hash is ``before``."""
    return _signed(
        campaign,
        after=after,
        hash=before,
        kind=held.kind,
        power=held.power,
        phase=held.phase,
        commitment=held.commitment,
        at=held.at,
    )


def _signed(campaign: Campaign, **content: Any) -> Receipt | None:
    key = key_in(campaign)
    if key is None:
        return None
    content |= {"campaign": campaign.slug, "key": key.public}
    return Receipt(**content, signature=key.sign(statement(content)))


# -- what a request gets for what it did ----------------------------------------------------------


def note(campaign: Campaign, entry: LogEntry) -> None:
    """Have the request that wrote this be answered with its receipt, if its author is who asked."""
    _note(entry.person_id, lambda: of_entry(campaign, entry))


def note_secret(campaign: Campaign, held: Any, person: int) -> None:
    """As :func:`note`, for what was done in secret just now."""
    _note(
        person,
        lambda: of_secret(campaign, after=campaign.log_seq, before=campaign.log_hash, held=held),
    )


def note_again(campaign: Campaign, kind: str, power: str, commitment: str) -> None:
    """As :func:`note`, for what this very request had written before."""
    entry = campaign.log.filter(kind=kind, power=power, commitment=commitment).last()
    if entry is not None:
        note(campaign, entry)


def _note(person: int | None, make: Callable[[], Receipt | None]) -> None:
    given = signing.current()
    if given is None or given.prepare:
        return
    receipt = make()
    if receipt is not None:
        given.receipts.append((person, receipt))


def noted(person: int | None) -> Sequence[Receipt]:
    """The receipts for what this request did so far in the name of this person, and of nobody else."""
    given = signing.current()
    if given is None or person is None:
        return ()
    return tuple(receipt for who, receipt in given.receipts if who == person)
