"""A socket belongs to a session and to a page of this site: it ends with the one, and needs the other."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import Session
from config.serving.websocket_origin import is_own
from core import publisher
from frontend import feed
from frontend.consumers import SIGNED_OUT
from tests.support.accounts import person, signed_in
from tests.support.campaigns import a_campaign
from tests.support.pages.socket import whole_socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clean_redis")]
#: Much shorter than the patrol's pause in these tests: what comes so soon was pushed.
SOON = 10.0


@pytest.fixture
def player() -> Any:
    return person("player")


@pytest.fixture
def slug(player: Any) -> str:
    slug = a_campaign(book="world_at_war", seats={"germany": player}, at_phase=0).slug
    assert publisher.current.flush(5)
    return slug


class Page:
    """An open page, through everything that stands before a socket."""

    def __init__(self, slug: str, client: Client | None, **headers: str) -> None:
        cookie = f"sessionid={client.cookies['sessionid'].value}" if client else ""
        self._socket = whole_socket(f"/ws/campaign/{slug}/", cookie=cookie, **headers)

    async def open(self) -> bool:
        await self._socket.send_input({"type": "websocket.connect"})
        answer = await self._socket.receive_output(SOON)
        return bool(answer["type"] == "websocket.accept")

    async def closed_with(self) -> int:
        """The code with which it is hung up on, soon."""
        answer = await self._socket.receive_output(SOON)
        assert answer["type"] == "websocket.close"
        return int(answer["code"])

    async def stays_open(self) -> bool:
        """Whether it is not hung up on while several patrols pass."""
        return bool(await self._socket.receive_nothing(timeout=0.5))

    async def leave(self) -> None:
        await self._socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._socket.wait()


def sign_out(client: Client, player: Any) -> None:
    assert client.post("/accounts/sign-out/").status_code == 302


def change_password(client: Client, player: Any) -> None:
    new = dict.fromkeys(("new_password1", "new_password2"), "quite-another-1940")
    fields = {"old_password": "a long enough pass phrase", **new}
    assert client.post("/accounts/me/password/", fields).status_code == 302


def delete_account(client: Client, player: Any) -> None:
    services.delete_account(player.pk)


def expire(client: Client, player: Any) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


def keep_out(client: Client, player: Any) -> None:
    get_user_model().objects.filter(pk=player.pk).update(is_active=False)


def vanish(client: Client, player: Any) -> None:
    """As if the word of it had been lost."""
    Session.objects.all().delete()


async def one_ends(ends: Callable[[], None], mine: Page, other: Page) -> None:
    """Of two pages one is hung up on once something ends its session; the other stays open."""
    assert await mine.open()
    assert await other.open()
    if feed.PATROL_SECONDS == AT_ONCE:
        assert await mine.stays_open()
    await sync_to_async(ends)()
    assert await mine.closed_with() == SIGNED_OUT
    assert await other.stays_open()
    await mine.leave()
    await other.leave()
    assert not feed.feed().rooms


NEVER, AT_ONCE = 3600.0, 0.1
"""Seconds from one patrol to the next."""


@pytest.mark.parametrize(
    ("ends", "patrol"),
    [
        *((told, NEVER) for told in (sign_out, change_password, delete_account)),
        *(pytest.param(one, AT_ONCE, marks=pytest.mark.long) for one in (expire, keep_out, vanish)),
    ],
)
def test_a_socket_ends_with_its_session_at_once_or_at_the_next_patrol_when_nobody_told_it(
    ends: Callable[[Client, Any], None],
    patrol: float,
    slug: str,
    player: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(feed, "PATROL_SECONDS", patrol)
    client = signed_in(player)

    async_to_sync(one_ends)(lambda: ends(client, player), Page(slug, client), Page(slug, None))


def test_signing_out_in_one_browser_leaves_the_other_alone(
    slug: str, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "PATROL_SECONDS", AT_ONCE)
    here, there = signed_in(player), signed_in(player)

    async_to_sync(one_ends)(lambda: sign_out(here, player), Page(slug, here), Page(slug, there))


def scope(origin: str | None, host: str = "localhost:8000") -> dict[str, Any]:
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode("latin-1")))
    return {"type": "websocket", "headers": headers}


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8000", "localhost:8000"),
        ("http://LOCALHOST:8000", "localhost:8000"),
        ("http://localhost", "localhost"),
        ("http://localhost:80", "localhost"),
        ("https://localhost", "localhost:443"),
    ],
)
def test_a_page_of_this_site_opens_a_socket(origin: str, host: str) -> None:
    assert is_own(scope(origin, host))


@pytest.mark.parametrize(
    "origin",
    [
        *(None, "", "null", "\xff\xfe", "file://localhost:8000", "http://[::1"),
        *("http://localhost:9000", "http://localhost", "http://127.0.0.1:8000"),
        *("http://elsewhere.example", "http://localhost:8000.elsewhere.example"),
        *("http://localhost:8000@elsewhere.example", "http://localhost:port"),
        *("http://elsewhere.example/http://localhost:8000", "http://localhost:8000/"),
    ],
)
def test_no_other_page_does(origin: str | None) -> None:
    assert not is_own(scope(origin))


def test_a_host_that_is_not_ours_has_no_pages() -> None:
    assert not is_own(scope("http://elsewhere.example", "elsewhere.example"))
    twice = scope("http://localhost:8000")
    twice["headers"].append((b"origin", b"http://elsewhere.example"))
    assert not is_own(twice)


def test_another_site_is_refused_at_the_door(slug: str, player: Any) -> None:
    page = Page(slug, signed_in(player), origin="http://testserver:9000")
    assert not async_to_sync(page.open)()
