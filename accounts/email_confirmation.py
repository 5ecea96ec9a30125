"""Links that confirm an address: who follows one reads the letters that are sent there.

A link holds the account and the address, signed. It works until the address is confirmed, another one is
asked for, or :data:`LASTS` is over.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User

LASTS: Final = timedelta(days=7)
"""How long a link works."""

_SALT: Final = "accounts.email_confirmation"


def link_of(person_id: int, address: str) -> str:
    """The link to send to this address."""
    key = signing.dumps([person_id, address], salt=_SALT)
    site: str = settings.SITE_ADDRESS.rstrip("/")
    return site + reverse("accounts:confirm-email", args=[key])


def found_by(key: str) -> User | None:
    """The account whose new address this key confirms; ``None`` where it confirms nothing (any more)."""
    try:
        person_id, address = signing.loads(key, salt=_SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return User.objects.filter(pk=person_id, new_email=address, is_active=True).first()
