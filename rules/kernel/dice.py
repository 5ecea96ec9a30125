"""Dice: handed in, asked for by purpose, and written down.

A campaign's dice come from a chain of hashes whose head is published before the first turn.
Each phase uses the next link back, mixed with every nonce sealed in that phase. A roll is an
HMAC under that key of its purpose and number, so nobody can steer it and everybody can check it
once the link is public. Rules never see the key; they ask for ``dice.roll("why")``.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from rules.kernel.errors import DiceMismatch


class Roll(msgspec.Struct, frozen=True):
    """One die that was thrown: what for, its number in the phase (from 1), sides and value."""

    purpose: str
    number: int
    sides: int
    value: int


class Dice(Protocol):
    """What the rules are handed. ``rolls`` is everything thrown so far."""

    rolls: list[Roll]

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Throw one die and write it down."""
        ...


class SealedDice:
    """Dice that follow from a phase's key (32 bytes): see :func:`phase_key`."""

    def __init__(self, key: bytes, *, already: int = 0) -> None:
        self._key = key
        self._already = already
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        number = self._already + len(self.rolls) + 1
        value = face(self._key, purpose, number, sides)
        self.rolls.append(Roll(purpose, number, sides, value))
        return value


class LoadedDice:
    """Dice with the values given beforehand, for tests and conformance cases; ``then`` the others."""

    def __init__(self, values: Iterable[int] = (), then: Dice | None = None) -> None:
        self._values, self._then = list(values), then
        self.rolls: list[Roll] = []

    @property
    def left(self) -> list[int]:
        """Values that nothing asked for yet."""
        return self._values[len(self.rolls) :]

    def roll(self, purpose: str, sides: int = 6) -> int:
        if self.left:
            value = self.left[0]
        elif self._then is not None:
            value = self._then.roll(purpose, sides)
        else:
            raise DiceMismatch(
                f"No loaded die is left for {purpose!r}.", remedy="Give one more value in `dice`."
            )
        if not 1 <= value <= sides:
            raise DiceMismatch(f"A die of {sides} sides cannot show {value} for {purpose!r}.")
        self.rolls.append(Roll(purpose, len(self.rolls) + 1, sides, value))
        return value


class NoDice:
    """For what must not roll; asking is a mistake in the rulebook."""

    rolls: list[Roll] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        raise DiceMismatch(f"{purpose!r} asked for a die of {sides} where none may be thrown.")


def face(key: bytes, purpose: str, number: int, sides: int) -> int:
    """The value of one roll: HMAC-SHA256 of purpose and number, without modulo bias.

    The digest is read as big-endian 4-byte words; the first below the largest multiple of
    ``sides`` counts. (Running out of words has a chance below 2 to the minus 200; the digest is
    then hashed again.)
    """
    digest = hmac.digest(key, f"{purpose}|{number}".encode(), "sha256")
    limit = (1 << 32) // sides * sides
    while True:
        for start in range(0, len(digest), 4):
            word = int.from_bytes(digest[start : start + 4], "big")
            if word < limit:
                return word % sides + 1
        digest = hashlib.sha256(digest).digest()


def phase_key(link: bytes, nonces: Sequence[bytes]) -> bytes:
    """The key of a phase: its link of the chain, mixed with all nonces sealed in it, sorted."""
    mix = hashlib.sha256(link)
    for nonce in sorted(nonces):
        mix.update(nonce)
    return mix.digest()


def chain_link(seed: bytes, length: int, used: int) -> bytes:
    """Link number ``used`` (0 is the published head) of a chain of ``length`` links from ``seed``."""
    link = seed
    for _ in range(length - used):
        link = hashlib.sha256(link).digest()
    return link


def follows(link: bytes, before: bytes) -> bool:
    """Whether ``link`` is the one that comes after ``before`` (which was published earlier)."""
    return hmac.compare_digest(hashlib.sha256(link).digest(), before)
