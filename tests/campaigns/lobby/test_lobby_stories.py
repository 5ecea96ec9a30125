"""The lobby: what is worth reading, and what is drawn of it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.html import strip_tags
from msgspec.structs import replace

from campaigns import rulebooks
from campaigns.chronicles.spec import told_of
from campaigns.chronicles.weighing import NOTABLE
from campaigns.models import Campaign, Glimpse, Status
from campaigns.selectors.history import chronicle
from campaigns.selectors.history.chronicle_parts.lists import GROUPS
from campaigns.selectors.history.chronicle_parts.phases import year_of
from campaigns.selectors.history.chronicle_parts.records import ListedRows
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.lobby.glimpses import Drawn, Seen, TrackSeen
from campaigns.selectors.lobby.lobby_page import lobby
from campaigns.selectors.lobby.worth_reading import GREAT, News
from campaigns.selectors.reader.access import reading
from campaigns.selectors.reader.power_badges import Badge
from campaigns.services.advance import end_phase
from campaigns.services.site import glimpses
from frontend.glimpses import chart_of, limit_of, words_of
from frontend.templatetags.lobby import news_fragment
from rules.kernel.audience import SPECTATOR
from rules.registry import BOOKS
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db


def test_the_last_headline_of_a_public_campaign_is_worth_reading(told: Campaign) -> None:
    (news,) = lobby().news
    assert news.headline == told.phases.get(number=1).headline != ""
    text = Client().get("/").text
    assert f'href="/c/{told.slug}/history/1/"' in text
    assert news.headline in text


def _tracks(news: News) -> tuple[TrackSeen, ...]:
    large = [drawn.tracks for drawn in news.seen.charts if drawn.title == "Three tensions"]
    return large[0] if large else ()


def test_a_campaign_is_shown_at_a_glance_once_it_is_drawn(told: Campaign) -> None:
    assert [one.seen for one in lobby().news] == [None]
    assert glimpses.draw_due() == 1
    assert glimpses.draw_due() == 0
    (news,) = lobby().news
    assert _tracks(news) == ()  # no tension moved in one phase
    number = 1
    while not _tracks(news):
        number += 1
        end_phase.force(
            told.slug, by=told.moderators.get(), phase=number, reason="go", silent="autopilot"
        )
        assert glimpses.draw_due() == 1
        (news,) = lobby().news
    assert news.seen.charts[0].last == number
    assert news.seen.minutes > 0
    text = Client().get("/").text
    assert '<figure class="chart small">' in text
    assert "Russo-German tension" in text
    kept = Glimpse.objects.get().seen
    Glimpse.objects.all().delete()
    assert glimpses.draw_due() == 1
    assert Glimpse.objects.get().seen == kept  # drawn bit by bit or at once


def test_what_was_drawn_in_an_older_way_is_not_shown_and_drawn_again(told: Campaign) -> None:
    assert glimpses.draw_due() == 1
    now = Glimpse.objects.get().seen
    steps = [[1, 3], [2, 40]]
    older = now | {"tracks": [["germany", "", steps]]}
    del older["drawn"]
    Glimpse.objects.update(seen=older)
    (news,) = lobby().news
    assert news.seen.charts == ()
    assert glimpses.draw_due() == 1
    assert Glimpse.objects.get().seen == now


def _over(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(
        status=Status.FINISHED, finished_at=timezone.now(), wakes_at=None
    )


def test_one_that_is_over_leads_with_the_words_of_its_chronicle_in_the_readers_language(
    told: Campaign,
) -> None:
    assert glimpses.draw_due() == 1
    _over(told)
    assert lobby().news == ()  # its chronicle is not written yet
    assert glimpses.draw_due() == 1
    assert glimpses.draw_due() == 0
    said = {}
    for language in ("en", "de"):
        with translation.override(language):
            (news,) = lobby().news
            story = chronicle.page(told.slug, None).story
            assert news.over
            assert (news.headline, news.lede) == (story.headline, story.lede)
            assert news.seen.wars is None  # none was declared
            said[language] = news.headline
    assert said["de"] != said["en"]
    text = " ".join(Client().get("/").text.split())
    assert "Read the chronicle" in text
    assert f"· A World at War, {year_of(told.phases.get(number=1).turn_title)} </p>" in text
    assert f'href="/c/{told.slug}/history/1/"' in text
    assert re.search(r"Begin at the first turn, \d+ minute", text)
    assert lobby().besides == ()  # it is told already


def _running(lena: Any, weight: int) -> Campaign:
    table = a_campaign(
        book="world_at_war", by=lena, seats={"germany": lena}, title="Winter in Ankara", at_phase=2
    ).campaign
    table.phases.filter(number=1).update(weight=weight)
    return table


@pytest.mark.parametrize(
    ("weight", "days", "leads"),
    [(GREAT, 0, "Winter in Ankara"), (GREAT - 1, 0, "Nine Letters"), (GREAT, 8, "Nine Letters")],
    ids=["great", "lesser", "great but old"],
)
def test_great_news_of_the_week_go_before_what_is_over(
    told: Campaign, lena: Any, weight: int, days: int, leads: str
) -> None:
    _over(told)
    table = _running(lena, weight)
    then = timezone.now() - timedelta(days=days)
    table.phases.filter(number=1).update(resolved_at=then)
    glimpses.draw_due()
    news = lobby().news
    assert news[0].title == leads
    assert {one.title for one in news} == {"Winter in Ankara", "Nine Letters"}


@pytest.mark.parametrize(
    ("weight", "second"),
    [(NOTABLE, "Winter in Ankara"), (NOTABLE - 1, "Autumn Pact")],
    ids=["news", "hardly news"],
)
def test_what_is_hardly_news_goes_after_what_is_over(
    told: Campaign, lena: Any, weight: int, second: str
) -> None:
    earlier = _running(lena, 0)
    Campaign.objects.filter(pk=earlier.pk).update(title="Autumn Pact")
    _over(earlier)
    _over(told)
    _running(lena, weight)
    glimpses.draw_due()
    titles = [one.title for one in lobby().news]
    assert titles[:2] == ["Nine Letters", second]
    assert set(titles) == {"Nine Letters", "Autumn Pact", "Winter in Ankara"}


def test_the_greatest_news_of_the_last_turn_is_told_and_none_of_an_earlier_one(
    told: Campaign, lena: Any
) -> None:
    for number in (2, 3, 4):
        end_phase.force(told.slug, by=lena, phase=number, reason="go", silent="autopilot")
    rows = told.phases.filter(resolved_at__isnull=False)
    for number, turn, weight in ((1, 1, 90), (2, 2, 20), (3, 2, 50), (4, 2, 10)):
        rows.filter(number=number).update(turn=turn, weight=weight, headline=f"News {number}")
    (news,) = lobby().news
    assert (news.number, news.headline) == (3, "News 3")


def test_of_those_that_are_over_one_with_a_board_leads_and_three_are_told(
    told: Campaign, lena: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    salon = {"book": "days_of_decision", "scenario": "1936", "title": "Salon"}
    _over(a_campaign(**salon, by=lena, seats={"germany": lena}, at_phase=2).campaign)
    for each in (told, *(_running(lena, 0) for _ in range(2))):
        _over(each)
    assert glimpses.draw_due() == 4
    found = lobby()
    assert found.news[0].title == "Salon"
    assert len(found.news) == 3
    (left,) = found.besides
    assert left.slug == told.slug
    text = Client().get("/").text
    assert 'class="small-display"' in text
    assert text.count(f'href="/c/{told.slug}/"') == 1
    assert text.index('class="lobby-side"') < text.index('id="finished"')
    # Where many run, it stands below them in the wide column, and both after the seats for who goes by keyboard.
    monkeypatch.setattr(lobby_page, "FEW", 0)
    _running(lena, 0)
    text = Client().get("/").text
    places = [text.index(part) for part in ('"lobby-side"', 'id="running"', 'id="finished"')]
    assert places == sorted(places)


def test_what_is_drawn_ends_where_a_campaign_went_back_to(told: Campaign) -> None:
    assert glimpses.draw_due() == 1
    told.phases.filter(number=1).update(undone_at=told.created_at)
    glimpses.draw(told.slug)
    assert not Glimpse.objects.exists()


@pytest.mark.parametrize("hidden", [{"private": True}, {"listed": False}, {"delay": 1}])
def test_nothing_is_told_drawn_or_shown_of_what_not_everybody_follows(
    told: Campaign, hidden: dict[str, Any]
) -> None:
    Campaign.objects.filter(pk=told.pk).update(**hidden)
    assert glimpses.draw_due() == 0
    Campaign.objects.filter(pk=told.pk).update(private=False, listed=True, delay=0)
    assert glimpses.draw_due() == 1
    Campaign.objects.filter(pk=told.pk).update(**hidden)
    assert not [one for one in (*lobby().running, *lobby().finished) if one.seen]
    assert not lobby().news


def test_what_is_drawn_of_a_campaign_is_what_a_visitor_sees(
    told: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, asked = rulebooks.load(told.rulebook, told.revision), []
    honest = type(book).view

    def view(self: Any, state: Any, viewer: Any) -> Any:
        asked.append(viewer)
        return honest(self, state, viewer)

    monkeypatch.setattr(type(book), "view", view)
    glimpses.draw(told.slug)
    assert asked
    assert set(asked) == {reading(told.slug).viewer} == {SPECTATOR}


def test_a_phase_that_is_not_there_names_the_first_and_the_last(told: Campaign) -> None:
    answer = Client().get(f"/c/{told.slug}/history/99/")
    assert answer.status_code == 404
    assert "no resolved phase 99" in answer.text
    links = f'<a href="/c/{told.slug}/history/1/">'
    assert f"{links}The first phase</a>, {links}phase 1, the last</a>" in answer.text


def test_the_wars_of_one_that_is_over_are_counted_as_its_chronicle_counts_them(
    told: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = chronicle.page

    def page(*given: Any, **more: Any) -> Any:
        found = honest(*given, **more)
        rows = (((), "Germany declares war on Poland, Fall 1939"),)
        wars = ListedRows(title=str(GROUPS["wars"]), rows=rows, count=3)
        return replace(found, story=replace(found.story, listed=(wars,)))

    monkeypatch.setattr(chronicle, "page", page)
    _over(told)
    assert glimpses.draw_due() == 1
    text = " ".join(Client().get("/").text.split())
    assert "<b>3</b> Wars and attacks." in text
    assert "The first: Germany declares war on Poland, Fall 1939." in text
    german = " ".join(Client().get("/", headers={"Accept-Language": "de"}).text.split())
    assert "<b>3</b> Kriege und Angriffe." in german


def test_a_single_line_is_named_by_the_title_of_its_chart_and_not_cut_short() -> None:
    track = TrackSeen(name="Italy: criteria met in the war so far", steps=((1, 0), (9, 3)))
    drawn = Drawn(title="Italy on the way to surrender", first=1, last=9, tracks=(track,))
    shown = str(chart_of(Seen(charts=(drawn,), years=((1, "1939"),))))
    assert "Italy on the way to surrender" in shown
    assert "…" not in shown
    assert words_of(drawn) == "Italy: criteria met in the war so far."


@pytest.mark.parametrize(
    ("years", "span"),
    [(("1939",), "1939"), (("1939", "1940", "1945"), "1939–1945"), ((), "")],
)
def test_a_game_is_told_with_its_first_and_last_year(years: tuple[str, ...], span: str) -> None:
    assert Seen(charts=(), years=tuple(enumerate(years))).span == span


def _badge(key: str, name: str) -> Badge:
    return Badge(key=key, name=name, code=name[:2], mark="disc", hue="axis", faction="axis")


def test_a_number_is_of_a_power_as_a_sentence_calls_it() -> None:
    badge = _badge("ussr", "Soviet Union")
    tracks = (
        TrackSeen(name="Soviet Union", steps=((1, 100),), badge=badge, within="the Soviet Union"),
        TrackSeen(name="Britain", steps=((1, 40),)),
    )
    said = ("per cent may be collected by {name}", "{value} by {name}")
    drawn = Drawn(title="War status", first=1, last=9, tracks=tracks, called=said)
    assert words_of(drawn) == "per cent may be collected by the Soviet Union, 40 by Britain."


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_every_number_of_the_lobby_says_what_it_is(book: str) -> None:
    called = told_of(book).charts[0].called
    assert len(called) == 2, book
    assert all("{name}" in words for words in called), book
    assert "{value}" in called[1], book


def test_a_number_is_said_with_whom_it_is_of() -> None:
    tracks = tuple(
        TrackSeen(name=name, steps=((1, points),), badge=_badge(name.lower(), name))
        for name, points in (("Germany", 180), ("Italy", 107))
    )
    said = ("American entry against {name}", "{value} against {name}")
    drawn = Drawn(title="American entry", first=1, last=9, tracks=tracks, called=said)
    assert words_of(drawn) == "American entry against Germany, 107 against Italy."
    with translation.override("de"):
        assert words_of(drawn) == "Kriegseintritt der USA gegen Deutschland, 107 gegen Italien."
    limits = (("from here it may fight", ((1, 60), (3, 45), (5, 30))),)
    assert limit_of(Drawn(title="", first=1, last=9, tracks=(), limits=limits)) == (
        "Dashed, 60, 45, 30: from here it may fight."
    )
    years = ((1, "1939"), (4, "1940"), (6, "1942"))
    drawn = Drawn(title="", first=1, last=9, tracks=(), limits=limits)
    assert limit_of(drawn, years) == (
        "Dashed, 60 from 1939, 45 from 1940, 30 from 1942: from here it may fight."
    )
    assert limit_of(replace(drawn, last=5), years) == (
        "Dashed, 60 from 1939, 45 from 1940: from here it may fight."
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("at 50 Russia may declare war", "Dashed: at 50 Russia may declare war."),
        ("from here Italy rolls", "Dashed, 50: from here Italy rolls."),
    ],
)
def test_a_level_is_named_once(words: str, said: str) -> None:
    limits = ((words, ((1, 50),)),)
    assert limit_of(Drawn(title="", first=1, last=9, tracks=(), limits=limits)) == said


def test_a_story_is_told_in_the_words_of_its_own_book() -> None:
    """Another book says "{tables} by {power}" of its minors' tables."""
    tracks = tuple(
        TrackSeen(name=name, steps=((1, money),), badge=_badge(key, name))
        for key, name, money in (("germany", "Germany", 110), ("uk", "Britain", 96))
    )
    called = told_of("war_game_1939").charts[0].called
    drawn = Drawn(title="Land", first=1, last=9, tracks=tracks, called=called)
    book = {"book_title": "The War Game", "book_key": "war_game_1939"}
    seen = Seen(charts=(drawn,), years=((1, "1939"),))
    told = News(slug="land", title="Land", headline="", number=1, seen=seen, **book)
    with translation.override("de"):
        said = " ".join(strip_tags(news_fragment(told, lead=False)).split())
    assert "an Land hält Deutschland, 96 Großbritannien" in said
