"""One file with all that the site keeps of a person, for that person alone.

What accounts keep is told here; others tell what they keep when they are asked (`own_data_asked`). No
key, hash or secret is in it: with the file nobody gets in.
"""

from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts import factors
from accounts.models import Session, Token, User
from accounts.signals import own_data_asked
from core.version import version

FORMAT = "chancellery-account-1"


def of(user: User) -> dict[str, Any]:
    """Everything, as plain data."""
    found: dict[str, Any] = {
        "format": FORMAT,
        "made_at": timezone.now().isoformat(),
        "version": version(),
        "account": _account(user),
        "sign_in": _sign_in(user),
        "sessions": [
            {
                "device": one.device,
                "since": _at(one.since),
                "last_used": _at(one.seen_at),
                "until": _at(one.expire_date),
            }
            for one in Session.objects.filter(person=user).order_by("since", "pk")
        ],
        "known_browsers": _seen(user.known_browsers),
        # Of addresses only a hash is kept, which does not tell them.
        "known_addresses": _seen(user.known_addresses),
        "tokens": [
            {
                "name": one.name,
                "scopes": one.scopes,
                "created": _at(one.created_at),
                "last_used": _at(one.used_at),
            }
            for one in Token.objects.filter(person=user).order_by("pk")
        ],
        "letters_waiting": [
            {"kind": one.kind, "to": one.address, "at": _at(one.happened_at)}
            for one in user.alerts.order_by("pk")
        ],
    }
    answers: Any = own_data_asked.send(User, user_id=user.pk)
    for _listener, told in answers:
        found |= told
    return found


def _account(user: User) -> dict[str, Any]:
    return {
        "username": user.username,
        "shown_name": user.display_name,
        "email": user.email,
        "email_to_confirm": user.new_email,
        "time_zone": str(user.time_zone),
        "language": user.language,
        "motion": user.motion,
        "joined": _at(user.date_joined),
        "last_sign_in": _at(user.last_login),
        "staff": user.is_staff,
        "superuser": user.is_superuser,
    }


def _sign_in(user: User) -> dict[str, Any]:
    known = factors.of(user.pk)
    return {
        "password": user.has_usable_password(),
        "passkeys": [
            {"name": one.name, "created": _at(one.created_at), "last_used": _at(one.used_at)}
            for one in known.passkeys
        ],
        "app_since": _at(known.app_since),
        "recovery_codes_left": known.codes,
    }


def _seen(rows: Any) -> list[str | None]:
    return [_at(one.seen_at) for one in rows.order_by("seen_at")]


def _at(moment: datetime | None) -> str | None:
    return timezone.localtime(moment).isoformat() if moment is not None else None
