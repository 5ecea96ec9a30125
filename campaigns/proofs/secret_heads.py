"""What the log commits to of things done in secret. :mod:`campaigns.crypto.secret_log` keeps them."""

import hmac
from collections.abc import Sequence

import msgspec

from campaigns.proofs import commitments


class SecretHead(msgspec.Struct, frozen=True, kw_only=True):
    """What is committed to of one thing done in secret. ``commitment`` is that of its order."""

    at: str
    kind: str
    phase: int
    power: str
    commitment: str


def nonce(key: bytes, seq: int) -> bytes:
    """What hides the list that log entry ``seq`` holds."""
    return hmac.digest(key, f"held|{seq}".encode(), "sha256")


def commitment(key: bytes, seq: int, held: Sequence[SecretHead]) -> str:
    """What log entry ``seq`` carries as ``held``."""
    return commitments.commitment(nonce(key, seq), held)
