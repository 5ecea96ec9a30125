"""What may differ when somebody's secret does: commitments, hashes over them, and the site's signatures
of those in receipts. Nothing else.

A normalizer is made from what the log of a campaign holds, so it blots out exactly the values that
were published as commitments or as hashes of the log, in the ways that pages write them. A hash of
anything else that differs is a leak, and stays to be seen.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

from campaigns.crypto import site_keys
from campaigns.domain import export_file
from campaigns.models import LogEntry
from campaigns.proofs.receipt_files import Receipt
from rules.kernel.serial import load

BLOT = b"#"

FIELDS = ("commitment", "held", "prev_hash", "hash")
"""Fields of a log entry that hold a commitment to what is secret, or a hash over one."""

_RECEIPT = re.compile(rb'\{[^{}]*"signature": ?"[0-9a-f]{128}"[^{}]*\}')
_EXPORT = b'"format":"' + export_file.FORMAT.encode() + b'"'


def published(slug: str) -> set[str]:
    """Every commitment and every hash of the log of a campaign."""
    found: set[str] = set()
    for values in LogEntry.objects.filter(campaign__slug=slug).values_list(*FIELDS):
        found.update(values)
    return {value for value in found if value}


def forms(value: str) -> Iterator[str]:
    """The ways in which one of them is written: whole, as a fingerprint, as the version of a seal,
    on a turned card, and on a receipt.
    """
    yield f'{value}">{value[:4]}<'
    yield value
    yield f"{value[:16]}."
    yield f"{value[:4]} {value[4:8]}"
    yield " ".join(value[at : at + 4] for at in range(0, len(value), 4))


class Normalizer:
    """Blots commitments out of what readers get."""

    def __init__(self, values: Iterable[str]) -> None:
        written = {form for value in values for form in forms(value)}
        longest_first = sorted(written, key=lambda form: (-len(form), form))
        self._known = re.compile("|".join(map(re.escape, longest_first)).encode() or b"(?!)")

    @classmethod
    def of(cls, *slugs: str, besides: Iterable[str] = ()) -> "Normalizer":
        """That of campaigns as they stand now; ``besides`` are commitments that only some are shown."""
        return cls(set(besides).union(*map(published, slugs)))

    def __call__(self, told: bytes) -> bytes:
        """The same with every known commitment blotted out; how long each is stays to be seen."""
        if (begins := told.find(_EXPORT)) >= 0:
            # The file's own hash is one over everything that it holds.
            told = _blotted(told, export_file.digest_of(told[begins - 1 :]).encode())
        told = _RECEIPT.sub(_of_receipt, told)
        return self._known.sub(lambda known: BLOT * len(known[0]), told)


def _blotted(told: bytes, value: bytes) -> bytes:
    return told.replace(value, BLOT * len(value))


def _of_receipt(found: re.Match[bytes]) -> bytes:
    """A receipt without its signature, and without the hash of its log entry, which may have been written
    only to be undone. Of what is no receipt of the site's everything stays.
    """
    text = found.group()
    try:
        receipt = load(text, Receipt)
    except msgspec.MsgspecError:
        return text
    if not receipt.holds or receipt.key not in set(site_keys.keys()):
        return text
    for value in (receipt.signature, receipt.hash):
        text = _blotted(text, value.encode())
    return text
