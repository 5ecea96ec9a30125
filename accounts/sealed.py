"""What signs somebody in and has to be read again, sealed under the keys of the site.

These are the secrets of authenticator apps and the seeds of recovery codes. Each says by name under
which key it lies, so that `manage.py seal-keys` can move it.
"""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.exceptions import InvalidTag
from django.db import transaction

from accounts import alerts
from accounts.models import User
from core.seal_keys import newest, site_keys

IV_BYTES = 12
BATCH = 50
#: Where the secret lies, by the type of what it belongs to.
FIELDS = {Authenticator.Type.TOTP: "secret", Authenticator.Type.RECOVERY_CODES: "seed"}

_PLACE = b"accounts/authenticator"


class Closed(Exception):
    """A secret does not open: its key is missing, or it was changed."""


def seal(text: str) -> str:
    """The text under the newest key of the site."""
    name, iv = newest(), secrets.token_bytes(IV_BYTES)
    sealed = iv + site_keys()[name].cipher.encrypt(iv, text.encode(), _PLACE)
    return f"{name}:{urlsafe_b64encode(sealed).decode()}"


def unseal(sealed: str) -> str:
    """What `seal` was given. Raises `Closed`."""
    name, _, text = sealed.partition(":")
    key = site_keys().get(name)
    if key is None:
        raise Closed(f"A secret lies under key {name}, which is not among SEAL_KEYS.")
    raw = urlsafe_b64decode(text)
    try:
        return key.cipher.decrypt(raw[:IV_BYTES], raw[IV_BYTES:], _PLACE).decode()
    except InvalidTag:
        raise Closed("A secret was changed.") from None


def needed() -> Counter[str]:
    """Under which keys secrets lie, and of how many accounts."""
    found: dict[str, set[int]] = {}
    for one in _rows().only("user_id", "type", "data").iterator():
        found.setdefault(_key_of(one), set()).add(one.user_id)
    return Counter({name: len(people) for name, people in found.items()})


def described(name: str, people: int) -> str:
    """What a key is needed for, in words."""
    whose = "1 account lie" if people == 1 else f"{people} accounts lie"
    return f"{name}: sign-in secrets of {whose} under it"


def move() -> int:
    """Seal again, under the newest key, what lies under another one; how many secrets that were.

    Safe to run at any time and twice. What does not open stays as it is.
    """
    moved, after = 0, 0
    while True:
        with transaction.atomic():
            rows = list(_rows().filter(pk__gt=after).order_by("pk").select_for_update()[:BATCH])
            for one in rows:
                if _key_of(one) not in (newest(), "") and _key_of(one) in site_keys():
                    field = FIELDS[one.type]
                    one.data[field] = seal(unseal(one.data[field]))
                    one.save(update_fields=["data"])
                    moved += 1
        if not rows:
            return moved
        after = rows[-1].pk


@transaction.atomic
def give_up(name: str) -> int:
    """Take away what lies under a key that is lost; of how many accounts.

    Who signed in with an app or a recovery code besides the password signs in without it from then on,
    or with a passkey.
    """
    lost = [one for one in _rows().select_for_update() if _key_of(one) == name]
    people = User.objects.filter(pk__in={one.user_id for one in lost})
    Authenticator.objects.filter(pk__in=[one.pk for one in lost]).delete()
    for person in people.order_by("pk"):
        alerts.write(person, "lost")
    return len(people)


def _rows() -> Any:
    return Authenticator.objects.filter(type__in=FIELDS)


def _key_of(one: Authenticator) -> str:
    return str(one.data.get(FIELDS[one.type], "")).partition(":")[0]
