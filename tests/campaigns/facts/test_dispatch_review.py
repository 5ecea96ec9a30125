"""Dispatches that wait for a look: public, without effect, and in effect exactly once."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client

from campaigns.domain.clock_policy import words as in_words
from campaigns.errors import NotNow, NotYours, OrderRefused
from campaigns.models import Campaign, FactClaim, LogEntry, PendingDispatch
from campaigns.selectors.campaign.campaign_page import log as logged
from campaigns.selectors.campaign.campaign_page import strip
from campaigns.selectors.facts import map_desk
from campaigns.selectors.facts.dispatch_review import to_look
from campaigns.selectors.moderator.moderator_page import moderator_page
from campaigns.selectors.reader.access import reading
from campaigns.services.facts import dispatch_review
from campaigns.services.lifecycle.import_campaign import import_campaign
from rules.kernel.dispatch.effects import foretold
from rules.registry import BOOKS
from tests.campaigns.facts.at_war import BOATS, declare, put
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table, a_campaign, corrected
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import forged_whole
from tests.support.facts import LINES, propose
from tests.support.pages.html import answer_of, words_at
from tests.support.worlds import undone
from verifier import verify


def confirm(table: Table, power: str, number: int = 1, **more: Any) -> None:
    dispatch_review.confirm(
        table.slug, by=table.players[power], power=power, dispatch=number, **more
    )


def withdraw(table: Table, power: str = "north", by: str = "", **more: Any) -> None:
    player = table.players[by or power]
    dispatch_review.withdraw(table.slug, by=player, power=power, dispatch=1, **more)


def dispute(table: Table, power: str, number: int = 1, reason: str = "No.", **facts: Any) -> None:
    player = table.players[power]
    dispatch_review.dispute(
        table.slug, by=player, power=power, dispatch=number, facts=facts, reason=reason
    )


def facts(table: Table) -> dict[str, Any]:
    held = reading(table.slug).view.facts
    return {key: held[key] for key in LINES}


def kinds(table: Table) -> list[str]:
    """What the log tells of dispatches, oldest first."""
    rows = LogEntry.objects.filter(campaign__slug=table.slug).order_by("seq")
    return [row.kind for row in rows if "dispatch" in json.loads(row.body)]


def pending(table: Table, number: int = 1) -> Any:
    return PendingDispatch.objects.get(campaign__slug=table.slug, number=number).what


BEFORE = {"boats": 2, "bridge": True}


@pytest.fixture
def both(found: Callable[..., Table]) -> Table:
    return found(map_look="both")


@pytest.mark.long
def test_the_phase_after_one_that_it_waited_out_opens_when_the_log_says(both: Table) -> None:
    """What takes effect by itself is written after the moment at which the phase was seen to be over."""
    propose(both)
    both.play()
    assert kinds(both) == ["dispatch.proposed", "act"]
    assert faults(file_of(both)) == []


def test_it_waits_for_all_whom_it_concerns_and_takes_effect_with_the_last_look(both: Table) -> None:
    put(both, "north", BOATS)
    assert declare(both, "north") == 1
    assert facts(both) == BEFORE
    assert pending(both).concerns == ("south",)
    confirm(both, "south")
    assert facts(both)["boats"] == 5
    assert not pending(both).lines
    claim = FactClaim.objects.get(key="boats")
    assert (claim.power, claim.confirmed_power) == ("north", "south")
    assert kinds(both) == ["dispatch.proposed", "dispatch.looked", "act"]


def test_who_is_asked_sees_what_would_follow_by_what_they_may_know(
    both: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked out on their own view, in which nothing is that another keeps secret."""
    seen: list[Any] = []

    def worked_out(book: Any, view: Any, power: str, values: Any, **more: Any) -> Any:
        seen.append((view, power, values, more))
        return foretold(book, view, power, values, **more)

    monkeypatch.setattr(map_desk, "foretold", worked_out)
    both.act("north", {"kind": "whisper", "to": "isle"})
    propose(both)
    for power in ("south", "north", None):
        player = both.players[power] if power else None
        found = map_desk.map_desk(both.slug, player)
        assert bool(found.foretold) is (power == "south")
    ((view, power, values, more),) = seen
    assert (power, values, more) == ("south", LINES, {"by": "north"})
    known = {
        each: reading(both.slug, both.players[each]).view_for(each) for each in ("north", "south")
    }
    assert view == known["south"]
    assert known["north"].said
    assert not view.said, "a whisper between others"
    (told,) = map_desk.map_desk(both.slug, both.players["south"]).foretold.values()
    assert not told.effects.unknown
    assert {each.key: each.after for each in told.effects.stated} == LINES
    shown = client_of(both, "south").get(f"/c/{both.slug}/facts/").text
    assert 'id="foretold-1"' in shown
    for other in ("north", None):
        assert "foretold" not in client_of(both, other).get(f"/c/{both.slug}/facts/").text


