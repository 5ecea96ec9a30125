"""The log as people read it: the last phase beside the board, the page with its turns and searches."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.errors import NoSuchPage
from campaigns.models import LogEntry
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.history import log_page
from campaigns.selectors.history.log_page import LogFilter
from campaigns.selectors.log import log_lines
from campaigns.selectors.phase import records
from campaigns.selectors.reader.access import reading
from tests.support.books.tiny_book import NAME
from tests.support.campaigns import Table


@pytest.fixture
def played(found: Callable[..., Table]) -> Table:
    """One turn of a long game is over, and the next has begun."""
    table = found(scenario="long")
    table.play(3)
    return table


def search(table: Table, who: str = "", **asked: Any) -> log_page.LogPage:
    return log_page.log_page(table.slug, table.players.get(who), LogFilter(**asked))


def _heads(lines: tuple[records.LogLine, ...]) -> list[str]:
    return [line.line.head for line in lines]


@pytest.mark.long
def test_beside_the_board_stands_the_last_phase_with_secrets_for_their_power_alone(
    played: Table,
) -> None:
    played.seal("south", NAME)
    lines = campaign_page.log_part(played.slug).log()
    heads = _heads(lines)
    # The placing that came after it made no news for everybody.
    assert heads[0] == "Resolved as soon as everybody was ready"
    assert heads[1].startswith("East: ")
    assert heads[-2:] == ["Turn 2: Naming", "Southland sealed"]
    assert [line.seq for line in lines] == sorted(line.seq for line in lines)
    played.act("north", {"kind": "spy"})
    mine = _heads(campaign_page.log_part(played.slug, played.players["north"]).log())
    assert mine[-1] == "Your spy is back"
    assert "Your spy is back" not in _heads(campaign_page.log_part(played.slug).log())
    assert search(played, "north", words="spy").lines
    for other in (played.players["south"], played.moderator, None):
        assert log_page.log_page(played.slug, other, LogFilter(words="spy")).lines == ()
    assert len(search(played, "south", words="points lie").lines) == 2
    assert search(played, words="points lie").lines == ()


@pytest.mark.long
def test_the_page_shows_one_turn_leads_to_the_others_and_finds_what_is_asked_for(
    played: Table,
) -> None:
    newest = log_page.log_page(played.slug)
    assert [turn.title for turn in newest.turns] == ["Before the first turn", "Turn 1", "Turn 2"]
    assert newest.turn is newest.turns[-1]
    assert _heads(newest.lines)[0] == "Turn 2: Placing"
    assert (newest.earlier, newest.later) == (newest.turn.first - 1, None)
    before = log_page.log_page(played.slug, at=newest.earlier)
    assert before.turn.title == "Turn 1"
    assert before.later == newest.turn.first
    seqs = {line.seq for turn in newest.turns for line in _all_of(played, turn)}
    assert seqs == {line.seq for line in campaign_page.log(played.slug, limit=1000)}
    found = search(played, words="northland sealed", turn=newest.turns[1].first)
    assert len(found.lines) == 2
    lines = search(played, "isle", mine=True).lines
    assert lines
    assert all("The Isle" in f"{x.line.head} {x.actor.name if x.actor else ''}" for x in lines)
    last = played.campaign.log_seq
    client = Client()
    for seq in (0, last + 1, 10**15):
        assert client.get(f"/c/{played.slug}/log/{seq}/").status_code == 404
    with pytest.raises(NoSuchPage, match=f"1 to {last}"):
        log_page.log_page(played.slug, at=last + 1)
    for seq in LogEntry.objects.filter(campaign=played.campaign).values_list("seq", flat=True):
        answer = client.get(reverse("frontend:log-entry", args=[played.slug, seq]))
        assert answer.status_code == 302
        assert answer.headers["Location"].endswith(f"#e{seq}")
        assert f'id="e{seq}"' in client.get(answer.headers["Location"]).text


def _all_of(table: Table, turn: log_page.Turn) -> tuple[records.LogLine, ...]:
    return log_page.log_page(table.slug, at=turn.first).lines


@pytest.mark.long
def test_a_long_turn_is_cut_between_entries(played: Table, monkeypatch) -> None:
    monkeypatch.setattr(log_page, "PAGE_LINES", 4)
    parts = []
    at: int | None = 1
    while at is not None:
        shown = log_page.log_page(played.slug, at=at)
        parts.append(shown.lines)
        at = shown.later
    assert len(parts) > 3
    whole = log_lines.lines_between(reading(played.slug), 1, played.campaign.log_seq)
    assert tuple(line for part in parts for line in part) == whole, "nothing missed, nothing twice"


@pytest.mark.long
def test_filters_and_words_find_lines_of_all_turns(played: Table) -> None:
    def found(**asked: str) -> list[str]:
        return _heads(search(played, **asked).lines)

    assert found(words="northland SEALED").count("Northland sealed") == 3
    assert found(power="isle", kind="seal").count("The Isle sealed") == 3
    assert found(words="turn 2 placing").count("Turn 2: Placing") == 1
    assert found(words="nothing of the kind") == []
    assert found(kind="no such kind") == found(power="nobody") == []


@pytest.mark.long
def test_a_search_stops_and_goes_on_from_there(played: Table, monkeypatch) -> None:
    monkeypatch.setattr(log_page, "PAGE_LINES", 3)
    monkeypatch.setattr(log_page, "FOUND_LINES", 2)
    found, before = [], None
    while True:
        shown = search(played, words="sealed", before=before)
        found[:0] = shown.lines
        if shown.searched_to is None:
            break
        before = shown.searched_to
    assert len(found) == 9
    assert len({line.seq for line in found}) == 9


@pytest.mark.long
@pytest.mark.parametrize(
    "query",
    ["?at=-1", "?turn=99999999", "?before=999999999999999999999999", "?before=0",
     "?q=" + "x" * 3000, "?mine=yes&kind=%3Cb%3E", "?at=1&q=a&turn=3&before=2"],
)  # fmt: skip
def test_odd_addresses_of_the_log_are_answered(played: Table, query: str) -> None:
    answer = Client().get(f"/c/{played.slug}/log/{query}")
    assert answer.status_code in (200, 404)
