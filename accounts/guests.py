"""Guests: people who play a first game before they sign up.

A guest is a row of `User` without a password, signed in by the browser that began. The link of
:func:`key_of` brings them back from any browser; signing up makes an account of the same row, so that what
they play is theirs (`services.register`). Who stays away for :data:`IDLE` is forgotten.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone

from accounts import sessions
from accounts.models import User
from accounts.names import GUEST_PREFIX
from accounts.signals import guest_leaving

IDLE: Final = timedelta(days=30)
"""How long a guest may stay away."""
NOTED_EVERY: Final = timedelta(hours=1)
"""When a guest was last here is noted no more often than this, so they may have been here so much later."""

_SIGNER: Final = "accounts.guest"


@transaction.atomic
def welcome() -> User:
    """A new guest."""
    user = User(
        username=f"{GUEST_PREFIX}{secrets.token_hex(8)}",
        display_name="Guest",
        guest_seen_at=timezone.now(),
    )
    user.set_unusable_password()
    user.full_clean()
    user.save()
    return user


def key_of(guest: User) -> str:
    """The key in the link by which this guest comes back. Nothing that is stored tells it."""
    return Signer(salt=_SIGNER).sign(str(guest.pk))


def found_by(key: str) -> User | None:
    """The guest with this key; ``None`` for a wrong one, and for who has signed up or is forgotten."""
    try:
        number = int(Signer(salt=_SIGNER).unsign(key))
    except (BadSignature, ValueError):
        return None
    return User.objects.filter(pk=number, guest_seen_at__isnull=False, is_active=True).first()


def note_seen(guest: User) -> None:
    """Remember that they were here now."""
    now = timezone.now()
    if guest.guest_seen_at is not None and now - guest.guest_seen_at > NOTED_EVERY:
        User.objects.filter(pk=guest.pk, guest_seen_at__isnull=False).update(guest_seen_at=now)
        guest.guest_seen_at = now


def noted_before(away: timedelta) -> datetime:
    """Who was last noted before this moment has surely stayed ``away`` so long."""
    return timezone.now() - away - NOTED_EVERY


def forget_idle() -> int:
    """Forget the guests who have stayed away too long, with what they played; how many they were."""
    idle = User.objects.filter(guest_seen_at__lt=noted_before(IDLE))
    numbers = list(idle.values_list("pk", flat=True))
    for number in numbers:
        forget(number)
    return len(numbers)


@transaction.atomic
def forget(number: int, *, away: timedelta = IDLE) -> None:
    """Forget this guest, with what they played, if they have stayed ``away`` so long."""
    found = User.objects.select_for_update().filter(pk=number).first()
    if found is None or found.guest_seen_at is None or found.guest_seen_at > noted_before(away):
        return
    sessions.end_all_of(number)
    guest_leaving.send(User, user_id=number)
    found.delete()
