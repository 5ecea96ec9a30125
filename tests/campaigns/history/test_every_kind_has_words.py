"""Every kind of news has words, for each entry of the log that brings it and by each way that tells it.

The kinds are walked as the tables have them: one that is added without words fails here.
"""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone

from accounts.languages import speaking_to
from campaigns.domain import entries as log_entries
from campaigns.domain.entries import tags
from campaigns.models import (
    LogEntry,
    Notification,
    Phase,
    PressMessage,
    ReadMark,
    Webhook,
    WebhookPost,
)
from campaigns.selectors.notifications import delivery_log, feeds, kinds
from campaigns.selectors.notifications.inbox import inbox
from campaigns.selectors.notifications.kinds import KINDS, NotificationKind
from campaigns.selectors.notifications.posts import POSTS, PRESS_LABELS
from campaigns.selectors.press.seen import COMMON
from campaigns.services.log import entries
from campaigns.services.notifications import devices, templates, webhooks
from campaigns.services.press import press_messages
from rules.kernel.serial import shaped
from tests.support.campaigns import Table
from tests.support.notifications import addressed
from tests.support.press import reply, say
from tests.support.suite.sample import one_in

LANGUAGES = sorted(code for code, _name in settings.LANGUAGES)
BODIES: dict[str, dict[str, Any]] = {
    "act": {"act": 1, "told": ""},
    "campaign.finished": {"ending": "", "text": "All turns are played."},
    "clock.waiting": {"missing": ["south"]},
    "consent.asked": {
        "consent": 1,
        "kind": "resume",
        "about": {"phase": 1},
        "threshold": "more",
        "needed": 2,
        "asked": [],
        "alone": [],
        "reason": "It is late.",
    },
    "dispatch.proposed": {"dispatch": 1, "until": "deadline", "concerns": [], "facts": {}},
    "line.rolled_back": {"to": 1, "title": "", "turn": "", "line": 2, "reason": ""},
    "order.voided": {"reason": "The rules changed."},
    "phase.opened": {
        "key": "orders",
        "title": "Orders",
        "turn": "Spring",
        "turn_number": 1,
        "release": "",
        "due": "",
        "steps": [],
        "revision": "",
        "rules": "",
    },
    "phase.resolved": {"how": "ready", "silent": [], "ready": {}, "told": ""},
    "seat.disorder": {"missed": 2},
    "seat.key": {"number": 1, "public": "", "begins": 0, "proof": ""},
}
"""What such entries say, beside their phase."""
PAIRS = [
    (kind, entry)
    for kind in kinds.ranked()
    if kind.preference is not None and kind.preference.key == kind.key
    for entry in sorted(tags(*kind.entries)) or [""]
]
BESIDE = [(KINDS["seats"], "seat.key")]
"""Entries that are told to the one whom they concern and are no news to the others."""


def named(pair: Any) -> str:
    return pair or "no-entry" if isinstance(pair, str) else str(pair.key)


SAMPLED = one_in(3, [pytest.param(*pair, id="-".join(map(named, pair))) for pair in PAIRS + BESIDE])
each_pair = pytest.mark.parametrize(("kind", "entry"), SAMPLED)


@pytest.fixture
def reader(table: Table) -> Any:
    """One who has a seat, an address, and has looked before anything happened."""
    south = addressed(table.players["south"])
    ReadMark.objects.create(
        campaign=table.campaign, person=south, seq=table.campaign.log_seq, at=timezone.now()
    )
    return south


def happens(table: Table, kind: str) -> LogEntry:
    """An entry of this kind."""
    campaign = table.campaign
    body = {"phase": table.phase.number, **BODIES.get(kind, {})}
    by = {"actor": "clock", "person": table.moderator, "power": "north", "phase": table.phase}
    entry = entries.append(campaign, shaped(body, log_entries.KINDS[kind]), at=timezone.now(), **by)
    campaign.save()
    return entry


def is_said(table: Table, thread: str) -> PressMessage:
    """A message in a thread of this kind."""
    if thread == "private":
        say(table, "north", ("south",))
    elif thread == "public":
        reply(table, "north", "public", "We march.")
    else:
        press_messages.write(
            table.slug, by=table.moderator, thread="announcements", text="We begin."
        )
    return PressMessage.objects.latest("pk")