def test_a_second_click_does_nothing_and_a_late_one_is_told(both: Table) -> None:
    propose(both)
    dispute(both, "south", boats=3)
    entries = LogEntry.objects.count()
    dispute(both, "south", boats=3)
    assert LogEntry.objects.count() == entries
    confirm(both, "south")
    looked = LogEntry.objects.count()
    with pytest.raises(NotNow, match="does not wait"):
        confirm(both, "south", facts=["bridge"])
    assert LogEntry.objects.count() == looked


def test_who_declared_what_is_disputed_owes_an_answer(both: Table) -> None:
    propose(both)
    dispute(both, "south", boats=3)
    texts = [one.text for one in strip(both.slug, both.players["north"]).owed]
    (text,) = (text for text in texts if text.startswith("Answer "))
    assert "who disputes what you declared: " in text
    for other in (both.players["south"], None):
        assert not any(one.on_map for one in strip(both.slug, other).owed)
    withdraw(both)
    assert not strip(both.slug, both.players["north"]).owed


@pytest.mark.long
def test_a_disputed_line_stays_and_the_rest_takes_effect(both: Table) -> None:
    propose(both)
    dispute(both, "south", boats=3)
    assert facts(both) == BEFORE
    confirm(both, "south")
    assert facts(both) == {"boats": 2, "bridge": False}
    assert pending(both).lines["boats"].disputed["south"].instead == 3
    both.pass_deadline()
    assert facts(both)["boats"] == 2
    confirm(both, "south", facts=["boats"])
    assert facts(both)["boats"] == 5
    assert kinds(both).count("act") == 2


def test_at_the_deadline_it_takes_effect_before_the_phase_is_resolved(both: Table) -> None:
    propose(both)
    both.pass_deadline()
    assert facts(both) == LINES
    order = [row.kind for row in LogEntry.objects.order_by("seq")]
    assert order.index("act") < order.index("phase.resolved")
    assert order.count("act") == 1


def test_when_all_are_ready_it_takes_effect_too(found: Callable[..., Table]) -> None:
    table = found(map_look="deadline")
    propose(table)
    for power in pending(table).concerns:
        confirm(table, power)
    assert facts(table) == BEFORE
    table.play()
    assert facts(table) == LINES
    assert kinds(table).count("act") == 1
    assert FactClaim.objects.filter(key="boats").exclude(confirmed_power="").exists()


def test_its_declarer_withdraws_it_and_nobody_else(both: Table) -> None:
    propose(both)
    other = pending(both).concerns[0]
    with pytest.raises(NotNow, match="Only who declared it"):
        withdraw(both, other)
    with pytest.raises(NotYours):
        withdraw(both, by=other)
    withdraw(both, facts=["bridge"])
    assert set(pending(both).lines) == {"boats"}
    withdraw(both)
    both.pass_deadline()
    assert facts(both) == BEFORE


def test_a_fact_waits_in_one_dispatch_only(both: Table) -> None:
    propose(both, boats=5)
    with pytest.raises(NotNow, match="declared already and waits"):
        propose(both, "south", boats=3)
    propose(both, boats=6)
    assert pending(both, 1).lines == {}
    assert pending(both, 2).lines["boats"].value == 6


def test_nothing_is_disputed_without_a_word(both: Table) -> None:
    propose(both)
    with pytest.raises(OrderRefused, match="Say what it is instead"):
        dispute(both, pending(both).concerns[0], reason=" ", boats=None)
    with pytest.raises(OrderRefused):
        dispute(both, pending(both).concerns[0], boats="many")


def test_the_moderator_settles_a_disputed_line(both: Table) -> None:
    propose(both)
    for power in pending(both).concerns:
        dispute(both, power, boats=3, bridge=None)
    settle = {"by": both.moderator, "dispatch": 1, "reason": "As on the map."}
    dispatch_review.settle(both.slug, facts=["boats"], stands=True, **settle)
    assert facts(both) == {"boats": 5, "bridge": True}
    dispatch_review.settle(both.slug, facts=["bridge"], stands=False, **settle)
    assert pending(both).lines == {}
    assert facts(both)["bridge"] is True


