"""Whatever is asked twice with one key is done once, and gets one answer."""

import re
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from campaigns.crypto import dice_chain
from campaigns.models import (
    Act,
    Campaign,
    IdempotentResponse,
    LogEntry,
    Plan,
    Seat,
    Sheet,
    StandingOrders,
)
from campaigns.services.orders import orders
from campaigns.services.seats import seats
from core.paths import BASE_DIR
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table

OTHER = {"kind": "place", "points": {"east": 3}}
SPY: dict[str, Any] = {"act": {"kind": "spy"}}


def send(
    client: Client, path: str, body: Any = None, *, key: str = "", how: str = "post", **more: Any
) -> Any:
    more |= {"HTTP_IDEMPOTENCY_KEY": key} if key else {}
    return getattr(client, how)(
        f"/api/campaigns/{path}", body, content_type="application/json", **more
    )


def traces(slug: str) -> tuple[Any, ...]:
    """Everything that a request can have left behind."""
    campaign = Campaign.objects.get(slug=slug)
    return (
        campaign.log_hash,
        campaign.dice_used,
        campaign.status,
        list(Act.objects.filter(phase__campaign=campaign).values_list("pk", flat=True)),
        sorted(Sheet.objects.filter(phase__campaign=campaign).values_list("pk", "state")),
        sorted(StandingOrders.objects.filter(campaign=campaign).values_list("pk", "live")),
        sorted(Seat.objects.filter(campaign=campaign).values_list("power", "person", "bot")),
        IdempotentResponse.objects.filter(campaign=campaign).count(),
        Campaign.objects.count(),
    )


def test_one_act_sent_six_times_with_one_nonce_throws_one_die(table: Table, north: Client) -> None:
    nonce = secrets.token_hex(32)
    first = send(north, f"{table.slug}/acts/north/", {**SPY, "nonce": nonce})
    assert first.status_code == 200
    left = traces(table.slug)
    for _ in range(5):
        again = send(north, f"{table.slug}/acts/north/", {**SPY, "nonce": nonce})
        assert (again.status_code, again.json()) == (200, first.json())
    assert traces(table.slug) == left
    assert table.campaign.dice_used == 1
    other = send(north, f"{table.slug}/acts/north/", {**SPY, "nonce": secrets.token_hex(32)})
    assert other.status_code == 200
    assert table.campaign.dice_used == 2


WRITES: dict[str, tuple[str, str, Any]] = {
    "campaigns": ("post", "", {"rulebook": "tiny", "scenario": "short", "title": "Twice"}),
    "draft": ("post", "{slug}/orders/north/", {"phase": 1, "order": PLACE}),
    "seal": ("post", "{slug}/orders/north/", {"phase": 1, "order": PLACE, "seal": True}),
    "unseal": ("delete", "{slug}/orders/north/?phase=1", None),
    "standing": ("post", "{slug}/standing/north/", {"order": {"kind": "answer", "valley": "west"}}),
    "acts": ("post", "{slug}/acts/north/", SPY),
    "facts": ("post", "{slug}/acts/north/", {"act": {"kind": "declare", "facts": {"boats": 4}}}),
}


@pytest.mark.parametrize("what", WRITES)
def test_every_write_answers_a_repetition_with_the_first_answer(
    table: Table, what: str, north: Client
) -> None:
    how, path, body = WRITES[what]
    path = path.format(slug=table.slug)
    if what == "unseal":
        send(north, f"{table.slug}/orders/north/", {"phase": 1, "order": PLACE, "seal": True})
    before = traces(table.slug)
    first = send(north, path, body, key="the-first", how=how)
    assert first.status_code in (200, 201), first.content
    left = traces(table.slug)
    assert left != before
    again = send(north, path, body, key="the-first", how=how)
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert traces(table.slug) == left
    # Something else happened since, and still the first answer is given.
    send(north, f"{table.slug}/acts/north/", SPY)
    late = send(north, path, body, key="the-first", how=how)
    assert late.json() == first.json()
    if body is not None and what != "seal":
        field = send(north, path, {**body, "key": "in-the-body"}, how=how)
        if field.status_code < 300:
            assert send(north, path, {**body, "key": "in-the-body"}, how=how).json() == field.json()


def test_joining_and_starting_twice_is_once(found: Callable[..., Table]) -> None:
    table = found(start=False, bots=("isle",))
    guest, host = signed_in(person("guest")), signed_in(table.moderator)
    seats.leave(table.slug, by=table.players["south"], power="south")
    for client, path, body in ((guest, "join", {"powers": ["south"]}), (host, "start", None)):
        first = send(client, f"{table.slug}/{path}/", body, key=f"{path}-key")
        assert first.status_code == 200, first.content
        left = traces(table.slug)
        assert send(client, f"{table.slug}/{path}/", body, key=f"{path}-key").json() == first.json()
        assert traces(table.slug) == left


