"""Who has signed in, found by one statement."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.contrib.auth.backends import ModelBackend

from accounts.models import User
from config.rows import Select

_PERSON = Select(User, "id = %s")

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
    """Django's own backend; the person is looked up anew with every request."""

    def get_user(self, user_id: int) -> User | None:
        """The person of a session, unless the account was closed."""
        person = _at_hand.get()
        if person is None or person.pk != user_id:
            person = _PERSON.first(user_id)
        return person if person is not None and self.user_can_authenticate(person) else None
