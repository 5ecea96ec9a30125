"""Saying that what others declared is not so: on the page, over the API, in the log and in the file."""

from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import User
from campaigns.errors import FactsChanged
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.export import export
from campaigns.selectors.facts import map_desk
from campaigns.selectors.moderator.moderator_page import moderator_page
from campaigns.selectors.reader.access import reading
from campaigns.services.deadlines import moderation
from rules.kernel.serial import canonical
from rules.registry import BOOKS
from tests.campaigns.facts.at_war import PARIS, War
from tests.support.accounts import signed_in
from tests.support.pages.html import answer_of, words_at
from verifier import verify


@pytest.mark.long
def test_a_line_is_disputed_beside_confirm_all_and_everybody_sees_it(war: War) -> None:
    line = war.line(power="france")
    assert line.may_dispute == ("france",)
    seen = canonical({PARIS: line.version}).decode()
    form = {"action": "dispute", "fact": PARIS, "seen": seen}
    said = {"instead": "western", "reason": "My  men hold it."}
    answer = war.client("france").post(f"/c/{war.slug}/facts/", {**form, **said}, follow=True)
    assert answer.status_code == 200
    for reader in ("germany", "france"):
        told = war.page(reader)
        assert "France disputes this, and says: <b>Western Allies</b>. “My men hold it.”" in told
    assert "France disputes this" in war.page()
    assert war.line().words == "European Axis"
    log = [line.line for line in campaign_page.log(war.slug)]
    assert any("disputes" in line.head and "My men hold it." in line.rest for line in log)


def test_who_confirms_sees_what_followed_at_once(war: War) -> None:
    def brought(power: str) -> list[str]:
        desk = map_desk.map_desk(war.slug, war.players[power], power)
        return [f"{told.text}: {told.rest}" for each in desk.waiting for told in each.brought]

    assert "Russo-German tension +2, to 6: The Axis took Paris." in brought("france")
    assert not any("Who holds" in each for each in brought("france")), "the facts stand above it"
    assert not brought("germany")
    assert "What followed from it" in war.page("france")
    assert "What followed from it" not in war.page("germany")


@pytest.mark.long
def test_a_fact_that_counts_and_is_disputed_stands_on_the_desk(war: War) -> None:
    moderator = User.objects.get(username="moderator")
    assert not moderator_page(war.slug, moderator).disputes
    war.act("france", kind="dispute", facts=[PARIS], instead={PARIS: "western"}, reason="No.")
    (found,) = moderator_page(war.slug, moderator).disputes
    (said,) = found.said
    assert (found.number, said.instead, said.reason) == (0, "Western Allies", "No.")
    assert found.since is not None
    page = signed_in(moderator).get(f"/c/{war.slug}/desk/").text
    assert f'href="/c/{war.slug}/facts/?fact={PARIS}"' in page
    assert "desk/settle/" not in page


@pytest.mark.long
def test_who_is_to_answer_a_dispute_owes_it_until_it_ends(war: War) -> None:
    def owed(power: str) -> list[str]:
        found = campaign_page.strip(war.slug, war.players[power]).owed
        return [one.text for one in found if one.on_map]

    assert not owed("germany")
    war.act("france", kind="dispute", facts=[PARIS], reason="No.")
    asked = "Answer France, who disputes what you declared: Who holds Paris."
    assert owed("germany") == [asked]
    assert not owed("france")
    text = words_at(war.client("germany"), f"/c/{war.slug}/")
    assert f"You owe:</strong> {asked}" in text
    assert f'href="/c/{war.slug}/facts/?power=germany">To the map</a>' in text
    assert asked not in words_at(war.client("france"), f"/c/{war.slug}/")
    war.act("germany", kind="declare", facts={PARIS: "western"})
    assert not owed("germany")


@pytest.mark.long
def test_the_rest_is_still_confirmed_with_one_click_and_the_file_is_played_again(war: War) -> None:
    war.act("france", kind="dispute", facts=[PARIS], reason="No.")
    (waiting,) = [
        one for one in map_desk.map_desk(war.slug, war.players["france"]).waiting if one.mine
    ]
    assert waiting.is_disputed
    text = war.page("france")
    assert 'value="control.brussels" checked' in text
    assert f'value="{PARIS}" checked' not in text
    war.act("france", kind="confirm", facts=[PARIS])
    data = b"".join(export(war.slug))
    assert not [fault for check in verify(data) for fault in check.faults]


def test_what_is_declared_anew_stands_among_the_corrections_and_is_not_disputed_unseen(
    war: War,
) -> None:
    seen = {PARIS: war.line().version}
    war.act("germany", kind="declare", facts={PARIS: "western"})
    (one,) = map_desk.map_desk(war.slug).corrections
    change = (one.label, one.before, one.after)
    assert change == ("Who holds Paris", "European Axis", "Western Allies")
    assert one.by is not None
    assert "Germany: declared anew." in war.page()
    with pytest.raises(FactsChanged):
        war.act("france", kind="dispute", facts=[PARIS], reason="No.", seen=seen)


def test_it_goes_through_the_api(war: War) -> None:
    client = war.client("france")
    act = {"kind": "dispute", "instead": {PARIS: "western"}}
    answer_of(client, "POST", f"/api/campaigns/{war.slug}/acts/france/", {"act": act})
    found = client.get(f"/api/campaigns/{war.slug}/facts/").json()
    lines = [line for part in found["sections"] for line in part["facts"]]
    (line,) = [line for line in lines if line["spec"]["key"] == PARIS]
    assert line["disputed"]["instead"] == "Western Allies"
    assert line["disputed"]["by"]["key"] == "france"


def test_autopilots_do_not_settle_a_dispute_and_a_correction_ends_it(war: War) -> None:
    war.act("france", kind="dispute", facts=[PARIS], reason="No.")
    view = reading(war.slug).view
    book = reading(war.slug).book
    for power in ("britain", "russia"):
        for menu in book.acts(view, power):
            for field in menu.fields if menu.order == "confirm" else ():
                assert PARIS not in {choice.value for choice in field.choices}
    assert war.line().disputed
    moderator = reading(war.slug).campaign.moderators.get()
    correct = {PARIS: "western"}
    moderation.correct_facts(war.slug, by=moderator, facts=correct, reason="As on the map.")
    assert war.line().disputed is None


def test_rules_without_disputes_say_so(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    book = BOOKS["world_at_war"]
    orders = {kind: order for kind, order in book.orders.items() if kind != "dispute"}
    without = replace(
        book,
        orders=orders,
        turn=replace(
            book.turn,
            acts=lambda *at: tuple(one for one in book.turn.acts(*at) if one.order != "dispute"),
        ),
    )
    monkeypatch.setattr(type(reading(war.slug)), "book", property(lambda at: without))
    text = war.page("france")
    assert "Nothing is disputed by these rules" in text
    assert "Dispute it" not in text


@pytest.mark.long
def test_what_hangs_on_a_disputed_value_is_listed(war: War) -> None:
    address = f"/api/campaigns/{war.slug}/hung/?fact={PARIS}"
    assert Client().get(address).status_code == 404
    war.act("france", kind="dispute", facts=[PARIS], instead={PARIS: "western"}, reason="No.")
    told = Client().get(address).json()
    assert (told["disputed"], told["before"]) == (True, "European Axis")
    assert f'href="/c/{war.slug}/facts/?hung={PARIS}#hung"' in war.page("germany")
    assert "which is disputed" in words_at(Client(), f"/c/{war.slug}/facts/?hung={PARIS}")