def test_another_request_under_the_same_key_is_refused(table: Table, north: Client) -> None:
    nonce = secrets.token_hex(32)
    seal = {"phase": 1, "order": PLACE, "seal": True, "nonce": nonce}
    lean = {"HTTP_PREFER": "return=minimal"}
    address = f"/api/campaigns/{table.slug}/orders/north/"
    north.post(address, seal, content_type="application/json", **lean)
    left = traces(table.slug)
    for body in ({**seal, "order": OTHER}, {**seal, "ready": False}):
        refused = north.post(address, body, content_type="application/json", **lean)
        assert (refused.status_code, refused.json()["code"]) == (409, "key_used")
    assert traces(table.slug) == left
    send(north, f"{table.slug}/acts/north/", SPY, key="k")
    declare = {"act": {"kind": "declare", "facts": {"boats": 4}}}
    refused = send(north, f"{table.slug}/acts/north/", declare, key="k")
    assert (refused.status_code, refused.json()["code"]) == (409, "key_used")


def test_what_the_address_names_is_part_of_the_request(table: Table, north: Client) -> None:
    plans = f"{table.slug}/plans/north/"
    for _ in range(2):
        send(north, plans, {"phase": 1, "order": PLACE})
    first = send(north, f"{plans}1/?phase=1", key="k", how="delete")
    assert send(north, f"{plans}1/?phase=1", key="k", how="delete").json() == first.json()
    refused = send(north, f"{plans}2/?phase=1", key="k", how="delete")
    assert (refused.status_code, refused.json()["code"]) == (409, "key_used")
    assert Plan.objects.get().number == 2


def test_a_key_holds_for_one_person_power_route_and_phase(
    table: Table, north: Client, south: Client
) -> None:
    for client, power in ((north, "north"), (south, "south")):
        assert send(client, f"{table.slug}/acts/{power}/", SPY, key="mine").status_code == 200
    draft = {"phase": 1, "order": PLACE}
    assert send(north, f"{table.slug}/orders/north/", draft, key="mine").json()["draft"]
    again = send(north, f"{table.slug}/acts/north/", {**SPY, "phase": 1}, key="mine")
    assert again.status_code == 200
    assert table.campaign.dice_used == 3


def test_a_refused_request_leaves_nothing_so_it_may_be_mended(table: Table, north: Client) -> None:
    wrong = {"phase": 1, "order": {"kind": "place", "points": {"east": 9}}, "seal": True}
    assert send(north, f"{table.slug}/orders/north/", wrong, key="k").status_code == 422
    assert not IdempotentResponse.objects.exists()
    mended = send(north, f"{table.slug}/orders/north/", {**wrong, "order": PLACE}, key="k")
    assert mended.json()["sealed"] == PLACE


def test_the_seal_that_ended_the_phase_gets_its_receipt_again(table: Table) -> None:
    nonce = secrets.token_hex(32)
    first = table.seal("north", PLACE, nonce=nonce)
    table.seal("south", PLACE)
    table.seal("isle", PLACE)
    table.advance()
    left = traces(table.slug)
    north = {"by": table.players["north"], "power": "north"}
    assert orders.seal_orders(table.slug, **north, order=PLACE, phase=1, nonce=nonce) == first
    assert traces(table.slug) == left


def test_an_old_seal_sent_again_does_not_replace_a_newer_one(table: Table) -> None:
    old, new = secrets.token_hex(32), secrets.token_hex(32)
    first = table.seal("north", PLACE, nonce=old)
    newer = table.seal("north", OTHER, nonce=new)
    assert table.seal("north", PLACE, nonce=old) == first
    counting = Sheet.objects.get(phase=table.phase, power="north", state="sealed")
    assert counting.commitment == newer.commitment


def test_the_same_order_sealed_again_looks_like_another_one(table: Table) -> None:
    """Others must not see whether a player has changed anything."""

    def entry(order: dict[str, Any]) -> dict[str, Any]:
        before = table.campaign.log_seq
        table.seal("north", order)
        (made,) = LogEntry.objects.filter(campaign=table.campaign, seq__gt=before)
        told = {"kind": made.kind, "body": made.body, "actor": made.actor, "power": made.power}
        return {**told, "lines": made.lines, "commitment": bool(made.commitment)}

    assert entry(PLACE) == entry(PLACE) == entry(OTHER)
    commitments = Sheet.objects.filter(phase=table.phase).values_list("commitment", flat=True)
    assert len(set(commitments)) == 3


def test_what_is_kept_of_a_request_is_sealed(table: Table, north: Client) -> None:
    send(north, f"{table.slug}/orders/north/", {"phase": 1, "order": PLACE}, key="a-key")
    (row,) = IdempotentResponse.objects.all()
    for told in (b"east", b"a-key", b"north"):
        assert told not in IdempotentResponse.content.field.raw(row)
    assert "a-key" not in row.name
    assert b"east" in row.content


