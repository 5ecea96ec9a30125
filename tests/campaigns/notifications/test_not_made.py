"""A letter, a push or a post that cannot be made is given up after its last try, said to those who run the
site once, and holds up nothing else.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail as outbox
from django.utils import timezone
from msgspec.structs import replace
from structlog.testing import capture_logs

from campaigns import messages
from campaigns.models import BrokenChannel, Notification, Phase, Webhook, WebhookPost
from campaigns.models.outgoing import Outgoing
from campaigns.selectors.notifications import kinds
from campaigns.selectors.notifications.delivery_log import delivery_log
from campaigns.selectors.notifications.kinds import Cause, NotificationKind
from campaigns.selectors.notifications.kinds.orders import SealVoid
from campaigns.selectors.notifications.posts import POSTS
from campaigns.services.notifications import devices, email, enqueue, webhooks
from tests.support.campaigns import Table
from tests.support.notifications import (
    Browser,
    Listener,
    ask_for_orders,
    heard_bodies,
    sent_to,
    webhook,
    wish,
)


def write(table: Table, name: str, kind: str, nth: int = 0) -> Notification:
    """A letter to a player, and to their devices."""
    cause = Cause(table.phase, timezone.now(), nth=nth)
    enqueue.notify(kinds.KINDS[kind], cause, people=[table.players[name].pk])
    return Notification.objects.get(person=table.players[name], kind=kind, nth=nth, device=None)


def breaks(monkeypatch: pytest.MonkeyPatch, key: str, where: str = "text") -> None:
    """Have every letter of a kind break: where it is worded, or where it is asked whether it is true."""

    def broken(kind: NotificationKind) -> Any:
        raise KeyError(kind.key)

    monkeypatch.setattr(kinds.KINDS["reminder"], "still_true", lambda _kind: True)
    monkeypatch.setattr(kinds.KINDS[key], "still_true", lambda _kind: True)
    monkeypatch.setattr(kinds.KINDS[key], where, broken)


def rounds(send: Callable[[], int], row: Outgoing, times: int) -> list[int]:
    """Send as often as this, each time when it is due again; how much was sent each time."""
    sent = []
    for _ in range(times):
        row.refresh_from_db()
        with time_machine.travel(max(row.send_at, timezone.now()), tick=False):
            sent.append(send())
    row.refresh_from_db()
    return sent


@pytest.mark.parametrize("where", ["text", "still_true"])
def test_a_letter_that_cannot_be_made_holds_up_no_other_and_is_given_up(
    told: Table, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    breaks(monkeypatch, "stuck", where)
    bad = write(told, "north", "stuck")
    ask_for_orders(told)
    with capture_logs() as said:
        assert email.send_due() == 3, "that of the same reader too"
        assert [one.to[0] for one in outbox.outbox] == [
            "north@example.org", "south@example.org", "isle@example.org",
        ]  # fmt: skip
        bad.refresh_from_db()
        assert (bad.state, bad.tries, bad.trouble) == ("waiting", 1, messages.NOT_MADE)
        assert rounds(email.send_due, bad, 5) == [0] * 5
        assert (bad.state, bad.tries) == ("failed", len(email.PAUSES) + 1)
        with time_machine.travel(bad.send_at + timedelta(days=9), tick=False):
            assert email.send_due() == 0
    bad.refresh_from_db()
    assert bad.tries == len(email.PAUSES) + 1, "never taken again"
    [error] = [one for one in said if one["log_level"] == "error"]
    assert (error["event"], error["row"]) == ("letter cannot be made", bad.pk)
    assert isinstance(error["exc_info"], KeyError)
    assert not BrokenChannel.objects.exists(), "their mail is in order"
    [line] = [one for one in delivery_log(told.players["north"]) if "given up" in one.outcome]
    assert "It could not be written" in line.outcome


def test_a_digest_goes_out_without_the_one_that_cannot_be_made(
    told: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch, "seats")
    for kind in ("revealed", "seats"):
        wish(told.players["south"], kind, "digest")
    told.play()
    bad = write(told, "south", "seats", nth=1)
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        email.send_due()
    [digest] = [one for one in sent_to("south") if one.subject.startswith("Chancellery:")]
    assert "is resolved" in digest.body
    bad.refresh_from_db()
    assert (bad.state, bad.trouble) == ("waiting", messages.NOT_MADE)
    assert Notification.objects.get(person=told.players["south"], kind="revealed").state == "sent"


def test_one_that_is_mended_before_its_last_try_goes_out(
    told: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        breaks(patch, "asked")
        bad = write(told, "north", "asked")
        assert email.send_due() == 0
    assert rounds(email.send_due, bad, 1) == [1]
    assert (bad.state, bad.trouble) == ("sent", "")


def test_a_head_of_two_lines_is_sent_in_one(told: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SealVoid, "text", lambda _kind: ("two\nlines", "A text."))
    bad, good = write(told, "north", "voided"), write(told, "north", "asked")
    assert email.send_due() == 2
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.state, good.state) == ("sent", "sent")


@pytest.mark.parametrize("where", ["text", "still_true"])
def test_a_push_that_cannot_be_made_holds_up_no_other_and_is_given_up(
    told: Table, browser: Browser, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    browser.subscribe()
    breaks(monkeypatch, "stuck", where)
    write(told, "north", "stuck")
    write(told, "north", "asked")
    bad = Notification.objects.get(kind="stuck", device__isnull=False)
    with capture_logs() as said:
        assert devices.push_due() == 1
        assert "Place your points" in browser.opened()[0]["title"]
        assert rounds(devices.push_due, bad, 3) == [0] * 3
    assert (bad.state, bad.tries) == ("failed", devices.Pushes.tries)
    assert bad.trouble == messages.NOT_MADE
    assert [one["row"] for one in said if one["log_level"] == "error"] == [bad.pk]
    assert not BrokenChannel.objects.exists(), "the browser is in order"


def test_a_post_that_cannot_be_made_holds_up_no_other_and_its_webhook_stays_on(
    told: Table, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook(told, site)
    webhooks.post_due()

    def broken(_phase: Phase | None) -> str:
        raise KeyError("phase.resolved")

    monkeypatch.setitem(POSTS, "phase.resolved", replace(POSTS["phase.resolved"], text=broken))
    told.play()
    bad = WebhookPost.objects.get(kind="phase.resolved")
    with capture_logs() as said:
        assert webhooks.post_due() == 1
        assert [one["type"] for one in heard_bodies()] == ["webhook.made", "phase.opened"]
        assert rounds(webhooks.post_due, bad, 6) == [0] * 6
    assert (bad.state, bad.tries) == ("failed", len(webhooks.PAUSES) + 1)
    assert bad.trouble == messages.NOT_MADE
    [error] = [one for one in said if one["log_level"] == "error"]
    assert (error["event"], error["row"]) == ("webhook post cannot be made", bad.pk)
    assert Webhook.objects.get().off_at is None
    heard = len(Listener.heard)
    with time_machine.travel(bad.send_at + timedelta(days=9), tick=False):
        webhooks.post_due()
    assert len(Listener.heard) == heard
