"""What is new to a reader since they last looked, and what waits for them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.selectors.campaign import campaign_page, news
from campaigns.services.log import read_marks
from rules.kernel.headlines import QUIET
from tests.support.accounts import signed_in
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table


@pytest.fixture
def seen(found: Callable[..., Table]) -> Table:
    """Everybody has looked at the first phase; then two phases were resolved."""
    table = found(scenario="long")
    for who in (*table.players.values(), table.moderator):
        read_marks.mark_seen(table.slug, by=who)
    table.play(2)
    return table


def _news(table: Table, who: Any, since: int | None = None) -> Any:
    return news.news_part(table.slug, who, since=since).news


def test_what_was_resolved_since_stands_there_by_its_headlines(seen: Table) -> None:
    for who in (seen.players["north"], seen.moderator):
        found = _news(seen, who)
        assert [one.number for one in found.headlines][-1] == 2
        assert found.headlines[-1].headline.startswith("East: ")
        assert found.count == len(found.headlines) + found.further


def test_a_phase_in_which_nothing_changed_has_a_place_only_where_nothing_did(seen: Table) -> None:
    north, phases = seen.players["north"], seen.campaign.phases
    phases.filter(number=1).update(headline="The West gains Rome")
    phases.filter(number=2).update(headline=QUIET)
    found = _news(seen, north)
    assert [one.number for one in found.headlines] == [1]
    assert (found.count, found.further) == (2, 1)
    phases.filter(number=1).update(headline=QUIET)
    assert [one.number for one in _news(seen, north).headlines] == [1, 2]


def test_it_is_gone_when_it_was_seen(seen: Table) -> None:
    north = seen.players["north"]
    read_marks.mark_seen(seen.slug, by=north)
    assert _news(seen, north) is None
    assert _news(seen, seen.players["south"]) is not None


def test_nobody_is_told_what_is_new_who_was_never_here(seen: Table) -> None:
    assert _news(seen, None) is None
    latest = campaign_page.page_with_news(seen.slug).latest
    assert latest.number == 2


def test_a_visitor_says_how_far_they_have_read(seen: Table) -> None:
    found = _news(seen, None, since=1)
    assert found.headlines[-1].number == 2
    assert _news(seen, None, since=seen.campaign.log_seq) is None
    assert _news(seen, None, since=10**12) is None


def test_seals_alone_are_no_news(seen: Table) -> None:
    north = seen.players["north"]
    read_marks.mark_seen(seen.slug, by=north)
    seen.seal("south", PLACE)
    assert _news(seen, north) is None


def test_declared_facts_wait_for_those_who_may_confirm_them(seen: Table) -> None:
    seen.act("north", {"kind": "declare", "facts": {"boats": 5}})
    counts = {
        power: news.news_part(seen.slug, player).news.waiting.confirm
        for power, player in seen.players.items()
    }
    assert counts == {"north": 0, "south": 1, "isle": 1}
    assert _news(seen, seen.moderator).waiting.confirm == 0


def test_what_one_power_was_told_in_secret_is_news_to_nobody_else(seen: Table) -> None:
    before = {power: _plain(_news(seen, who)) for power, who in seen.players.items()}
    others = _plain(_news(seen, seen.moderator)), _plain(_news(seen, None, since=1))
    seen.act("north", {"kind": "spy"})
    for power in ("south", "isle"):
        assert _plain(_news(seen, seen.players[power])) == before[power]
    assert (_plain(_news(seen, seen.moderator)), _plain(_news(seen, None, since=1))) == others


def _plain(found: Any) -> Any:
    """News without what is worked out later."""
    return found and {
        name: getattr(found, name)
        for name in found.__struct_fields__
        if name not in ("changed", "looked")
    }


def test_the_page_counts_in_its_title_and_menu_and_the_band_is_gone_the_next_time(
    seen: Table,
) -> None:
    client = signed_in(seen.players["north"])
    address = reverse("frontend:campaign", args=[seen.slug])
    first = client.get(address).text
    assert 'id="news"' in first
    assert "<title>(" in first
    assert 'data-counts="new"' in first
    second = client.get(address).text
    assert 'id="news"' not in second
    assert "<title>(" not in second


def test_the_band_by_itself_goes_on_from_where_the_page_began(seen: Table) -> None:
    client = signed_in(seen.players["north"])
    client.get(reverse("frontend:campaign", args=[seen.slug]))
    address = reverse("frontend:news", args=[seen.slug])
    assert 'id="news"' not in client.get(address).text
    assert 'id="news"' in client.get(f"{address}?since=1").text
    done = client.post(address)
    assert (done.status_code, done.headers["Location"]) == (302, f"/c/{seen.slug}/")
    seen_now = client.post(address, headers={"HX-Request": "true"}).text
    assert "Nothing new since you last looked." in seen_now
    assert 'id="news"' not in seen_now


def test_a_visitor_gets_no_cookie_for_it(seen: Table) -> None:
    client = Client()
    for path in ("", "news/?since=1"):
        client.get(f"/c/{seen.slug}/{path}")
    assert not {name for name in client.cookies if name not in ("csrftoken",)}