@pytest.mark.parametrize("key", ["two words", "x" * 201, "\N{SNOWMAN}"])
def test_a_key_that_is_none_is_refused_in_words(table: Table, key: str, north: Client) -> None:
    refused = send(north, f"{table.slug}/acts/north/", {**SPY, "key": key})
    assert (refused.status_code, refused.json()["field"]) == (400, "key")
    assert table.campaign.dice_used == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["acts", "seal", "lean seal", "campaigns"])
def test_two_at_once_with_one_key_do_one_thing(transactional_db: None, what: str, found) -> None:
    table = found()
    key = secrets.token_hex(32)
    lean = {"HTTP_PREFER": "return=minimal"} if what == "lean seal" else {}
    _how, path, body = WRITES[what.removeprefix("lean ")]
    path = path.format(slug=table.slug)
    together, answers = threading.Barrier(4), []

    def ask(client: Client) -> None:
        try:
            together.wait(timeout=30)
            answers.append(send(client, path, body, key=key, **lean))
        finally:
            connections.close_all()

    clients = [signed_in(table.players["north"]) for _ in range(4)]
    threads = [threading.Thread(target=ask, args=(client,)) for client in clients]
    before = table.campaign.log_seq
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len(answers) == 4
    assert {answer.status_code for answer in answers} <= {200, 201}
    assert all(answer.json() == answers[0].json() for answer in answers)
    if what == "campaigns":
        assert Campaign.objects.count() == 2
    else:
        assert table.campaign.log_seq == before + 1


# --- Forms --------------------------------------------------------------------------------------


def key_in(page: str) -> str:
    found = re.search(r'name="key" value="([^"]+)"', page)
    return found[1]


def test_a_double_click_on_a_form_counts_once(table: Table, north: Client) -> None:
    key = key_in(north.get(f"/c/{table.slug}/orders/").text)
    sealing_it = {"phase": "1", "action": "seal", "points.east": "3", "ready": "yes", "key": key}
    for _ in range(2):
        answered = north.post(f"/c/{table.slug}/orders/?power=north", sealing_it)
        assert answered.status_code == 302
    assert LogEntry.objects.filter(campaign=table.campaign, kind="order.sealed").count() == 1
    for _ in range(3):
        spying = {"kind": "spy", "phase": 1, "sure": "yes", "key": key}
        north.post(f"/c/{table.slug}/act/?power=north", spying)
    assert table.campaign.dice_used == 1
    desk = signed_in(table.moderator)
    pause = {"reason": "tea", "key": key_in(desk.get(f"/c/{table.slug}/desk/").text)}
    desk.post(f"/c/{table.slug}/desk/pause/", pause)
    desk.post(f"/c/{table.slug}/desk/resume/", {"key": "another", "reason": "We go on"})
    desk.post(f"/c/{table.slug}/desk/pause/", pause)
    assert table.campaign.status == "running"


def test_a_campaign_is_founded_once_however_often_the_form_is_sent(table: Table) -> None:
    browser = signed_in(table.moderator)
    page = browser.get("/new/?book=tiny").text
    form = {
        "title": "Once", "scenario": "short", "zone": "UTC", "hours_default": "24",
        "grace_hours": "0", "reseat_after": "3", "missed": "hold", "advance": "all_ready", "key": key_in(page),
    }  # fmt: skip
    places = {browser.post("/new/?book=tiny", form)["Location"] for _ in range(3)}
    assert len(places) == 1
    assert Campaign.objects.filter(title="Once").count() == 1


def test_every_form_of_a_campaign_carries_a_key() -> None:
    pages = Path(BASE_DIR, "frontend", "templates")
    # The last three set what they say, however often: mail ended for who is not signed in, wishes and
    # channels of one's own (test_webhooks.py), and how far one has read.
    told = ("No more mail like this", 'name="what"', 'class="mark-read"')
    without = ("accounts:sign-out", "frontend:theme", "frontend:language", *told)
    found = 0
    for page in pages.rglob("*.html"):
        for form in re.findall(r'<form\b.*?method="post".*?</form>', page.read_text(), re.DOTALL):
            if not any(name in form for name in without):
                found += 1
                assert "{% form_key %}" in form, page
    assert found > 10


def test_no_link_is_left_out_when_a_repetition_throws_nothing(table: Table, north: Client) -> None:
    nonce = secrets.token_hex(32)
    for _ in range(2):
        send(north, f"{table.slug}/acts/north/", {**SPY, "nonce": nonce})
    (act,) = Act.objects.all()
    link = dice_chain.links(table.campaign).link
    assert act.link
    assert link.hex() != act.link
