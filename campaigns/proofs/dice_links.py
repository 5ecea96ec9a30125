"""How a throw follows from the links of the dice chains, for those who throw and those who check.

:mod:`campaigns.crypto.dice_chain` keeps the chains themselves.
"""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any, Final

RESERVE = 64
SCHEME: Final = 1
"""What a founding calls this way of making dice: the next link of the site's chain and of each seat's."""
PROMPT, AFTER_CLOSE, BEACON = "prompt", "close", "beacon"
POLICIES: Final = (PROMPT, AFTER_CLOSE, BEACON)
"""When a throw is made: at once, with links that the site holds; when the players' browsers have handed
their links over, after the close; or when a public beacon's first round after the close is there.
"""


def seed_of(root: bytes, number: int) -> bytes:
    """The seed of the site's chain of this number, from 1."""
    return hmac.digest(root, f"chain|{number}".encode(), "sha256")


def chained_key(link: bytes, seats: Mapping[str, bytes], beacon: str = "") -> bytes:
    """The key of a throw: the site's link, then each seat's, by power, then the signature
    of the beacon's round, if one goes in.
    """
    mix = hashlib.sha256(b"chancellery dice 1")
    mix.update(link)
    for power in sorted(seats):
        mix.update(hashlib.sha256(power.encode()).digest())
        mix.update(seats[power])
    if beacon:
        mix.update(hashlib.sha256(b"beacon").digest())
        mix.update(bytes.fromhex(beacon))
    return mix.digest()


def key_of(body: Mapping[str, Any]) -> bytes:
    """The key of a throw, from the body of the log entry that published it. Raises ``ValueError`` for what is
    not hexadecimal, and where there are no links.
    """
    if "links" not in body:
        raise ValueError("The entry names no links.")
    of_seats = {who: bytes.fromhex(one[0]) for who, one in body["links"].items()}
    return chained_key(bytes.fromhex(body["link"]), of_seats, body.get("beacon", ""))
