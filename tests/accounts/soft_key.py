"""A passkey without a device: it answers challenges as a browser does."""

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

ORIGIN, HOST = "https://testserver", "testserver"
LOOKED = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


class SoftKey:
    """One passkey. ``looks`` is whether it asks for a finger, a face or a PIN."""

    def __init__(self, looks: bool = True) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.user = b""
        self.flags = LOOKED if looks else AuthenticatorData.FLAG.UP

    def made(self, options: dict[str, Any], origin: str = ORIGIN) -> str:
        """What a browser sends of a new passkey."""
        public = options["publicKey"]
        self.user = public["user"]["id"].encode()
        held = AttestedCredentialData.create(
            bytes(16), self.id, ES256.from_cryptography_key(self.key.public_key())
        )
        data = AuthenticatorData.create(
            hashlib.sha256(HOST.encode()).digest(),
            self.flags | AuthenticatorData.FLAG.AT,
            0,
            bytes(held),
        )
        proof = AttestationObject.create("none", data, {})
        said = _client("webauthn.create", public["challenge"], origin)
        return self._sent(
            {"clientDataJSON": websafe_encode(said), "attestationObject": websafe_encode(proof)}
        )

    def shown(self, options: dict[str, Any], origin: str = ORIGIN) -> str:
        """What a browser sends when it is asked for the passkey."""
        said = _client("webauthn.get", options["publicKey"]["challenge"], origin)
        data = AuthenticatorData.create(hashlib.sha256(HOST.encode()).digest(), self.flags, 0)
        signed = self.key.sign(
            bytes(data) + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256())
        )
        return self._sent(
            {
                "clientDataJSON": websafe_encode(said),
                "authenticatorData": websafe_encode(data),
                "signature": websafe_encode(signed),
                "userHandle": self.user.decode(),
            }
        )

    def _sent(self, response: dict[str, str]) -> str:
        name = websafe_encode(self.id)
        return json.dumps(
            {
                "id": name,
                "rawId": name,
                "type": "public-key",
                "response": response,
                "clientExtensionResults": {},
            }
        )


def _client(kind: str, challenge: str, origin: str) -> bytes:
    said = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
    return json.dumps(said).encode()
