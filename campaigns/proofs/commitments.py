"""Commitments: ``SHA-256(nonce || canonical JSON)``, published when something is sealed; nonce and content follow
at the reveal, and anybody can compare.
"""

import hashlib
import secrets
from typing import Any

from rules.kernel.serial import canonical

NONCE_BYTES = 32


def new_nonce() -> bytes:
    """A fresh nonce for a commitment."""
    return secrets.token_bytes(NONCE_BYTES)


def commitment(nonce: bytes, content: Any) -> str:
    """The fingerprint that is published for a sealed content."""
    return hashlib.sha256(nonce + canonical(content)).hexdigest()


def fingerprint(content: Any) -> str:
    """SHA-256 of public content in canonical JSON; there is nothing to hide in it."""
    return hashlib.sha256(canonical(content)).hexdigest()


def matches(published: str, nonce: bytes, content: Any) -> bool:
    """Whether a revealed content is the one that was sealed."""
    return secrets.compare_digest(published, commitment(nonce, content))
