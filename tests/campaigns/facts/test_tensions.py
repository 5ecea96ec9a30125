"""The tension page, and corrections at the moderator's desk."""

import pytest
from django.test import Client

from campaigns.models import LogEntry
from campaigns.rulebooks.states import now
from tests.support.campaigns import Table, a_campaign, corrected

pytestmark = pytest.mark.django_db(transaction=True)


def level(table: Table, track: str) -> int:
    return now(table.phase).level(track)


def test_a_correction_moves_the_tracks_and_is_logged(game):
    before = level(game, "rgt")
    corrected(game, **{"control.paris": "axis"})
    assert level(game, "rgt") == before + 2
    entry = LogEntry.objects.filter(campaign=game.campaign, kind="moderator.facts").get()
    assert entry.events.count() == 4


@pytest.mark.long
def test_the_page_of_suppositions_shows_each_track(game):
    page = Client().get(f"/c/{game.slug}/tensions/", {"if": "control.paris:axis", "points": "2"})
    text = page.text
    assert page.status_code == 200
    assert "The Axis took Paris" in text
    assert "Western Allied points, supposed" in text
    assert level(game, "usat") == 0


@pytest.mark.long
@pytest.mark.parametrize("query", [{"points": "many"}, {"if": "control.rome:sparta"}, {}])
def test_what_cannot_be_supposed_is_left_out(game, query):
    page = Client().get(f"/c/{game.slug}/tensions/", query)
    assert page.status_code == 200
    assert "supposed</th>" not in page.text


def test_another_book_has_no_such_page():
    slug = a_campaign(book="days_of_decision", at_phase=0).slug
    assert Client().get(f"/c/{slug}/tensions/").status_code == 404
