"""Webhooks: they tell what everybody may know, to addresses of the open internet alone, and say when not."""

import base64
import hashlib
import hmac
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Any

import pytest
import time_machine
from celery import current_app
from django.utils import timezone

from campaigns import tasks
from campaigns.errors import CampaignError
from campaigns.models import Campaign, Notification, Webhook, WebhookPost
from campaigns.services.notifications import webhooks
from campaigns.services.press import press_messages
from campaigns.services.seats import seats
from core import after_commit, rounds, safe_http
from tests.support.accounts import signed_in
from tests.support.campaigns import Table
from tests.support.notifications import Listener, addressed, heard_bodies, webhook
from tests.support.pages.reader import PageReader


@pytest.fixture
def loopback(settings: Any) -> None:
    """An address of this machine may be asked."""
    settings.OUTBOUND_ALLOW = ("127.0.0.1",)


HOOK = "https://hook.example.org/x"


def ask(address: str, body: bytes = b"{}", **more: Any) -> safe_http.Reply:
    return safe_http.send(address, body=body, headers={}, **more)


def post_at(moment: datetime) -> int:
    """A round at this moment."""
    with time_machine.travel(moment, tick=False):
        return webhooks.post_due()


@pytest.mark.long
def test_signed_json_tells_what_everybody_may_know_and_can_be_checked(
    table: Table, site: str
) -> None:
    secret = webhook(table, site)
    table.play()
    webhooks.post_due()
    types = [one["type"] for one in heard_bodies()]
    assert types == ["webhook.made", "phase.resolved", "phase.opened"]
    assert table.phase.title in heard_bodies()[-1]["text"]
    _, _, headers, body = Listener.heard[-1]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{mac}"
    assert webhooks.post_due() == 0


def test_discord_and_slack_show_each_reader_the_deadline_in_their_zone(
    table: Table, loopback: None
) -> None:
    post = _posts(table, "north", 1).posts.get()
    due = datetime(2026, 7, 6, 18, tzinfo=UTC)
    post.phase.due_at = due
    told = {}
    for kind in ("json", "discord", "slack"):
        post.webhook.kind = kind
        told[kind] = webhooks.request_of(post)["body"].decode()
    plain = "Monday 6 July 2026, 18:00 UTC"
    assert f"due {plain}." in told["json"]
    assert "due <t:1783360800:F>." in told["discord"]
    assert f"due <!date^1783360800^{{date_long}}, {{time}}|{plain}>." in told["slack"]


def test_one_that_is_made_twice_is_one(table: Table, site: str) -> None:
    assert webhook(table, site) == webhook(table, f" {site} ")
    assert Webhook.objects.count() == 1
    webhook(table, f"{site}/another")
    assert Webhook.objects.count() == 2


def test_each_kind_gets_what_it_reads_and_nobody_is_called(table: Table, site: str) -> None:
    webhook(table, site, "discord")
    webhook(table, site, "slack")
    webhook(table, site.rpartition("/hook")[0], "matrix", room="!a:b.org", token="t0ken")
    webhooks.post_due()
    by = dict(zip(("discord", "slack", "matrix"), Listener.heard, strict=True))
    assert json.loads(by["discord"][3])["allowed_mentions"] == {"parse": []}
    assert "A test" in json.loads(by["slack"][3])["text"]
    command, path, headers, _ = by["matrix"]
    assert (command, headers["Authorization"]) == ("PUT", "Bearer t0ken")
    assert path.startswith("/_matrix/client/v3/rooms/%21a%3Ab.org/send/m.room.message/")


