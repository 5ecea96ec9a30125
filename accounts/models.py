"""People, and how long they stay signed in."""

from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.fields import ArrayField
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.addresses import require_sendable
from accounts.lookalikes import looks_of, tidied
from accounts.signals import password_saved
from accounts.zones import ZoneField

_TURNING = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def shown_name(username: str, display_name: str, deleted_at: datetime | None) -> str:
    """What to call a person on a page."""
    if deleted_at is not None:
        return str(_("a former player"))
    # Older names may hold letters that turn the line; none is taken any more (`accounts.lookalikes`).
    return (display_name or username).translate(_TURNING)


class PersonManager(UserManager["User"]):
    """Finds people by name whatever its capitals, since no two names differ only in them."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The person with this sign-in name."""
        return self.get(username__iexact=tidied(username or ""))

    def locked(self, user_id: int) -> "User":
        """The person's row, held until the transaction ends."""
        return self.select_for_update().get(pk=user_id)


class User(AbstractUser):
    """One person. A deleted account keeps its row, so that history keeps its author."""

    # We ask for one name to be shown, not for a first and a last one: so Django leaves a field out.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    display_name = models.CharField(
        _("shown name"),
        max_length=60,
        blank=True,
        help_text=_("What others see instead of your name for signing in."),
    )
    email = models.EmailField(
        _("email address"),
        blank=True,
        validators=[require_sendable],
        help_text=_("For reminders and a forgotten password. You can play without."),
    )
    #: An address that its person has not confirmed yet. Nothing is sent to it but the link that confirms it
    #: (`accounts.email_confirmation`), and anybody else may use it. ``email`` is always a confirmed one.
    new_email = models.EmailField(blank=True, default="", validators=[require_sendable])
    time_zone: Any = ZoneField(
        verbose_name=_("time zone"), default="UTC", help_text=_("Deadlines are shown in this zone.")
    )
    motion = models.CharField(
        _("motion"),
        max_length=6,
        choices=[("system", _("as the device says")), ("off", _("off"))],
        default="system",
        help_text=_("Off: everything changes at once, without moving."),
    )
    #: A code of ``LANGUAGES``; empty: as the browser says.
    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        default="",
        help_text=_("Pages, letters and notifications come in it."),
    )
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    #: When a guest, who plays a first game without having signed up, was last here; empty for everybody
    #: with an account.
    guest_seen_at = models.DateTimeField(null=True, blank=True, editable=False, db_index=True)

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

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A new password ends every session and token; that of who sets it is made anew."""
        changed = getattr(self, "_password", None) is not None and self.pk is not None
        super().save(*args, **kwargs)
        fields = kwargs.get("update_fields")
        named = fields is None or not {"username", "display_name"}.isdisjoint(fields)
        if named and not self.is_guest and self.deleted_at is None:
            TakenLook.objects.claim(self)
        if changed:
            password_saved.send(User, user_id=self.pk)

    def clean(self) -> None:
        """A name that changes can be read, and is not taken for somebody else's. Raises ValidationError."""
        super().clean()
        if self.is_guest:
            return
        before = User.objects.filter(pk=self.pk, guest_seen_at=None).first()
        wrong = {}
        for field in ("username", "display_name"):
            name = getattr(self, field)
            if not name or (before is not None and name == getattr(before, field)):
                continue
            try:
                setattr(self, field, names.require_readable(name))
                names.require_short(getattr(self, field))
                # The letters of some signs are several.
                field_of_it: Any = self._meta.get_field(field)
                field_of_it.run_validators(getattr(self, field))
                TakenLook.objects.require_distinct(name, self.pk)
            except ValidationError as error:
                wrong[field] = error
        if wrong:
            raise ValidationError(wrong)

    @property
    def is_guest(self) -> bool:
        """Whether they play a first game without an account."""
        return self.guest_seen_at is not None

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


