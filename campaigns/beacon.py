"""A public randomness beacon, as drand runs one: each so many seconds a round, which is a signature (BLS12-381,
``bls-unchained-g1-rfc9380``) of its number that nobody could know before.

Which one a campaign takes is named at its founding: the public key, the moment of the first round and the
period. The number of a round follows from the moment of the close alone, so nobody chooses it, and its
signature is verified here and by every verifier. Where a site can reach one says ``BEACON_URL``; without it no
campaign is offered a beacon.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import py_arkworks_bls12381 as bls
from django.conf import settings

from config.serving import outbound

TAG: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""What the scheme hashes a message to the curve under (RFC 9380)."""


class NoRound(Exception):
    """A round is not there yet, or what was answered is none; the message says which."""


def configured() -> dict[str, Any]:
    """The beacon of this site: ``public``, ``genesis`` and ``period``; empty where it has none."""
    if not settings.BEACON_URL:
        return {}
    return {
        "public": settings.BEACON_PUBLIC_KEY,
        "genesis": settings.BEACON_GENESIS,
        "period": settings.BEACON_PERIOD,
    }


def round_after(beacon: Mapping[str, Any], moment: datetime) -> int:
    """The number of the first round that begins after this moment. Round 1 is that of ``genesis``."""
    seconds = moment.astimezone(UTC).timestamp() - beacon["genesis"]
    return max(1, int(seconds // beacon["period"]) + 2)


def moment_of(beacon: Mapping[str, Any], number: int) -> datetime:
    """When a round begins."""
    return datetime.fromtimestamp(beacon["genesis"] + (number - 1) * beacon["period"], UTC)


def is_round(beacon: Mapping[str, Any], number: int, signature: str) -> bool:
    """Whether this is the beacon's signature of the round."""
    try:
        given = bls.G1Point.from_compressed_bytes(bytes.fromhex(signature))
        public = bls.G2Point.from_compressed_bytes(bytes.fromhex(beacon["public"]))
    except (ValueError, TypeError):
        return False
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    hashed = bls.G1Point.hash_to_curve(message, TAG)
    return bool(bls.GT.pairing_check([given, -hashed], [bls.G2Point(), public]))


def fetched(beacon: Mapping[str, Any], number: int) -> str:
    """The signature of a round, from where the site asks for it; verified. Raises :class:`NoRound`."""
    url = f"{settings.BEACON_URL.rstrip('/')}/public/{number}"
    try:
        answer = outbound.send(url, body=b"", headers={}, method="GET")
    except outbound.Refused as refusal:
        raise NoRound(str(refusal)) from refusal
    if answer.status != 200:
        raise NoRound(f"The beacon answered {answer.status}.")
    try:
        signature = str(json.loads(answer.body)["signature"])
    except (ValueError, KeyError, TypeError):
        raise NoRound("The beacon's answer cannot be read.") from None
    if not is_round(beacon, number, signature):
        raise NoRound(f"What the beacon answered is not round {number}.")
    return signature
