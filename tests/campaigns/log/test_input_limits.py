"""Whatever is sent is read in one place, and what cannot be read is refused in words."""

import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import Client

from campaigns.models import Campaign
from config.asgi import application
from core import input_limits
from core.input_limits import Unreadable, plain_data, text_problem, whole_number
from tests.support.campaigns import Table
from tests.support.suite.sample import one_in

DEEP = "[" * 50_000 + "]" * 50_000
BODIES: dict[str, bytes] = {
    "deep": DEEP.encode(),
    "deep in an order": b'{"phase": 1, "order": {"kind": "place", "points": %s}}' % DEEP.encode(),
    "twenty deep": ('{"a":' * 20 + "1" + "}" * 20).encode(),
    "5,000 digits": b'{"phase": ' + b"9" * 5000 + b"}",
    "beyond a bigint": b'{"phase": 99999999999999999999}',
    "beyond all floats": b'{"phase": 1e999}',
    "no number": b'{"phase": NaN}',
    "a lone surrogate": b'{"phase": 1, "order": {"kind": "\\ud800"}}',
    "NUL": b'{"phase": 1, "order": {"kind": "\\u0000"}}',
    "NUL in a name": b'{"phase": 1, "order": {"kind": "place", "\\u0000": 1}}',
    "no UTF-8": b'{"phase": "\xff"}',
    "cut off": b'{"phase": 1',
    "nothing": b"",
    "a list": b"[]",
    "a number": b"7",
    "many values": json.dumps({"phase": 1, "order": {"x": [0] * 20_000}}).encode(),
    "a list as kind": b'{"phase": 1, "seal": true, "order": {"kind": []}}',
    "an object as kind": b'{"phase": 1, "seal": true, "order": {"kind": {"a": 1}}}',
}


def player(table: Table) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(table.players["north"])
    return client


def sent(table: Table, path: str, body: Any) -> Any:
    """What a program of this player is answered."""
    address = f"/api/campaigns/{table.slug}/{path}"
    return player(table).post(address, body, content_type="application/json")


@pytest.mark.parametrize("what", one_in(8, BODIES))
@pytest.mark.parametrize(
    "path", ["orders/north/", "acts/north/", "standing/north/", "preview/north/"]
)
def test_a_body_that_cannot_be_read_is_refused_in_words(table: Table, what: str, path: str) -> None:
    before = table.campaign.log_hash
    answered = sent(table, path, BODIES[what])
    if (what, path) == ("nothing", "standing/north/"):
        assert answered.status_code == 200  # no standing orders, which is what there was
    else:
        assert answered.status_code in (400, 409, 422), answered.content
        assert answered.json()["message"]
        assert len(answered.content) < 2000
    assert table.campaign.log_hash == before


@pytest.mark.long
@pytest.mark.parametrize("kind", [[], {}, [["x"]], 7, None, True])
def test_an_act_of_no_kind_is_refused(table: Table, kind: Any) -> None:
    assert sent(table, "acts/north/", {"act": {"kind": kind}}).status_code == 400


def test_a_body_that_is_too_large_is_answered_with_413(table: Table) -> None:
    large = b'{"phase": 1, "order": {"kind": "' + b"x" * input_limits.MOST_BYTES + b'"}}'
    client, by_program = player(table), sent(table, "orders/north/", large)
    assert (by_program.status_code, by_program.json()["code"]) == (413, "too_large")
    form = client.post(f"/c/{table.slug}/orders/", {"points.east": "9" * input_limits.MOST_BYTES})
    assert form.status_code in (400, 413)
    plain = client.post(
        f"/c/{table.slug}/orders/",
        b"a=" + b"9" * input_limits.MOST_BYTES,
        content_type="application/x-www-form-urlencoded",
    )
    assert plain.status_code == 413
    assert "too large" in plain.text


@pytest.mark.django_db(transaction=True)
async def test_the_server_stops_reading_a_body_that_is_too_large() -> None:
    sent: list[dict[str, Any]] = []
    read = 0

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b"x" * 1_000_000, "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/new/", "query_string": b"", "root_path": "",
        "headers": [(b"host", b"localhost")], "server": ("localhost", 80),
    }  # fmt: skip
    await application(scope, receive, send)
    assert sent[0]["status"] == 413
    assert read <= input_limits.MOST_BYTES // 1_000_000 + 1


