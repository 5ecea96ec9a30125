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
from typing import Any, NamedTuple

import msgspec

from campaigns.crypto import sealing
from campaigns.models import Campaign, SecretEntry
from campaigns.proofs.secret_heads import SecretHead
from rules.kernel.serial import load

KEY_BYTES = 32
_TOKEN_BYTES = 8


class SecretContent(msgspec.Struct, frozen=True, kw_only=True):
    """One thing done in secret, as it lies sealed: with its order and nonce, who did it, and the
    signature of a seat that has a key.

    Order and nonce are empty where they lie elsewhere (standing orders).
    """

    held: SecretHead
    order: Any = None
    nonce: str = ""
    person: int | None = None
    signature: str = ""
    scheme: str = ""


class Keys(NamedTuple):
    """The secret keys of a campaign: of what entries hold (published at the end), of audiences."""

    held: bytes
    audience: bytes


def give_keys(campaign: Campaign, held: bytes = b"") -> None:
    """Give a new campaign its keys. ``held`` is given where it is public already."""
    content = (held or secrets.token_bytes(KEY_BYTES)) + secrets.token_bytes(KEY_BYTES)
    campaign.log_key = sealing.seal(content, bound_to=campaign.place("log"))
    campaign.__dict__.pop("_keys_of_the_log", None)


def keys(campaign: Campaign) -> Keys:
    """The keys of a campaign; opened once for each time that its row is read."""
    found: Keys | None = campaign.__dict__.get("_keys_of_the_log")
    if found is None:
        content = sealing.unseal(campaign.log_key, bound_to=campaign.place("log"))
        found = Keys(content[:KEY_BYTES], content[KEY_BYTES:])
        campaign.__dict__["_keys_of_the_log"] = found
    return found


def read(row: SecretEntry) -> SecretContent:
    """What a secret entry says. Only for those whom it concerns, and at the end."""
    return load(sealing.unseal(row.content, bound_to=row.place), SecretContent)


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
