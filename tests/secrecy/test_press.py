"""Press between others through every door: one power writes in secret in two different ways.

The harness of this folder plays both, and compares what everybody gets who is no party. Then a leak is
planted at each door, and must be noticed.
"""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, ClassVar

import msgspec
import pytest

from campaigns.domain.entries import Entry
from campaigns.models import Note, PressMessage, PressThread
from campaigns.selectors.notifications import pending
from campaigns.selectors.press import notes_page as note_pages
from campaigns.selectors.press import public_press
from campaigns.selectors.press import threads as selector
from campaigns.selectors.reader import press_access as contents
from campaigns.services.log import push
from campaigns.services.notifications import templates, webhooks
from campaigns.services.press import notes, press_messages, press_settings
from tests.secrecy import doors
from tests.secrecy.harness import leaks
from tests.secrecy.planted import say_more, spoil
from tests.secrecy.scenes import Script, scripts
from tests.secrecy.table import Reader, Table
from tests.support import addresses
from tests.support.suite.sample import one_in
from tests.support.worlds import undone

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("leaks of press")]

BOOK = "days_of_decision"
THREAD, SECRET = "thread-1", "Meet me under the bridge"
DOORS = """
    frontend:press frontend:thread frontend:notes frontend:campaign frontend:log frontend:news
    frontend:agreements frontend:seats frontend:moderator frontend:inbox frontend:inbox-count
    frontend:feed frontend:feed-by-key
    api:press api:thread api:press-file api:notes api:campaign api:log api:export
    letters devices webhooks
"""
"""Where press could show, or a number that hangs on it."""


class PressTable(Table):
    """A table at which a power writes to one other power."""

    def __init__(self, script: Script) -> None:
        super().__init__(script)
        self.other = next(r.power for r in self.readers.values() if r.power not in ("", self.hider))
        who = self.readers["moderator"].person
        press_settings.set_policy(
            self.slug, by=who, allowed="full", anonymous=True, opens=True, reason="As agreed"
        )

    def live(self, life: int) -> None:
        """Write a message, or three; with or without a name; edit, read, mute, agree; note."""
        keys = count(1)
        by = {"by": self.readers[self.hider].person, "power": self.hider}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(contents, "new_key", lambda: f"thread-{next(keys)}")
            thread, message = press_messages.begin(
                self.slug,
                **by,
                to=[self.other],
                text=f"{SECRET} {life}" + " again" * 40 * life,
                title="The bridge" if life else "",
            )
            if not life:
                return
            press_messages.edit(
                self.slug, by=by["by"], thread=thread, message=message, text=f"No. {SECRET}"
            )
            press_messages.begin(self.slug, **by, to=[self.other], text=SECRET, masked=True)
        them = {"by": self.readers[self.other].person, "thread": thread}
        press_messages.write(self.slug, **them, power=self.other, text="Yes.", quotes=[1])
        press_settings.mark_read(self.slug, **them)
        press_settings.mute(self.slug, **them)
        press_settings.agree(self.slug, **them, power=self.other)
        press_settings.report(self.slug, **them, message=message, reason="Too secret")
        notes.keep(self.slug, by=by["by"], subject="campaign", text=SECRET)

    def strangers(self) -> list[Reader]:
        """Everybody but the two."""
        return [r for r in self.readers.values() if r.power not in (self.hider, self.other)]


@pytest.fixture(scope="module")
def stage(still: object) -> Iterator[PressTable]:
    """A table at which something else is sealed as well."""
    script = next(one for one in scripts(BOOK) if one.seals and not one.lives)
    with undone():
        yield PressTable(script)


@pytest.fixture(autouse=True)
def the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is no party asks for the thread by its name, too; and for words of it."""
    monkeypatch.setitem(doors.FILLS, "thread", lambda *_: ["public", THREAD])
    searches = ("?q=bridge", "?q=no+such+word", "?part=count")
    for name, queries in (("frontend:press", searches), ("api:press", searches[:2])):
        monkeypatch.setitem(addresses.ROWS, name, addresses.asked_with(name, *queries))
    both = addresses.Secrecy(asked=True, tried=True)
    thread = msgspec.structs.replace(addresses.row("api:thread"), body={"do": "mute"}, secrecy=both)
    monkeypatch.setitem(addresses.ROWS, "api:thread", thread)


def readers(stage: PressTable) -> set[str]:
    """One player, the moderator and a visitor."""
    players = [reader.name for reader in stage.strangers() if reader.power]
    return {players[0], "moderator", "visitor"}


def test_press_between_others_is_told_to_nobody_at_any_door(stage: PressTable) -> None:
    assert leaks(stage, readers(stage), only=set(DOORS.split())) == []


# --- Planted ------------------------------------------------------------------------------------------


def _page(patch: pytest.MonkeyPatch) -> None:
    """The list opens every thread for everybody."""
    patch.setattr(contents, "is_party", lambda *_: True)
    patch.setattr(contents, "may_read", lambda *_, **__: True)


def _counted(patch: pytest.MonkeyPatch) -> None:
    """The number in the menu counts all that was written."""
    patch.setattr(
        "campaigns.selectors.phase.phase_strip.unread",
        lambda at: PressMessage.objects.filter(thread__campaign=at.campaign).count(),
    )


def _pushed(patch: pytest.MonkeyPatch) -> None:
    """Everybody's page is told that something was written, not what."""
    honest = push.changed
    patch.setattr(push, "changed", lambda slug, what, **_: honest(slug, what))


