"""Nonces that players may bring themselves."""

import binascii

from campaigns import sealing
from campaigns.errors import NotOnTheMenu


def nonce_of(given: str) -> bytes:
    """The player's own nonce (64 hexadecimal digits), or a fresh one for the empty string."""
    if not given:
        return sealing.new_nonce()
    try:
        nonce = binascii.unhexlify(given)
    except (binascii.Error, ValueError):
        nonce = b""
    if len(nonce) != sealing.NONCE_BYTES:
        raise NotOnTheMenu(
            "A nonce is 64 hexadecimal digits.",
            field="nonce",
            remedy="Leave it out to have one drawn.",
        )
    return nonce
