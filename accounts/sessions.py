"""Sessions, as Django keeps them in the database, each found together with its person."""

from copy import deepcopy
from functools import lru_cache
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from accounts.models import Session, User
from config.rows import Joined, Part

_ALIVE = Joined(
    (Part(User, "person", without=("date_joined", "last_login")),),
    "FROM accounts_session AS session"
    " LEFT JOIN accounts_user AS person ON person.id = session.person_id"
    " WHERE session.session_key = %s AND session.expire_date > %s",
    more=("session.session_data",),
)

#: Contents of so many sessions are not read again while they are the same.
READ = 1024


class SessionStore(DatabaseStore):
    """A session. It is looked up with every request, so that signing out is at once everywhere.

    ``person`` is who signed in with it, as found with it; whether the account is open and the
    session still good for it is for others to judge.
    """

    person: User | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Where they are kept."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row for this content."""
        row = super().create_model_instance(data)
        if not isinstance(row, Session):
            raise TypeError(f"{type(row)} does not know its person.")
        row.person_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """The content that was signed; nothing if it is not ours."""
        return deepcopy(_content(session_data))

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing if there is none, or none any more."""
        found = _ALIVE.first(self.session_key, timezone.now()) if self.session_key else None
        if found is None:
            self._session_key = None
            return {}
        self.person, content = found
        return self.decode(content)


@lru_cache(maxsize=READ)
def _content(session_data: bytes | str) -> dict[str, Any]:
    content: dict[str, Any] = DatabaseStore().decode(session_data)
    return content
