"""Sessions in the database, each found together with its person, under hashes of their keys.

The cookie alone holds a key. A copy of the table, or a backup, signs nobody in.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import transaction
from django.utils import timezone

from accounts.models import Session, User
from accounts.signals import sessions_ended
from core.sql.statements import Joined, Part

_ALIVE = Joined(
    (Part(User, "person", without=("date_joined", "last_login")),),
    "FROM accounts_session AS session"
    " LEFT JOIN accounts_user AS person ON person.id = session.person_id"
    " WHERE session.session_key = %s AND session.expire_date > %s",
    more=("session.session_data", "session.seen_at", "session.expire_date"),
)

#: When a session was last used is noted no more often than this.
NOTED_EVERY = timedelta(hours=1)
#: A session that is used lasts on. Its end, and that of its cookie, is put off no more often than this.
PUT_OFF_EVERY = timedelta(days=1)
#: Where a session holds when, and with what, its person signed in.
SINCE, DEVICE = "_signed_in_at", "_device"


class SessionStore(DatabaseStore):
    """A session. It is looked up with every request, so that signing out is at once everywhere.

    ``person`` is who signed in with it, as found with it; whether the account is open and the
    session still good for it is for others to judge.
    """

    person: User | None = None
    seen_at: datetime | None = None
    ends_at: datetime | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Where they are kept."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row for this content."""
        row = super().create_model_instance(data)
        if not isinstance(row, Session):
            raise TypeError(f"{type(row)} does not know its person.")
        row.session_key = stored(row.session_key)
        row.person_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        if SINCE in data:
            row.since = datetime.fromtimestamp(data[SINCE], UTC)
        row.device = str(data.get(DEVICE, ""))
        row.seen_at = timezone.now()
        return row

    def exists(self, session_key: str) -> bool:
        """Whether there is a session with this key."""
        return super().exists(stored(session_key))

    def delete(self, session_key: str | None = None) -> None:
        """End it, and whatever is open under it."""
        key = session_key or self.session_key
        if key is not None:
            end([stored(key)])

    # The asynchronous half of the database's store would know no hashes; that of its base asks the methods here.
    aexists, aload, asave, adelete = (
        SessionBase.aexists,
        SessionBase.aload,
        SessionBase.asave,
        SessionBase.adelete,
    )

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing if there is none, or none any more."""
        key = self.session_key
        found = _ALIVE.first(stored(key), timezone.now()) if key else None
        if found is None:
            self._session_key = None
            return {}
        self.person, content, self.seen_at, self.ends_at = found
        return self.decode(content)


def stored(session_key: str) -> str:
    """Under what the session with this key lies. A key is random enough for a plain hash."""
    return hashlib.sha256(session_key.encode()).hexdigest()


def end(rows: Iterable[str]) -> bool:
    """End the sessions that lie under these names, and tell who listens after the commit; whether there were any."""
    ended = list(rows)
    if not ended or not Session.objects.filter(pk__in=ended).delete()[0]:
        return False
    transaction.on_commit(partial(sessions_ended.send, Session, sessions=ended), robust=True)
    return True


def end_all_of(person_id: int) -> None:
    """End every session of a person."""
    end(Session.objects.filter(person_id=person_id).values_list("pk", flat=True))


def end_own(person_id: int, row: str) -> bool:
    """End one session of a person by the name of its row; whether it was there."""
    return end(Session.objects.filter(person_id=person_id, pk=row).values_list("pk", flat=True))


def end_others(person_id: int, this: str) -> None:
    """End every session of a person but this one."""
    others = Session.objects.filter(person_id=person_id).exclude(pk=this)
    end(others.values_list("pk", flat=True))


@dataclass(frozen=True, slots=True)
class Open:
    """A session of a person, as they read of it."""

    row: str
    device: str
    since: datetime | None
    seen_at: datetime
    this: bool


def open_of(person_id: int, this: str) -> list[Open]:
    """Where somebody is signed in: here first, then where they were last."""
    rows = Session.objects.filter(person_id=person_id, expire_date__gt=timezone.now())
    found = [Open(one.pk, one.device, one.since, one.seen_at, one.pk == this) for one in rows]
    began = datetime.min.replace(tzinfo=UTC)
    return sorted(
        found,
        key=lambda one: (one.this, one.seen_at, one.since or began, one.row),
        reverse=True,
    )


def note_seen(session: SessionStore) -> None:
    """Remember that a session was used now."""
    now, key = timezone.now(), session.session_key
    if key and (session.seen_at is None or now - session.seen_at > NOTED_EVERY):
        Session.objects.filter(pk=stored(key)).update(seen_at=now)
        session.seen_at = now


def put_off(session: SessionStore) -> bool:
    """Have a session that is used last as long again as a new one, if it is time; whether it does now.

    Only its row is changed, by one statement: one that has ended meanwhile stays ended, and what the session
    holds stays as others leave it.
    """
    key, age = session.session_key, timedelta(seconds=session.get_expiry_age())
    end = timezone.now() + age
    if not key or session.person is None or session.ends_at is None:
        return False
    if end - session.ends_at < PUT_OFF_EVERY:
        return False
    found = Session.objects.filter(pk=stored(key), expire_date__lt=end)
    session.ends_at = end
    return bool(found.update(expire_date=end))


def alive(rows: Iterable[str]) -> set[str]:
    """Which of the sessions that lie under these names are open, with an open account."""
    found = Session.objects.filter(
        pk__in=list(rows), expire_date__gt=timezone.now(), person__is_active=True
    )
    return set(found.values_list("pk", flat=True))


def tidy() -> None:
    """Forget sessions that are over."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