@pytest.mark.long
def test_one_that_fails_is_tried_again_then_switched_off_and_its_owner_is_told(
    table: Table, site: str
) -> None:
    north = addressed(table.players["north"])
    webhook(table, site)
    Listener.status = 500
    now = timezone.now()
    for _ in range(len(webhooks.PAUSES) + 1):
        assert post_at(now) == 0
        now = WebhookPost.objects.get().send_at
    hook = Webhook.objects.get()
    assert (hook.off_at is not None, hook.trouble) == (True, "It answered 500.")
    assert Notification.objects.filter(kind="channel", person=north).count() == 1
    heard = len(Listener.heard)
    assert heard == len(webhooks.PAUSES) + 1
    table.play()
    assert webhooks.post_due() == 0
    assert len(Listener.heard) == heard
    webhooks.switch_on(table.slug, by=north, number=hook.number)
    Listener.status = 200
    table.pass_deadline()
    assert webhooks.post_due() == 2


@pytest.mark.long
def test_what_spectators_may_not_know_yet_is_put_off(
    table: Table, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook(table, site)
    table.play()
    real = webhooks.reading

    def behind(slug: str) -> Any:
        at = real(slug)
        at.campaign.log_seq = 1
        return at

    with monkeypatch.context() as patch:
        patch.setattr(webhooks, "reading", behind)
        webhooks.post_due()
        assert [one["type"] for one in heard_bodies()] == ["webhook.made"]
    assert post_at(timezone.now() + webhooks.DELAYED) == 2


def test_who_leaves_posts_nothing_more(table: Table, site: str) -> None:
    webhook(table, site)
    seats.leave(table.slug, by=table.players["north"], power="north")
    webhooks.post_due()
    assert Listener.heard == []
    with pytest.raises(CampaignError):
        webhook(table, site)


@pytest.mark.parametrize("status", [301, 307])
def test_no_redirect_is_followed(site: str, status: int) -> None:
    Listener.status = status
    with pytest.raises(safe_http.Refused, match="redirects"):
        ask(site)
    assert len(Listener.heard) == 1


def test_of_an_answer_no_more_than_its_bound_is_read_and_the_time_to_wait(site: str) -> None:
    Listener.status, Listener.body = 200, b"x" * (safe_http.MOST_BYTES * 3)
    assert len(ask(site).body) == safe_http.MOST_BYTES
    with pytest.raises(safe_http.Refused, match="too long"):
        ask(site, b"x" * (safe_http.MOST_BYTES + 1))
    Listener.status, Listener.wait = 429, "2"
    assert ask(site).wait == 2.0


def test_the_time_ends_whatever_the_other_side_does(
    loopback: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A side that takes the connection and says nothing."""
    monkeypatch.setattr(safe_http, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(safe_http.Refused, match="did not answer"):
            ask(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.31.251.4", "192.168.0.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.7", "::1", "::", "fe80::1", "fc00::1",
        "ff02::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::7f00:1",
    ],
)  # fmt: skip
def test_no_address_inside_is_asked_by_whatever_name(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even when it is one of several that a name has."""
    asked = []

    def found(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", ("93.184.216.34", port)), (2, 1, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it was asked"))
    with pytest.raises(safe_http.Refused, match="open internet"):
        ask(HOOK)
    assert asked == ["hook.example.org"]


def test_the_connection_goes_to_the_address_that_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that has another address the second time leads nowhere else."""
    answers = [["93.184.216.34"], ["127.0.0.1"]]
    connected = []

    def found(_host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (one, port)) for one in answers.pop(0)]

    def connect(where: tuple[str, int], *_: Any) -> None:
        connected.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(safe_http.Refused):
        ask(HOOK)
    assert connected == [("93.184.216.34", 443)]


@pytest.mark.parametrize(
    "address",
    ["ftp://a.org/", "http://a.org/", "https://u:p@a.org/", "https:///x", "https://a.org:22/",
     "https://a.org/ x", "https://a.org/\r\nX: y", "https://[::1", "file:///etc/passwd", ""],
)  # fmt: skip
def test_what_is_no_address_for_a_webhook_is_refused_when_it_is_made(
    table: Table, address: str
) -> None:
    with pytest.raises(CampaignError):
        webhook(table, address)


def test_the_page_shows_its_owner_what_failed_and_of_the_address_only_the_host(
    table: Table, site: str
) -> None:
    page = f"/news/settings/?campaign={table.slug}"
    north = PageReader(table.players["north"]).open(page)
    north.press("Add", kind="discord", address=site)
    Listener.status = 503
    webhooks.post_due()
    text = str(north.open(page).page)
    assert "127.0.0.1" in text
    assert "It answered 503." in text
    assert "very-secret" not in text
    assert b"very-secret" not in Webhook.objects.values_list("content", flat=True).get()
    other = signed_in(table.players["south"])
    assert "127.0.0.1" not in other.get(page).text
    other.post(page, {"what": "delete-hook", "number": "1"})
    assert Webhook.objects.exists()
    north.press("Delete")
    assert not Webhook.objects.exists()


def test_a_refusal_is_tried_again_after_its_pause_and_one_that_is_gone_is_switched_off_at_once(
    table: Table, site: str
) -> None:
    webhook(table, site)
    Listener.status = 500
    webhooks.post_due()
    webhooks.post_due()
    assert len(Listener.heard) == 1
    post_at(timezone.now() + timedelta(minutes=2))
    assert len(Listener.heard) == 2
    Listener.status = 410
    post_at(timezone.now() + timedelta(days=1))
    assert Webhook.objects.get().off_at is not None


# --- Nobody holds up another ---------------------------------------------------------------------------


@contextmanager
def _a_side_that(does: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port of a server that does so with every connection, until the test is over."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    line, _ = server.accept()
                    Thread(target=does, args=[line], daemon=True).start()

        Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


def test_the_time_ends_while_tls_is_agreed_on(
    loopback: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A side that says one more byte of it each time somebody would lose patience."""
    monkeypatch.setattr(safe_http, "SECONDS", 0.4)
    over = Event()

    def drips(line: socket.socket) -> None:
        with suppress(OSError):
            line.sendall(b"\x16\x03\x03\x40\x00")
            while not over.wait(0.1):
                line.sendall(b"\x00")

    try:
        with _a_side_that(drips) as port:
            with pytest.raises(safe_http.Refused, match=r"no answer within 0\.4 s"):
                ask(f"https://127.0.0.1:{port}/")
            assert not over.is_set()
    finally:
        over.set()


def test_the_time_ends_while_a_name_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "SECONDS", 0.2)
    over = Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: over.wait(30) and [])
    try:
        with pytest.raises(safe_http.Refused, match=r"no answer within 0\.2 s"):
            ask(HOOK)
        assert not over.is_set()
    finally:
        over.set()


