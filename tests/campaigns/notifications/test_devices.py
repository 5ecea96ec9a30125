"""Web Push: a push service of our own gets what only the browser can open, and nothing after a sign-out."""

import json
from base64 import urlsafe_b64decode
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid02

from accounts.sessions import stored
from campaigns.errors import CampaignError
from campaigns.models import Device, Notification
from campaigns.selectors.notifications import pending
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.failures import ResolutionFailed
from campaigns.services.notifications import devices, enqueue, preferences
from core import web_push
from tests.support.campaigns import Table
from tests.support.notifications import Browser, Listener, ask_for_orders, b64


def asked(table: Table) -> None:
    Notification.objects.all().delete()
    ask_for_orders(table)


def test_what_is_pushed_only_the_browser_opens_and_the_site_has_signed_it(
    table: Table, browser: Browser
) -> None:
    assert browser.subscribe() == 204
    asked(table)
    assert devices.push_due() == 1
    [told] = browser.opened()
    assert told["title"].startswith("A test: Place your points, by ")
    assert told["url"] == f"http://testserver/c/{table.slug}/"
    _, _, headers, body = Listener.heard[0]
    assert table.phase.title.encode() not in body
    assert headers["Content-Encoding"] == "aes128gcm"
    scheme, _, rest = headers["Authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == web_push.public_key()
    assert Vapid02.verify(headers["Authorization"])
    claims = json.loads(urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
    assert browser.endpoint.startswith(claims["aud"])
    assert devices.push_due() == 0


def test_signing_out_drops_the_subscription_and_what_was_on_its_way(
    table: Table, browser: Browser, django_capture_on_commit_callbacks: Any
) -> None:
    browser.subscribe()
    asked(table)
    with django_capture_on_commit_callbacks(execute=True):
        browser.client.post("/accounts/sign-out/")
    assert not Device.objects.exists()
    assert devices.push_due() == 0
    assert Listener.heard == []


def test_a_session_that_ended_in_silence_gets_nothing(table: Table, browser: Browser) -> None:
    browser.subscribe()
    Device.objects.update(session=stored("another"))
    asked(table)
    devices.push_due()
    assert Listener.heard == []
    assert not Device.objects.exists()


@pytest.mark.parametrize("how", ["off", "digest"])
def test_only_what_comes_at_once_is_pushed(table: Table, browser: Browser, how: str) -> None:
    browser.subscribe()
    preferences.set_preferences(by=table.players["north"], how={"asked": how})
    asked(table)
    devices.push_due()
    assert Listener.heard == []


def test_a_subscription_that_is_gone_is_dropped_and_one_refused_is_given_up(
    table: Table, browser: Browser
) -> None:
    browser.subscribe()
    asked(table)
    Listener.status = 500
    devices.push_due()
    letter = Notification.objects.get(device__isnull=False)
    assert letter.trouble == "The push service answered 500."
    Notification.objects.filter(pk=letter.pk).update(send_at=timezone.now())
    Listener.status = 410
    devices.push_due()
    assert not Device.objects.exists()


def test_a_push_service_that_names_a_time_is_asked_then_and_hears_all_in_order(
    table: Table, browser: Browser, sent: list[Any]
) -> None:
    browser.subscribe()
    asked(table)
    Listener.status, Listener.wait = 429, "2"
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        devices.push_due()
        people = [table.players["north"].pk]
        enqueue.notify(ResolutionFailed, Cause(table.phase, now, nth=7), people=people)
        devices.push_due()
    with time_machine.travel(now + timedelta(seconds=1.9), tick=False):
        devices.push_due()
    assert len(Listener.heard) == 1, "neither the same nor a newer one"
    letter = Notification.objects.filter(device__isnull=False).earliest("pk")
    assert (letter.state, letter.trouble) == ("waiting", "The push service answered 429.")
    Listener.status = 201
    with time_machine.travel(now + timedelta(seconds=2.1), tick=False):
        assert devices.push_due() == 2
    titles = [one["title"].partition(": ")[2] for one in browser.opened()]
    assert [title.partition(", ")[0] for title in titles] == ["Place your points"] * 2 + [
        "phase 1 could not be resolved"
    ]


def test_mail_and_device_each_tell_once_what_waits(
    table: Table, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.subscribe()
    monkeypatch.setattr(pending, "keys_for", lambda *_: {"paper/north/1": "proposal"})
    Notification.objects.all().delete()
    for _ in range(2):
        enqueue.of_secret(table.campaign, table.phase, at=timezone.now())
        devices.push_due()
        type(table.campaign).objects.filter(slug=table.slug).update(secrets=7)
    assert len(browser.opened()) == 1
    assert "1 proposal" in browser.opened()[0]["text"]
    assert not Notification.objects.filter(device__isnull=False).exists()


def test_without_a_key_the_feature_is_off_and_says_so(
    table: Table, browser: Browser, settings: Any
) -> None:
    settings.VAPID_KEY = ""
    assert browser.subscribe() == 409
    page = browser.client.get("/news/settings/").text
    assert "This site does not push" in page
    assert devices.push_due() == 0


@pytest.mark.parametrize(
    "spoilt",
    [
        {"endpoint": "https://127.0.0.1.example.org:22/"},
        {"p256dh": "AAAA"},
        {"auth": "ü"},
        {"p256dh": b64(b"\x04" + bytes(64))},
        {"endpoint": "https://a.org/" + "x" * 600},
    ],
)
def test_what_is_no_subscription_is_refused(
    table: Table, browser: Browser, settings: Any, spoilt: dict[str, str]
) -> None:
    settings.OUTBOUND_ALLOW = ()
    given = {**browser.given, "endpoint": "https://push.example.org/x", **spoilt}
    with pytest.raises(CampaignError):
        devices.subscribe(by=table.players["north"], session="s", **given)


def test_another_person_who_signs_in_there_takes_the_browser_over(
    table: Table, browser: Browser
) -> None:
    browser.subscribe()
    other = Browser(table.players["south"], browser.endpoint)
    other.subscribe()
    assert Device.objects.get().person == table.players["south"]


def test_the_service_worker_answers_for_the_whole_site(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert b"showNotification" in b"".join(answer) if answer.streaming else answer.content
