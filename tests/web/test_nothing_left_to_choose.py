"""A phase that asks for no choice, only for a word that one is done."""

import pytest
from django.test import Client

from accounts import services as accounts
from campaigns.models import Campaign
from campaigns.services.advance import end_phase
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db


def test_where_nothing_is_chosen_the_button_says_that_one_is_done(client: Client) -> None:
    host = accounts.register(username="host", password="marches-and-isles-1939")
    slug = a_campaign(
        book="world_at_war", by=host, seats={"germany": host}, title="The Quiet Table"
    ).slug
    client.force_login(host)
    page = client.get(f"/c/{slug}/").content.decode()
    assert "Seal these orders" in page

    for number in (1, 2):
        end_phase.force(slug, by=host, phase=number, reason="nobody is here", silent="autopilot")

    page = client.get(f"/c/{slug}/").content.decode()
    assert Campaign.objects.get(slug=slug).phase.key == "axis.facts"
    assert "I am done" in page
    assert "Seal these orders" not in page
    # Declaring war is another matter: there is nothing here to do together with it.
    assert "Declare war" in page
    assert "Or all together" not in page
