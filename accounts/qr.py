"""The picture that an authenticator app reads, as one path of an SVG."""

from typing import Any

import qrcode  # type: ignore[import-untyped]
from allauth.mfa.adapter import get_adapter

from accounts.models import User

BORDER = 4


def of_app(person: User, secret: str) -> dict[str, Any]:
    """What a page shows to set an app up: the picture, and the secret to be typed."""
    address = get_adapter().build_totp_url(person, secret)
    code = qrcode.QRCode(border=BORDER, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(address)
    rows = code.get_matrix()
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return {
        "picture": {"size": len(rows), "path": path},
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "address": address,
    }
