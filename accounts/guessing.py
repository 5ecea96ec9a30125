"""Guessing passwords and codes: counted by name and address together, by address, and by name.

A guess is counted before it is looked at, so that many at once gain nothing; the right one is
taken back. Nobody is locked out by what others do elsewhere: at an address from which a name has
signed in before, only the wrong passwords for that name at that address count.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts import limits
from accounts.lookalikes import tidied
from accounts.models import KnownAddress, User

PAIR, ADDRESS, NAME = "password", "password-address", "password-name"
CODE, CODE_PERSON = "code", "code-person"
#: For so long after the last sign-in an address is known, and at most so many of a person are.
KNOWN_DAYS, MOST_KNOWN = 180, 50


@dataclass(frozen=True, slots=True)
class Attempt:
    """One password for one name from one address."""

    name: str
    address: str

    @property
    def doors(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What it counts for."""
        return (PAIR, (self.name, self.address)), (ADDRESS, (self.address,)), (NAME, (self.name,))


def begin(username: str, address: str) -> Attempt:
    """Count an attempt before its password is looked at. Raises `limits.TooOften`."""
    attempt = Attempt(_folded(username), address)
    (pair, both), *wider = attempt.doors
    limits.hit(pair, *both)
    too_often: limits.TooOften | None = None
    for door, whom in wider:
        try:
            limits.hit(door, *whom)
        except limits.TooOften as refusal:
            too_often = refusal
    if too_often is not None and not is_known(attempt):
        raise too_often
    return attempt


def right(attempt: Attempt) -> None:
    """The password was right: it was no guess."""
    (pair, both), *wider = attempt.doors
    limits.forget(pair, *both)
    for door, whom in wider:
        limits.take_back(door, *whom)


def begin_code(person: User, address: str) -> None:
    """Count a code or a passkey for this person before it is looked at. Raises `limits.TooOften`."""
    limits.hit(CODE, person.pk, address)
    try:
        limits.hit(CODE_PERSON, person.pk)
    except limits.TooOften:
        if not is_known(Attempt(person.username, address)):
            raise


def right_code(person: User, address: str) -> None:
    """It was right: it was no guess."""
    limits.forget(CODE, person.pk, address)
    limits.take_back(CODE_PERSON, person.pk)


def is_known(attempt: Attempt) -> bool:
    """Whether this name has signed in from there not too long ago."""
    since = timezone.now() - timedelta(days=KNOWN_DAYS)
    return KnownAddress.objects.filter(
        person__username__iexact=attempt.name,
        digest__in=_places(attempt.address),
        seen_at__gt=since,
    ).exists()


def remember(person: User, address: str) -> None:
    """Note that a person has signed in from there."""
    KnownAddress.objects.update_or_create(
        person=person, digest=_place(address), defaults={"seen_at": timezone.now()}
    )
    old = person.known_addresses.order_by("-seen_at").values("pk")[MOST_KNOWN:]
    KnownAddress.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()


def tidy() -> None:
    """Forget addresses of long ago."""
    since = timezone.now() - timedelta(days=KNOWN_DAYS)
    KnownAddress.objects.filter(seen_at__lt=since).delete()


def _folded(username: str) -> str:
    """A name as it is counted: whatever finds the same person counts as the same.

    PostgreSQL compares in capitals, where more letters are alike than among small ones.
    """
    return tidied(username).upper().casefold()[:150]


def _place(address: str) -> str:
    return limits.keyed("address", address)


def _places(address: str) -> list[str]:
    """How an address is noted, and how it was under secret keys of the site that are still good."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [limits.keyed("address", address, secret=key) for key in keys]