def _posts(table: Table, power: str, count: int) -> Webhook:
    """A webhook of a player, with so many posts that are due; nothing else is."""
    by = table.players[power]
    webhooks.make(table.slug, by=by, kind="json", address=f"http://127.0.0.1/{power}")
    hook = Webhook.objects.get(person=by)
    hook.posts.all().delete()
    for number in range(1, count + 1):
        _post(table, hook, number)
    return hook


def _post(table: Table, hook: Webhook, entry: int) -> None:
    now = timezone.now()
    post = {"kind": "phase.opened", "entry": entry, "written_at": now, "send_at": now}
    WebhookPost.objects.create(webhook=hook, phase=table.phase, **post)


def test_a_side_that_does_not_answer_holds_up_its_owner_alone(
    table: Table, loopback: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for power, count in (("north", 50), ("south", 50), ("isle", 5)):
        _posts(table, power, count)
    others_are_out, honest = Event(), []

    def send(url: str, **_: Any) -> safe_http.Reply:
        if url.endswith("/isle"):
            honest.append(url)
            if len(honest) == 5:
                others_are_out.set()
            return safe_http.Reply(204, b"")
        if not others_are_out.wait(30):
            raise AssertionError("The others waited for one that does not answer.")
        raise safe_http.Refused("The other side did not answer: no answer within 10 s.")

    monkeypatch.setattr(safe_http, "send", send)
    webhooks.post_due(seconds=2)
    assert others_are_out.is_set()
    assert WebhookPost.objects.filter(state="sent").count() == 5


def test_who_did_not_answer_comes_last_and_has_less_time(
    table: Table, loopback: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = _posts(table, "north", 3)
    bad.posts.filter(entry=1).update(trouble="no answer", tries=1)
    _posts(table, "south", 1)
    asked = []

    def send(url: str, *, seconds: float | None, **_: Any) -> safe_http.Reply:
        asked.append((url.rpartition("/")[2], seconds))
        return safe_http.Reply(204, b"")

    monkeypatch.setattr(safe_http, "send", send)
    monkeypatch.setattr("core.parallel.MOST", 1)
    webhooks.post_due()
    first, second, *rest = asked
    assert (first, second) == (("south", None), ("north", safe_http.SHORTER))
    assert rest == [("north", None)] * 2


# --- One queue for each address ------------------------------------------------------------------------


class Busy:
    """What is posted where, and a side that says for so long that it has too much to do."""

    wait: float | None = None
    body = b""

    def __init__(self) -> None:
        self.until = timezone.now() + timedelta(days=400)
        self.asked: list[tuple[str, int]] = []

    def send(self, url: str, *, body: bytes, **_: Any) -> safe_http.Reply:
        self.asked.append((url.rpartition("/")[2], json.loads(body).get("entry", 0)))
        if timezone.now() < self.until and url.endswith("/north"):
            return safe_http.Reply(429, self.body, self.wait)
        return safe_http.Reply(204, b"")


@pytest.fixture
def busy(loopback: None, monkeypatch: pytest.MonkeyPatch) -> Busy:
    busy = Busy()
    monkeypatch.setattr(safe_http, "send", busy.send)
    return busy


def test_who_asks_for_patience_has_it_and_hears_all_in_order(table: Table, busy: Busy) -> None:
    busy.wait = 2.0
    hook = _posts(table, "north", 3)
    now = timezone.now()
    post_at(now)
    assert busy.asked == [("north", 1)]
    post_at(now)
    post_at(now + timedelta(seconds=1.9))
    assert busy.asked == [("north", 1)], "neither the same nor a newer one"
    busy.until = now + timedelta(seconds=2)
    assert post_at(now + timedelta(seconds=2.1)) == 3
    assert busy.asked[1:] == [("north", 1), ("north", 2), ("north", 3)]
    assert not hook.posts.exclude(state="sent").exists()


def test_patience_is_no_refusal_but_ends(table: Table, busy: Busy) -> None:
    busy.wait = 60.0
    hook = _posts(table, "north", 1)
    now = timezone.now()
    for minutes in range(12):
        post_at(now + timedelta(minutes=2 * minutes))
    hook.refresh_from_db()
    assert hook.off_at is None
    for days in range(2, 2 + len(webhooks.PAUSES)):
        post_at(now + timedelta(days=days))
    hook.refresh_from_db()
    assert (hook.off_at is not None, hook.trouble) == (True, "It answered 429.")


def test_one_address_is_one_queue_whatever_posts_there(table: Table, busy: Busy) -> None:
    busy.wait = 30.0
    _posts(table, "north", 1)
    other = _posts(table, "south", 1)
    other.content = Webhook.objects.get(person=table.players["north"]).content
    other.queue = webhooks.queue_of(other.content)
    other.save()
    _posts(table, "isle", 1)
    webhooks.post_due()
    assert sorted(busy.asked) == [("isle", 1), ("north", 1)]


def test_a_matrix_server_may_say_it_in_the_body_alone(table: Table, busy: Busy) -> None:
    busy.body = b'{"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 2500}'
    hook = _posts(table, "north", 1)
    now = timezone.now()
    post_at(now)
    assert hook.posts.get().send_at - now == timedelta(seconds=2.5)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("2", 2.0), ("0.5", 0.5), ("-3", 0.0), ("inf", safe_http.LONGEST_WAIT), ("", None),
     ("Sat, 28 Nov 2026 10:00:07 GMT", 7.0), ("Sat, 28 Nov 2026 09:00:00 GMT", 0.0),
     ("soon", None), ("nan", None), ("Sat, 28 Nov 2026 10:00:07 -0000", 7.0),
     ("Sat, 28 Nov 2026 10:00:07 +9999999999999", None), ("Sat, 28 Nov 99999 10:00:07 GMT", None)],
)  # fmt: skip
def test_the_time_to_wait_is_read_as_http_has_it(said: str, seconds: float | None) -> None:
    with time_machine.travel("2026-11-28T10:00:00Z", tick=False):
        assert safe_http.seconds_to_wait(said) == seconds


