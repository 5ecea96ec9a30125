"""Encryption at rest, and commitments.

What must stay secret is stored as AES-256-GCM. Every secret is bound to its place (``bound_to``,
such as ``sheet/<campaign>/1/7/britain``), so one ciphertext cannot be put in place of another.
The keys are ``settings.SEAL_KEYS``, outside the database: the first encrypts, all decrypt.
Contents are compressed and padded, so that a row's size says little.

A commitment is ``SHA-256(nonce || canonical JSON)``. It is published when something is sealed;
the nonce and the content follow at the reveal, and anybody can compare.
"""

import hashlib
import secrets
import zlib
from base64 import urlsafe_b64decode
from functools import cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from rules.kernel.serial import canonical

NONCE_BYTES = 32
_FORM = b"\x01"
_KEY_NAME_BYTES = 4
_IV_BYTES = 12
_PADDED_TO = 256


class CannotUnseal(Exception):
    """A sealed record does not open: its key is missing, or it was changed or moved."""


def seal(content: bytes, *, bound_to: str) -> bytes:
    """Encrypt, under the first key, for this place."""
    name, key = _keys(_setting())[0]
    iv = secrets.token_bytes(_IV_BYTES)
    return _FORM + name + iv + key.encrypt(iv, _packed(content), bound_to.encode())


def unseal(sealed: bytes | memoryview, *, bound_to: str) -> bytes:
    """Decrypt what :func:`seal` made for this place. Raises :class:`CannotUnseal`."""
    sealed = bytes(sealed)  # a database hands out views
    start = len(_FORM) + _KEY_NAME_BYTES
    name, iv, rest = (
        sealed[len(_FORM) : start],
        sealed[start : start + _IV_BYTES],
        sealed[start + _IV_BYTES :],
    )
    for known, key in _keys(_setting()):
        if known == name:
            try:
                return _unpacked(key.decrypt(iv, rest, bound_to.encode()))
            except InvalidTag:
                raise CannotUnseal(
                    f"What is stored for {bound_to} was changed or belongs elsewhere."
                ) from None
    raise CannotUnseal(
        f"The key that sealed {bound_to} is not among SEAL_KEYS. Add it there again, after the newest one."
    )


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


def _setting() -> str:
    return str(settings.SEAL_KEYS)


@cache
def _keys(setting: str) -> tuple[tuple[bytes, AESGCM], ...]:
    raw = [urlsafe_b64decode(part.strip()) for part in setting.split(",") if part.strip()]
    return tuple((hashlib.sha256(key).digest()[:_KEY_NAME_BYTES], AESGCM(key)) for key in raw)


def _packed(content: bytes) -> bytes:
    short = zlib.compress(content)
    padding = -(len(short) + 4) % _PADDED_TO
    return len(short).to_bytes(4) + short + bytes(padding)


def _unpacked(packed: bytes) -> bytes:
    length = int.from_bytes(packed[:4])
    return zlib.decompress(packed[4 : 4 + length])
