"""The site's own key: with it the site signs receipts, and the log names it.

``SITE_KEY`` holds Ed25519 seeds (32 bytes each in URL-safe base64, separated by commas), the newest first.
Without one the site gives no receipts, and says so; nothing else changes. A campaign's log names the key that
counts in it: its founding, and an entry ``site.key`` where the site has another one since. What is signed is
the text of its head, a line feed, and a canonical object.
"""

import binascii
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from campaigns.proofs.site_key_entries import statement

SEED_BYTES: Final = 32

_say = structlog.get_logger(__name__)


class SiteKey(NamedTuple):
    """One key of the site: its public part in hexadecimal, and what signs."""

    public: str
    private: Ed25519PrivateKey

    def sign(self, text: bytes) -> str:
        """The signature of a text, in hexadecimal. The same text has the same one."""
        return self.private.sign(text).hex()


def keys() -> Mapping[str, SiteKey]:
    """The site's keys by their public parts, the newest first; empty where it has none."""
    return _keys(str(settings.SITE_KEY))


def newest() -> SiteKey | None:
    """The key that campaigns are to name."""
    return next(iter(keys().values()), None)


@cache
def _keys(setting: str) -> dict[str, SiteKey]:
    found = {}
    for place, part in enumerate(filter(None, map(str.strip, setting.split(","))), 1):
        try:
            seed = urlsafe_b64decode(part)
            private = Ed25519PrivateKey.from_private_bytes(seed)
        except (binascii.Error, ValueError):
            _say.error("SITE_KEY: a key is not 32 bytes in URL-safe base64", place=place)
            continue
        public = private.public_key().public_bytes_raw().hex()
        found[public] = SiteKey(public, private)
    return found


def named(campaign: str, key: SiteKey, before: str) -> dict[str, Any]:
    """The body of the entry that names a key. ``by_before`` is empty where the site has the one before no
    more, or there was none.
    """
    text, old = statement(campaign, key.public, before), keys().get(before)
    return {
        "key": key.public,
        "before": before,
        "proof": key.sign(text),
        "by_before": old.sign(text) if old is not None else "",
    }
