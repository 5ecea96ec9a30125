"""What the WebSocket of a page goes on telling when its reader's seats change."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model

from campaigns import push
from campaigns.services import founding, seats
from config.asgi import sockets

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def layer(settings: Any) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


def _person(name: str) -> Any:
    return get_user_model().objects.create_user(username=name, password="a long enough pass phrase")


def _found(moderator: Any, player: Any, *, private: bool) -> str:
    slug = founding.create_campaign(
        by=moderator, rulebook="world_at_war", scenario="one-year", title="Live", private=private
    )
    seats.assign_seat(slug, by=moderator, power="germany", username=player.username)
    return slug


def _listening(slug: str, person: Any, *steps: Any) -> list[Any]:
    """Open a socket as this person, let each step happen, and collect what the socket tells."""

    async def listen() -> list[Any]:
        scope = {"type": "websocket", "path": f"/ws/campaign/{slug}/", "user": person}
        page = ApplicationCommunicator(sockets, scope)
        await page.send_input({"type": "websocket.connect"})
        assert (await page.receive_output(5))["type"] == "websocket.accept"
        told = []
        for step in steps:
            await step
            while not await page.receive_nothing(timeout=0.3):
                told.append(await page.receive_output())
        await page.send_input({"type": "websocket.disconnect", "code": 1000})
        await page.wait()
        return told

    return async_to_sync(listen)()


async def _send(slug: str, what: list[str], power: str = "") -> None:
    sent = {"type": "changed", "what": what, "phase": 1}
    await get_channel_layer().group_send(push.group(slug, power), sent)


ORDERS = {"type": "websocket.send", "text": '{"what": ["orders"]}'}


def test_who_lost_a_seat_hears_of_its_orders_no_more() -> None:
    moderator, player = _person("moderator"), _person("player")
    slug = _found(moderator, player, private=False)
    told = _listening(
        slug,
        player,
        _send(slug, ["orders"], "germany"),
        sync_to_async(seats.free_seat)(slug, by=moderator, power="germany"),
        _send(slug, ["orders"], "germany"),
        _send(slug, ["log"]),
    )
    assert told.count(ORDERS) == 1
    assert "seats" in told[1]["text"]
    assert told[-1]["text"] == '{"what": ["log"]}'


def test_a_new_player_hears_of_the_orders_of_his_seat_at_once() -> None:
    moderator, player, heir = _person("moderator"), _person("player"), _person("heir")
    slug = _found(moderator, player, private=False)
    told = _listening(
        slug,
        heir,
        _send(slug, ["orders"], "germany"),
        sync_to_async(seats.assign_seat)(slug, by=moderator, power="germany", username="heir"),
        _send(slug, ["orders"], "germany"),
    )
    assert told.count(ORDERS) == 1
    assert told[-1] == ORDERS


def test_who_lost_his_seat_in_a_private_campaign_is_shut_out() -> None:
    moderator, player = _person("moderator"), _person("player")
    slug = _found(moderator, player, private=True)
    told = _listening(
        slug,
        player,
        sync_to_async(seats.free_seat)(slug, by=moderator, power="germany"),
        _send(slug, ["log"]),
    )
    assert [one["type"] for one in told] == ["websocket.close"]
