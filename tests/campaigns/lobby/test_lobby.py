"""The lobby: what is asked of me, what is worth reading, where I can sit."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns import rulebooks
from campaigns.models import Campaign, Glimpse, Sheet, Status
from campaigns.selectors.lobby.glimpses import TrackSeen
from campaigns.selectors.lobby.lobby_page import lobby
from campaigns.selectors.lobby.worth_reading import News
from campaigns.selectors.reader.access import reading
from campaigns.services.advance import end_phase
from campaigns.services.facts import perform_act
from campaigns.services.site import glimpses
from campaigns.services.voting import agree
from rules.kernel.audience import SPECTATOR
from tests.support.accounts import person, signed_in
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db

BOTS = ["italy", "britain", "france", "united_states", "russia"]


@pytest.fixture
def lena() -> Any:
    return person("lena")


@pytest.fixture
def told(lena: Any) -> Campaign:
    """A campaign of which one phase has been told; Lena plays Germany and moderates."""
    campaign = a_campaign(
        book="world_at_war", by=lena, seats={"germany": lena}, title="Nine Letters"
    ).campaign
    assert campaign.phase
    number = campaign.phase.number
    end_phase.force(campaign.slug, by=lena, phase=number, reason="go", silent="autopilot")
    campaign.refresh_from_db()
    return campaign


def test_the_last_headline_of_a_public_campaign_is_worth_reading(told: Campaign) -> None:
    (news,) = lobby().news
    assert news.headline == told.phases.get(number=1).headline != ""
    text = Client().get("/").text
    assert f'href="/c/{told.slug}/history/1/"' in text
    assert news.headline in text


def _lobby_of(lena: Any) -> str:
    return " ".join(signed_in(lena).get("/").text.split())


def test_each_of_my_tables_has_a_row_and_says_who_has_sealed(told: Campaign, lena: Any) -> None:
    (card,) = lobby(lena).at_play
    assert told.phase
    assert (card.asked_of_me, card.awaited) == (
        "germany" in told.phase.asked,
        len(told.phase.asked),
    )
    text = _lobby_of(lena)
    assert f"{card.sealed} of {card.awaited} ha" in text
    assert "Nine Letters" in text


@pytest.fixture
def asked(lena: Any) -> Campaign:
    """A campaign that asks Lena to place Germany's points; she is alone."""
    return a_campaign(
        book="world_at_war", by=lena, seats={"germany": lena}, title="Nine Letters"
    ).campaign


def test_a_row_says_what_to_do_what_silence_does_and_what_is_due_until_it_is_sealed(
    asked: Campaign, lena: Any
) -> None:
    (asks,) = lobby(lena).asks
    assert asks.verb.startswith("Place ")
    assert asks.silence == "If you send nothing, the autopilot plays for Germany."
    assert (asks.what, asks.mine, asks.sealed) == ("orders", "waiting", 5)
    text = _lobby_of(lena)
    assert asks.verb in text
    assert asks.silence in text
    assert "due today" not in text
    assert lobby().asks == ()
    assert asked.phase
    asked.phase.due_at = timezone.now()
    asked.phase.save(update_fields=["due_at"])
    assert "due today" in _lobby_of(lena)
    Sheet.objects.create(phase=asked.phase, power="germany", state="sealed", at=timezone.now())
    assert lobby(lena).asks == ()
    assert "not your move" in _lobby_of(lena)


def test_questions_and_facts_that_wait_have_rows_of_their_own(asked: Campaign, lena: Any) -> None:
    Campaign.objects.filter(pk=asked.pk).update(unattended=True)
    asked.moderators.clear()
    ben = person("ben")
    asked.seats.filter(power="britain").update(person=ben, bot=False)
    assert asked.phase
    agree.propose(asked.slug, by=ben, kind="extend", hours=24, reason="Away", phase=1)
    rows = {asks.what: asks for asks in lobby(lena).asks}
    assert set(rows) == {"orders", "question"}
    assert rows["question"].verb == "Answer a question to the players"
    assert rows["question"].about
    assert f'href="/c/{asked.slug}/seats/"' in _lobby_of(lena)
    assert "question" not in {asks.what for asks in lobby(ben).asks}  # his yes went with it


