"""Charts with a cursor: of a campaign in play as everybody may know it, and of one that is over."""

import json
import re
from collections.abc import Callable
from html import unescape
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from django.test import Client

from campaigns.chronicles.spec import told_of
from campaigns.models import Campaign
from campaigns.selectors.history import charts, phase_story
from campaigns.services.lifecycle import campaigns
from campaigns.services.voting import agree
from frontend.templatetags.history import PINS
from frontend.templatetags.history import _chosen as chosen
from rules.registry import BOOKS
from tests.support.accounts import person
from tests.support.campaigns import Table, a_campaign, next_turn, watched


def page(slug: str, query: str = "", **more: Any) -> str:
    answer = Client().get(f"/c/{slug}/charts/{query}", **more)
    assert answer.status_code == 200, query
    return answer.text


@pytest.fixture
def war_game(db: None) -> str:
    """The War Game, in play for six phases by autopilots."""
    table = a_campaign(book="war_game_1939", scenario="1939")
    table.play_out(6)
    return table.slug


@pytest.mark.long
def test_a_game_in_play_is_charted_with_a_cursor_in_the_readers_language(war_game: str) -> None:
    html = page(war_game)
    series = charts.page(war_game, None).charts.series
    assert "dice" in {each.key for each in series}
    assert len(series) > 2
    for each in series:
        assert f'href="?of={each.key}&amp;at=' in html
        assert "<caption>The numbers</caption>" in page(war_game, f"?of={each.key}")
    assert "style=" not in html
    html = page(war_game, "?at=3")
    assert re.search(r'name="at" min="1" max="6"\s+value="3"', html)
    assert f'href="/c/{war_game}/history/3/"' in html
    one = charts.page(war_game, None).charts.series[0]
    shown = page(war_game, f"?of={one.key}&at=3")
    then = unescape(re.search(r'<p class="then">.*?<span>(.*?)</span>', shown)[1])
    for track in one.tracks:
        value = [value for at, value in track.steps if at <= 3][-1]
        assert f"{track.name} {value}" in then
    for wrong, nearest in (("0", 1), ("99", 6), ("x", 6), ("-1", 1)):
        assert f'value="{nearest}"' in page(war_game, f"?at={wrong}").split('name="at"')[1][:60]
    html = page(war_game, "?of=dice&power=germany&at=2")
    form = html.split("data-cursor-form")[1].split("</form>")[0]
    assert '<input type="hidden" name="of" value="dice">' in form
    assert '<input type="hidden" name="power" value="germany">' in form
    assert "<button>" in form
    places = json.loads(unescape(re.search(r'data-places="([^"]*)"', form)[1]))
    assert places[0][0] == 1
    html = page(war_game, "", headers={"Accept-Language": "de"})
    assert "Würfel gegen ihr Mittel" in html
    assert "Handelswürfel" in html
    assert "Deutschland" in html
    for word in ("Commerce dice", "Germany", "Dice against"):
        assert word not in html


@pytest.mark.long
def test_charts_can_end_before_the_game_does(war_game: str) -> None:
    whole, then = (charts.page(war_game, None, until=n).charts for n in (None, 2))
    assert (whole.last, then.last, len(then.places)) == (6, 2, 2)
    assert _last_step(whole) > 2
    assert _last_step(then) <= 2
    assert {each.key for each in then.series} <= {each.key for each in whole.series}
    assert then.series
    html = page(war_game, "?until=2")
    assert 'max="2"' in html
    assert '<input type="hidden" name="until" value="2">' in html
    assert "&amp;until=2" in html
    assert charts.page(war_game, None, until=99).charts == whole


def _last_step(found: charts.Charts) -> int:
    return max(at for each in found.series for track in each.tracks for at, _ in track.steps)


@pytest.mark.long
def test_two_campaigns_stand_abreast_with_the_cursor_at_the_same_turn(war_game: str) -> None:
    other = a_campaign(book="war_game_1939", scenario="1939", by=person("other"))
    other.play_out(2)
    both = [charts.page(slug, None).charts for slug in (war_game, other.slug)]
    [key, *_] = {s.key for s in both[0].series} & {s.key for s in both[1].series}
    html = page(war_game, f"?of={key}&with={other.slug}&at=1")
    assert html.count("<caption>The numbers</caption>") == 2
    assert html.count(f"<b>{both[0].places[0]}:</b>") == 2
    Campaign.objects.filter(slug=other.slug).update(private=True)
    assert "no campaign at that address" in page(war_game, f"?of={key}&with={other.slug}")


