"""Players whose seats have keys, without a browser: what `seat-secret.js` does, in Python."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from campaigns.crypto import signing
from campaigns.proofs import signatures
from campaigns.services.seats import seat_keys


def derived(secret: bytes, slug: str, power: str, purpose: str) -> bytes:
    """32 bytes that follow from a seat's secret."""
    hkdf = HKDF(
        algorithm=hashes.SHA256(),
        length=32,
        salt=b"chancellery seat key 1",
        info=f"{slug}|{power}|{purpose}".encode(),
    )
    return hkdf.derive(secret)


@dataclass
class Keyholder:
    """The secret of one seat, and what follows from it."""

    slug: str
    power: str
    secret: bytes

    @property
    def private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(
            derived(self.secret, self.slug, self.power, "sign")
        )

    @property
    def public(self) -> str:
        return self.private.public_key().public_bytes_raw().hex()

    def sign(self, text: bytes) -> str:
        return self.private.sign(text).hex()

    def bring(self, by: Any, number: int = 1, **more: Any) -> int:
        """Give the seat this key."""
        body = {"public": self.public}
        text = signatures.statement(self.slug, self.power, number, "seat.key", body)
        return seat_keys.bring_key(
            self.slug,
            by=by,
            power=self.power,
            public=self.public,
            proof=self.sign(text),
            **more,
        )

    def does(self, work: Callable[[], Any]) -> Any:
        """Carry something out as the browser does: ask what to sign, sign it, do it."""
        nonce = hashlib.sha256(self.secret + b"nonce").digest()
        asked: tuple[tuple[str, bytes], ...] = ()
        with signing.signing(signing.Signing(prepare=True, nonce=nonce)):
            try:
                work()
            except signing.Prepared as prepared:
                asked = prepared.statements
        signatures = tuple(self.sign(text) for _power, text in asked)
        with signing.signing(signing.Signing(signatures=signatures, nonce=nonce)):
            return work()
