"""The statements that a seat's player signs, and whether a signature is theirs (:mod:`campaigns.crypto.signing`)."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from campaigns.domain.entries import KINDS, SECRET_KINDS
from rules.kernel.serial import canonical

HEAD: Final = b"chancellery seat 1\n"
SCHEME: Final = "seat 1"
"""How ``signature`` of a log entry was made; the number of the key follows after a slash."""
SIGNATURE_DIGITS: Final = 128
SAID: Final[Mapping[str, tuple[str, ...]]] = {
    tag: kind.signed for tag, kind in KINDS.items() if kind.signed
}
"""The kinds of log entries that a seat with a key signs, and what of their body."""
BESIDE: Final[Mapping[str, tuple[str, ...]]] = {
    "order.ready": ("phase",),
    **{tag: kind.signed for tag, kind in SECRET_KINDS.items() if kind.signed},
    "deputy.named": ("level", "until"),
}
"""What is signed and has no entry of its own: that one is ready to go on (``phase.resolved`` publishes it),
what is done in secret (opened at the end), and that a deputy was named (``deputy.accepted`` publishes it).
"""


def statement(
    campaign: str,
    power: str,
    key: int,
    kind: str,
    body: Mapping[str, Any],
    commitment: str = "",
) -> bytes:
    """The bytes that are signed."""
    named = SAID.get(kind) or BESIDE[kind]
    content = {
        "campaign": campaign,
        "power": power,
        "key": key,
        "kind": kind,
        "commitment": commitment,
        "said": {name: body[name] for name in named if name in body},
    }
    return HEAD + canonical(content)


def is_signed(public: str, text: bytes, signature: str) -> bool:
    """Whether a signature (hexadecimal) is that of this text under a public key (hexadecimal)."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_to_be_signed(kind: str, body: Mapping[str, Any]) -> bool:
    """Whether a player signs this. What takes effect by itself was signed when it was asked for."""
    if kind == "act" and ("dispatch" in body or "asked" in body):
        return False
    if kind == "order.sealed" and body.get("how") != "sealed":
        return False
    return kind in SAID or kind in BESIDE


def fingerprint(public: str) -> str:
    """A public key as people compare it: the first 16 digits of its hash."""
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:16]
