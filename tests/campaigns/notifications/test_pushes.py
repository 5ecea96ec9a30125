"""What open pages are told: that something changed, never what."""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.test import TestCase

from campaigns.services.log import push
from campaigns.services.orders import orders
from core import publisher
from tests.campaigns.conftest import Table

PLACE = {"kind": "place", "points": {"east": 2}}


def _pushes(sent: list[Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(one[1], one[2]) for one in sent if one[0] == "push"]


def test_a_draft_is_pushed_to_its_own_seat_alone(table: Table, sent: list[Any]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        orders.save_draft(
            table.slug, by=table.players["north"], power="north", order=PLACE, phase=1
        )
    told = {(slug, message["power"]) for slug, message in _pushes(sent)}
    assert told == {(table.slug, "north")}


def test_a_push_says_what_changed_and_nothing_more(table: Table, sent: list[Any]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        for power in table.players:
            table.seal(power, PLACE)
        table.advance()
    assert _pushes(sent)
    for _, message in _pushes(sent):
        assert set(message) == {"type", "what", "power"}
        assert message["type"] == "changed"
        assert set(message["what"]) <= set(push.EVERYTHING)


def test_a_phase_change_has_nobody_asked_again_who_may_listen(
    table: Table, sent: list[Any]
) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        for power in table.players:
            table.seal(power, PLACE)
        table.advance()
    changes = [message["what"] for _, message in _pushes(sent) if "phase" in message["what"]]
    assert len(changes) == 1
    assert "seats" not in changes[0]


def test_the_last_seal_asks_a_worker_to_go_on(table: Table, sent: list[Any]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        for power in table.players:
            table.seal(power, PLACE)
    tasks = [one for one in sent if one[0] == "task" and "advance" in one[1]]
    assert [task[2] for task in tasks] == [(table.campaign.pk, table.phase.pk)]


# --- On the way to Redis ----------------------------------------------------------------------


@pytest.fixture
def own(clean_redis: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[publisher.Publisher]:
    """A publisher of this test's own, in front of the real Redis."""
    fresh = publisher.Publisher()
    monkeypatch.setattr(publisher, "current", fresh)
    monkeypatch.setattr(push, "_send", _SEND)
    yield fresh
    fresh.flush()


_SEND = push._send


def test_everybody_is_told_the_topics_as_the_browser_gets_them(
    own: publisher.Publisher, clean_redis: Any
) -> None:
    listening = _listening_to(clean_redis, publisher.feed_name("x"))
    push._send("x", {"type": "changed", "what": ["board", "log"], "power": ""})
    assert own.flush(30)
    assert listening.get_message(timeout=30)["data"] == b'{"what":["board","log"]}'


def test_what_one_power_is_told_goes_to_its_group_alone(
    own: publisher.Publisher, clean_redis: Any
) -> None:
    listening = _listening_to(clean_redis, publisher.feed_name("x"))
    message = {"type": "changed", "what": ["orders"], "power": "north"}

    async def told() -> Any:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(push.group("x", "north"), channel)
        push._send("x", message)
        return await layer.receive(channel)

    assert async_to_sync(told)() == message
    assert listening.get_message(timeout=0.2) is None


def test_redis_being_away_fails_nothing(
    own: publisher.Publisher, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    message = {"type": "changed", "what": ["log"], "power": ""}
    push._send("x", message)
    assert own.flush(10)
    push._send("x", message)
    assert own.flush(10)


def test_a_forked_process_sends_news_of_its_own(own: publisher.Publisher, clean_redis: Any) -> None:
    listening = _listening_to(clean_redis, publisher.feed_name("x"))
    push._send("x", {"type": "changed", "what": ["board"], "power": ""})
    assert own.flush(30)
    child = os.fork()
    if not child:
        try:
            push._send("x", {"type": "changed", "what": ["log"], "power": ""})
            publisher.current.flush(30)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    told = [json.loads(listening.get_message(timeout=30)["data"])["what"] for _ in range(2)]
    assert told == [["board"], ["log"]]


def _listening_to(client: redis.Redis, channel: str) -> Any:
    assert channel.startswith(settings.REDIS_PREFIX)
    listening = client.pubsub()
    listening.subscribe(channel)
    # What is published before Redis has confirmed this would be missed.
    confirmed = listening.get_message(timeout=30)
    assert confirmed is not None
    assert confirmed["type"] == "subscribe"
    return listening