def test_what_spectators_may_read_later_holds_up_nothing_and_then_comes_first(
    table: Table, busy: Busy, monkeypatch: pytest.MonkeyPatch
) -> None:
    _posts(table, "south", 3)
    closed = {1}
    monkeypatch.setattr(webhooks, "_is_open", lambda post: post.entry not in closed)
    webhooks.post_due()
    assert busy.asked == [("south", 2), ("south", 3)]
    hook = Webhook.objects.get(person=table.players["south"])
    _post(table, hook, 4)
    closed.clear()  # the first is looked at again in ten minutes, but the fourth is due now
    webhooks.post_due()
    assert busy.asked[2:] == [("south", 1), ("south", 4)]


def test_every_address_of_a_name_is_tried_until_one_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = [(10, 1, 6, "", ("2606:4700::1", 443, 0, 0)), (2, 1, 6, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: there)
    connected = []

    def connect(where: tuple[str, int], *_: Any) -> socket.socket:
        connected.append(where[0])
        raise OSError("no route")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(safe_http.Refused, match="did not answer"):
        ask(HOOK)
    assert connected == ["2606:4700::1", "93.184.216.34"]


def test_an_address_that_says_nothing_leaves_time_for_the_next(
    settings: Any, monkeypatch: pytest.MonkeyPatch, site: str
) -> None:
    port = int(site.split(":")[2].partition("/")[0])
    there = [(2, 1, 6, "", (one, port)) for one in ("127.0.0.9", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: there)
    settings.OUTBOUND_ALLOW = ("127.0.0.0/8",)
    shares, honest = [], socket.create_connection

    def connect(where: tuple[str, int], seconds: float, *_: Any) -> socket.socket:
        shares.append(seconds)
        if where[0] == "127.0.0.9":
            raise TimeoutError
        return honest(where, seconds)

    monkeypatch.setattr(socket, "create_connection", connect)
    assert ask(site, seconds=8).status == 204
    assert shares[0] <= 4 < shares[1]


def test_a_round_that_was_asked_for_and_has_not_begun_is_asked_for_once(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, **_: asked.append(task))
    rounds.begins("post_webhooks")
    for _ in range(3):
        after_commit._ask("campaigns.tasks.post_webhooks", (), None)
    assert len(asked) == 1
    tasks.post_webhooks()  # it begins: what is written from now on is not seen by it
    after_commit._ask("campaigns.tasks.post_webhooks", (), None)
    for number in range(2):
        after_commit._ask("campaigns.tasks.advance_phase", (number, number), None)
    assert len(asked) == 4
    rounds.begins("post_webhooks")


def test_what_is_told_elsewhere_turns_nothing_round(table: Table) -> None:
    Campaign.objects.filter(slug=table.slug).update(title="An \u202eevil\u2067 one\uffff")
    north = table.players["north"]
    webhooks.make(table.slug, by=north, kind="discord", address="https://example.org/a")
    said = "Peace \u202edrawkcab \u2066and\u2028so\uffff on"
    press_messages.write(table.slug, by=north, power="north", thread="public", text=said)
    request = webhooks.request_of(WebhookPost.objects.latest("pk"))
    content = json.loads(request["body"])["content"]
    assert content.startswith("An evil one: ")
    assert "Peace drawkcab and\nso on" in content
