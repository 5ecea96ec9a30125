"""The hash of a log entry, in which that of the entry before goes in."""

import hashlib
from datetime import UTC, datetime
from typing import Any

from rules.kernel.serial import canonical


def entry_hash(
    prev_hash: str,
    *,
    at: datetime,
    signature: str = "",
    scheme: str = "",
    **content: Any,
) -> str:
    """``SHA-256(previous hash || canonical JSON of the entry's public content)``.

    A signature is part of the content only where there is one.
    """
    content["at"] = at.astimezone(UTC).isoformat(timespec="microseconds")
    optional = {"signature": signature, "scheme": scheme}
    content |= {name: value for name, value in optional.items() if value}
    return hashlib.sha256(prev_hash.encode() + canonical(content)).hexdigest()
