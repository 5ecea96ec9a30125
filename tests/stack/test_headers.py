"""What every answer carries to keep a page from being misused."""

import gzip

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def sockets(answer) -> str:
    parts = answer.headers["Content-Security-Policy"].split("; ")
    return next(part for part in parts if part.startswith("connect-src"))


def test_a_page_may_open_a_socket_to_its_own_host_only(client: Client) -> None:
    assert sockets(client.get("/healthz")) == "connect-src 'self' ws://testserver"
    assert sockets(client.get("/healthz", secure=True)) == "connect-src 'self' wss://testserver"


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
