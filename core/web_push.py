"""Web Push: a message that the browser alone can open, under the name of this site (VAPID).

Encryption is RFC 8291 by ``http_ece``, the signature RFC 8292 by ``py_vapid``.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

import http_ece
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from core import safe_http

LIVES = 12 * 3600
"""A push service keeps a message so many seconds for a device that is away."""
POINT_BYTES, AUTH_BYTES = 65, 16
LONGEST_KEY, LONGEST_AUTH = 96, 40


def is_on() -> bool:
    """Whether this site has the key that it pushes with."""
    return bool(settings.VAPID_KEY) and _key(settings.VAPID_KEY) is not None


def public_key() -> str:
    """The key under which browsers subscribe; empty where this site does not push."""
    key = _key(settings.VAPID_KEY) if settings.VAPID_KEY else None
    return _b64(_point(key)) if key is not None else ""


def require_keys(p256dh: str, auth: str) -> None:
    """The keys of a subscription must be what they claim to be. Raises ``ValueError``."""
    if len(p256dh) > LONGEST_KEY or len(auth) > LONGEST_AUTH:
        raise ValueError("These are no keys of a subscription.")
    point = _raw(p256dh)
    if len(point) != POINT_BYTES or len(_raw(auth)) != AUTH_BYTES:
        raise ValueError("These are no keys of a subscription.")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def push(
    endpoint: str,
    *,
    p256dh: str,
    auth: str,
    message: bytes,
    topic: str,
    seconds: float | None = None,
) -> int:
    """Hand a message to the push service; the status of its answer. One of the same ``topic`` that was not
    delivered yet makes room. It takes so many ``seconds`` at most, else as long as a request may. Raises
    :class:`safe_http.Refused`, and :class:`safe_http.Later` where the service names the time to wait.
    """
    key = _key(settings.VAPID_KEY)
    if key is None:
        raise safe_http.Refused("This site has no key to push with.")
    body = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_raw(p256dh),
        auth_secret=_raw(auth),
        version="aes128gcm",
    )
    parts = urlsplit(endpoint)
    # An address such as chancellery@localhost is none to the library, and enough at home.
    vapid = Vapid02(conf={"no-strict": True})
    vapid.private_key = key
    keeper = f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    signed = vapid.sign({"sub": keeper, "aud": f"{parts.scheme}://{parts.netloc}"})
    headers = {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIVES),
        "Topic": topic,
    }
    answer = safe_http.send(endpoint, body=body, headers=headers, seconds=seconds)
    if answer.status in safe_http.BUSY and answer.wait is not None:
        raise safe_http.RetryLater(answer.status, answer.wait)
    return answer.status


@cache
def _key(given: str) -> ec.EllipticCurvePrivateKey | None:
    """The site's key, from the 32 bytes of its secret number; ``None`` if it is none."""
    try:
        return ec.derive_private_key(int.from_bytes(_raw(given)), ec.SECP256R1())
    except (ValueError, UnsupportedAlgorithm):
        return None


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _raw(text: str) -> bytes:
    return urlsafe_b64decode(text.encode("ascii", "strict") + b"=" * (-len(text) % 4))


def _b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
