"""What may differ when somebody's secret does: commitments, and hashes over them. Nothing else.

A normalizer is made from what the log of a campaign holds, so it blots out exactly the values that
were published as commitments or as hashes of the log, in the ways that pages write them. A hash of
anything else that differs is a leak, and stays to be seen.
"""

import re
from collections.abc import Iterable, Iterator

from campaigns import exportfile
from campaigns.models import LogEntry

BLOT = b"#"

FIELDS = ("commitment", "held", "prev_hash", "hash")
"""Fields of a log entry that hold a commitment to what is secret, or a hash over one."""

_EXPORT = b'"format":"' + exportfile.FORMAT.encode() + b'"'


def published(slug: str) -> set[str]:
    """Every commitment and every hash of the log of a campaign."""
    found: set[str] = set()
    for values in LogEntry.objects.filter(campaign__slug=slug).values_list(*FIELDS):
        found.update(values)
    return {value for value in found if value}


def forms(value: str) -> Iterator[str]:
    """The ways in which one of them is written: whole, as a fingerprint, as the version of a seal,
    and on a turned card.
    """
    yield f'{value}">{value[:4]}<'
    yield value
    yield f"{value[:16]}."
    yield f"{value[:4]} {value[4:8]}"


class Normalizer:
    """Blots commitments out of what readers get."""

    def __init__(self, values: Iterable[str]) -> None:
        written = {form for value in values for form in forms(value)}
        longest_first = sorted(written, key=lambda form: (-len(form), form))
        self._known = re.compile("|".join(map(re.escape, longest_first)).encode() or b"(?!)")

    @classmethod
    def of(cls, slug: str) -> "Normalizer":
        """That of a campaign as it stands now."""
        return cls(published(slug))

    def __call__(self, told: bytes) -> bytes:
        """The same with every known commitment blotted out."""
        if (begins := told.find(_EXPORT)) >= 0:
            # The file's own hash is one over everything that it holds.
            told = told.replace(exportfile.digest_of(told[begins - 1 :]).encode(), BLOT)
        return self._known.sub(BLOT, told)
