"""The rounds of a public beacon: when one begins, and whether a signature is its own (:mod:`campaigns.crypto.beacon`)."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import py_arkworks_bls12381 as bls

TAG: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""What the scheme hashes a message to the curve under (RFC 9380)."""


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
