"""Nothing that anybody can put into a WebSocket's address or send through it breaks the site."""

from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from core import publisher
from tests.fuzz.hostile import DEEP, TEXTS
from tests.fuzz.world import SEED, rounds
from tests.support.accounts import person, signed_in
from tests.support.campaigns import a_campaign
from tests.support.pages.routes import sockets
from tests.support.pages.socket import whole_socket

pytestmark = [
    pytest.mark.long,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("clean_redis"),
]
SOON = 30.0
#: Sockets of each reader in the bounded form.
ROUNDS = 12

READERS = ("stranger", "player", "outsider")

PATHS = ("/", "/ws/", "/ws/campaign/", "/ws/campaign/{slug}", "/ws/campaign/{slug}/x/", "/ws/campaign/nowhere/",
         "/ws/campaign/\ud800/", "/ws/campaign/%00/", "//ws/campaign/{slug}/", "/ws/campaign/{slug}\x00/",
         "/ws/campaign/" + "x" * 9000 + "/")  # fmt: skip

SEEN = (
    "0",
    "1",
    "99999",
    "9" * 19,
    "9" * 20,
    "1-1",
    "1-999999999",
    "1-9999999999",
    "-1",
    "--",
    "1-",
    *TEXTS,
)

MESSAGES: tuple[dict[str, Any], ...] = (
    *({"text": text} for text in ("", "null", "{}", '{"type": "changed"}', '{"what": 7}', "{", DEEP, *TEXTS)),
    *({"bytes": data} for data in (b"", b"\x00", b"\xff\xfe", b"x" * 2_000_000, b"\x81\x7f" * 999)),
    {"text": "x" * 2_000_000},
    {"text": None, "bytes": None},
    {},
)  # fmt: skip


@pytest.fixture
def table() -> tuple[str, dict[str, str]]:
    """A private campaign, and the cookies of its readers."""
    people = {name: person(name) for name in ("player", "outsider")}
    seated = {"germany": people["player"]}
    table = a_campaign(book="world_at_war", seats=seated, bots=(), at_phase=0, private=True)
    assert publisher.current.flush(30)
    cookies = {"stranger": ""}
    for name, each in people.items():
        cookies[name] = f"sessionid={signed_in(each).cookies['sessionid'].value}"
    return table.slug, cookies


def test_the_sockets_of_the_site_are_those_asked_here() -> None:
    assert sockets() == ("ws/campaign/<slug:slug>/",)


async def test_no_socket_and_no_message_breaks_anything(table: Any) -> None:
    slug, cookies = table
    let_in = 0
    for number in rounds(ROUNDS, share=0.1):
        for reader in READERS:
            chance = Random(f"{reader} {number} {SEED}")
            path = chance.choice((*PATHS, *["/ws/campaign/{slug}/"] * len(PATHS)))
            query = f"seen={chance.choice(SEEN)}" if chance.random() < 0.8 else chance.choice(TEXTS)
            messages = chance.choices(MESSAGES, k=chance.randrange(6))
            opened = await _talk(path.format(slug=slug), query, cookies[reader], messages)
            assert not opened or reader == "player"
            let_in += opened
    assert let_in
    # The thread of the pool keeps its connection otherwise, and the database could not be removed.
    await sync_to_async(connections.close_all)()


async def _talk(path: str, query: str, cookie: str, messages: list[dict[str, Any]]) -> bool:
    """Open a socket, say these things, leave. Raises whatever breaks in the site."""
    socket = whole_socket(path, query.encode("utf-8", "surrogatepass"), cookie=cookie)
    await socket.send_input({"type": "websocket.connect"})
    answer = await socket.receive_output(SOON)
    assert answer["type"] in ("websocket.accept", "websocket.close")
    if answer["type"] == "websocket.accept":
        for message in messages:
            await socket.send_input({"type": "websocket.receive", **message})
    await socket.send_input({"type": "websocket.disconnect", "code": 1001})
    await socket.wait(SOON)
    return bool(answer["type"] == "websocket.accept")
