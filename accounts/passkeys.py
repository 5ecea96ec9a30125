"""What a browser and the site say to each other about a passkey.

The site draws a challenge, which the session keeps; the browser answers with a credential. Passkeys
are kept by the device itself, and it asks for a finger, a face or a PIN each time.
"""

import json
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import guessing, limits
from accounts.models import User


def to_add(person: User) -> dict[str, Any]:
    """What a browser needs to make a passkey for this person."""
    options: dict[str, Any] = auth.begin_registration(person, passwordless=True)
    return options


def to_ask(person: User | None) -> dict[str, Any]:
    """What a browser needs to show a passkey of this person, or of whomever it has one."""
    options: dict[str, Any] = auth.begin_authentication(person)
    return options


def added(text: str) -> dict[str, Any]:
    """The credential of a new passkey, checked against the challenge. Raises ``ValidationError``."""
    credential = _read(text)
    with _Refusing():
        auth.parse_registration_response(credential)
        if not auth.complete_registration(credential).is_user_verified():
            raise ValueError("The device did not look who it is.")
    return credential


def shown(request: HttpRequest, text: str, person: User | None) -> Authenticator:
    """The passkey that was shown: one of this person's, or of whomever it names.

    Raises ``ValidationError``, and `limits.TooOften`.
    """
    credential = _read(text)
    address = limits.address_of(request)
    if person is not None:
        guessing.begin_code(person, address)
    with _Refusing():
        auth.parse_authentication_response(credential)
        who = person or auth.extract_user_from_response(credential)
        found: Authenticator = auth.complete_authentication(who, credential)
    if person is not None:
        guessing.right_code(person, address)
    return found


class _Refusing:
    """Whatever the library raises over what a stranger sent is one refusal."""

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: Any, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, DatabaseError):
            raise ValidationError(refused()) from error


def refused() -> str:
    """What a passkey that does not fit is answered with."""
    return _("This passkey was not accepted. Try again.")


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValidationError(refused()) from error
    if not isinstance(found, dict):
        raise ValidationError(refused())
    return found
