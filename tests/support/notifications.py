"""What people are told: by mail, devices, webhooks and feeds."""

import json
import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, ClassVar

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from django.test import Client
from django.utils import timezone

from campaigns.models import Campaign, Notification
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.orders import OrdersDue
from campaigns.services.notifications import enqueue, preferences, webhooks
from tests.support.accounts import reachable
from tests.support.campaigns import Table


def addressed(who: Any) -> Any:
    """Somebody with an address."""
    reachable(who)
    return who


def all_addressed(table: Table) -> Table:
    """Its people have addresses; nothing is on its way to anybody."""
    reachable(*table.players.values(), table.moderator)
    Notification.objects.all().delete()
    return table


@pytest.fixture
def told(table: Table) -> Table:
    return all_addressed(table)


def ask_for_orders(table: Table, **more: Any) -> int:
    """Write to those of whom orders are asked; to how many."""
    return enqueue.notify(OrdersDue, Cause(table.phase, timezone.now(), **more))


def sent_to(name: str) -> list[Any]:
    return [one for one in mail.outbox if one.to == [f"{name}@example.org"]]


def wish(person: Any, kind: str, how: str, slug: str = "") -> None:
    preferences.set_preferences(by=person, slug=slug, how={kind: how})


class Listener(BaseHTTPRequestHandler):
    """A site that hears what is posted, and answers as it is told to."""

    heard: ClassVar[list[tuple[str, str, dict[str, str], bytes]]] = []
    status: ClassVar[int] = 204
    body: ClassVar[bytes] = b""
    wait: ClassVar[str] = ""

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length", 0))
        self.heard.append((self.command, self.path, dict(self.headers), self.rfile.read(size)))
        self.send_response(self.status)
        if 300 <= self.status < 400:
            self.send_header("Location", "/elsewhere")
        if self.wait:
            self.send_header("Retry-After", self.wait)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    do_PUT = do_POST  # noqa: N815 - the library calls it so

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def site(settings: Any) -> Iterator[str]:
    """The listener's address, which is allowed."""
    settings.OUTBOUND_ALLOW = ("127.0.0.1",)
    Listener.heard, Listener.status, Listener.body, Listener.wait = [], 204, b"", ""
    server = HTTPServer(("127.0.0.1", 0), Listener)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook/very-secret"
    server.shutdown()
    server.server_close()


def webhook(table: Table, address: str, kind: str = "json", **more: str) -> str:
    return webhooks.make(table.slug, by=table.players["north"], kind=kind, address=address, **more)


def heard_bodies() -> list[dict[str, Any]]:
    return [json.loads(body) for _, _, _, body in Listener.heard]


def b64(raw: bytes) -> str:
    """As Web Push writes keys: for addresses, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """A browser that is signed in, with the keys of its subscription."""

    def __init__(self, person: Any, endpoint: str) -> None:
        self.client = Client()
        self.client.force_login(person)
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.endpoint = endpoint

    @property
    def given(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": b64(point), "auth": b64(self.auth)}

    def subscribe(self) -> int:
        return self.client.post("/news/devices/", self.given).status_code

    def opened(self) -> list[dict[str, Any]]:
        return [
            json.loads(
                http_ece.decrypt(
                    body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
                )
            )
            for _, _, _, body in Listener.heard
        ]


@pytest.fixture
def browser(table: Table, site: str, settings: Any) -> Browser:
    settings.VAPID_KEY = b64(os.urandom(32))
    Listener.status = 201
    return Browser(table.players["north"], site)


def titles(content: bytes) -> list[str]:
    return re.findall(r"<entry><title>(.*?)</title>", content.decode())


def private(table: Table) -> None:
    Campaign.objects.filter(slug=table.slug).update(private=True)
