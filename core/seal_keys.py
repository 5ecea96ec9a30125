"""The keys of the site, ``settings.SEAL_KEYS``: the first seals and wraps, all of them open.

A key is called by the beginning of its hash, so that it can be named without being shown.
"""

import hashlib
from base64 import urlsafe_b64decode
from functools import cache
from typing import NamedTuple

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

NAME_BYTES = 4


class Key(NamedTuple):
    """A key that is ready for use, and the name by which a content says that it lies under it."""

    name: bytes
    cipher: AESGCM


def name_of(key: bytes) -> bytes:
    """What a key is called: the beginning of its hash."""
    return hashlib.sha256(key).digest()[:NAME_BYTES]


def site_keys() -> dict[str, Key]:
    """The site's keys by their names in hexadecimal digits, the newest first."""
    return keys_of(str(settings.SEAL_KEYS))


def newest() -> str:
    """The name of the key that seals and wraps."""
    return next(iter(site_keys()))


@cache
def keys_of(setting: str) -> dict[str, Key]:
    """The keys that a setting names, as `site_keys` gives them."""
    raw = [urlsafe_b64decode(part.strip()) for part in setting.split(",") if part.strip()]
    return {name_of(key).hex(): Key(name_of(key), AESGCM(key)) for key in raw}
