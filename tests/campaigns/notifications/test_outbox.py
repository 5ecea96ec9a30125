"""Mail, pushes and posts go out by one outbox: each can be sent by itself, and a broken one is marked and fails alone."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from campaigns import messages
from campaigns.models import Notification, WebhookPost
from campaigns.models.outgoing import Outgoing
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.orders import OrdersDue
from campaigns.services.notifications import devices, email, enqueue, outbox, webhooks
from campaigns.services.notifications.outbox import Refusal
from tests.support.campaigns import Table
from tests.support.notifications import Browser, Listener, ask_for_orders, webhook

CHANNELS = {"mail": email.Mail, "push": devices.Pushes, "webhook": webhooks.Webhooks}


@dataclass
class Waiting:
    """One row of a channel that waits to be sent."""

    channel: Any
    row: Outgoing


@pytest.fixture(params=CHANNELS)
def waiting(request: Any, told: Table, site: str, browser: Browser) -> Waiting:
    row: Outgoing
    if request.param == "webhook":
        webhook(told, site)
        row = WebhookPost.objects.get()
    else:
        browser.subscribe()
        ask_for_orders(told)
        north = Notification.objects.filter(person=told.players["north"])
        row = north.get(device__isnull=request.param == "mail")
    return Waiting(CHANNELS[request.param](), row)


def test_a_row_can_be_sent_by_itself(waiting: Waiting) -> None:
    assert waiting.channel.send(waiting.row) == 1
    waiting.row.refresh_from_db()
    assert (waiting.row.state, waiting.row.trouble) == ("sent", "")
    assert waiting.row.sent_at is not None
    assert len(mail.outbox) + len(Listener.heard) == 1


@pytest.mark.parametrize("where", ["message", "deliver"])
def test_a_broken_one_is_marked(
    waiting: Waiting, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Any:
        raise KeyError("it broke")

    monkeypatch.setattr(type(waiting.channel), where, broken)
    assert waiting.channel.send(waiting.row) == 0
    waiting.row.refresh_from_db()
    assert (waiting.row.state, waiting.row.trouble) == ("waiting", messages.NOT_MADE)
    waiting.row.tries = waiting.channel.tries - 1
    waiting.channel.put_off(waiting.row, timezone.now())
    assert waiting.channel.send(waiting.row) == 0
    waiting.row.refresh_from_db()
    assert (waiting.row.state, waiting.row.tries) == ("failed", waiting.channel.tries)


@pytest.mark.parametrize("final", [False, True])
def test_one_that_is_refused_is_tried_again_unless_that_is_final(
    waiting: Waiting, final: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = Refusal(trouble="Not today.", final=final)
    monkeypatch.setattr(type(waiting.channel), "deliver", lambda *_: refusal)
    waiting.channel.put_off(waiting.row, timezone.now())
    assert waiting.channel.send(waiting.row) == 0
    waiting.row.refresh_from_db()
    assert waiting.row.trouble == "Not today."
    assert waiting.row.state == ("failed" if final else "waiting")


@pytest.mark.parametrize("where", ["message", "deliver"])
def test_of_several_in_one_message_the_broken_one_fails_alone(
    told: Table, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = []
    for nth in range(3):
        enqueue.notify(
            OrdersDue, Cause(told.phase, timezone.now(), nth=nth), people=[told.players["north"].pk]
        )
        rows.append(Notification.objects.latest("pk"))
    monkeypatch.setattr(OrdersDue, "text", lambda kind: ("orders", f"Number {kind.row.nth}."))
    honest = getattr(email.Mail, where)

    def broken(channel: email.Mail, given: Any) -> Any:
        numbers = [row.nth for row in given] if where == "message" else []
        if 1 in numbers or (where == "deliver" and "Number 1." in given.body):
            raise KeyError("it broke")
        return honest(channel, given)

    monkeypatch.setattr(email.Mail, where, broken)
    assert email.Mail().send(*rows) == 2
    assert len(mail.outbox) == (1 if where == "message" else 2)
    states = Notification.objects.order_by("nth").values_list("state", "trouble")
    assert list(states) == [("sent", ""), ("waiting", messages.NOT_MADE), ("sent", "")]


def test_each_channel_makes_a_round_of_its_own() -> None:
    for attribute in ("name", "task"):
        assert len({getattr(one, attribute) for one in CHANNELS.values()}) == len(CHANNELS)
    assert all(issubclass(one, outbox.Channel) for one in CHANNELS.values())
