"""News by every way: the bell, mail at once and as a digest, a channel elsewhere, a feed, a calendar, a device.

Letters are read from the folder that the site mails into, and posts by a receiver on loopback. Of Web
Push, the page's script, the service worker, the site's encryption and the delivery to the worker are
real. Not real is the push service: Chromium has none without Google's, so `PushManager.subscribe` is
answered by the test with keys of its own and an address on loopback, what arrives there is opened with
them, and DevTools hand it to the worker. A click on a notification is an event that the test makes in
the worker, since a browser without a screen shows none to click; which page it asks for is the worker's.
"""

import json
import os
import xml.etree.ElementTree as ET
from base64 import urlsafe_b64encode
from email.message import EmailMessage
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, WebhookPost
from campaigns.models import Device as Subscription
from tests.browser.people import Somebody
from tests.browser.story import Receiver, Story
from tests.browser.test_press import looked_at

pytestmark = pytest.mark.long

BOTS = ["italy", "france", "united_states", "russia"]
ATOM = "{http://www.w3.org/2005/Atom}"
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


def test_each_hears_of_it_in_the_way_and_at_the_hour_they_chose(story: Story) -> None:
    story.at(2027, 6, 7, 11, 0)
    _, nora, olaf = story.enter("monika", "nora", "olaf")
    campaign = story.campaign(
        by="monika",
        seated={"britain": "nora", "germany": "olaf"},
        rulebook="world_at_war",
        scenario="one-year",
        title="Dispatches",
        policy=ClockPolicy(zone="Europe/Berlin", hours={"default": 12}),
        bots=BOTS,
    )
    here, address = f"/c/{campaign.slug}", story.address("olaf")
    story.later(minutes=1)
    story.until(lambda: story.site.letters_to(address), "the first letter")
    assert "Placement of points" in story.site.letters_to(address)[0]["Subject"]

    # Olaf wants quiet nights, results at breakfast, and channels, a feed and a calendar of his own.
    page = olaf.open("/news/settings/")
    page.get_by_label("Quiet from").select_option("22")
    page.locator("#quiet-until").select_option("7")
    page.get_by_label("Digest at").select_option("8")
    page.locator("form", has=page.locator("#digest-at")).get_by_role("button", name="Save").click()
    expect(page.locator(".messages")).to_contain_text("Saved.")
    page.get_by_role("button", name="Make an address").click()
    calendar = page.locator("#feed-address").input_value()
    looked_at(page, "news-settings")
    page.get_by_role("link", name="Dispatches").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dispatches")
    page.get_by_role("button", name="Make an address").click()
    feed = page.locator("#feed-address").input_value()
    hook, broken = (f"{path}/{campaign.slug}" for path in ("/hook", "/broken"))
    for path in (hook, broken):
        page.get_by_label("For", exact=True).select_option("json")
        page.locator("#hook-address").fill(f"{story.site.elsewhere}{path}")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator(".messages")).to_contain_text("What signs it, shown this once")
    looked_at(page, "news-campaign")

    # The deadline falls into the night: the channel hears of it, Olaf's mailbox at seven and at eight.
    story.next_phase(campaign)
    story.until(lambda: "phase.opened" in told(story, hook), "the channel to hear of it")
    assert "phase.resolved" in told(story, hook)
    story.at(2027, 6, 8, 7, 1)
    story.until(lambda: len(story.site.letters_to(address)) > 1, "the letter at seven")
    asks = "Dispatches: Axis diplomatic phase, Spring 1940"
    story.until(lambda: asks in subjects(story, address), "the letter about the phase")
    story.at(2027, 6, 8, 8, 1)
    story.until(lambda: "Chancellery: 1 thing new" in subjects(story, address), "the digest")
    letters = story.site.letters_to(address)
    asked, digest = (
        letters[subjects(story, address).index(one)] for one in (asks, "Chancellery: 1 thing new")
    )
    assert "Placement of points" in text_of(digest)

    # The bell counts the campaign and says what is new there; what was sent is listed.
    page = olaf.open("/news/")
    expect(page.locator(".bell-count")).to_contain_text("1")
    expect(page.locator(".bell-list")).to_contain_text("Your orders are due: Axis diplomatic phase")
    looked_at(page, "news-bell")
    olaf.open("/news/settings/")
    sent = page.locator("section", has_text="What was sent")
    expect(sent.locator("li", has_text="Dispatches").filter(has_text="mail").first).to_be_visible()

    # One address of the letter ends its kind: by a page without signing in, or by the mail program.
    stop = str(digest["List-Unsubscribe"]).strip(" <>")
    assert digest["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert page.request.post(stop, form={"List-Unsubscribe": "One-Click"}).ok
    somebody = story.passer_by()
    stop = str(asked["List-Unsubscribe"]).strip(" <>")
    assert stop in text_of(asked)
    somebody.page.goto(stop)
    somebody.page.get_by_role("button", name="No more mail like this").click()
    expect(somebody.page.locator("main")).to_contain_text("Done.")
    looked_at(somebody.page, "news-stop")
    olaf.open("/news/settings/")
    expect(page.get_by_label("Results")).to_have_value("off")
    olaf.open(f"/news/settings/?campaign={campaign.slug}")
    expect(page.get_by_label("Your orders are due")).to_have_value("off")

    # Nora is told by her browser, and a click leads to the campaign.
    device = Device(story, nora)
    device.switch_on()
    looked_at(nora.page, "news-device")
    olaf.open(f"{here}/")
    olaf.seal()
    expect(olaf.heading).to_contain_text("Axis facts")
    campaign.refresh_from_db()
    olaf.is_asked_in(campaign.phase, timeout=30_000)
    olaf.seal()
    expect(olaf.heading).to_contain_text("Allied diplomatic phase")
    shown = device.shown()
    assert shown["title"] == "Dispatches: Allied diplomatic phase, Spring 1940"
    assert "Orders are asked of you." in shown["body"]
    assert device.clicked() == f"{nora.site}{here}/"

    # Feed and calendar as programs read them; a seal shows in the calendar, a revoked address ends.
    for source in (feed, f"{nora.site}{here}/feed/"):
        opened = ET.fromstring(page.request.get(source).text())  # noqa: S314 - our own site's
        titles = [entry.findtext(f"{ATOM}title") for entry in opened.findall(f"{ATOM}entry")]
        assert "Spring 1940: Placement of points, 1940 is resolved" in titles
    nora.open("/news/settings/")
    nora.page.get_by_role("button", name="Make an address").click()
    nora_reads = nora.page.locator("#feed-address").input_value()
    assert "Allied diplomatic phase, Spring 1940 (orders due)" in ical(nora, nora_reads)
    nora.open(f"{here}/")
    nora.orders.get_by_label("The phase may end early").uncheck()
    nora.orders.locator("button[value=seal]").click()
    expect(nora.orders).to_contain_text("Fingerprint")
    assert "Allied diplomatic phase, Spring 1940 (sealed)" in ical(nora, nora_reads)
    assert "SUMMARY" not in ical(olaf, calendar)
    nora.open("/news/settings/")
    nora.page.get_by_role("button", name="Revoke it").click()
    expect(nora.page.locator("#feed-address")).to_have_count(0)
    assert nora.page.request.get(nora_reads).status == 404

    # The channel that never answered is tried again, then switched off, and its owner is told.
    for _ in range(3):
        story.later(hours=9)
        story.until(lambda: not due(story, campaign), "what is due to be tried")
    page = olaf.open(f"/news/settings/?campaign={campaign.slug}")
    expect(page.locator("main")).to_contain_text("switched off")
    expect(page.locator("main")).to_contain_text("It answered 500.")
    expect(olaf.open("/news/").locator("main")).to_contain_text("Webhook 2 of Dispatches")
    story.until(lambda: any("webhook" in one for one in subjects(story, address)), "word of it")

    # Whoever signs out is pushed to no more: the subscription goes with the session.
    subscribed = Subscription.objects.filter(person=story.user("nora"))
    assert subscribed.exists()
    nora.open("/")
    nora.page.locator(".who").get_by_role("button", name="Sign out").click()
    expect(nora.page.locator(".who")).to_contain_text("Sign in")
    assert not subscribed.exists()


def subjects(story: Story, address: str) -> list[str]:
    """What the letters to somebody are about."""
    return [str(letter["Subject"]) for letter in story.site.letters_to(address)]


def text_of(letter: EmailMessage) -> str:
    """The text of a letter, beside which it may have a page."""
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def told(story: Story, path: str) -> list[str]:
    """The kinds of what a channel heard."""
    return [post["type"] for post in story.site.posts(path)]


def due(story: Story, campaign: Campaign) -> bool:
    """Whether something is to be posted to a channel of the campaign now."""
    waiting = WebhookPost.objects.filter(webhook__campaign=campaign, state="waiting")
    return waiting.filter(send_at__lte=story.site.now).exists()


def ical(somebody: Somebody, address: str) -> str:
    """A calendar as a program gets it, with its long lines put together."""
    return somebody.page.request.get(address).text().replace("\r\n ", "").replace("\\,", ",")


class Device:
    """The browser of somebody who is told by Web Push, with the keys of its subscription."""

    def __init__(self, story: Story, somebody: Somebody) -> None:
        self.story, self.page = story, somebody.page
        self.origin = somebody.site
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        somebody.session.grant_permissions(["notifications"], origin=somebody.site)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        given = {
            "endpoint": f"{story.site.elsewhere}/push",
            "keys": {"p256dh": _b64(point), "auth": _b64(self.auth)},
        }
        somebody.session.add_init_script(f"({SUBSCRIBES})({json.dumps(given)})")

    def switch_on(self) -> None:
        """Switch it on, on the page of what one hears of."""
        self.page.goto(f"{self.origin}/news/settings/")
        state = self.page.locator("[data-push-state]")
        expect(state).to_have_text("Off.")
        self.page.get_by_role("button", name="Notify me here").click()
        expect(state).to_have_text("On: this browser is told of news until you sign out here.")
        assert self.page.evaluate("window.subscribedWith") == {"visible": True, "key": 65}

    def shown(self) -> dict[str, Any]:
        """What arrives at the push service, handed to the browser: the notification that it shows."""
        self.story.until(self._arrived, "a push")
        message = http_ece.decrypt(
            self._arrived()[-1], private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        tools = self.page.context.new_cdp_session(self.page)
        known: list[str] = []
        tools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
        )
        tools.send("ServiceWorker.enable")
        self.page.wait_for_function("navigator.serviceWorker.ready")
        tools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self.origin, "registrationId": known[-1], "data": message.decode()},
        )
        self.story.until(lambda: self.page.evaluate(NOTIFICATIONS), "the notification")
        [found] = self.page.evaluate(NOTIFICATIONS)
        return dict(found)

    def clicked(self) -> str:
        """The address that a click on the notification opens."""
        [worker] = self.page.context.service_workers
        return str(worker.evaluate(CLICKED))

    def _arrived(self) -> list[bytes]:
        return [body for path, _, body in Receiver.heard if path == "/push"]


def _b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
