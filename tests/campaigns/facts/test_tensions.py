"""The tension page, and corrections at the moderator's desk."""

import pytest
from django.test import Client

from campaigns.models import Campaign, LogEntry
from campaigns.rulebooks.states import now
from campaigns.services.deadlines import moderation
from tests.support.accounts import person
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> tuple[Campaign, object]:
    """A running campaign whose moderator plays Britain."""
    somebody = person("harriet")
    return a_campaign(
        book="world_at_war", scenario="fall-1939", by=somebody, seats={"britain": somebody}
    ).campaign, somebody


def level(campaign: Campaign, track: str) -> int:
    campaign.refresh_from_db()
    return now(campaign.phase).level(track)


def test_a_correction_moves_the_tracks_and_is_logged(game):
    campaign, moderator = game
    before = level(campaign, "rgt")
    moderation.correct_facts(
        campaign.slug, by=moderator, facts={"control.paris": "axis"}, reason="It fell last turn."
    )
    assert level(campaign, "rgt") == before + 2
    entry = LogEntry.objects.filter(campaign=campaign, kind="moderator.facts").get()
    assert entry.events.count() == 4


@pytest.mark.long
def test_the_page_of_suppositions_shows_each_track(game):
    campaign, _ = game
    page = Client().get(
        f"/c/{campaign.slug}/tensions/", {"if": "control.paris:axis", "points": "2"}
    )
    text = page.text
    assert page.status_code == 200
    assert "The Axis took Paris" in text
    assert "Western Allied points, supposed" in text
    assert level(campaign, "usat") == 0


@pytest.mark.long
@pytest.mark.parametrize("query", [{"points": "many"}, {"if": "control.rome:sparta"}, {}])
def test_what_cannot_be_supposed_is_left_out(game, query):
    campaign, _ = game
    page = Client().get(f"/c/{campaign.slug}/tensions/", query)
    assert page.status_code == 200
    assert "supposed</th>" not in page.text


def test_another_book_has_no_such_page():
    slug = a_campaign(book="days_of_decision", by=person("basil"), at_phase=0).slug
    assert Client().get(f"/c/{slug}/tensions/").status_code == 404