def test_a_proposal_that_waits_names_who_made_it(lena: Any) -> None:
    ben = person("ben")
    table = a_campaign(
        book="days_of_decision", by=ben, seats={"germany": ben}, title="The Salon"
    ).campaign
    table.seats.filter(power="ussr").update(person=lena, bot=False)
    assert "proposal" not in {asks.what for asks in lobby(lena).asks}
    text = {"option": "ussr:raise", "details": {"give_works": {"bp": 1}}}
    papers = {"kind": "offer", "texts": [text]}
    perform_act.perform_act(table.slug, by=ben, power="germany", act=papers)
    (row,) = (asks for asks in lobby(lena).asks if asks.what == "proposal")
    assert row.verb == "Answer a proposal of Germany"
    assert row.due_at is None
    assert [badge.key for badge in row.powers] == ["ussr"]
    assert "when you like" in _lobby_of(lena)
    assert "proposal" not in {asks.what for asks in lobby(ben).asks}


@pytest.mark.long
def test_the_panel_for_a_first_visit_leaves_once_somebody_has_played(
    told: Campaign, lena: Any
) -> None:
    panel = "Play a first hour alone"
    assert panel not in _lobby_of(lena)
    moderator = person("mo")
    told.moderators.add(moderator)
    assert panel in _lobby_of(moderator)  # to moderate is not to play
    assert "Watch one turn" not in _lobby_of(moderator)  # while nothing is over
    Campaign.objects.filter(pk=told.pk).update(
        status=Status.FINISHED, finished_at=told.created_at, wakes_at=None
    )
    moderator.moderated_campaigns.clear()
    assert "Watch one turn" in _lobby_of(moderator)


def test_autopilots_are_counted_and_people_named(told: Campaign) -> None:
    (card,) = lobby().running
    assert [seat.taken_by for seat in card.people] == ["lena"]
    assert card.bots == len(BOTS)
    assert "5 autopilots" in " ".join(Client().get("/").text.split())


def _tracks(news: News) -> tuple[TrackSeen, ...]:
    assert news.seen is not None
    return news.seen.tracks


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
    assert news.seen is not None
    assert news.seen.last == number
    text = Client().get("/").text
    assert '<figure class="chart small">' in text
    assert "Three tensions" in text
    kept = Glimpse.objects.get().seen
    Glimpse.objects.all().delete()
    assert glimpses.draw_due() == 1
    assert Glimpse.objects.get().seen == kept  # drawn bit by bit or at once


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


@pytest.mark.long
def test_the_lobby_asks_as_much_of_many_campaigns_as_of_one(
    told: Campaign, lena: Any, django_assert_num_queries: Any
) -> None:
    glimpses.draw_due()
    with CaptureQueriesContext(connection) as of_one:
        lobby()
    for title in ("Second", "Third"):
        more = a_campaign(
            book="days_of_decision", scenario="1936", by=lena, seats={"germany": lena}, title=title
        ).campaign
        end_phase.force(more.slug, by=lena, phase=1, reason="go", silent="autopilot")
    assert glimpses.draw_due() == 2
    with django_assert_num_queries(len(of_one)):
        found = lobby()
    assert len([one for one in found.news if one.seen]) == 3
    text = Client().get("/").text
    assert ('class="small-display"' in text) == (found.news[0].book_key == "days_of_decision")


def test_a_phase_that_is_not_there_names_the_first_and_the_last(told: Campaign) -> None:
    answer = Client().get(f"/c/{told.slug}/history/99/")
    assert answer.status_code == 404
    assert "no resolved phase 99" in answer.text
    links = f'<a href="/c/{told.slug}/history/1/">'
    assert f"{links}The first phase</a>, {links}phase 1, the last</a>" in answer.text
