"""Sessions, as Django keeps them in the database, found by one statement."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from config.rows import Select

_ALIVE = Select(Session, "session_key = %s AND expire_date > %s")


class SessionStore(DatabaseStore):
    """A session. It is looked up with every request, so that signing out is at once everywhere."""

    def _get_session_from_db(self) -> Session | None:
        found = _ALIVE.first(self.session_key, timezone.now()) if self.session_key else None
        if found is None:
            self._session_key = None
        return found