ADDRESSES = (
    "/join/%00/", "/c/%00/", "/?a=%00", "/?power=%00", "/?power=" + "x" * 10_000,
    "/c/{slug}/?power=%00", "/c/{slug}/log/?before=" + "9" * 5000, "/c/{slug}/log/?before=99999999999999999999",
    "/c/{slug}/log/?before=%C2%B2", "/c/{slug}/log/?before=-1", "/c/{slug}/history/99999999999999999999/",
    "/c/{slug}/history/" + "9" * 5000 + "/", "/api/campaigns/{slug}/phases/99999999999999999999/",
    "/api/campaigns/{slug}/log/?before=" + "9" * 5000, "/api/campaigns/{slug}/log/?before=99999999999999999999",
    "/api/campaigns/{slug}/?power=%ED%A0%80", "/api/campaigns/{slug}/?power=%00", "/rules/%00/",
    "/accounts/password-reset/%00/%00/", "/accounts/password-reset/MQ/set-password/", "/" + "x" * 50_000 + "/",
)  # fmt: skip


@pytest.mark.parametrize("address", one_in(4, ADDRESSES, ids=lambda address: address[:40]))
def test_no_address_breaks_anything(table: Table, address: str) -> None:
    for client in (player(table), Client(raise_request_exception=False)):
        assert client.get(address.format(slug=table.slug)).status_code < 500


CHARSETS = ("base64", "utf-7", "utf-16", "unicode_escape", "idna", "zlib", "x", "\xff")


@pytest.mark.django_db(transaction=True)
async def test_no_encoding_breaks_anything() -> None:
    for charset in CHARSETS:
        for kind in (
            "application/x-www-form-urlencoded",
            "application/json",
            "multipart/form-data",
        ):
            content = f"{kind}; charset={charset}".encode("latin-1")
            scope = {
                "type": "http", "method": "POST", "path": "/api/token/", "query_string": b"a=%2B",
                "root_path": "", "headers": [(b"host", b"localhost"), (b"content-type", content)],
                "server": ("localhost", 80),
            }  # fmt: skip
            server = ApplicationCommunicator(application, scope)
            await server.send_input({"type": "http.request", "body": b"a=+AAA-"})
            assert (await server.receive_output(timeout=30))["status"] < 500, (charset, kind)
            await server.receive_output(timeout=30)
            await server.wait()


def test_a_cookie_that_is_none_of_ours_is_left_out(table: Table) -> None:
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, "theme"):
        for value in (r'"\000"', "x" * 5000, '"\\377\\376"'):
            client = Client(raise_request_exception=False)
            client.cookies.load({name: value})
            assert client.get("/").status_code == 200, (name, value)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", []),
        ("/ws/", []),
        ("/ws/campaign/", []),
        ("/ws/campaign/a/b/", []),
        ("/ws/campaign/\x00/", []),
        ("/ws/campaign/" + "x" * 9000 + "/", []),
        ("/ws/campaign/nowhere/?seen=" + "9" * 5000, []),
        ("/ws/campaign/nowhere/?seen=%C2%B2", []),
        ("/ws/campaign/nowhere/?seen=%00&seen=", []),
        ("/ws/campaign/nowhere/", [(b"cookie", b'sessionid="\\000"')]),
        ("/ws/campaign/nowhere/", [(b"cookie", b"sessionid=\xff\xfe")]),
    ],
)
async def test_no_socket_breaks_anything(
    path: str, headers: list[tuple[bytes, bytes]], clean_redis: Any
) -> None:
    origin = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    place, _, query = path.partition("?")
    scope = {
        "type": "websocket", "path": place, "query_string": query.encode(), "subprotocols": [],
        "headers": [*origin, *headers],
    }  # fmt: skip
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output(timeout=30))["type"] == "websocket.close"
    await socket.wait()


def test_data_are_plain_and_within_limits() -> None:
    good = {"a": [1, 2.5, "word", None, True, {"b": "two\nlines\tand\r\n"}]}
    assert plain_data(good) is good
    numbers = (10**400, -(2**53), float("nan"), float("-inf"))
    for wrong in (*numbers, {1: 2}, {"x" * 400: 1}, b"", object()):
        with pytest.raises(Unreadable):
            plain_data({"deep": [wrong]})


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), (" 07 ", 7), ("-3", -3), ("+3", 3), ("", None), ("²", None), ("٣", None), ("1_0", None), ("9" * 16, None)],
)  # fmt: skip
def test_whole_numbers_are_figures(text: str, number: int | None) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["\x00", "a\ud800b", "\x1b[0m", "x" * 11])
def test_what_is_no_text(text: str) -> None:
    assert text_problem(text, 10)
    assert not text_problem("Zoë\n", 10)


def test_a_refused_founding_founds_nothing(table: Table) -> None:
    wish = {"rulebook": "tiny", "scenario": "short", "title": "x"}
    endless = {"hours": {"default": 1e300}}
    for policy in (endless, {"zone": "x" * 9000}, {"days_off": ["mon"] * 99}, {"at": []}, 7):
        refused = player(table).post(
            "/api/campaigns/", {**wish, "policy": policy}, content_type="application/json"
        )
        assert refused.status_code in (400, 422)
    assert Campaign.objects.count() == 1
