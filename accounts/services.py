"""Every change to a person's account: one function each."""

import secrets
from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import (
    alerts,
    browsers,
    email_confirmation,
    guessing,
    guests,
    limits,
    names,
    sessions,
    tokens,
)
from accounts.languages import is_spoken
from accounts.models import TakenLook, Token, User
from accounts.names import DELETED_PREFIX
from accounts.signals import Consequence, account_deleting, account_deletion_asked

_say = structlog.get_logger(__name__)


@transaction.atomic
def register(
    *,
    username: str,
    password: str,
    display_name: str = "",
    email: str = "",
    new_email: str = "",
    time_zone: ZoneInfo | str = "UTC",
    language: str = "",
    guest: int | None = None,
) -> User:
    """Make an account: of nobody, or of the guest with this number, who stays the same person in the same game while
    their link and sessions end. Raises ValidationError naming the field that cannot be used.

    ``email`` is known to be theirs; ``new_email`` is what somebody wrote, who is sent a link to confirm it.
    """
    user = User() if guest is None else User.objects.locked(guest)
    if guest is not None and not user.is_guest:
        return user
    user.username = _own(username)
    user.display_name = display_name
    user.email = User.objects.normalize_email(email)
    user.new_email = User.objects.normalize_email(new_email)
    user.time_zone = time_zone
    user.language = language
    user.guest_seen_at = None
    user.date_joined = timezone.now()
    # Not a change of password, of which people are told: it is the first.
    user.password = make_password(password)
    user.full_clean()
    user.save()
    TakenLook.objects.require_claimed(user)
    alerts.ask_to_confirm(user)
    if guest is not None:
        sessions.end_all_of(user.pk)
    return user


def _own(username: str) -> str:
    try:
        return names.require_own(username)
    except ValidationError as error:
        raise ValidationError({"username": error}) from error


@transaction.atomic
def change_profile(
    user_id: int,
    *,
    display_name: str,
    time_zone: ZoneInfo | str,
    motion: str = "system",
    language: str = "",
) -> User:
    """Change how a person is called, in which zone and language they read, and whether pages move for
    them.
    """
    user = User.objects.locked(user_id)
    before, user.display_name = user.display_name, display_name
    user.time_zone = time_zone
    user.motion = motion
    user.language = language
    # An address is judged when it is changed.
    user.full_clean(exclude=["email", "new_email"])
    user.save(update_fields=["display_name", "time_zone", "motion", "language"])
    if user.display_name and user.display_name != before:
        TakenLook.objects.require_claimed(user, user.display_name)
    return user


def change_language(user_id: int, language: str) -> None:
    """Change in which language a person reads; an empty one: as each browser says."""
    User.objects.filter(pk=user_id).update(language=language if is_spoken(language) else "")


@transaction.atomic
def change_email(user_id: int, *, email: str) -> User:
    """Change or, with an empty one, remove the address: it is known to be theirs, and none waits any more.
    Raises ValidationError if it is taken.
    """
    user = User.objects.locked(user_id)
    before, user.email, user.new_email = user.email, User.objects.normalize_email(email), ""
    user.full_clean()
    user.save(update_fields=["email", "new_email"])
    if before and before != user.email:
        alerts.write(user, "email", address=before)
    return user


@transaction.atomic
def ask_for_email(user_id: int, *, email: str) -> User:
    """Send a link to this address, which becomes theirs when they follow it; until then the one they have
    stays. Raises ValidationError for one that nothing can be sent to.
    """
    user = User.objects.locked(user_id)
    user.new_email = User.objects.normalize_email(email)
    if user.new_email == user.email:
        user.new_email = ""
    user.full_clean(exclude=["email"])
    user.save(update_fields=["new_email"])
    alerts.ask_to_confirm(user)
    return user


@transaction.atomic
def confirm_email(key: str) -> User | None:
    """Make the address of this link that of its account; ``None`` for a link that works no more.

    Raises ValidationError if somebody else has confirmed it before.
    """
    found = email_confirmation.found_by(key)
    if found is None:
        return None
    User.objects.locked(found.pk)
    again = email_confirmation.found_by(key)
    return change_email(again.pk, email=again.new_email) if again is not None else None


@transaction.atomic
def note_sign_in(request: Any, user: User) -> None:
    """Note with what somebody has just signed in. Of a browser that is new they are told by letter, unless
    they have just signed up with it. Of guests nothing is noted.
    """
    if user.is_guest:
        return
    device = browsers.device_of(request)
    request.session[sessions.SINCE] = int(timezone.now().timestamp())
    request.session[sessions.DEVICE] = device
    known = browsers.note(request, user)
    if not known and not getattr(request, "signing_up", False):
        alerts.write(user, alerts.SIGNED_IN, device=device)


