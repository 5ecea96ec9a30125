"""Orders that a rulebook opens within the phase in which they were sealed."""

import pytest
from django.contrib.auth import get_user_model

from campaigns.models import Campaign
from campaigns.selectors.history import phase_story
from campaigns.services.advance import phase_advance
from campaigns.services.orders import orders
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db(transaction=True)


def test_cards_that_were_all_turned_over_are_published_with_their_seals() -> None:
    """Days of Decision, 14.1: after the last card everybody may check what lay face down."""
    person = get_user_model().objects.create_user(username="harriet")
    slug = a_campaign(
        book="days_of_decision",
        scenario="1936",
        by=person,
        seats={"france": person},
        title="Popular Fronts",
    ).slug
    play = {"option": "ipo-3", "details": {"minor": "turkey"}}
    orders.seal_orders(
        slug, by=person, power="france", order={"kind": "plays", "plays": [play]}, phase=1
    )
    campaign = Campaign.objects.get(slug=slug)
    if campaign.phase is not None and campaign.phase.number == 1:
        phase_advance.advance(campaign.pk, phase_id=campaign.phase.pk)
    story = phase_story.story(slug, 1, None)
    france = next(given for given in story.orders if given.badge.key == "france")
    assert france.words == "plays: IPO 3, Economic aid (minor Turkey)"
    assert story.check.released
    assert story.check.seals == story.check.seals_match == 8
