"""Nonces that players may bring themselves."""

import binascii

from django.utils.translation import gettext as _

from campaigns.crypto import signing
from campaigns.errors import NotOnTheMenu
from campaigns.proofs import commitments


def nonce_of(text: str) -> bytes:
    """The player's own nonce (64 hexadecimal digits); for the empty string one that follows from that of a
    request that signs, or a fresh one.
    """
    if not text:
        return signing.drawn_nonce() or commitments.new_nonce()
    try:
        nonce = binascii.unhexlify(text)
    except (binascii.Error, ValueError):
        nonce = b""
    if len(nonce) != commitments.NONCE_BYTES:
        raise NotOnTheMenu(
            _("A nonce is 64 hexadecimal digits."),
            field="nonce",
            remedy=_("Leave it out to have one drawn."),
        )
    return nonce
