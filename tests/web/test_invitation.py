"""From an invitation to a seat, by the links and boxes of the pages alone."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign, Seat
from campaigns.services.seats import invitations
from tests.support.accounts import PASSWORD, person
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db


def campaign_of(host: User, *seats: str, **more: Any) -> Campaign:
    taken = dict.fromkeys(seats, host)
    return a_campaign(book="world_at_war", by=host, seats=taken, **{"bots": (), **more}).campaign


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def link(words: str, html: str) -> str:
    """Where a link with these words leads; the last of them, for the masthead comes first."""
    return unescape(re.findall(rf'<a [^>]*href="([^"]+)"[^>]*>{words}</a>', html)[-1])


@pytest.mark.parametrize("way", ["beside the seats", "masthead", "by signing in first"])
def test_whoever_signs_up_from_an_invitation_comes_back_to_it(
    way: str, client: Client, host: User
) -> None:
    invitation = f"/join/{campaign_of(host, at_phase=0).invite_token}/"
    html = page(client, invitation)
    if way == "masthead":
        html = html[: html.index("<main")]
    if way == "by signing in first":
        html = page(client, link("[Ss]ign in", html))
        html = html[: html.index("<main")]
    form = page(client, link("[Ss]ign up", html))
    onward = unescape(re.findall(r'name="next" value="([^"]*)"', form)[0])

    words = {"password1": PASSWORD, "password2": PASSWORD}
    fields = {"username": "guest", "time_zone": "UTC", **words, "next": onward}
    assert client.post("/accounts/sign-up/", fields)["Location"] == invitation


def test_an_autopilot_is_relieved_by_invitation_while_the_campaign_runs(
    client: Client, host: User
) -> None:
    campaign = campaign_of(host, "britain", bots=["germany", "italy", "france"])
    token = invitations.invite(campaign.slug, by=host, power="germany", days=7, uses=2)
    guest = person("guest")
    client.force_login(guest)
    html = page(client, f"/join/{token}/")
    assert re.findall(r'name="powers" value="(\w+)"', html) == ["germany"]
    client.post(f"/c/{campaign.slug}/join/", {"powers": ["germany"], "invitation": token})
    assert Seat.objects.get(campaign=campaign, power="germany").person == guest
    html = page(client, f"/join/{token}/")
    assert "Take the chosen seats" not in html
    assert "only the moderator can give you another" in html


def test_where_every_seat_is_taken_no_button_pretends_otherwise(client: Client, host: User) -> None:
    powers = ("germany", "italy", "britain", "france", "united_states", "russia")
    campaign = campaign_of(host, *powers, at_phase=0)
    client.force_login(host)
    html = page(client, f"/c/{campaign.slug}/")
    assert "Every seat is taken." in html
    assert "Take the chosen seats" not in html
    assert link("desk", html) == f"/c/{campaign.slug}/desk/"