def comes(table: Table, kind: type[NotificationKind], entry: str, reader: Any) -> Notification:
    """The letter that tells of it: the one that was written with it, else one as the clock writes it."""
    about: dict[str, Any] = {"entry": None, "message": None}
    if entry:
        about["entry"] = happens(table, entry)
    elif kind.thread:
        about["message"] = is_said(table, kind.thread)
    now = timezone.now()
    found, _made = Notification.objects.get_or_create(
        phase=table.phase,
        person=reader,
        device=None,
        kind=kind.key,
        **about,
        defaults={"written_at": now, "send_at": now},
    )
    return found


def is_worded(text: str) -> bool:
    """Whether there are words, and none that stands for what was not found."""
    return bool(text.strip()) and "None" not in text and "%(" not in text


@each_pair
def test_a_letter_of_every_kind_is_written_for_each_entry_that_brings_it(
    table: Table, reader: Any, kind: type[NotificationKind], entry: str
) -> None:
    letter = comes(table, kind, entry, reader)
    assert kinds.of(letter).is_due in (True, False)
    for language in LANGUAGES:
        with speaking_to(language):
            subject, text = templates.subject_and_text(letter)
            assert is_worded(subject)
            assert is_worded(text)
            assert is_worded(kinds.of(letter).button())
            for digest in (False, True):
                message = templates.message([letter], get_connection(), digest=digest)
                assert text.split("\n")[0].strip() in message.body
                assert message.message()


@each_pair
def test_a_push_of_every_kind_says_the_same(
    table: Table, reader: Any, kind: type[NotificationKind], entry: str
) -> None:
    letter = comes(table, kind, entry, reader)
    subject, text = templates.subject_and_text(letter)
    shown = json.loads(devices.message_of(letter, reader))
    assert shown["title"] == f"A test: {subject}"
    assert shown["text"] == text[:500]


@pytest.mark.long
def test_two_entries_of_one_kind_are_told_apart(table: Table, reader: Any) -> None:
    """A seat that was taken is not one that was left."""
    kind = KINDS["seats"]
    letters = (comes(table, kind, entry, reader) for entry in sorted(tags(*kind.entries)))
    told = [templates.subject_and_text(letter) for letter in letters]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize(("kind", "entry"), PAIRS, ids=named)
def test_the_bell_rings_for_every_kind(
    table: Table, reader: Any, kind: type[NotificationKind], entry: str
) -> None:
    comes(table, kind, entry, reader)
    [line] = inbox(reader)
    if kind.thread:
        assert line.unread == 1
    elif entry not in ("", "act"):
        assert line.new
    else:
        assert line.asked == table.phase.title


@pytest.mark.parametrize("entry", sorted({entry for _kind, entry in PAIRS} - {""}))
def test_the_log_has_words_for_every_entry_that_is_news(entry: str) -> None:
    assert not log_entries.KINDS[entry].wordless


@pytest.mark.parametrize("kind", [*sorted(POSTS), *sorted(PRESS_LABELS)])
def test_webhooks_feed_and_the_list_of_what_was_sent_have_words_for_what_is_posted(
    table: Table, reader: Any, kind: str
) -> None:
    now = timezone.now()
    hook = Webhook.objects.create(
        campaign=table.campaign, person=reader, kind=Webhook.Kind.JSON, number=1, made_at=now
    )
    Phase.objects.filter(pk=table.phase.pk).update(headline="They march.")
    if kind.startswith("press."):
        is_said(table, kind.removeprefix("press."))
    else:
        happens(table, kind)
    post = WebhookPost.objects.get(webhook=hook)
    assert post.kind == kind
    assert is_worded(webhooks.text_of(post))
    assert webhooks.text_of(post) != "This channel now hears of the campaign."
    newest = feeds.feed(table.slug).entries[0]
    assert is_worded(newest.title)
    assert newest.at > now - timedelta(seconds=1)
    assert delivery_log._posted(kind) != "a first word"


def test_what_is_posted_is_told_apart(table: Table) -> None:
    """A kind that has no words of its own does not get those of another."""
    for told in ("text", "item"):
        assert len({getattr(post, told)(table.phase) for post in POSTS.values()}) == len(POSTS)
    assert set(PRESS_LABELS) == {f"press.{thread}" for thread in COMMON}


@pytest.mark.parametrize("kind", sorted(set(KINDS) - set(kinds.preferences()) - {"channel"}))
def test_troubles_have_words_too(table: Table, reader: Any, kind: str) -> None:
    entry = happens(table, "order.voided")
    # But for these two it is the reader's own.
    for who in (reader, None) if kind in ("stumbled", "lacking") else (reader,):
        row = {"phase": table.phase, "entry": entry, "written_at": timezone.now()}
        letter = Notification(kind=kind, person=who, **row)
        assert all(map(is_worded, templates.subject_and_text(letter)))
