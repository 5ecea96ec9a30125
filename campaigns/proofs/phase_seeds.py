"""How a phase's seed, and the dice of its autopilots, follow from the secret of :mod:`campaigns.crypto.autopilot_seeds`."""

import hmac
from typing import Final

from rules.kernel.dice import SealedDice

TOLD: Final = "autopilots"
"""The field of a log entry, or of a phase in a file, that tells of them."""


def seed_of(secret: bytes, line: int, number: int) -> bytes:
    """The seed of the phase of this number in this line."""
    return hmac.digest(secret, f"autopilots|{line}|{number}".encode(), "sha256")


def dice_of(seed: bytes, power: str) -> SealedDice:
    """The dice of one power's autopilot in a phase with this seed."""
    return SealedDice(hmac.digest(seed, power.encode(), "sha256"))
