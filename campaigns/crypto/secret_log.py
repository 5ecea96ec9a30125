"""What happens in secret: how the public log holds it, and how those find it whom it concerns.

Of an act that only some may know of the log says nothing when it is done. The next public entry
holds it: every entry carries, as ``held``, a commitment to the list (most often empty) of what was
done in secret since the entry before. When the campaign is over the key of these commitments and
the lists are published, and anybody can compare.

Whom a secret concerns stands nowhere in the clear. Beside it lie numbers, as many whoever it is,
that only who has the campaign's key can tell from chance: :func:`token` gives those of one power.
"""

import hmac
import secrets
from collections.abc import Collection, Iterable
from typing import NamedTuple

from campaigns.models import Campaign

KEY_BYTES = 32
_TOKEN_BYTES = 8


class Keys(NamedTuple):
    """The secret keys of a campaign: of what entries hold (published at the end), of audiences."""

    held: bytes
    audience: bytes


def give_keys(campaign: Campaign, held: bytes = b"") -> None:
    """Give a new campaign its keys. ``held`` is given where it is public already."""
    content = (held or secrets.token_bytes(KEY_BYTES)) + secrets.token_bytes(KEY_BYTES)
    campaign.log_key = content


def keys(campaign: Campaign) -> Keys:
    """The keys of a campaign."""
    content = campaign.log_key
    return Keys(content[:KEY_BYTES], content[KEY_BYTES:])


def token(key: bytes, seq: int, power: str) -> int:
    """By which a power finds what concerns it of log entry ``seq``, or after it."""
    digest = hmac.digest(key, f"audience|{seq}|{power}".encode(), "sha256")
    return int.from_bytes(digest[:_TOKEN_BYTES], signed=True)


def audience(campaign: Campaign, seq: int, powers: Collection[str], *, of: int) -> list[int]:
    """The tokens of these powers, among others by chance: ``of`` in all, as many as the book has powers."""
    key = keys(campaign).audience
    found = [token(key, seq, power) for power in powers]
    while len(found) < of:
        found.append(int.from_bytes(secrets.token_bytes(_TOKEN_BYTES), signed=True))
    return sorted(found)


def tokens(campaign: Campaign, seqs: Iterable[int], powers: Collection[str]) -> list[int]:
    """By which these powers find all that concerns them of these log entries."""
    if not powers:
        return []
    key = keys(campaign).audience
    return [token(key, seq, power) for seq in seqs for power in powers]
