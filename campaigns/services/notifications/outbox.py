"""The outbox: what is written in the transaction of a change is sent after its commit, by one channel or another.

What is to be sent stands in the database, so a mail server, broker or worker that is away loses none. A row is taken
for sending before it goes out and noted after. Whoever dies in between leaves it to be sent again.

Each channel (mail, pushes to devices, webhooks) makes its own round, and what goes to one address is one queue: the
oldest first, and while what was refused waits for its next try, so does all that is newer. A row of which no message
can be made is marked and fails alone: it holds up no other, not even in the same message.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, TypeVar

import structlog
from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from campaigns import messages
from campaigns.models import Notification, Status
from campaigns.models.outgoing import Outgoing
from campaigns.selectors.notifications import broken_channels as channels_off
from campaigns.selectors.notifications import kinds, preferences
from campaigns.selectors.notifications.kinds import How
from campaigns.services.notifications import broken_channels, pending
from core import after_commit, rounds
from core.parallel import in_parallel

PATIENCE = timedelta(days=1)
"""For so long who has too much to do may say when to come again without a try being counted."""
SOON = timedelta(minutes=1)
"""If somebody is to be asked again so soon, a round is asked for; else the beat comes round in time."""
WHILE_PAUSED = timedelta(minutes=10)
"""So often it is looked whether a letter about a deadline can go out again, while the clock stands still."""

_say = structlog.get_logger(__name__)

Row = TypeVar("Row", bound=Outgoing)
Message = TypeVar("Message")


class Refusal(Struct, frozen=True, kw_only=True):
    """A message was not taken. ``final``: it is not tried again; ``gone``: nobody is there at all. ``wait`` is in how many
    seconds to come again, if the other side says so; ``busy``: only because it has too much to do.
    """

    trouble: str
    final: bool = False
    gone: bool = False
    wait: float | None = None
    busy: bool = False


@dataclass(frozen=True, slots=True)
class Made(Generic[Row, Message]):
    """Rows that go out in one message, with what waited for its reader when it was made."""

    rows: Sequence[Row]
    message: Message
    waiting: Mapping[int, Sequence[str]] = field(default_factory=dict)


class Channel(ABC, Generic[Row, Message]):
    """A way out. All but :meth:`deliver` is done in the thread of the round."""

    #: What its rows are called in the site's log.
    noun: ClassVar[str]
    #: The name of its round, of which there is one at a time, and the task that makes it.
    name: ClassVar[str]
    task: ClassVar[str]
    #: How long to wait after each refusal, and how often a row is tried.
    pauses: ClassVar[tuple[timedelta, ...]]
    tries: ClassVar[int]
    #: How long one request can take, in seconds.
    timeout: float
    #: Its messages are sent side by side, one for each owner; else one after the other.
    in_parallel: ClassVar[bool] = True

    @abstractmethod
    def take(self, busy: set[int]) -> tuple[int, list[Row]] | None:
        """The next rows that go out together, put off already, and whose they are, of none of these people; ``None``
        when none is left. There may be no rows: what was looked at is noted.
        """

    @abstractmethod
    def how(self, row: Row, now: datetime) -> How | None:
        """How a row goes out now; ``None`` if it does not, which is noted then."""

    @abstractmethod
    def message(self, rows: Sequence[Row]) -> Message:
        """The message of these rows. Whatever it raises marks the row that is to blame."""

    @abstractmethod
    def deliver(self, message: Message) -> Refusal | None:
        """Send it; what was refused. It asks the database nothing."""

    @abstractmethod
    def gave_up(self, row: Row, refusal: Refusal) -> None:
        """A row was refused for good."""

    def open(self) -> bool:
        """Get ready for a round; whether there can be one."""
        return True

    def close(self) -> None:
        """End a round."""

    def waiting(self, row: Row) -> Sequence[str]:
        """What waits for its reader, of a row that tells how much."""
        del row
        return ()

    def round(self, *, seconds: float) -> int:
        """Send what is due, for so long at most; how many rows went out. Safe to call at any time, by several."""
        until = time.monotonic() + seconds

        def more() -> bool:
            return time.monotonic() < until

        def next_made(busy: set[int]) -> tuple[int, Made[Row, Message]] | None:
            while more() and (taken := self.take(busy)) is not None:
                if (made := self.make(taken[1])) is not None:
                    return taken[0], made
            return None

        with rounds.alone(self.name, seconds=seconds + 2 * self.timeout) as mine:
            if not mine or not self.open():
                return 0
            try:
                if self.in_parallel:
                    return in_parallel(
                        next_made, lambda made: self.deliver(made.message), self.note, more=more
                    )
                sent = 0
                while more() and (taken := self.take(set())) is not None:
                    sent += self.send(*taken[1])
                return sent
            finally:
                self.close()

    def send(self, *rows: Row) -> int:
        """Send these rows in one message and note what became of them; how many went out."""
        made = self.make(rows)
        return 0 if made is None else self.note(made, lambda: self.deliver(made.message))

    def make(self, rows: Sequence[Row]) -> Made[Row, Message] | None:
        """The message of these rows, without those of which none can be made, which are marked; ``None`` for none."""
        if not rows:
            return None
        try:
            # What comes while the message is made has a row of its own, and counts as new for that.
            waiting = {row.pk: self.waiting(row) for row in rows}
            return Made(rows, self.message(rows), waiting)
        except Exception as problem:  # noqa: BLE001 - whatever breaks over one row, the others go out
            to_blame = rows
            if len(rows) > 1:
                to_blame = [row for row in rows if self.make([row]) is not None]
                if len(to_blame) < len(rows):
                    return self.make(to_blame)
            for row in to_blame:  # alone, or each can be made alone but not all together
                self.note_not_made(row, problem)
            return None

    def note(self, made: Made[Row, Message], answer: Callable[[], Refusal | None]) -> int:
        """Note what became of a message; how many rows went out."""
        try:
            refusal = answer()
        except Exception as problem:  # noqa: BLE001 - whatever breaks over one row, the others go out
            if len(made.rows) > 1:
                return sum(map(self.send, made.rows))
            self.note_not_made(made.rows[0], problem)
            return 0
        if refusal is not None:
            self.note_refused(made.rows, refusal)
            return 0
        for row in made.rows:
            self.note_sent(row, made.waiting.get(row.pk, ()))
        return len(made.rows)

    def note_sent(self, row: Row, waiting: Sequence[str]) -> None:
        """Note that a row went out; of what waits, that these were told."""
        del waiting
        row.state, row.sent_at, row.trouble = Outgoing.State.SENT, timezone.now(), ""
        row.save(update_fields=["state", "sent_at", "trouble"])

    def note_refused(self, rows: Sequence[Row], refusal: Refusal) -> None:
        """Note that a message of these rows was refused. What is refused for good is given up at once."""
        for row in rows:
            row.trouble = refusal.trouble[:300]
            if refusal.wait is not None:
                self._heed(row, refusal, refusal.wait)
            if refusal.final or self.is_last_try(row):
                row.state = Outgoing.State.FAILED
            _say.warning(f"{self.noun} refused", row=row.pk, problem=row.trouble)
            row.save(update_fields=["state", "trouble", "tries", "send_at"])
        given_up = [row for row in rows if row.state == Outgoing.State.FAILED]
        if given_up:
            self.gave_up(given_up[0], refusal)

    def _heed(self, row: Row, refusal: Refusal, seconds: float) -> None:
        """Come again when the other side says, not before. That it has too much to do is no refusal of this row, so
        for a day no try is counted.
        """
        now = timezone.now()
        then = now + timedelta(seconds=seconds)
        if refusal.busy and now - row.written_at < PATIENCE:
            row.send_at, row.tries = then, max(1, row.tries - 1)
        else:
            row.send_at = max(then, row.send_at)
        if row.send_at - now <= SOON:
            after_commit.do(self.task, at=row.send_at)

    def note_not_made(self, row: Row, problem: Exception) -> None:
        """A message could not be made, which is no fault of its reader's mail, device or webhook. The site's log says
        so once; it is tried again as one that was refused, and given up after the last try.
        """
        if row.trouble != messages.NOT_MADE:
            kind = getattr(row, "kind", "")
            _say.error(f"{self.noun} cannot be made", row=row.pk, kind=kind, exc_info=problem)
        if self.is_last_try(row):
            row.state = Outgoing.State.FAILED
        row.trouble = messages.NOT_MADE
        row.save(update_fields=["state", "trouble"])

    def goes_out(self, row: Row, now: datetime) -> How | None:
        """What :meth:`how` says; ``None`` too where it breaks, which is noted."""
        try:
            with transaction.atomic():
                return self.how(row, now)
        except Exception as problem:  # noqa: BLE001 - whatever breaks over one row, the others go out
            self.put_off(row, now)
            self.note_not_made(row, problem)
            return None

    def put_off(self, row: Row, now: datetime) -> None:
        """Count a try, and say when the next one is."""
        row.tries += 1
        row.send_at = now + self.pauses[min(row.tries, len(self.pauses)) - 1]
        row.save(update_fields=["tries", "send_at"])

    def is_last_try(self, row: Row) -> bool:
        """Whether a row is given up if this try fails."""
        return row.tries >= self.tries

    @staticmethod
    def drop(row: Any) -> None:
        """There is nothing to tell."""
        row.state = Outgoing.State.DROPPED
        row.save(update_fields=["state"])


class LetterChannel(Channel[Notification, Message]):
    """A way to a person: their mail, or a device of theirs. Whether, how and when a letter goes out is decided when it
    is sent: what is no longer true is dropped, what was switched off as well, and what comes in quiet hours or with the
    digest is put off.
    """

    noun = "letter"
    pauses = tuple(timedelta(minutes=minutes) for minutes in (2, 10, 60, 240, 720))

    def how(self, row: Notification, now: datetime) -> How | None:
        """At once or with the digest."""
        kind, person = kinds.of(row), row.person
        if not kind.is_due or (person is not None and channels_off.is_off(person, row.device_id)):
            self._drop(row)
            return None
        key = kinds.preference_key(row)
        if not key or person is None:
            return How.ONCE
        how = preferences.how_of(person.pk, row.phase.campaign_id, [key])[key]
        if how == How.OFF:
            self._drop(row)
            return None
        hours = preferences.hours_of(person)
        later = hours.after_quiet(now)
        if kind.waits_for_clock and row.phase.campaign.status == Status.PAUSED:
            # The deadline that it names moves as long as the clock stands still.
            later = max(later, now + WHILE_PAUSED)
        if how == How.DIGEST and row.device_id is not None:
            self._drop(row)  # a digest is mail
            return None
        if how == How.DIGEST and not row.tries:
            later = max(later, hours.digest_after(row.written_at))
        if later > now:
            # It waits for its reader now, and for no mail server: what is more urgent need not wait for it.
            row.send_at, row.trouble = later, ""
            row.save(update_fields=["send_at", "trouble"])
            return None
        return how

    def waiting(self, row: Notification) -> Sequence[str]:
        """What waits for its reader now."""
        return kinds.of(row).waiting()

    def note_sent(self, row: Notification, waiting: Sequence[str]) -> None:
        """Its channel works."""
        broken_channels.note_sent(row)
        if kinds.KINDS[row.kind].traceless:
            self._drop(row, waiting)
        else:
            super().note_sent(row, waiting)

    def gave_up(self, row: Notification, refusal: Refusal) -> None:
        """Its channel may be broken."""
        broken_channels.note_failed(row, at=timezone.now(), for_good=refusal.gone)

    def _drop(self, row: Notification, keys: Sequence[str] | None = None) -> None:
        """Nothing is to be told, or (of what waits) ``keys`` was. Of a letter that was written whomever it
        concerns, no trace is left.
        """
        if not kinds.KINDS[row.kind].traceless:
            self.drop(row)
            return
        if row.person is not None:
            about = kinds.preference_key(row)
            found = self.waiting(row) if keys is None else keys
            pending.note_told(row.phase.campaign, row.person, found, row.device_id, about=about)
        row.delete()
