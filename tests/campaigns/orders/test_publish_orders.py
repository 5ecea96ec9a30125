"""Orders that a rulebook opens within the phase in which they were sealed."""

import pytest

from campaigns.selectors.history import phase_story
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db(transaction=True)


def test_cards_that_were_all_turned_over_are_published_with_their_seals() -> None:
    """Days of Decision, 14.1: after the last card everybody may check what lay face down."""
    table = a_campaign(book="days_of_decision", scenario="1936", seats=("france",))
    play = {"option": "ipo-3", "details": {"minor": "turkey"}}
    table.seal("france", {"kind": "plays", "plays": [play]})
    if table.phase.number == 1:
        table.advance()
    story = phase_story.story(table.slug, 1, None)
    france = next(given for given in story.orders if given.badge.key == "france")
    assert france.words == "economic aid (for Turkey)"
    assert story.check.released
    assert story.check.seals == story.check.seals_match == 8