@pytest.mark.long
def test_beside_a_phase_a_few_charts_come_and_a_time_line_of_kinds_and_years(war_game: str) -> None:
    part = page(war_game, "?at=2", headers={"HX-Request": "true"})
    assert "<html" not in part
    assert part.count('class="chart small"') == 2
    assert "charts.css" in part
    history = Client().get(f"/c/{war_game}/history/2/").text
    assert f'href="/c/{war_game}/charts/?at=2"' in history

    def line(query: str) -> str:
        html = Client().get(f"/c/{war_game}/history/2/{query}").text
        return html.split('id="scrubber"')[1].split("</nav>")[0]

    found = phase_story.past_page(war_game, 2)
    kinds = found.kinds()
    assert set(kinds) <= {phase.number for phase in found.phases()}
    of_wars = set(dict(told_of("war_game_1939").pins)["wars"])
    numbers = {number for number, own in kinds.items() if own & of_wars}
    assert len(re.findall("<circle", line("?pins=wars"))) == len(numbers)
    zoomed = line("?pins=wars&zoom=year")
    assert re.search(r'aria-current="true">wars<', zoomed)
    assert re.search(r'aria-current="true">1939<', zoomed)
    assert f'href="/c/{war_game}/history/3/?pins=wars&amp;zoom=year"' in zoomed
    assert "<b>Phase 2 of 6.</b>" in zoomed
    assert "nonsense" not in line("?pins=nonsense&zoom=nonsense")
    assert line("?pins=nonsense") == line("")
    turn = line("?zoom=turn")
    assert re.search(r'aria-current="true">this turn<', turn)
    assert set(re.findall(r"/history/(\d+)/", turn.partition('class="zoom"')[0])) <= {*"123456"}
    named = found.named()
    assert named.keys() == kinds.keys()
    assert {kind for kind, _ in named[2]} == kinds[2]
    assert any("germany" in powers for each in named.values() for _, powers in each)
    assert ">mine<" not in line("?pins=mine"), "only a player has pins of their own"


def test_votes_are_counted_by_the_phase_in_which_they_were_put(found: Callable[..., Table]) -> None:
    table = found(scenario="long", votes={"pause": "most"})
    table.play()
    phase, north = table.phase.number, table.players["north"]
    agree.propose(table.slug, by=north, kind="pause", phase=phase, reason="Late")
    table.play()
    [votes] = [s for s in charts.page(table.slug, None).charts.series if s.key == "votes"]
    assert {track.name: track.steps for track in votes.tracks}["asked"] == ((1, 0), (2, 1))


def test_everybody_gets_the_same_whatever_they_know(found: Callable[..., Table]) -> None:
    table = found(scenario="long")
    table.play()
    told = [charts.page(table.slug, who).charts for who in (None, *table.players.values())]
    assert all(each == told[0] for each in told)


def test_who_follows_with_a_delay_reads_no_later_phase(db: None) -> None:
    table = watched(delay=1)
    campaigns.start(table.slug, by=table.moderator)
    next_turn(table)
    table.pass_deadline()
    read = {}
    for who in (None, table.moderator):
        read[who] = charts.page(table.slug, who).charts.last
        assert read[who] == phase_story.newest(table.slug, who)
    assert read[None] < read[table.moderator]


def test_before_the_first_phase_is_over_there_is_nothing_to_chart(table: Table) -> None:
    assert Client().get(f"/c/{table.slug}/charts/").status_code == 409


def test_pins_of_a_player_are_those_that_name_their_power() -> None:
    named = {
        1: frozenset({("war_declared", frozenset({"usa"}))}),
        2: frozenset({("war_declared", frozenset({"uk", "germany"}))}),
        3: frozenset({("turn_began", frozenset({"uk"}))}),
    }
    page = SimpleNamespace(named=lambda: named, kinds=dict)
    wars = frozenset({"war_declared"})
    assert chosen(page, wars, frozenset({"uk"})) == {2}
    assert chosen(page, frozenset(), frozenset()) is None


def test_pins_name_kinds_of_events_that_the_book_has() -> None:
    for key, book in BOOKS.items():
        for group, kinds in told_of(key).pins:
            assert group in PINS
            known = {str(kind.__struct_config__.tag) for kind in get_args(book.event_types)}
            assert set(kinds) <= known, (key, group)
