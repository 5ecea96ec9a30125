"""Receipts: what the site signs of what a player handed in, and what it cannot take back then."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client

from campaigns.crypto import site_keys
from campaigns.models import Campaign, LogEntry
from campaigns.proofs import receipt_files, signatures, site_key_entries
from campaigns.proofs.receipt_files import Receipt
from campaigns.selectors.log import receipts as selector
from campaigns.services.lifecycle import spectator_delay
from campaigns.services.orders import orders
from rules.kernel.serial import shaped
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import Table

OTHER_KEY = "YW5vdGhlciBrZXkgb2YgdGhlIHNhbWUgc2l0ZSEgISE="


@pytest.fixture
def table(found: Callable[..., Table]) -> Table:
    return found(scenario="long", votes={"pause": "most"})


def post(client: Client, path: str, body: dict[str, Any], **more: Any) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json", **more)


def entry(table: Table, kind: str) -> LogEntry:
    found = LogEntry.objects.filter(campaign=table.campaign, kind=kind).last()
    assert found is not None
    return found


def test_the_founding_names_the_sites_key(table: Table) -> None:
    founded = json.loads(entry(table, "campaign.founded").body)
    key = site_keys.newest()
    assert founded["site_key"] == table.campaign.site_key == key.public


def test_a_seal_is_answered_with_a_receipt_that_names_its_entry(
    table: Table, north: Client
) -> None:
    path = f"/api/campaigns/{table.slug}/orders/north/"
    body = {"order": PLACE, "phase": 1, "seal": True, "nonce": "11" * 32}
    receipt = shaped(post(north, path, body).json()["receipt"], Receipt)
    sealed = entry(table, "order.sealed")
    assert (receipt.seq, receipt.hash) == (sealed.seq, sealed.hash)
    assert (receipt.kind, receipt.power, receipt.phase) == ("order.sealed", "north", 1)
    assert receipt.commitment == sealed.commitment
    assert receipt.holds
    again = post(north, path, body).json()["receipt"]
    assert shaped(again, Receipt) == receipt, "the same request gets the same receipt"
    minimal = post(north, path, body, headers={"Prefer": "return=minimal"})
    assert shaped(minimal.json()["receipt"], Receipt) == receipt


def test_a_withdrawal_an_act_and_a_vote_have_receipts_too(table: Table, north: Client) -> None:
    api = f"/api/campaigns/{table.slug}"
    table.seal("north", PLACE)
    taken = north.delete(f"{api}/orders/north/?phase=1").json()["receipt"]
    assert taken["kind"] == "order.withdrawn"
    act = {"kind": "declare", "facts": {"boats": 3}}
    done = post(north, f"{api}/acts/north/", {"act": act, "phase": 1}).json()["receipt"]
    assert (done["kind"], done["seq"]) == ("act", entry(table, "act").seq)
    asked = post(north, f"{api}/questions/", {"kind": "pause", "reason": "A feast", "phase": 1})
    receipt = shaped(json.loads(asked.headers["Receipt"]), Receipt)
    assert receipt.holds
    assert receipt.kind == "consent.given"


def test_what_is_done_in_secret_has_a_receipt_for_its_author_alone(table: Table) -> None:
    client = signed_in(table.players["isle"])
    path = f"/api/campaigns/{table.slug}/standing/isle/"
    left = post(client, path, {"order": {"kind": "answer", "valley": "east"}})
    receipt = shaped(left.json()["receipt"], Receipt)
    assert receipt.holds
    assert (receipt.seq, receipt.after) == (0, table.campaign.log_seq)
    assert receipt.kind == "standing.set"
    own = selector.receipts_of(table.slug, table.players["isle"])
    assert receipt in own.receipts
    for other in (table.players["north"], table.moderator, person("stranger"), None):
        assert not [one for one in selector.receipts_of(table.slug, other).receipts if one.after]


def test_a_receipt_is_the_same_whenever_it_is_asked_for_and_holds_unchanged_for_its_author(
    table: Table,
) -> None:
    table.seal("north", PLACE)
    first = selector.receipts_of(table.slug, table.players["north"])
    assert [one.kind for one in first.receipts] == ["order.sealed"]
    table.seal("south", PLACE)
    second = selector.receipts_of(table.slug, table.players["north"])
    assert second.receipts == first.receipts
    assert second.heads[0].seq > first.heads[0].seq
    souths = selector.receipts_of(table.slug, table.players["south"]).receipts
    assert not [one for one in souths if one.power == "north"]
    (receipt,) = first.receipts
    for change in ({"seq": 3}, {"power": "south"}, {"hash": "00" * 32}, {"at": "2020"}):
        changed = msgspec.structs.replace(receipt, **change)
        assert not changed.holds


def test_another_key_is_named_when_the_next_phase_opens_and_signed_by_the_one_before(
    table: Table, settings: Any
) -> None:
    old = table.campaign.site_key
    settings.SITE_KEY = f"{OTHER_KEY},{settings.SITE_KEY}"
    table.seal("north", PLACE)
    (before,) = selector.receipts_of(table.slug, table.players["north"]).receipts
    assert before.key == old, "until the log names the new one, the old one signs"
    for power in ("south", "isle"):
        table.seal(power, PLACE)
    table.advance()
    named = json.loads(entry(table, "site.key").body)
    assert named["before"] == old
    text = site_key_entries.statement(table.slug, named["key"], old)
    assert signatures.is_signed(named["key"], text, named["proof"])
    assert signatures.is_signed(old, text, named["by_before"])
    table.seal("north", NAME)
    after = selector.receipts_of(table.slug, table.players["north"]).receipts
    assert {one.key for one in after} == {named["key"]}
    assert LogEntry.objects.filter(campaign=table.campaign, kind="site.key").count() == 1


def test_a_site_that_gets_a_key_names_it_with_the_next_phase_of_a_campaign(
    found: Callable[..., Table], settings: Any
) -> None:
    key, settings.SITE_KEY = settings.SITE_KEY, ""
    table = found(scenario="long")
    assert "site_key" not in json.loads(entry(table, "campaign.founded").body)
    settings.SITE_KEY = key
    for power in table.players:
        table.seal(power, PLACE)
    assert not selector.receipts_of(table.slug, table.players["north"]).receipts
    table.advance()
    named = json.loads(entry(table, "site.key").body)
    assert (named["before"], named["by_before"]) == ("", "")
    assert selector.receipts_of(table.slug, table.players["north"]).receipts


def test_without_a_key_all_works_and_there_are_no_receipts(
    found: Callable[..., Table], settings: Any
) -> None:
    settings.SITE_KEY = ""
    table = found(scenario="long")
    client = signed_in(table.players["north"])
    body = {"order": PLACE, "phase": 1, "seal": True, "nonce": "11" * 32}
    answer = post(client, f"/api/campaigns/{table.slug}/orders/north/", body)
    assert answer.status_code == 200
    assert "receipt" not in answer.json()
    file = client.get(f"/api/campaigns/{table.slug}/receipts/").json()
    assert (file["key"], file["receipts"]) == ("", [])
    for part in ("", "log/head/"):
        html = client.get(f"/c/{table.slug}/{part}").text
        assert "this site signs none" in html


def test_a_key_that_is_none_is_left_out(settings: Any) -> None:
    settings.SITE_KEY = f"nonsense, {OTHER_KEY}"
    assert len(site_keys.keys()) == 1


def test_hashes_are_told_of_what_one_may_read_and_of_nothing_else(table: Table) -> None:
    table.seal("north", PLACE)
    last = table.campaign.log_seq
    player, stranger = signed_in(table.players["north"]), Client()
    api = f"/api/campaigns/{table.slug}/heads/"
    (told,) = player.get(f"{api}?seq={last},{last + 5}").json()
    assert told == {"seq": last, "hash": table.campaign.log_hash}
    assert player.get(f"{api}?seq=x").status_code == 400
    spectator_delay.set_delay(table.slug, by=table.moderator, turns=1, reason="We are watched")
    assert stranger.get(f"{api}?seq={last}").json() == []
    (head,) = stranger.get(api).json()
    assert head["seq"] < last
    assert player.get(f"{api}?seq={last}").json()


def test_the_file_is_the_readers_own_by_program_and_page(table: Table, north: Client) -> None:
    table.seal("north", PLACE)
    api = f"/api/campaigns/{table.slug}/receipts/"
    assert Client().get(api).json()["receipts"] == []
    own = north.get(api).json()
    assert [one["power"] for one in own["receipts"]] == ["north"]
    assert own["format"] == "chancellery-receipts"
    assert north.get(f"{api}?since=999").json()["receipts"] == []
    answer = north.get(f"/c/{table.slug}/receipts/")
    assert "attachment" in answer.headers["Content-Disposition"]
    file = shaped(json.loads(answer.content), receipt_files.ReceiptsFile)
    assert all(one.holds for one in file.receipts)
    heads = north.get(f"{api}?seq=1,2").json()["heads"]
    assert [one["seq"] for one in heads] == [1, 2, table.campaign.log_seq]


def test_taking_back_standing_orders_and_secret_acts_are_receipted(table: Table) -> None:
    who = table.players["isle"]
    table.act("isle", {"kind": "spy"})
    for order in ({"kind": "answer", "valley": "east"}, None):
        table.leave_orders("isle", order)
    table.seal("isle", PLACE)
    orders.unseal(table.slug, by=who, power="isle", phase=1)
    kinds = [one.kind for one in selector.receipts_of(table.slug, who).receipts]
    assert kinds[-4:] == ["standing.set", "standing.withdrawn", "order.sealed", "order.withdrawn"]


def test_the_head_stands_on_the_foot_of_every_page_for_its_reader(table: Table) -> None:
    table.seal("north", PLACE)
    last = table.campaign
    player, visitor = signed_in(table.players["north"]), Client()
    for page in ("", "log/", "seats/", "facts/", "log/head/"):
        for client in (player, visitor):
            html = client.get(f"/c/{table.slug}/{page}").text
            assert last.log_hash in html, page
    assert "data-receipts" in player.get(f"/c/{table.slug}/").text
    assert "data-receipts" not in visitor.get(f"/c/{table.slug}/").text
    spectator_delay.set_delay(table.slug, by=table.moderator, turns=1, reason="We are watched")
    now = table.campaign.log_hash
    assert now in player.get(f"/c/{table.slug}/").text
    assert now not in visitor.get(f"/c/{table.slug}/").text
    assert now not in visitor.get(f"/c/{table.slug}/log/head/").text


def test_the_heads_of_public_campaigns_are_at_a_known_address_and_in_their_feeds(
    table: Table,
) -> None:
    def named() -> list[str]:
        found = Client().get("/.well-known/chancellery-heads.json").json()
        assert found["format"] == "chancellery-heads"
        return [one["campaign"] for one in found["heads"]]

    assert named() == [table.slug]
    for hidden in ({"private": True}, {"listed": False}, {"delay": 2}):
        before = Campaign.objects.values(*hidden).get()
        Campaign.objects.update(**hidden)
        assert named() == []
        Campaign.objects.update(**before)
    assert table.campaign.log_hash in Client().get(f"/c/{table.slug}/feed/").text
