"""The recorder of frames gives what a real socket writes."""

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from campaigns.models import Phase
from campaigns.rulebooks import states
from campaigns.services.log import push
from campaigns.services.orders import orders
from campaigns.services.phases import phase_opening
from core import publisher
from rules.registry import BOOKS
from tests.secrecy.frames import recorded
from tests.support.accounts import person as _person
from tests.support.campaigns import a_campaign
from tests.support.pages.socket import Page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clean_redis")]


def test_the_recorder_gives_what_a_real_socket_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    player = _person("player")
    slug = a_campaign(book="world_at_war", seats={"germany": player}, bots=()).slug
    assert publisher.current.flush(30)
    state = states.now(Phase.objects.get(campaign__slug=slug))
    order = phase_opening.autopilot_order(BOOKS["world_at_war"], state, "germany")
    sent: list[tuple[str, dict[str, Any]]] = []
    honest = push._send

    def send(where: str, message: dict[str, Any]) -> None:
        sent.append((where, message))
        honest(where, message)

    monkeypatch.setattr(push, "_send", send)

    def act() -> None:
        given = {"by": player, "power": "germany", "phase": 1, "order": order}
        orders.save_draft(slug, **given)
        orders.seal_orders(slug, **given, ready=False)
        assert publisher.current.flush(30)

    async def scene() -> dict[str, list[list[str]]]:
        pages = {"player": Page(slug, player), "visitor": Page(slug, None)}
        for page in pages.values():
            assert await page.open()
        await sync_to_async(act)()
        told = {}
        public = sum(not message["power"] for _, message in sent)
        for name, page in pages.items():
            told[name] = await page.told(public if name == "visitor" else len(sent))
            await page.leave()
        return told

    heard = async_to_sync(scene)()
    with recorded() as told:
        for where, message in sent:
            honest(where, message)
    for name, person in (("player", player), ("visitor", None)):
        frames = [push_what(frame) for frame in told.frames_of(slug, person)]
        assert sorted(frames) == sorted(heard[name]), name
    assert len(heard["player"]) > len(heard["visitor"]) > 0


def push_what(frame: bytes) -> list[str]:
    """The topics of a frame."""
    return list(json.loads(frame[2 if frame[1] < 126 else 4 :])["what"])