class TakenLooks(models.Manager["TakenLook"]):
    """Whose names look how. Each look of a name (`accounts.lookalikes`) belongs to one person.

    It stays taken when the account is deleted: kept as a keyed hash then, which does not tell the name.
    """

    def require_distinct(self, name: str, person: int | None) -> None:
        """Raise ValidationError for a name that reads like somebody else's, like a power's, or like what pages call
        people by what they do.
        """
        names.require_unreserved(name)
        if self._of_others(looks_of(name), person):
            raise ValidationError(
                _("Somebody has this name already, or one that looks like it. Choose another one.")
            )

    def require_claimed(self, user: User, *some: str) -> None:
        """Raise ValidationError where somebody else took a look of these names since they were judged; without any,
        of both that the person has.
        """
        for name in filter(None, some or (user.username, user.display_name)):
            self.require_distinct(name, user.pk)

    def claim(self, user: User) -> None:
        """Take the looks of a person's names for them, and give back those of names they had."""
        wanted = looks_of(user.username) | looks_of(user.display_name)
        self.filter(person=user).exclude(look__in=wanted).delete()
        self.bulk_create(
            [TakenLook(look=look, person=user) for look in sorted(wanted)], ignore_conflicts=True
        )

    def keep_taken(self, user: User) -> None:
        """The names of an account that is deleted stay taken, and nobody can read here what they were."""
        mine = self.filter(person=user)
        kept = [TakenLook(look=names.hashes_of(row.look)[0]) for row in mine]
        mine.delete()
        self.bulk_create(kept, ignore_conflicts=True)

    def _of_others(self, looks: frozenset[str], person: int | None) -> bool:
        hashed = [one for look in looks for one in names.hashes_of(look)]
        theirs = models.Q(look__in=looks)
        if person is not None:
            theirs &= ~models.Q(person=person)
        return self.filter(theirs | models.Q(look__in=hashed)).exists()


class TakenLook(models.Model):
    """What a name looks like, and whose it is; that of a deleted account as a keyed hash, without them."""

    look = models.TextField(unique=True)
    person = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="looks")

    objects: ClassVar[TakenLooks] = TakenLooks()


class Session(AbstractBaseSession):
    """A session that knows who has signed in with it, so that both are found by one statement.

    Its key is the hash of what the cookie holds: whoever reads this table can be nobody with it.
    """

    session_key = models.CharField("hash of the session key", max_length=64, primary_key=True)
    person = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")
    #: When and with what its person signed in; empty for a visitor's.
    since = models.DateTimeField(null=True)
    device = models.CharField(max_length=40, default="")
    #: When it was last used, to the hour.
    seen_at = models.DateTimeField()


class Token(models.Model):
    """A program's key to a person's campaigns. It was shown once; here lies its hash."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    #: What it may do: a word for each scope of `accounts.tokens.SCOPES`.
    scopes = ArrayField(models.CharField(max_length=20))
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Newest first, as their owner reads them."""

        ordering = ("-created_at", "-pk")


class KnownAddress(models.Model):
    """An address from which a person has signed in, as a keyed hash: they are not locked out there."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="known_addresses")
    digest = models.CharField(max_length=64)
    seen_at = models.DateTimeField()

    class Meta:
        """One row for each person and address."""

        constraints: ClassVar = [
            models.UniqueConstraint("person", "digest", name="an_address_is_known_once")
        ]


class KnownBrowser(models.Model):
    """A browser in which a person has signed in, by the hash of a cookie that it keeps.

    The cookie signs nobody in. It only saves its person a letter at the next sign-in.
    """

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="known_browsers")
    digest = models.CharField(max_length=64)
    seen_at = models.DateTimeField()

    class Meta:
        """One row for each person and browser."""

        constraints: ClassVar = [
            models.UniqueConstraint("person", "digest", name="a_browser_is_known_once")
        ]


class Alert(models.Model):
    """A letter about an account that is to be sent: somebody signed in, or how one signs in has changed.

    It goes to the address that the account had when it happened. It is deleted once it is sent.
    """

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="alerts")
    kind = models.CharField(max_length=20)
    #: What it was done with, as `accounts.browsers` names it; empty where nobody was asking.
    device = models.CharField(max_length=40, default="")
    address = models.EmailField()
    happened_at = models.DateTimeField()
    send_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    #: Whether the mail server refused it the last time: newer ones to this address wait for it.
    refused = models.BooleanField(default=False)


class Count(models.Model):
    """How often something was done in the window that ends then, while Redis cannot count."""

    key = models.CharField(max_length=200, primary_key=True)
    amount = models.IntegerField()
    ends_at = models.DateTimeField(db_index=True)
