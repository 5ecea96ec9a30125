"""Texts and agreements as objects in the thread of their two powers."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from campaigns.errors import NotNow, NotYours
from campaigns.selectors.orders.agreements import Between
from campaigns.selectors.press import thread as selector
from campaigns.selectors.press.press_records import Draft
from campaigns.selectors.reader.power_badges import Badge
from campaigns.services.press import press_settings
from rules.kernel.agreements import Paper
from tests.support.accounts import signed_in
from tests.support.campaigns import Table
from tests.support.press import allow, reply, say


def offer(build_points: int, **more: Any) -> dict[str, Any]:
    """A text of Germany to the Soviet Union that gives so many build points a turn."""
    details = {"give_works": {"bp": build_points}, **more}
    return {"kind": "offer", "texts": [{"option": "ussr:raise", "details": details}]}


def kinds(page: Any) -> list[str]:
    """What stands in a thread: words, deeds and the text itself."""
    return [
        "doing" if item.doing else "draft" if item.draft else "message"
        for item in page.items
        if item.doing or item.draft or item.message
    ]


def last_deed(salon: Table, thread: str, power: str = "ussr") -> str:
    page = selector.thread_page(salon.slug, thread, salon.players[power])
    return [item.doing.head for item in page.items if item.doing][-1]


@pytest.mark.long
def test_a_text_stands_in_its_thread_at_its_time_with_what_changed(salon) -> None:
    salon.act("germany", offer(1))
    thread = say(salon, "germany", ("ussr",), "Read it.")
    other = say(salon, "germany", ("usa",), "Nothing to see.")
    salon.act("germany", offer(2, take_goods={"resources": 1}))
    for power in ("germany", "ussr"):
        page = selector.thread_page(salon.slug, thread, salon.players[power])
        assert kinds(page) == ["doing", "message", "draft"], "words and deeds read in order"
        first = next(item.doing for item in page.items if item.doing)
        assert "puts a text on the table" in first.head
        assert "1 build point a turn" in first.rest
        draft = next(item.draft for item in page.items if item.draft)
        assert draft.version == 2
        terms = {term.clause.text: term for term in draft.terms}
        assert all(not term.words_only for term in terms.values()), "every clause has its rule"
        assert terms["Germany gives the USSR 2 build points a turn."].changed
        assert draft.gone == ("Germany gives the USSR 1 build point a turn.",)
        assert [need.rule for need in draft.row.what.needs], "how it is signed, and what it costs"
    salon.act("ussr", {"kind": "agree", "power": "germany"})
    assert "stands by the text" in last_deed(salon, thread)
    salon.act("germany", {"kind": "withdraw", "power": "ussr"})
    page = selector.thread_page(salon.slug, thread, salon.players["ussr"])
    assert not [item for item in page.items if item.draft]
    assert "off the table" in last_deed(salon, thread)
    here = f"/c/{salon.slug}/press/"
    assert "2 build points a turn" in signed_in(salon.players["ussr"]).get(f"{here}{thread}/").text
    shown = signed_in(salon.players["usa"]).get(f"{here}{other}/").text
    assert "build point" not in shown, "a text between others stands in no thread of a third power"


def test_a_text_without_clauses_stands_where_it_was_put_last(salon) -> None:
    salon.act("germany", offer(1))
    thread = say(salon, "germany", ("ussr",), "Read it.")
    without = {"kind": "offer", "texts": [{"option": "ussr:raise", "details": {}}]}
    for done in (without, {"kind": "withdraw", "power": "ussr"}, without):
        salon.act("germany", done)
    reply(salon, "germany", thread, "Well?")
    for power in ("germany", "ussr"):
        page = selector.thread_page(salon.slug, thread, salon.players[power])
        assert kinds(page) == ["doing", "message", "doing", "doing", "draft", "message"]
        assert not page.loose
        draft = next(item.draft for item in page.items if item.draft)
        assert (draft.version, draft.terms) == (2, ())
        assert draft.gone == ("Germany gives the USSR 1 build point a turn.",)


@pytest.mark.long
def test_a_text_is_stood_by_answered_or_declined_in_its_thread(salon) -> None:
    salon.act("germany", offer(1))
    thread = say(salon, "germany", ("ussr",), "Read it.")
    here = f"/c/{salon.slug}/press/{thread}/"
    client = signed_in(salon.players["ussr"])
    shown = client.get(here).text
    for said in ("Stand by it", "Answer with another text", "Decline", "What it moves"):
        assert said in shown
    assert "Private since January/February 1936, 1 message" in shown
    waiting = f"/c/{salon.slug}/press/?show=waiting"
    assert "a proposal waits for you" in client.get(waiting).text
    said = {"kind": "decline", "power": "germany", "next": here}
    done = client.post(f"/c/{salon.slug}/agreements/?power=ussr&with=germany", said)
    assert done.url == here
    assert "declines the text" in last_deed(salon, thread, "germany")
    shown = client.get(here).text
    assert "<b>You decline it</b>" in shown
    assert "Stand by it" in shown, "it can be taken back while the text lies there"
    assert 'value="decline"' not in shown
    assert "No proposal waits for your answer." in client.get(waiting).text
    client.force_login(salon.players["usa"])
    assert client.get(here).status_code == 404
    assert "No proposal waits for your answer." in client.get(waiting).text
    assert "declines" not in client.get(f"/c/{salon.slug}/log/").text


@pytest.mark.long
def test_what_was_revealed_since_stands_below_the_last_message(salon, monkeypatch) -> None:
    germany = salon.players["germany"]
    thread = say(salon, "germany", ("ussr",), "Watch the Rhineland.")
    reply(salon, "germany", thread, "Watch it well.")
    monkeypatch.setattr(selector, "SHOWN", 1)
    last = selector.thread_page(salon.slug, thread, germany).earlier

    def revealed(before: str = "") -> list[int]:
        page = selector.thread_page(salon.slug, thread, germany, before=before)
        return [item.resolved.number for item in page.items if item.resolved]

    assert revealed() == []
    number = salon.phase.number
    salon.end(silent="hold")
    assert revealed() == [number]
    assert revealed(before=last) == [], "the other message of that phase stands on the page after"
    client, here = signed_in(salon.players["ussr"]), f"/c/{salon.slug}/press/"
    assert "<b>Revealed</b>" in client.get(f"{here}{thread}/").text
    # Its page in the history has it quoted.
    quoted = client.get(f"{here}?phase={number}").text
    assert re.search(r'name="quotes" value="\d+"\s+checked', quoted)


@pytest.mark.parametrize("secret", [True, False])
def test_only_a_secret_text_is_called_one_that_only_its_two_powers_see(secret: bool) -> None:
    badge = Badge(key="germany", name="Germany", code="GE", mark="square")
    paper = Paper(
        title="A treaty",
        parties=("germany", "ussr"),
        by="germany",
        state="proposed",
        since="Jan/Feb 1936",
        secret=secret,
    )
    row = Between(what=paper, parties=(badge,), by=badge, mine=True)
    shown = render_to_string(
        "frontend/press/_draft.html",
        {"draft": Draft(row=row, version=0, at=None, terms=()), "open": {"power": ""}},
    )
    assert ("Only you two see it" in shown) == secret
    assert ("everybody knows" in shown) != secret


@pytest.mark.long
def test_that_one_has_read_to_the_end_is_shown_where_both_show_it(table: Table) -> None:
    thread = say(table, "north", ("south",))
    north, south = table.players["north"], table.players["south"]

    def told(power: str) -> list[tuple[str, bool]]:
        page = selector.thread_page(table.slug, thread, table.players[power], power)
        return [(one.badge.key, one.end) for one in page.read]

    press_settings.mark_read(table.slug, by=south, thread=thread)
    press_settings.show_reading(table.slug, by=north, power="north", thread=thread)
    assert told("north") == told("south") == [], "one alone shows nothing and sees nothing"
    press_settings.show_reading(table.slug, by=south, power="south", thread=thread)
    assert told("north") == [("south", True)]
    reply(table, "north", thread)
    assert told("north") == [("south", False)]
    client = signed_in(north)
    here = f"/c/{table.slug}/press/{thread}/"
    assert "has not read to the end" in client.get(here).text
    client.post(here, {"action": "hide", "power": "north"})
    assert told("north") == told("south") == []
    with pytest.raises(NotYours):
        press_settings.show_reading(table.slug, by=north, power="south", thread=thread)


def test_nobody_shows_how_far_they_have_read_in_a_thread_without_a_name(table: Table) -> None:
    allow(table, anonymous=True)
    thread = say(table, "north", ("south",), masked=True)
    with pytest.raises(NotNow):
        press_settings.show_reading(
            table.slug, by=table.players["south"], power="south", thread=thread
        )


def test_a_phase_is_linked_in_press_from_its_page_in_the_history(table: Table) -> None:
    client = signed_in(table.players["north"])
    shown = client.get(f"/c/{table.slug}/press/?phase=1").text
    assert "&lt;phase:1&gt; </textarea>" in shown
    note = client.get(f"/c/{table.slug}/notes/?about=country/turkey").text
    assert "Turkey" in note
    assert "Save note" in note
