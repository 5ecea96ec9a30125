"""What every answer carries to keep a page from being misused."""

import gzip

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def policy(answer) -> dict[str, str]:
    parts = answer.headers["Content-Security-Policy"].split("; ")
    return {part.split(" ", 1)[0]: part.split(" ", 1)[1] for part in parts}


@pytest.mark.parametrize("path", ["/accounts/sign-in/", "/healthz", "/no-such-page"])
def test_scripts_and_styles_come_from_us_alone_and_never_inline(client: Client, path: str) -> None:
    rules = policy(client.get(path))

    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"


def test_a_page_may_open_a_socket_to_its_own_host_only(client: Client) -> None:
    assert policy(client.get("/healthz"))["connect-src"] == "'self' ws://testserver"
    assert policy(client.get("/healthz", secure=True))["connect-src"] == "'self' wss://testserver"


def test_static_files_are_served_whole_and_again_only_when_changed(client: Client) -> None:
    first = client.get("/static/admin/css/base.css")
    assert first.status_code == 200
    assert not first.streaming
    assert first["Content-Type"].startswith("text/css")
    assert len(first.content) == int(first["Content-Length"])

    again = client.get("/static/admin/css/base.css", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_static_files_travel_packed_to_whoever_takes_them_so(client: Client) -> None:
    whole = client.get("/static/admin/css/base.css")
    packed = client.get("/static/admin/css/base.css", headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) == int(packed["Content-Length"]) < len(whole.content) / 3
    assert gzip.decompress(packed.content) == whole.content
    picture = client.get("/static/admin/img/README.txt", headers={"accept-encoding": "gzip"})
    assert not picture.has_header("Content-Encoding")


def test_the_api_describes_itself(client: Client) -> None:
    answer = client.get("/api/schema/", headers={"accept": "application/json"})

    assert answer.status_code == 200
    assert answer.json()["info"]["title"] == "Chancellery"
