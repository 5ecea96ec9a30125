"""Passkeys, authenticator apps and recovery codes: every change to them, and how they are checked.

They lie in the tables of django-allauth, which does the cryptography. Here is what it leaves open:
one transaction for each change, with the letter that tells of it; a code of an app counts once, ever;
and what a second sending finds is what the first one did.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts import alerts
from accounts.models import User

PASSKEY, APP, CODES = (
    Authenticator.Type.WEBAUTHN,
    Authenticator.Type.TOTP,
    Authenticator.Type.RECOVERY_CODES,
)
MOST_PASSKEYS: Final = 20
LONGEST_NAME: Final = 60


# --- Reading ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey as its owner reads of it."""

    number: int
    name: str
    created_at: datetime
    used_at: datetime | None


@dataclass(frozen=True, slots=True)
class Factors:
    """How a person signs in besides the password."""

    passkeys: tuple[Passkey, ...]
    app: bool
    app_since: datetime | None
    #: Recovery codes that were not used yet.
    codes: int

    @property
    def any(self) -> bool:
        """Whether a password alone does not sign in."""
        return self.app or bool(self.passkeys)


def of(user_id: int) -> Factors:
    """How this person signs in."""
    rows = list(Authenticator.objects.filter(user_id=user_id).order_by("created_at", "pk"))
    app = next((one for one in rows if one.type == APP), None)
    codes = next((one for one in rows if one.type == CODES), None)
    return Factors(
        passkeys=tuple(
            Passkey(one.pk, one.data["name"], one.created_at, one.last_used_at)
            for one in rows
            if one.type == PASSKEY
        ),
        app=app is not None,
        app_since=app.created_at if app else None,
        codes=_left(codes) if codes else 0,
    )


def _left(codes: Authenticator) -> int:
    """How many codes were not used; their secret is not needed for that."""
    used: int = codes.data.get("used_mask", 0)
    return 10 - used.bit_count()


# --- Changing -----------------------------------------------------------------------------------------


@transaction.atomic
def add_passkey(
    user_id: int, *, name: str, credential: dict[str, Any], device: str = ""
) -> Authenticator:
    """Keep a passkey whose proof was checked. Sent twice it is kept once.

    Raises ``ValidationError`` when there are too many, or its name is too long.
    """
    called = name.strip()
    if len(called) > LONGEST_NAME:
        raise ValidationError(
            _("A passkey's name has at most %(most)s letters."), params={"most": LONGEST_NAME}
        )
    user = User.objects.locked(user_id)
    rows = list(Authenticator.objects.filter(user=user, type=PASSKEY))
    same = (one for one in rows if one.data["credential"].get("id") == credential.get("id"))
    if (known := next(same, None)) is not None:
        return known
    if len(rows) >= MOST_PASSKEYS:
        raise ValidationError(
            _("You have %(most)s passkeys. Remove one first."), params={"most": MOST_PASSKEYS}
        )
    called = called or _("Passkey %(number)s") % {"number": len(rows) + 1}
    kept: Authenticator = WebAuthn.add(user, called, credential).instance
    alerts.write(user, "passkey-added", device=device)
    return kept


@transaction.atomic
def remove_passkey(user_id: int, number: int, *, device: str = "") -> bool:
    """Remove one of a person's own passkeys; whether it was there."""
    user = User.objects.locked(user_id)
    gone = Authenticator.objects.filter(user=user, type=PASSKEY, pk=number).delete()[0]
    if gone:
        _drop_lonely_codes(user)
        alerts.write(user, "passkey-removed", device=device)
    return bool(gone)


@transaction.atomic
def switch_app_on(user_id: int, secret: str, code: str, *, device: str = "") -> bool:
    """Ask for codes of an app from now on, if this code shows that the app has the secret.

    An app that is on already stays as it is.
    """
    user = User.objects.locked(user_id)
    if Authenticator.objects.filter(user=user, type=APP).exists():
        return True
    step = _step_of(secret, _typed(code))
    if step is None:
        return False
    row = TOTP.activate(user, secret).instance
    row.data["step"] = step
    row.save(update_fields=["data"])
    alerts.write(user, "app-on", device=device)
    return True


@transaction.atomic
def switch_app_off(user_id: int, *, device: str = "") -> bool:
    """Ask for no codes any more; whether any were asked for."""
    user = User.objects.locked(user_id)
    gone = Authenticator.objects.filter(user=user, type=APP).delete()[0]
    if gone:
        _drop_lonely_codes(user)
        alerts.write(user, "app-off", device=device)
    return bool(gone)


@transaction.atomic
def new_codes(user_id: int, *, device: str = "", tell: bool = True) -> list[str]:
    """Fresh recovery codes in place of the old ones; they are returned this once.

    None for somebody who signs in by password alone.
    """
    user = User.objects.locked(user_id)
    if not of(user.pk).any:
        return []
    Authenticator.objects.filter(user=user, type=CODES).delete()
    made: list[str] = RecoveryCodes.activate(user).generate_codes()
    if tell:
        alerts.write(user, "codes", device=device)
    return made


@transaction.atomic
def forget_all(user_id: int) -> bool:
    """Take every passkey, the app and the codes away, on behalf of the site; whether there were any."""
    user = User.objects.locked(user_id)
    gone = Authenticator.objects.filter(user=user).delete()[0]
    if gone:
        alerts.write(user, "taken")
    return bool(gone)


def first_codes(user_id: int) -> list[str]:
    """Recovery codes for somebody who has none yet; else nothing."""
    has = Authenticator.objects.filter(user_id=user_id, type=CODES).exists()
    return [] if has else new_codes(user_id, tell=False)


# --- Checking -----------------------------------------------------------------------------------------


@transaction.atomic
def use_code(user_id: int, code: str, *, device: str = "") -> Authenticator | None:
    """What a code belongs to, an app or the recovery codes, if it is right. It is used up by that."""
    user = User.objects.locked(user_id)
    typed = _typed(code)
    rows = Authenticator.objects.select_for_update().filter(user=user, type__in=(APP, CODES))
    for row in sorted(rows, key=lambda one: one.type != APP):
        if row.type == APP:
            step = _step_of(decrypt(row.data["secret"]), typed)
            if step is not None and step > row.data.get("step", 0):
                row.data["step"] = step
                row.save(update_fields=["data"])
                return row
        elif row.wrap().validate_code(typed):
            alerts.write(user, "code-used", device=device)
            return Authenticator.objects.get(pk=row.pk)
    return None


def _typed(code: str) -> str:
    """A code without what people write between its digits."""
    return "".join(code.split()).replace("-", "")


def _step_of(secret: str, code: str) -> int | None:
    """For which step of time this is the code of the secret, if for one about now."""
    for step in yield_hotp_counters_from_time():
        if constant_time_compare(code, format_hotp_value(hotp_value(secret, step))):
            return int(step)
    return None


def _drop_lonely_codes(user: User) -> None:
    """Recovery codes alone are no second step."""
    if not of(user.pk).any:
        Authenticator.objects.filter(user=user, type=CODES).delete()
