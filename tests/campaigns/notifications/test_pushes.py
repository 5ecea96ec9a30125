"""What open pages are told: that something changed, never what."""

import asyncio
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.test import TestCase

from campaigns.services.log import push
from config.settings.base import channel_layers
from core import publisher
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table


def _pushes(sent: list[Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(one[1], one[2]) for one in sent if one[0] == "push"]


def test_a_draft_is_pushed_to_its_own_seat_alone(table: Table, sent: list[Any]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        table.save_draft("north", PLACE)
    told = {(slug, message["power"]) for slug, message in _pushes(sent)}
    assert told == {(table.slug, "north")}


def test_a_push_says_what_changed_and_nothing_more(table: Table, sent: list[Any]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        table.play()
    assert _pushes(sent)
    for _, message in _pushes(sent):
        assert set(message) == {"type", "what", "power"}
        assert message["type"] == "changed"
        assert set(message["what"]) <= set(push.EVERYTHING)


def test_a_phase_change_has_nobody_asked_again_who_may_listen(
    table: Table, sent: list[Any]
) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        table.play()
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


@pytest.mark.parametrize("power", ["", "north"])
def test_news_goes_to_the_group_of_its_campaign_alone(
    own: publisher.Publisher, clean_redis: Any, power: str
) -> None:
    message = {"type": "changed", "what": ["orders", "log"], "power": power}

    def act() -> None:
        push._send("x", message)
        push._send("y", {**message, "what": ["board"]})

    assert _heard("x", act) == [{**message, "slug": "x"}]


def test_redis_being_away_fails_nothing(
    own: publisher.Publisher, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.CHANNEL_LAYERS = channel_layers("redis://127.0.0.1:1/0", "away")
    message = {"type": "changed", "what": ["log"], "power": ""}
    push._send("x", message)
    assert own.flush(10)
    push._send("x", message)
    assert own.flush(10)


def test_a_forked_process_sends_news_of_its_own(own: publisher.Publisher, clean_redis: Any) -> None:
    def act() -> None:
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

    assert [message["what"] for message in _heard("x", act)] == [["board"], ["log"]]


def _heard(slug: str, act: Callable[[], None]) -> list[dict[str, Any]]:
    """What comes by the group of a campaign while something happens."""
    end = {"type": "end"}

    async def told() -> list[dict[str, Any]]:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(push.group(slug), channel)
        first = asyncio.create_task(layer.receive(channel))
        # What is published before Redis has taken the group would be missed.
        while not first.done():
            await layer.group_send(push.group(slug), {"type": "begin"})
            await asyncio.wait([first], timeout=0.1)
        messages = [first.result()]
        act()
        assert publisher.current.flush(30)
        await layer.group_send(push.group(slug), end)
        while messages[-1] != end:
            messages.append(await layer.receive(channel))
        return [message for message in messages if message["type"] == "changed"]

    return async_to_sync(told)()
