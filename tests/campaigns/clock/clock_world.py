"""A small world with a clock of its own: time, beats, letters and the worker's queue of one test.

Time stands still until the test moves it. The database's clock does not count: what asks for it gets the time
of this world. Each campaign lives in one transaction that is rolled back; what would be done after a commit is
done after each step.
"""

from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

from accounts import limits
from campaigns.models import Heartbeat, Notification, Outage
from campaigns.selectors.notifications import kinds
from campaigns.selectors.phase import clocks
from campaigns.services.advance import isolation, sweep
from campaigns.services.notifications import outbox, templates
from core import rounds
from tests.campaigns.queue import Queue

POWERS = ("north", "south", "isle")
DEPUTIES = ("anna", "bert")
HEIRS = ("carl", "dora")
POST = ("send_letters", "push_letters", "post_webhooks")
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


class World:
    """Time, people and post."""

    def __init__(self, sent: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2027, 3, 26, 12, tzinfo=UTC)
        #: The sweep does not run: the service is away.
        self.dark = False
        self.sent, self.queue = sent, Queue(sent)
        #: Asked about each letter at the moment at which it is sent; gives what is untrue of it.
        self.is_untrue: Any = lambda _letter: ""
        self.told: list[Notification] = []
        self.people = {
            name: get_user_model().objects.create(
                username=name, email=f"{name}@example.org", is_staff=name == "staff"
            )
            for name in ("moderator", "staff", *POWERS, *DEPUTIES, *HEIRS)
        }
        self.by_key = {one.pk: one for one in self.people.values()}
        #: The last outage that was noticed, and the last time that was added.
        self.outage = self.added = 0
        self._install(monkeypatch)

    def _install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(timezone, "now", lambda: self.now)
        patch.setattr(clocks, "time_of_database", lambda: self.now)
        patch.setattr(sweep, "beat", self.beat)
        patch.setattr(limits, "hit", lambda *_given: None)
        patch.setattr(rounds, "alone", lambda *_given, **_more: nullcontext(True))
        patch.setattr(rounds, "begins", lambda _name: None)
        patch.setattr(isolation, "_stop", _raise)
        patch.setattr(outbox.Channel, "note_not_made", _raise)
        patch.setattr(templates, "message", self._message)

    # --- One campaign after the other ---------------------------------------------------------------

    def begin(self, at: datetime) -> None:
        """Begin with nothing, at that moment."""
        self.now, self.dark = at, False
        self.outage = self.added = 0
        self.sent.clear()
        self.told.clear()
        self._whole = transaction.atomic()
        # Services open transactions that must be the outermost ones: Django makes an exception for tests.
        self._whole._from_testcase = True
        self._whole.__enter__()
        Heartbeat.objects.create(name="sweep", beat_at=at)

    def end(self) -> None:
        """Forget all that was written."""
        connection.needs_rollback = True
        self._whole.__exit__(None, None, None)

    # --- Time -----------------------------------------------------------------------------------------

    def tick(self, by: timedelta = SECOND) -> None:
        """Let a moment go by, in which the sweep runs unless the service is away."""
        self.now += by
        if not self.dark:
            Heartbeat.objects.update(beat_at=self.now)

    def beat(self) -> Outage | None:
        """What the sweep notes first, by the time of this world."""
        before = Heartbeat.objects.get(name="sweep").beat_at
        Heartbeat.objects.update(beat_at=self.now)
        self.dark = False
        if self.now - before > clocks.LONGEST_SILENCE:
            found = Outage.objects.create(began_at=before, ended_at=self.now)
            self.outage = found.pk
            return found
        return None

    def committed(self) -> None:
        """Do what was to be done after the commit."""
        while hooks := connection.run_on_commit:
            connection.run_on_commit = []
            for _ids, hook, _robust in hooks:
                hook()
        self.sent[:] = [one for one in self.sent if one[0] == "task"]

    def work_off(self, *, letters: bool = False) -> None:
        """Let the worker do what it was asked to do; of letters only if they are wanted."""
        if not letters:
            self.sent[:] = [one for one in self.sent if not one[1].endswith(POST)]
        self.queue.run()
        self.committed()

    # --- Post -----------------------------------------------------------------------------------------

    def _message(self, told: Any, post: Any, *, digest: bool = False) -> Any:
        for letter in told:
            templates.subject_and_text(letter)
            assert letter.pk not in {
                one.pk for one in self.told if not kinds.KINDS[one.kind].traceless
            }, f"{letter.kind} goes to {letter.person} twice"
            assert not (fault := self.is_untrue(letter)), (
                f"{letter.kind} to {letter.person}: {fault}"
            )
            self.told.append(letter)
        return _Posted()


class _Posted:
    """A message that is out at once."""

    def send(self) -> None:
        """Nothing is left to do."""

    def message(self) -> None:
        """It can be made."""


def _raise(*given: Any) -> None:
    raise next(one for one in given if isinstance(one, Exception))