def test_a_disputed_line_stands_on_the_desk_and_is_settled_there(both: Table) -> None:
    """Nothing stands there while nothing is disputed."""
    propose(both)
    desk = client_of(both, "moderator")

    assert 'id="disputes"' not in words_at(desk, f"/c/{both.slug}/desk/")
    dispute(both, "south", boats=3, reason="Counted twice.")
    (found,) = moderator_page(both.slug, both.moderator).disputes
    row = LogEntry.objects.get(campaign__slug=both.slug, kind="dispatch.disputed")
    assert (found.label, found.after, found.number, found.since) == ("Boats", "5", 1, row.at)
    assert found.by.key == "north"
    page = words_at(desk, f"/c/{both.slug}/desk/")
    assert "Southland disputes this and says: <b>3</b> “<bdi>Counted twice.</bdi>”" in page
    assert page.index('id="disputes"') < page.index('id="at-a-glance"')
    form = {"dispatch": 1, "fact": "boats", "stands": "no", "reason": "As on the map."}
    answer = desk.post(f"/c/{both.slug}/desk/settle/", form)
    assert answer["Location"] == f"/c/{both.slug}/desk/"
    assert list(pending(both).lines) == ["bridge"]
    assert 'id="disputes"' not in words_at(desk, f"/c/{both.slug}/desk/")
    assert "strikes out: Boats" in words_at(desk, f"/c/{both.slug}/desk/"), (
        "among the acts of the desk"
    )


def test_what_the_moderator_corrected_lapses(both: Table) -> None:
    propose(both, boats=5)
    corrected(both, boats=7)
    both.pass_deadline()
    assert facts(both)["boats"] == 7
    assert "The map was misread" in page(client_of(both, None), both)
    assert kinds(both) == ["dispatch.proposed", "dispatch.lapsed"]


def test_autopilots_look_at_once(found: Callable[..., Table]) -> None:
    table = found(bots=("south", "isle"), map_look="both")
    propose(table, boats=5)
    assert facts(table)["boats"] == 5
    assert reading(table.slug).view.claims["boats"].confirmed_by


def test_as_before_nothing_waits_where_the_policy_says_at_once(table: Table) -> None:
    propose(table)
    assert facts(table) == LINES
    assert not PendingDispatch.objects.exists()


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_it_concerns_those_of_other_sides_by_what_everybody_knows(db: None, key: str) -> None:
    scenario, first = next(iter(BOOKS[key].scenarios.items()))
    powers = first.seats
    at = reading(a_campaign(book=key, scenario=scenario, seats=powers[:1]).slug)
    mine = [spec.key for spec in at.book.facts if spec.type in ("control", "choice")]
    found = dispatch_review.concerned(at.campaign, at.book, at.view, powers[0], mine)
    assert found
    side = at.book.powers[powers[0]].faction
    assert all(at.book.powers[power].faction != side for power in found)


