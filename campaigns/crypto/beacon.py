"""A public randomness beacon, as drand runs one: each so many seconds a round, which is a signature (BLS12-381,
``bls-unchained-g1-rfc9380``) of its number that nobody could know before.

Which one a campaign takes is named at its founding: the public key, the moment of the first round and the
period. The number of a round follows from the moment of the close alone, so nobody chooses it, and its
signature is verified here and by every verifier. Where a site can reach one says ``BEACON_URL``; without it no
campaign is offered a beacon.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from campaigns.proofs.beacon_rounds import is_round
from core import safe_http


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


def fetched(beacon: Mapping[str, Any], number: int) -> str:
    """The signature of a round, from where the site asks for it; verified. Raises :class:`NoRound`."""
    url = f"{settings.BEACON_URL.rstrip('/')}/public/{number}"
    try:
        answer = safe_http.send(url, body=b"", headers={}, method="GET")
    except safe_http.Refused as refusal:
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
