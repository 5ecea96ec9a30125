"""The keys under which contents are sealed.

Each campaign has a key of its own, drawn when something of it is first sealed, and never changed.
It lies in the database (`campaigns.models.CampaignKey`), wrapped by one of the site's keys:
``settings.SEAL_KEYS``, outside the database. The first of these wraps, all of them unwrap. So a key
of the site is changed by wrapping the keys of the campaigns anew (``manage.py seal-keys``), and no
content is touched.

A key that was unwrapped is kept in this process, for it stays what it is, in a forked process too.
Only a key whose row may yet be rolled back waits for the commit.
"""

import secrets
from dataclasses import dataclass
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.db import connection, transaction

from core.seal_keys import Key, name_of, newest, site_keys

KEY_BYTES = 32
IV_BYTES = 12
MOST_KEPT = 10_000
"""Keys of so many campaigns are kept unwrapped; one takes less than a kilobyte."""

_READ = "SELECT wrapped, wrapped_by FROM campaigns_campaignkey WHERE slug = %s"
_DRAW = """
    INSERT INTO campaigns_campaignkey (slug, wrapped, wrapped_by, given_up)
    VALUES (%s, %s, %s, false) ON CONFLICT (slug) DO NOTHING
"""
_NEEDED = """
    SELECT wrapped_by, count(*), (array_agg(slug ORDER BY slug))[1:%s]
    FROM campaigns_campaignkey WHERE NOT given_up GROUP BY wrapped_by ORDER BY wrapped_by
"""
_NAMED = 3


class CannotUnseal(Exception):
    """A sealed record does not open: its key is missing, or it was changed or moved."""


class Needed(NamedTuple):
    """What one of the site's keys is needed for."""

    name: str
    #: Of how many campaigns it wraps the key, and some of their slugs.
    wraps: int
    some: tuple[str, ...]


# --- What the keys of the site are needed for ------------------------------------------------------


def needed() -> list[Needed]:
    """Which of the site's keys the database needs, and what for."""
    with connection.cursor() as cursor:
        cursor.execute(_NEEDED, [_NAMED])
        found = cursor.fetchall()
    return [Needed(name, wraps, tuple(some)) for name, wraps, some in found]


def described(one: Needed) -> str:
    """What a key of the site is needed for, in words."""
    keys, campaigns = ("key", "campaign") if one.wraps == 1 else ("keys", "campaigns")
    rest = one.wraps - len(one.some)
    slugs = ", ".join(one.some) + (f" and {rest} more" if rest else "")
    return f"{one.name}: it wraps the {keys} of {one.wraps} {campaigns} ({slugs})"


# --- Wrapping -------------------------------------------------------------------------------------


def drawn(slug: str) -> tuple[bytes, str, Key]:
    """A fresh key for a campaign: wrapped, by which key of the site, and ready for use."""
    raw = secrets.token_bytes(KEY_BYTES)
    return _wrapped(slug, raw), newest(), Key(name_of(raw), AESGCM(raw))


def rewrapped(slug: str, wrapped: bytes | memoryview, by: str) -> tuple[bytes, str]:
    """The same key of a campaign, wrapped by the newest key of the site."""
    return _wrapped(slug, _unwrapped(slug, wrapped, by)), newest()


def _wrapped(slug: str, raw: bytes) -> bytes:
    iv = secrets.token_bytes(IV_BYTES)
    return iv + site_keys()[newest()].cipher.encrypt(iv, raw, _place(slug))


def _unwrapped(slug: str, wrapped: bytes | memoryview, by: str) -> bytes:
    wrapped, key = bytes(wrapped), site_keys().get(by)
    if key is None:
        raise CannotUnseal(
            f"The key of campaign {slug} is wrapped by key {by}, which is not among SEAL_KEYS. "
            "Add it there again, after the newest one."
        )
    try:
        return key.cipher.decrypt(wrapped[:IV_BYTES], wrapped[IV_BYTES:], _place(slug))
    except InvalidTag:
        raise CannotUnseal(
            f"The wrapped key of campaign {slug} was changed or belongs elsewhere."
        ) from None


def _place(slug: str) -> bytes:
    return f"key/{slug}".encode()


# --- The keys of campaigns ------------------------------------------------------------------------

#: By slug. Reading and writing a dictionary needs no lock, which a fork could leave closed.
_kept: dict[str, Key] = {}


def to_seal(slug: str) -> Key:
    """The key of a campaign, drawn now if it has none."""
    return _at_hand(slug) or _read(slug) or _draw(slug)


def to_unseal(slug: str, name: bytes) -> Key | None:
    """The key of this name, if the campaign has it."""
    key = _at_hand(slug)
    if key is None or key.name != name:
        # Another campaign of that slug, which is gone: its key must not be taken for this one's.
        _kept.pop(slug, None)
        key = _read(slug)
    return key if key is not None and key.name == name else None


def forget() -> None:
    """Unwrap every key again when it is next needed."""
    _kept.clear()


@dataclass(frozen=True, slots=True)
class _Committed:
    """Keeps a key once the transaction in which it was read or drawn is committed."""

    slug: str
    key: Key

    def __call__(self) -> None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[self.slug] = self.key


def _at_hand(slug: str) -> Key | None:
    found = _kept.get(slug)
    if found is None and connection.in_atomic_block:
        # What was rolled back, to a savepoint too, is not in this list any more.
        waiting: list[Any] = [*connection.run_on_commit]
        for _, call, _ in reversed(waiting):
            if isinstance(call, _Committed) and call.slug == slug:
                return call.key
    return found


def _keep(slug: str, key: Key) -> Key:
    transaction.on_commit(_Committed(slug, key))
    return key


def _read(slug: str) -> Key | None:
    with connection.cursor() as cursor:
        cursor.execute(_READ, [slug])
        row = cursor.fetchone()
    if row is None:
        return None
    raw = _unwrapped(slug, *row)
    return _keep(slug, Key(name_of(raw), AESGCM(raw)))


def _draw(slug: str) -> Key:
    wrapped, by, key = drawn(slug)
    with connection.cursor() as cursor:
        cursor.execute(_DRAW, [slug, wrapped, by])
        first = cursor.rowcount == 1
    # If somebody else was first, theirs is committed by now, and it is the one.
    return _keep(slug, key) if first else to_seal(slug)
