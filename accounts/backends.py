"""Passwords, asked for at one door, and who has signed in."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from accounts import guessing, limits
from accounts.models import User

_at_hand: ContextVar[User | None] = ContextVar("at_hand", default=None)


@contextmanager
def at_hand(person: User | None) -> Iterator[None]:
    """Within this, a person who was just read need not be read again."""
    before = _at_hand.set(person)
    try:
        yield
    finally:
        _at_hand.reset(before)


class PeopleBackend(ModelBackend):
    """Django's own backend behind a limit; the person is looked up anew with every request.

    Whoever asks for a password (sign-in, admin site, account pages) asks here, and wrong ones are
    counted together.
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: Any,
    ) -> Any:
        """The person with this name and password. Raises `limits.TooOften`."""
        if username is None or password is None:
            return None
        attempt = guessing.begin(username, limits.address_of(request))
        person = super().authenticate(request, username, password, **more)
        if person is not None:
            guessing.right(attempt)
        return person

    def get_user(self, user_id: int) -> User | None:
        """The person of a session, unless the account was closed."""
        person = _at_hand.get()
        if person is None or person.pk != user_id:
            return super().get_user(user_id)
        return person if self.user_can_authenticate(person) else None
