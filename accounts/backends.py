"""Who has signed in, found by one statement."""

from django.contrib.auth.backends import ModelBackend

from accounts.models import User
from config.rows import Select

_PERSON = Select(User, "id = %s")


class PeopleBackend(ModelBackend):
    """Django's own backend; the person is looked up anew with every request."""

    def get_user(self, user_id: int) -> User | None:
        """The person of a session, unless the account was closed."""
        person = _PERSON.first(user_id)
        return person if person is not None and self.user_can_authenticate(person) else None
