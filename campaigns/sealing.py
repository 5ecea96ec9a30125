"""Encryption at rest, and commitments.

What must stay secret is stored as AES-256-GCM under the key of its campaign (:mod:`campaigns.keyring`).
Every secret is bound to its place (``bound_to``, such as ``sheet/<campaign>/1/7/britain``), so one
ciphertext cannot be put in place of another. Contents are compressed and padded, so that a row's
size says little. All fields that hold such contents are listed in :mod:`campaigns.sealed_fields`.

Before campaigns had keys of their own, contents lay under a key of the site. That older form is
still read, until ``manage.py seal-keys`` has moved what lies in it.

A commitment is ``SHA-256(nonce || canonical JSON)``. It is published when something is sealed;
the nonce and the content follow at the reveal, and anybody can compare.
"""

import hashlib
import secrets
import zlib
from typing import Any

from cryptography.exceptions import InvalidTag

from campaigns import keyring
from campaigns.keyring import IV_BYTES
from config.data.site_keys import NAME_BYTES, Key, site_keys
from rules.kernel.serial import canonical

CannotUnseal = keyring.CannotUnseal

NONCE_BYTES = 32
#: The first byte of a sealed content says under whose key it lies.
UNDER_SITE, UNDER_CAMPAIGN = b"\x01", b"\x02"
_PADDED_TO = 256


def seal(content: bytes, *, bound_to: str) -> bytes:
    """Encrypt for this place, under the key of its campaign."""
    return _closed(_packed(content), bound_to)


def unseal(sealed: bytes | memoryview, *, bound_to: str) -> bytes:
    """Decrypt what :func:`seal` made for this place. Raises :class:`CannotUnseal`."""
    return _unpacked(_opened(bytes(sealed), bound_to))  # a database hands out views


def moved(sealed: bytes | memoryview, *, bound_to: str) -> bytes:
    """The same content, under the key of its campaign. Raises :class:`CannotUnseal`."""
    return _closed(_opened(bytes(sealed), bound_to), bound_to)


def _closed(packed: bytes, bound_to: str) -> bytes:
    key, iv = keyring.to_seal(_campaign(bound_to)), secrets.token_bytes(IV_BYTES)
    return UNDER_CAMPAIGN + key.name + iv + key.cipher.encrypt(iv, packed, bound_to.encode())


def _opened(sealed: bytes, bound_to: str) -> bytes:
    start = 1 + NAME_BYTES
    form, name = sealed[:1], sealed[1:start]
    iv, rest = sealed[start : start + IV_BYTES], sealed[start + IV_BYTES :]
    try:
        return _key(form, name, bound_to).cipher.decrypt(iv, rest, bound_to.encode())
    except InvalidTag:
        raise CannotUnseal(
            f"What is stored for {bound_to} was changed or belongs elsewhere."
        ) from None


def _key(form: bytes, name: bytes, bound_to: str) -> Key:
    """The key under which a content says it lies."""
    if form == UNDER_CAMPAIGN:
        if key := keyring.to_unseal(_campaign(bound_to), name):
            return key
        raise CannotUnseal(f"What is stored for {bound_to} lies under no key of this campaign.")
    if form == UNDER_SITE:
        if key := site_keys().get(name.hex()):
            return key
        raise CannotUnseal(
            f"The key {name.hex()} that sealed {bound_to} is not among SEAL_KEYS. "
            "Add it there again, after the newest one."
        )
    raise CannotUnseal(f"What is stored for {bound_to} is no sealed content.")


def _campaign(bound_to: str) -> str:
    """The slug in the name of a place."""
    return bound_to.split("/", 2)[1]


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


def _packed(content: bytes) -> bytes:
    short = zlib.compress(content)
    padding = -(len(short) + 4) % _PADDED_TO
    return len(short).to_bytes(4) + short + bytes(padding)


def _unpacked(packed: bytes) -> bytes:
    length = int.from_bytes(packed[:4])
    return zlib.decompress(packed[4 : 4 + length])