def _first(content: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(one for one in content["log"] if one["kind"] == kind and "dispatch" in one["body"])


def _body(kind: str, **changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: _first(content, kind)["body"].update(changes)


def _power(kind: str, power: str) -> Callable[[dict[str, Any]], None]:
    return lambda content: _first(content, kind).update(power=power)


def _never(content: dict[str, Any]) -> None:
    del _first(content, "act")["body"]["dispatch"]


def _twice(content: dict[str, Any]) -> None:
    other = next(
        one for one in content["log"] if one["kind"] == "act" and "dispatch" not in one["body"]
    )
    other["body"] |= {"dispatch": 1, "facts": ["boats"], "over": False}


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "what was declared": (_body("dispatch.proposed", facts={"boats": 5, "bridge": True}), "dispatches: log entry"),
    "who declared it": (_power("dispatch.proposed", "south"), "dispatches: log entry"),
    "whom it concerned": (_body("dispatch.proposed", concerns=["isle"]), "dispatches: log entry"),
    "its number": (_body("dispatch.proposed", dispatch=7), "dispatches: log entry"),
    "who looked": (_power("dispatch.looked", "north"), "dispatches: log entry"),
    "what was looked at": (_body("dispatch.looked", facts=["bridges"]), "dispatches: log entry"),
    "what was disputed": (_body("dispatch.disputed", facts={}), "dispatches: log entry"),
    "who withdrew": (_power("dispatch.withdrawn", "isle"), "dispatches: log entry"),
    "that it never took effect": (_never, "dispatches: log entry"),
    "that it took effect twice": (_twice, "dispatches: log entry"),
    "what took effect": (_body("act", facts=["boats", "bridge"]), "dispatches: log entry"),
}  # fmt: skip
"""Tamperings of a file whose chain was made whole again."""


def test_a_file_tells_all_of_it_and_every_change_is_named(found: Callable[..., Table]) -> None:
    with undone():
        table = found(map_look="both")
        propose(table)
        dispute(table, "south", boats=3, reason="Counted twice.")
        confirm(table, "south")
        withdraw(table)
        propose(table, bridge=True)
        table.play_out()
        data = file_of(table)
        lines, rows = table.campaign.log_lines, PendingDispatch.objects.count()
        heads = [one.what.lines for one in PendingDispatch.objects.all()]
    assert not [fault for check in verify(data) for fault in check.faults]
    for name, (change, expected) in FORGERIES.items():
        found_out = faults(forged_whole(data, change))
        assert any(fault.startswith(expected) for fault in found_out), (name, found_out)
    slug = import_campaign(data, by=person("keeper"))
    assert Campaign.objects.get(slug=slug).log_lines == lines
    assert PendingDispatch.objects.count() == rows
    assert [one.what.lines for one in PendingDispatch.objects.all()] == heads


@pytest.mark.long
def test_the_page_shows_the_card_and_takes_every_word(both: Table) -> None:
    propose(both)
    north, south, nobody = (client_of(both, name) for name in ("north", "south", None))
    for client in (north, south, nobody):
        text = page(client, both)
        assert "Waits for the look of" in text
        assert "Northland declared <b>5</b>; it waits" in text
        assert 'Boats: <span class="becomes"><span class="quiet">2</span> → <b>5</b></span>' in text
    assert "Withdraw" in page(north, both)
    assert "Withdraw" not in page(south, both)
    assert "Confirm all 2" in page(south, both)
    form = {"action": "object", "dispatch": 1, "fact": "boats"}
    sent(south, both, **form, instead="3", reason="Counted twice.")
    for client in (north, nobody):
        assert "Southland disputes this and says: <b>3</b> “<bdi>Counted twice.</bdi>”" in page(
            client, both
        )
    sent(south, both, action="agree", dispatch=1)
    assert facts(both) == {"boats": 2, "bridge": False}
    desk = client_of(both, "moderator")
    assert "Strike it out" in page(desk, both)
    settle = {"action": "settle", "dispatch": 1, "fact": "boats", "stands": "yes"}
    sent(desk, both, **settle, reason="As on the map.")
    assert facts(both)["boats"] == 5
    assert "It changes nothing yet" not in page(nobody, both)
    log = " ".join(line.line.head for line in logged(both.slug))
    for words in ("Northland declares: ", "Southland disputes a line of", "lets stand: Boats"):
        assert words in log


def test_a_program_says_the_same(both: Table) -> None:
    propose(both)
    south = client_of(both, "south")
    address = f"/api/campaigns/{both.slug}/dispatches/"
    (card,) = south.get(address).json()
    assert (card["number"], card["to_look"]) == (1, 2)
    word = {"do": "dispute", "instead": {"boats": 3}}
    (told,) = answer_of(south, "POST", f"{address}1/south/", word)
    assert told["lines"][0]["disputed"][0]["instead"] == "3"
    (told,) = answer_of(south, "POST", f"{address}1/south/", {"do": "confirm"})
    assert [line["spec"]["key"] for line in told["lines"]] == ["boats"]
    north = client_of(both, "north")
    assert answer_of(north, "POST", f"{address}1/north/", {"do": "withdraw"}) == []


def test_the_policy_is_said_on_pages_and_at_the_desk(both: Table) -> None:
    policy = both.campaign.policy
    assert "counts when all whom it concerns have looked" in in_words(policy)
    assert "counts" not in in_words(msgspec.structs.replace(policy, map_look="at_once"))
    assert waiting_of(both, "south") == 0
    propose(both)
    assert waiting_of(both, "south") == 2
    assert waiting_of(both, "isle") == 0
    said = "What is declared of the map counts when all whom it concerns have looked"
    for address in ("", "seats/"):
        assert said in words_at(Client(), f"/c/{both.slug}/{address}")


def client_of(table: Table, name: str | None) -> Client:
    people = {"moderator": table.moderator, None: None, **table.players}
    return signed_in(people[name])


def page(client: Client, table: Table) -> str:
    return words_at(client, f"/c/{table.slug}/facts/")


def sent(client: Client, table: Table, **fields: Any) -> None:
    answer = client.post(f"/c/{table.slug}/facts/", fields, follow=True)
    assert answer.status_code == 200


def waiting_of(table: Table, power: str) -> int:
    return to_look(reading(table.slug, table.players[power]))
