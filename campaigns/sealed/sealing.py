"""Encryption at rest, and commitments.

What must stay secret is stored as AES-256-GCM under the key of its campaign (:mod:`campaigns.sealed.keys`).
Every secret is bound to its place (``bound_to``, such as ``sheet/<campaign>/1/7/britain``), so one
ciphertext cannot be put in place of another. Contents are compressed and padded, so that a row's
size says little. Model fields that hold such contents are :class:`campaigns.sealed.field.SealedField`.

A commitment is ``SHA-256(nonce || canonical JSON)``. It is published when something is sealed;
the nonce and the content follow at the reveal, and anybody can compare.
"""

import secrets
import zlib

from cryptography.exceptions import InvalidTag

from campaigns.sealed import keys
from campaigns.sealed.keys import IV_BYTES
from core.seal_keys import NAME_BYTES

CannotUnseal = keys.CannotUnseal

FORM = b"\x01"
"""The first byte of a sealed content: how it is written, and that it lies under its campaign's key."""
_PADDED_TO = 256


def seal(content: bytes, *, bound_to: str) -> bytes:
    """Encrypt for this place, under the key of its campaign."""
    key, iv = keys.to_seal(_campaign(bound_to)), secrets.token_bytes(IV_BYTES)
    return FORM + key.name + iv + key.cipher.encrypt(iv, _packed(content), bound_to.encode())


def unseal(sealed: bytes | memoryview, *, bound_to: str) -> bytes:
    """Decrypt what :func:`seal` made for this place. Raises :class:`CannotUnseal`."""
    sealed, start = bytes(sealed), 1 + NAME_BYTES  # a database hands out views
    if sealed[:1] != FORM:
        raise CannotUnseal(f"What is stored for {bound_to} is no sealed content.")
    key = keys.to_unseal(_campaign(bound_to), sealed[1:start])
    if key is None:
        raise CannotUnseal(f"What is stored for {bound_to} lies under no key of this campaign.")
    iv, rest = sealed[start : start + IV_BYTES], sealed[start + IV_BYTES :]
    try:
        return _unpacked(key.cipher.decrypt(iv, rest, bound_to.encode()))
    except InvalidTag:
        raise CannotUnseal(
            f"What is stored for {bound_to} was changed or belongs elsewhere."
        ) from None


def _campaign(bound_to: str) -> str:
    """The slug in the name of a place."""
    return bound_to.split("/", 2)[1]


def _packed(content: bytes) -> bytes:
    short = zlib.compress(content)
    padding = -(len(short) + 4) % _PADDED_TO
    return len(short).to_bytes(4) + short + bytes(padding)


def _unpacked(packed: bytes) -> bytes:
    length = int.from_bytes(packed[:4])
    return zlib.decompress(packed[4 : 4 + length])
