"""What waits for a reader stands where orders are asked for, and is counted alike everywhere."""

import re
from collections.abc import Callable
from typing import Any

from bs4 import BeautifulSoup
from django.template.loader import render_to_string
from django.test import Client

from campaigns.selectors.campaign import campaign_page, news
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.notifications import inbox
from campaigns.selectors.phase.records import Waiting
from campaigns.selectors.reader.power_badges import Badge
from tests.support.campaigns import Table
from tests.support.facts import propose
from tests.support.pages.html import words_at
from tests.support.repair import back
from tests.support.seats import deputize


def test_facts_to_confirm_stand_in_the_place_of_nothing_is_asked(
    found: Callable[..., Table], client: Client
) -> None:
    table = found(map_look="both")
    client.force_login(table.players["south"])
    before = words_at(client, f"/c/{table.slug}/")
    assert "nothing declared yet" in before
    assert "Waits for you" not in before
    propose(table)
    for address in ("", "strip/"):
        shown = words_at(client, f"/c/{table.slug}/{address}")
        assert "Waits for you:</strong>" in shown
        assert "2 facts to confirm" in shown
        assert "nothing declared yet" not in shown


def test_nothing_is_said_to_be_asked_of_a_power_only_where_nothing_waits() -> None:
    """The template alone: of each power of the tiny book something is asked in every phase."""
    for waits, said in ((Waiting(), "Nothing is"), (Waiting(confirm=2), "No orders are")):
        badge = Badge(key="north", name="Northland")
        given = {"mine": {"badge": badge}, "waits_for_me": waits, "head": {"slug": "tiny"}}
        html = render_to_string("frontend/campaign/_orders.html", given)
        assert f"{said} asked of Northland now." in " ".join(html.split())


def test_page_band_and_bell_count_alike_for_a_deputy(table: Table) -> None:
    propose(table, "south", boats=5)
    for level, counted in {"see": 0, "draft": 0, "seal": 1}.items():
        helper, _key = deputize(table, level)
        whole = campaign_page.page_with_news(table.slug, helper)
        part = news.waiting_of(news.reading(table.slug, helper))
        assert (level, whole.page.waits.confirm, part.confirm) == (level, counted, counted)
        told = [line.waiting.confirm for line in inbox.inbox(helper)]
        assert told == ([counted] if level == "seal" else [])


def test_what_comes_to_wait_is_told_to_the_band_of_an_open_page(
    found: Callable[..., Table],
    sent: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    table = found(map_look="both")

    def topics(do: Callable[[], Any]) -> set[str]:
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            do()
        return {what for one in sent if one[0] == "push" for what in one[2]["what"]}

    assert {"news", "strip", "facts"} <= topics(lambda: propose(table))
    assert {"news", "seats"} <= topics(lambda: back(table, 1, by=table.players["south"]))


def test_what_waits_on_the_map_is_had_alone_by_who_writes_nothing(
    found: Callable[..., Table], client: Client
) -> None:
    table = found(map_look="both")
    for who in (None, table.moderator):
        if who is not None:
            client.force_login(who)
        page = words_at(client, f"/c/{table.slug}/facts/")
        assert f'hx-get="/c/{table.slug}/facts/?part=waiting"' in page
        assert "Nothing waits." in words_at(client, f"/c/{table.slug}/facts/?part=waiting")
    propose(table)
    part = words_at(client, f"/c/{table.slug}/facts/?part=waiting")
    assert part.startswith("<section")
    assert "<b>Northland</b> declared" in part


def test_what_one_did_oneself_is_not_new(table: Table, client: Client) -> None:
    north, south = table.players["north"], table.players["south"]
    for who in (north, south):
        client.force_login(who)
        client.get(f"/c/{table.slug}/")
    propose(table, boats=5)
    mine, theirs = (campaign_page.page_with_news(table.slug, who) for who in (north, south))
    assert mine.page.reader.new == mine.page.since == 0
    assert theirs.page.reader.new == theirs.page.since > 0
    cards = [lobby_page.lobby(who).mine[0] for who in (north, south)]
    assert [card.new for card in cards] == [mine.page.since, theirs.page.since]
    assert mine.news is None
    assert [line.line.head for line in theirs.news.told]
    assert not any(line.new for line in campaign_page.log_part(table.slug, north).log())
    assert any(line.new for line in campaign_page.log_part(table.slug, south).log())


def test_what_is_new_is_named_beside_the_navigation_in_plain_words(
    table: Table, client: Client
) -> None:
    client.force_login(table.players["south"])
    client.get(f"/c/{table.slug}/")
    propose(table, boats=5)
    mast = BeautifulSoup(client.get(f"/c/{table.slug}/notes/").content, "html.parser").header
    assert mast
    link = mast.find("a", string=re.compile("new"), title=re.compile("since"))
    assert link
    assert "<" not in str(link["title"])
    assert " ".join(link.text.split()).endswith("new")
