"""Every change to a person's account: one function each."""

from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from accounts.models import DELETED_PREFIX, User
from accounts.signals import account_deleting


@transaction.atomic
def register(
    *,
    username: str,
    password: str,
    display_name: str = "",
    email: str = "",
    time_zone: ZoneInfo | str = "UTC",
) -> User:
    """Make an account. Raises ValidationError naming the field that cannot be used."""
    user = User(
        username=User.normalize_username(username),
        display_name=display_name,
        email=User.objects.normalize_email(email),
        time_zone=time_zone,
    )
    user.set_password(password)
    user.full_clean()
    user.save()
    return user


@transaction.atomic
def change_profile(user_id: int, *, display_name: str, time_zone: ZoneInfo | str) -> User:
    """Change how a person is called and in which zone they read times."""
    user = _lock(user_id)
    user.display_name = display_name
    user.time_zone = time_zone
    user.full_clean()
    user.save(update_fields=["display_name", "time_zone"])
    return user


@transaction.atomic
def change_email(user_id: int, *, email: str) -> User:
    """Change or, with an empty one, remove the address. Raises ValidationError if it is taken."""
    user = _lock(user_id)
    user.email = User.objects.normalize_email(email)
    user.full_clean()
    user.save(update_fields=["email"])
    return user


@transaction.atomic
def delete_account(user_id: int) -> None:
    """Forget a person and keep their row, so that no campaign loses its history.

    Name, address and password go; signing in ends everywhere. Doing it twice is harmless.
    """
    user = _lock(user_id)
    if user.deleted_at is not None:
        return
    account_deleting.send(User, user_id=user.pk)
    user.username = f"{DELETED_PREFIX}{user.pk}"
    user.display_name = ""
    user.email = ""
    user.time_zone = "UTC"
    user.is_active = user.is_staff = user.is_superuser = False
    user.deleted_at = timezone.now()
    user.last_login = None
    # Also ends every open session: each carries a fingerprint of the password.
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def _lock(user_id: int) -> User:
    """The person's row, held until the transaction ends."""
    return User.objects.select_for_update().get(pk=user_id)
