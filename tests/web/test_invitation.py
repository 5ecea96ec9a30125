"""From an invitation to a seat, by the links and boxes of the pages alone."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from campaigns.models import Campaign, Seat
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import invitations

pytestmark = pytest.mark.django_db
PASSWORD = "marches-and-isles-1939"


@pytest.fixture
def host() -> User:
    return accounts.register(username="host", password=PASSWORD)


def campaign_of(host: User, **more: list[str]) -> Campaign:
    slug = campaigns.create_campaign(
        by=host, rulebook="world_at_war", scenario="one-year", title="The Guest Table", **more
    )
    return Campaign.objects.get(slug=slug)


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def link(words: str, html: str) -> str:
    """Where a link with these words leads; the last of them, for the masthead comes first."""
    return unescape(re.findall(rf'<a [^>]*href="([^"]+)"[^>]*>{words}</a>', html)[-1])


@pytest.mark.parametrize("way", ["beside the seats", "masthead", "by signing in first"])
def test_whoever_signs_up_from_an_invitation_comes_back_to_it(
    way: str, client: Client, host: User
) -> None:
    invitation = f"/join/{campaign_of(host).invite_token}/"
    html = page(client, invitation)
    if way == "masthead":
        html = html[: html.index("<main")]
    if way == "by signing in first":
        html = page(client, link("[Ss]ign in", html))
        html = html[: html.index("<main")]
    form = page(client, link("[Ss]ign up", html))
    onward = unescape(re.findall(r'name="next" value="([^"]*)"', form)[0])

    answer = client.post(
        "/accounts/sign-up/",
        {
            "username": "guest",
            "time_zone": "UTC",
            "password1": PASSWORD,
            "password2": PASSWORD,
            "next": onward,
        },
    )

    assert answer["Location"] == invitation


def test_an_autopilot_is_relieved_by_invitation_while_the_campaign_runs(
    client: Client, host: User
) -> None:
    campaign = campaign_of(host, take=["britain"], bots=["germany", "italy", "france"])
    campaigns.start(campaign.slug, by=host)
    token = invitations.invite(campaign.slug, by=host, power="germany", days=7, uses=2)
    guest = accounts.register(username="guest", password=PASSWORD)
    client.force_login(guest)

    html = page(client, f"/join/{token}/")

    offered = re.findall(r'name="powers" value="(\w+)"', html)
    assert offered == ["germany"]
    client.post(f"/c/{campaign.slug}/join/", {"powers": ["germany"], "invitation": token})
    assert Seat.objects.get(campaign=campaign, power="germany").person == guest
    html = page(client, f"/join/{token}/")
    assert "Take the chosen seats" not in html
    assert "only the moderator can give you another" in html


def test_where_every_seat_is_taken_no_button_pretends_otherwise(client: Client, host: User) -> None:
    powers = ["germany", "italy", "britain", "france", "united_states", "russia"]
    campaign = campaign_of(host, take=powers)
    client.force_login(host)

    html = page(client, f"/c/{campaign.slug}/")

    assert "Every seat is taken." in html
    assert "Take the chosen seats" not in html
    assert link("desk", html) == f"/c/{campaign.slug}/desk/"