def _searched(patch: pytest.MonkeyPatch) -> None:
    """A search looks through every thread; the list is as it should be."""
    honest = selector.list_of

    def page(at: Any, seen: Any, words: str, *more: Any) -> Any:
        if words:
            with pytest.MonkeyPatch.context() as open_to_all:
                _page(open_to_all)
                seen = selector.threads_of(at)
        return honest(at, seen, words, *more)

    patch.setattr(selector, "list_of", page)


def _refused(patch: pytest.MonkeyPatch) -> None:
    """The refusal says that the thread is there."""

    def refusal(error: Any) -> Exception:
        error.remedy += f" ({PressThread.objects.filter(kind='private').count()})"
        return error

    spoil(patch, contents, "no_such_thread", refusal)


class PressSent(Entry, frozen=True, kw_only=True):
    """A message was written."""

    tag: ClassVar[str] = "press.sent"
    wordless: ClassVar[bool] = True


def _exported(patch: pytest.MonkeyPatch) -> None:
    """The log holds an entry for each message, without its words."""
    honest = press_messages._put

    def put(campaign: Any, *given: Any, **more: Any) -> str:
        press_settings.entries.append(
            campaign, PressSent(), at=press_messages.timezone.now(), actor="power"
        )
        campaign.save(update_fields=press_settings.entries.LOG_HEAD)
        return honest(campaign, *given, **more)

    patch.setattr(press_messages, "_put", put)


def _told(patch: pytest.MonkeyPatch) -> None:
    """Whoever plays or moderates is told how many messages there are, whomever they are for."""

    def everybodys(campaign: Any, _person: Any, _thread: str) -> dict[str, tuple[int, ...]]:
        rows = PressMessage.objects.filter(thread__campaign=campaign)
        return {"all": tuple(range(1, rows.count() + 1))}

    patch.setattr(pending, "unread_by", everybodys)


def _quoted(patch: pytest.MonkeyPatch) -> None:
    """A letter about something else says how many letters were written of press."""
    say_more(patch, templates, "subject_and_text", PressMessage.objects.count)


def _posted(patch: pytest.MonkeyPatch) -> None:
    """Channels elsewhere hear of each message, in whatever thread; what would stop it when it is sent is
    spoilt too.
    """
    patch.setattr(webhooks, "COMMON", tuple(PressThread.Kind))
    _fed(patch)


def _rung(patch: pytest.MonkeyPatch) -> None:
    """The bell counts all that was written."""
    patch.setattr(
        "campaigns.selectors.notifications.inbox.unread",
        lambda at: PressMessage.objects.filter(thread__campaign=at.campaign).count(),
    )


def _numbered(patch: pytest.MonkeyPatch) -> None:
    """The number at the bell is that of all messages."""
    patch.setattr(
        "campaigns.selectors.notifications.inbox.count", lambda _: PressMessage.objects.count()
    )


def _fed(patch: pytest.MonkeyPatch) -> None:
    """The feed tells what was said in every thread."""
    patch.setattr(public_press, "COMMON", tuple(PressThread.Kind))


def _noted(patch: pytest.MonkeyPatch) -> None:
    """Somebody's own notes are shown with how many there are of all others."""

    def notes_of(own: tuple[Any, ...], at: Any) -> tuple[Any, ...]:
        written = Note.objects.filter(campaign=at.campaign).count()
        return tuple(msgspec.structs.replace(one, text=f"{one.text} {written}") for one in own)

    spoil(patch, note_pages, "notes_of", notes_of)


PLANTS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "page": (_page, "frontend:press"),
    "thread": (_page, "frontend:thread"),
    "api list": (_page, "api:press"),
    "api thread": (_page, "api:thread"),
    "file": (_page, "api:press-file"),
    "notes": (_noted, "frontend:notes"),
    "api notes": (_noted, "api:notes"),
    "search": (_searched, "frontend:press"),
    "count": (_counted, "frontend:campaign"),
    "frame": (_pushed, "frames"),
    "error": (_refused, "frontend:thread"),
    "log": (_exported, "api:export"),
    "letter": (_told, "letters"),
    "device": (_told, "devices"),
    "words of a device": (_quoted, "devices"),
    "webhook": (_posted, "webhooks"),
    "bell": (_rung, "frontend:inbox"),
    "number at the bell": (_numbered, "frontend:inbox-count"),
    "feed": (_fed, "frontend:feed"),
    "feed by key": (_fed, "frontend:feed-by-key"),
}
"""A leak by its name, and the door at which it must be noticed."""


@pytest.mark.parametrize("name", one_in(7, PLANTS))
def test_a_planted_leak_is_noticed(
    stage: PressTable, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sow, noticed = PLANTS[name]
    sow(monkeypatch)
    found = leaks(stage, readers(stage), only={noticed})
    assert [leak for leak in found if leak.door.split(" ")[0] == noticed], found
