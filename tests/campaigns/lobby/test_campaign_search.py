"""Finding a campaign: what is listed for everybody, by words, kind, pace, language and seats that are wanted."""

from typing import Any

import pytest
from django.test import Client

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, LogEntry, Status
from campaigns.selectors.campaign.campaign_page import campaign_page
from campaigns.selectors.lobby import campaign_search
from campaigns.selectors.lobby.campaign_search import SearchFilter, filter_of, found
from campaigns.selectors.lobby.lobby_page import SHOWN
from campaigns.services.lifecycle import campaigns
from campaigns.services.repair import fork as campaign_fork
from tests.support.accounts import signed_in

pytestmark = pytest.mark.django_db

SEATS = ["germany", "italy", "britain", "france", "united_states", "russia"]


def _founded(by: Any, title: str, **given: Any) -> str:
    given = {"rulebook": "world_at_war", "scenario": "one-year", "bots": SEATS[1:], **given}
    return campaigns.create_campaign(by=by, title=title, **given)


def _titles(**wish: Any) -> list[str]:
    return [card.title for card in found(SearchFilter(**wish)).cards]


def test_a_campaign_is_found_by_a_part_of_its_name_and_by_that_of_its_game(lena: Any) -> None:
    _founded(lena, "Nine Letters")
    assert _titles(text="letter") == ["Nine Letters"]
    assert _titles(text="world at WAR") == ["Nine Letters"]
    assert _titles(text="n%s") == _titles(text="n_ne") == _titles(text="\\") == []


def test_campaigns_are_found_by_language_pace_and_seats(lena: Any) -> None:
    _founded(lena, "Slow", policy=ClockPolicy(hours={"default": 168}), language="de")
    _founded(lena, "Fast", policy=ClockPolicy(hours={"default": 24}), bots=SEATS[2:])
    _founded(lena, "Timeless", policy=ClockPolicy(hours={"default": None}), bots=SEATS)
    by_pace = [_titles(pace=pace) for pace in campaign_search.PACES]
    assert by_pace == [["Fast"], [], ["Slow"], ["Timeless"]]
    assert _titles(language="de") == ["Slow"]
    assert _titles(seats=1) == ["Fast", "Slow"]
    assert _titles(seats=2) == ["Fast"]
    assert _titles(kind="open") == ["Fast", "Slow"]  # in the third nobody is wanted
    assert _titles(kind="running") == _titles(kind="finished") == []
    (slow,) = found(SearchFilter(language="de")).cards
    assert slow.language == "de"


@pytest.mark.parametrize("hidden", [{"private": True}, {"listed": False}])
def test_what_is_not_listed_is_found_by_nobody(lena: Any, hidden: dict[str, Any]) -> None:
    _founded(lena, "Nine Letters", **hidden)
    for reader in (lena, None):
        assert found(SearchFilter(text="Nine"), reader).cards == ()


def test_a_seat_that_was_left_is_wanted_but_not_told_to_those_who_follow_behind(lena: Any) -> None:
    slug = _founded(lena, "Nine Letters", take=["germany"])
    campaigns.start(slug, by=lena)
    there = Campaign.objects.get(slug=slug)
    there.seats.filter(power="germany").update(person=None, bot=True)
    assert _titles(seats=1) == ["Nine Letters"]
    assert _titles(seats=2) == []  # the autopilot's other seats were never anybody's
    Campaign.objects.filter(slug=slug).update(delay=1)
    assert _titles(seats=1) == []


def test_the_first_twenty_lead_on_to_all_the_others(lena: Any) -> None:
    slug = _founded(lena, "One")
    row = Campaign.objects.get(slug=slug)
    Campaign.objects.bulk_create(
        _copy(row, number, title=f"Over {number:02}") for number in range(SHOWN + 5)
    )
    first = Client().get("/campaigns/?kind=finished").text
    assert first.count("<article") == SHOWN
    assert "Older" in first
    second = Client().get("/campaigns/?kind=finished&page=2").text
    assert second.count("<article") == 5
    assert "Older" not in second
    assert 'href="/campaigns/?kind=finished"' in second
    assert "No campaign is like that" in Client().get("/campaigns/?kind=finished&page=3").text
    assert "/campaigns/?kind=finished" in Client().get("/").text


def _copy(row: Campaign, number: int, **given: Any) -> Campaign:
    fields = {
        field.attname: getattr(row, field.attname)
        for field in Campaign._meta.concrete_fields
        if field.attname not in ("id", "slug")
    }
    return Campaign(**{**fields, "slug": f"copy{number}", "status": Status.FINISHED, **given})


def test_what_the_form_does_not_know_counts_as_nothing(lena: Any) -> None:
    query = {"q": "\0 a  b ", "kind": "x", "pace": "y", "language": "xx"}
    assert filter_of({**query, "seats": "-1", "page": "0"}) == SearchFilter(text="a b")
    assert filter_of({"seats": "99", "page": "12"}) == SearchFilter(
        seats=campaign_search.MOST_SEATS, page=12
    )


def test_the_language_of_a_campaign_is_told_and_goes_with_its_forks(lena: Any) -> None:
    slug = _founded(lena, "Nine Letters", language="de")
    assert campaign_page(slug).head.language == "de"
    assert '"language":"de"' in LogEntry.objects.get(campaign__slug=slug, seq=1).body
    assert "The players write in this language: Deutsch." in Client().get(f"/c/{slug}/log/").text
    text = Client().get("/").text
    assert "Language: Deutsch" in text
    campaigns.start(slug, by=lena)
    Campaign.objects.filter(slug=slug).update(status=Status.FINISHED, wakes_at=None)
    fork = campaign_fork.fork(slug, by=lena, phase=1, take=("germany",))
    assert Campaign.objects.get(slug=fork).language == "de"


def test_the_form_asks_for_a_language_and_one_that_there_is_not_is_refused_by_name(
    lena: Any,
) -> None:
    with pytest.raises(NotOnTheMenu, match="no language 'xx'") as said:
        _founded(lena, "Nine Letters", language="xx")
    assert said.value.field == "language"
    client = signed_in(lena)
    page = client.get("/new/?book=world_at_war")
    assert '<option value="de">Deutsch</option>' in page.text
