"""A browser is told of news by Web Push, shows it and leads to the campaign, until its person signs out there.

The page's script, the service worker, the site's encryption and the delivery to the worker are real. Not real is
the push service: Chromium has none without Google's, so `PushManager.subscribe` is answered by the test with keys
of its own and an address on loopback, what arrives there is opened with them, and DevTools hand it to the worker. A
click on a notification is an event that the test makes in the worker, since a browser without a screen shows none to
click; which page it asks for is the worker's.
"""

import json
import os
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Device as Subscription
from tests.browser.people import Somebody
from tests.support.campaigns import a_campaign
from tests.support.notifications import b64
from tests.support.programs.runner import wait_for
from tests.support.programs.site import Site, keep_quiet

pytestmark = pytest.mark.long

SUBSCRIBES = """given => {
  let held = null;
  const made = () => ({ endpoint: given.endpoint, toJSON: () => given, unsubscribe: async () => { held = null; return true; } });
  PushManager.prototype.subscribe = async function (options) {
    window.subscribedWith = { visible: options.userVisibleOnly, key: options.applicationServerKey.length };
    return (held = made());
  };
  PushManager.prototype.getSubscription = async () => held;
}"""
"""Chromium's push service as the test has it: it gives out one subscription."""
NOTIFICATIONS = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body }) => ({ title, body }));
}"""
CLICKED = """async () => {
  const [notification] = await self.registration.getNotifications();
  const opened = new Promise((found) => {
    self.clients.openWindow = async (address) => found(address);
  });
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  return opened;
}"""


class Receiver(BaseHTTPRequestHandler):
    """The push service: it keeps what is posted to it."""

    heard: ClassVar[list[bytes]] = []

    def do_POST(self) -> None:
        self.heard.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    """The address of the push service."""
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/push"
    server.shutdown()
    server.server_close()


@pytest.fixture
def site(tmp_path: Path, service: str, django_db_blocker: Any, monkeypatch: Any) -> Iterator[Site]:
    """A whole site that may post to this machine and signs what it pushes."""
    keep_quiet(monkeypatch)
    key = b64(os.urandom(32))
    site = Site(tmp_path, OUTBOUND_ALLOW="127.0.0.1", VAPID_KEY=key)
    site.environment["SITE_ADDRESS"] = site.url
    site.start()
    with django_db_blocker.unblock(), site.database():
        yield site
    site.stop()


def test_a_browser_shows_what_is_asked_and_leads_there_until_it_signs_out(
    site: Site, service: str, new_browser: Any
) -> None:
    nora = Somebody(site.url, new_browser(), "nora")
    user = User.objects.get(username="nora")
    campaign = a_campaign(
        book="world_at_war", by=user, seats={"britain": user}, title="Dispatches"
    ).campaign
    page, own, auth = nora.page, ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    point = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": b64(point), "auth": b64(auth)}
    given = json.dumps({"endpoint": service, "keys": keys})
    nora.session.grant_permissions(["notifications"], origin=site.url)
    nora.session.add_init_script(f"({SUBSCRIBES})({given})")

    # She switches it on, on the page of what one hears of.
    nora.open("/news/settings/")
    state = page.locator("[data-push-state]")
    expect(state).to_have_text("Off.")
    page.get_by_role("button", name="Notify me here").click()
    expect(state).to_have_text("On: this browser is told of news until you sign out here.")
    assert page.evaluate("window.subscribedWith") == {"visible": True, "key": 65}
    subscribed = Subscription.objects.filter(person=user)
    assert subscribed.exists()

    # Her seal ends the phase; what the next one asks of her arrives and is shown.
    nora.open(f"/c/{campaign.slug}/")
    nora.place(turkey=2, greece=2)
    nora.seal()
    wait_for(lambda: bool(Receiver.heard), "a push", explain=site.explain)
    # Where she is elsewhere; an open page of the campaign would be brought to the front.
    nora.open("/news/settings/")
    message = http_ece.decrypt(
        Receiver.heard[-1], private_key=own, auth_secret=auth, version="aes128gcm"
    )
    tools = page.context.new_cdp_session(page)
    known: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready")
    push = {"origin": site.url, "registrationId": known[-1], "data": message.decode()}
    tools.send("ServiceWorker.deliverPushMessage", push)
    wait_for(lambda: page.evaluate(NOTIFICATIONS), "the notification")
    [shown] = page.evaluate(NOTIFICATIONS)
    assert shown["title"].startswith("Dispatches: Name the countries to roll for, by ")
    assert "Your orders are due." in shown["body"]
    [worker] = page.context.service_workers
    assert worker.evaluate(CLICKED) == f"{site.url}/c/{campaign.slug}/"

    # Whoever signs out is pushed to no more: the subscription goes with the session.
    nora.open("/")
    page.locator(".who").get_by_role("button", name="Sign out").click()
    expect(page.locator(".who")).to_contain_text("Sign in")
    assert not subscribed.exists()