@transaction.atomic
def password_changed(user_id: int) -> None:
    """End what was open under the old password, and tell its person."""
    close_doors(user_id)
    alerts.write(User.objects.get(pk=user_id), "password")


def consequences(user_id: int) -> list[Consequence]:
    """What deleting this account would do elsewhere, told by those who will do it."""
    answers: Any = account_deletion_asked.send(User, user_id=user_id)
    return [one for _, told in answers for one in told]


@transaction.atomic
def delete_account(user_id: int) -> None:
    """Forget a person and keep their row, so that no campaign loses its history.

    Name, address, password, passkeys and codes go, and what was kept for this person alone; signing in
    ends everywhere. Doing it twice is harmless.
    """
    user = User.objects.locked(user_id)
    if user.deleted_at is not None:
        return
    account_deleting.send(User, user_id=user.pk)
    TakenLook.objects.keep_taken(user)
    user.username = _name_of_deleted(user)
    user.display_name = ""
    user.email = user.new_email = ""
    user.time_zone = "UTC"
    user.language = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.deleted_at = timezone.now()
    user.last_login = None
    user.set_unusable_password()
    user.save()
    close_doors(user.pk)
    user.known_addresses.all().delete()
    user.known_browsers.all().delete()
    user.alerts.all().delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()


def _name_of_deleted(user: User) -> str:
    """By its number; with letters behind it where somebody has that name, by a command of the site's."""
    name = f"{DELETED_PREFIX}{user.pk}"
    taken = User.objects.exclude(pk=user.pk).filter(username__iexact=name).exists()
    return f"{name}-{secrets.token_hex(4)}" if taken else name


@transaction.atomic
def close_doors(user_id: int) -> None:
    """End a person's sessions, what is open under them, and their programs' tokens."""
    sessions.end_all_of(user_id)
    Token.objects.filter(person_id=user_id).delete()


@transaction.atomic
def set_rights(user_id: int, *, by: User, active: bool, staff: bool, superuser: bool) -> User:
    """Let a person in or keep them out, and into the admin site. Superusers alone may do that.

    Raises ``PermissionDenied`` for anybody else, and for what would lock the doer out or bring a
    deleted account back.
    """
    user = User.objects.locked(user_id)
    if not (by.is_active and by.is_superuser):
        raise PermissionDenied("Only a superuser may change rights.")
    if user.pk == by.pk and not (active and staff and superuser):
        raise PermissionDenied("You cannot take your own rights away.")
    if user.deleted_at is not None:
        raise PermissionDenied("A deleted account stays as it is.")
    before = (user.is_active, user.is_staff, user.is_superuser)
    user.is_active, user.is_staff, user.is_superuser = active, staff, superuser
    user.save(update_fields=["is_active", "is_staff", "is_superuser"])
    if not active:
        close_doors(user.pk)
    _say.info(
        "rights changed",
        by=by.pk,
        person=user.pk,
        before=before,
        after=(active, staff, superuser),
    )
    return user


@transaction.atomic
def make_token(user_id: int, *, name: str, scopes: Iterable[str]) -> tuple[Token, str]:
    """Make a token for a person's own programs; its key is returned this once and kept nowhere.

    Raises ValidationError for scopes that do not exist, and when there are too many tokens.
    """
    user, chosen = User.objects.locked(user_id), frozenset(scopes)
    if not chosen or not chosen <= tokens.SCOPES.keys():
        raise ValidationError(_("Choose what the token may do."))
    if user.tokens.count() >= tokens.MOST:
        raise ValidationError(
            _("You have %(most)s tokens. Revoke one first."), params={"most": tokens.MOST}
        )
    key = tokens.new_key()
    token = Token(
        person=user,
        name=name.strip(),
        digest=tokens.stored(key),
        scopes=[scope for scope in tokens.SCOPES if scope in chosen],
        created_at=timezone.now(),
    )
    token.full_clean()
    token.save()
    return token, key


@transaction.atomic
def revoke_token(user_id: int, token_id: int) -> bool:
    """End one of a person's own tokens; whether it was there."""
    return bool(Token.objects.filter(pk=token_id, person_id=user_id).delete()[0])


def tidy() -> None:
    """Forget what is over: sessions, counters, addresses and browsers of long ago, guests who do not come back."""
    sessions.tidy()
    limits.tidy()
    guessing.tidy()
    browsers.tidy()
    guests.forget_idle()
