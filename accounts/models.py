"""People, and how long they stay signed in."""

from datetime import datetime
from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from timezone_field import TimeZoneField

# Names that `services.delete_account` gives; nobody may sign up with one.
DELETED_PREFIX = "deleted-"


def shown_name(username: str, display_name: str, deleted_at: datetime | None) -> str:
    """What to call a person on a page."""
    return str(_("a former player")) if deleted_at is not None else display_name or username


class PersonManager(UserManager["User"]):
    """Finds people by name whatever its capitals, since no two names differ only in them."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The person with this sign-in name."""
        return self.get(username__iexact=username)


class User(AbstractUser):
    """One person. A deleted account keeps its row, so that history keeps its author."""

    # We ask for one name to be shown, not for a first and a last one.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    display_name = models.CharField(
        _("shown name"),
        max_length=60,
        blank=True,
        help_text=_("What others see instead of your name for signing in."),
    )
    email = models.EmailField(
        _("e-mail address"),
        blank=True,
        help_text=_("For reminders and a forgotten password. You can play without."),
    )
    time_zone = TimeZoneField(
        verbose_name=_("time zone"), default="UTC", help_text=_("Deadlines are shown in this zone.")
    )
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[PersonManager] = PersonManager()

    class Meta(AbstractUser.Meta):
        """Names and addresses belong to one person each, whatever their capitals."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("username"),
                name="a_name_belongs_to_one_person",
                violation_error_message=_("Somebody has this name already. Choose another one."),
            ),
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="an_address_belongs_to_one_person",
                violation_error_message=_(
                    "Somebody uses this address already. If it was you, reset your password."
                ),
            ),
        ]

    @property
    def name(self) -> str:
        """What to call this person on a page."""
        return shown_name(self.username, self.display_name, self.deleted_at)

    def get_full_name(self) -> str:
        """The same as `name`; Django's admin asks for it."""
        return self.name

    def get_short_name(self) -> str:
        """The same as `name`; Django's mails ask for it."""
        return self.name


class Session(AbstractBaseSession):
    """A session that knows who has signed in with it, so that both are found by one statement."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")
