"""From an invitation to a seat, by the links and boxes of the pages alone."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Seat
from campaigns.services.seats import invitations
from tests.support.accounts import PASSWORD, person
from tests.support.campaigns import a_campaign
from tests.support.pages.reader import PageReader

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


@pytest.mark.parametrize("who", ["a stranger", "a guest"])
def test_a_free_seat_is_a_button_for_a_stranger_too_and_is_there_again_after_signing_up(
    who: str, client: Client, host: User
) -> None:
    if who == "a guest":
        client.force_login(guests.welcome(), backend="accounts.backends.PeopleBackend")
    campaign = campaign_of(host, "britain", at_phase=0)
    token = invitations.invite(campaign.slug, by=host)
    for address in (f"/join/{token}/", f"/c/{campaign.slug}/"):
        html = page(client, address)
        onward = re.findall(r'href="([^"]*)"\s*>\s*Take Germany', html)[0]
        form = page(client, unescape(onward))
        assert f'name="next" value="{address}#seat-germany"' in form
        assert "take your seat" in form
        assert 'id="seat-germany"' in html


def test_an_autopilot_is_relieved_by_invitation_while_the_campaign_runs(
    client: Client, host: User
) -> None:
    campaign = campaign_of(host, "britain", bots=["germany", "italy", "france"])
    token = invitations.invite(campaign.slug, by=host, power="germany", days=7, uses=2)
    guest = person("guest")
    client.force_login(guest)
    html = page(client, f"/join/{token}/")
    assert re.findall(r'name="powers" value="(\w+)"', html) == ["germany"]
    taken = client.post(f"/c/{campaign.slug}/join/", {"powers": ["germany"], "invitation": token})
    # Without a place of its own the page would stay where its button was, below what is asked.
    assert taken["Location"] == f"/c/{campaign.slug}/#strip"
    assert Seat.objects.get(campaign=campaign, power="germany").person == guest
    html = page(client, f"/join/{token}/")
    assert "Take " not in html
    assert "only the moderator can give you another" in html


def test_where_every_seat_is_taken_no_button_pretends_otherwise(client: Client, host: User) -> None:
    powers = ("germany", "italy", "britain", "france", "united_states", "russia")
    campaign = campaign_of(host, *powers, at_phase=0)
    client.force_login(host)
    html = page(client, f"/c/{campaign.slug}/")
    assert "Every seat is taken." in html
    assert "Take " not in html
    assert link("desk", html) == f"/c/{campaign.slug}/desk/"


CLOCK = ClockPolicy(hours={"default": 24}, at="20:00", weekdays=("mon", "thu"), missed="hold")
SEATED = ("germany", "italy", "russia")


def invited(host: User, who: User | None = None, **more: Any) -> tuple[Campaign, PageReader]:
    """Somebody in front of an invitation to a campaign in which others sit already."""
    people = {power: person(f"the-{power}") for power in SEATED}
    given = {"policy": CLOCK, "language": "de", "at_phase": 0, "scenario": "one-year", **more}
    table = a_campaign(book="world_at_war", by=host, seats=people, bots=(), **given)
    campaign = table.campaign
    token = campaign.invite_token
    if given["at_phase"]:
        token = invitations.invite(campaign.slug, by=host, power="britain", days=7, uses=2)
    return campaign, PageReader(who).open(f"/join/{token}/")


def test_an_invitation_says_who_invites_to_what_how_fast_and_for_how_long(host: User) -> None:
    campaign, reader = invited(host)
    said = reader.says("main")
    assert f"{host.name} invites you to {campaign.title}" in said
    assert "A World at War, 1940: one diplomatic year. An introduction of four turns" in said
    assert "on Mondays and Thursdays at 20:00 (UTC), then silence holds." in said
    assert "At most 4 turns of about 4 phases each. That is about" in said
    assert "Play begins when the moderator starts it." in said
    assert "Germany the-germany Italy the-italy Russia the-russia" in said
    assert "Language Deutsch" in said
    assert "Dice Thrown at once by the site" in said
    assert reader.says("#seats li") == (
        "Britain Take Britain France Take France United States Take the United States"
    )


def test_once_play_has_begun_it_says_where_it_stands_and_until_when(host: User) -> None:
    campaign, reader = invited(host, at_phase=1)
    assert campaign.phase is not None
    assert f"{campaign.phase.turn_title}: {campaign.phase.title}, until" in reader.says("main")
    assert "Play begins" not in reader.says("main")
    assert reader.says("#seats li") == "Britain autopilot Take Britain"


@pytest.mark.parametrize("at_phase", [0, 1])
@pytest.mark.parametrize("hidden", [{"private": True}, {"anonymous": True}, {"delay": 1}])
def test_of_a_campaign_that_not_everybody_reads_as_it_stands_it_tells_nothing_new(
    hidden: dict[str, Any], at_phase: int, host: User
) -> None:
    campaign, reader = invited(host, at_phase=at_phase, **hidden)
    said = reader.says("main")
    assert "You are invited to" in said
    assert host.name not in said
    assert "the-germany" not in said
    assert "At the table" not in said
    phase = campaign.phase
    if phase is not None and "anonymous" not in hidden:
        assert phase.title not in said
        assert "until" not in reader.says(".invitation-facts")
    # What the table is like is no secret to whom it invites.
    assert "on Mondays and Thursdays at 20:00" in said
    assert ("Only players and moderators can read" in said) is ("private" in hidden)


def test_a_free_seat_is_taken_by_its_one_button(host: User) -> None:
    guest = person("guest")
    campaign, reader = invited(host, guest)
    reader.press("Take Britain")
    assert reader.path == f"/c/{campaign.slug}/#strip"
    assert "You play Britain." in reader.says("main")
    # While players gather somebody may have another, on the campaign's own page too.
    reader.press("Take France")
    seats = Seat.objects.filter(campaign=campaign, person=guest)
    assert set(seats.values_list("power", flat=True)) == {"britain", "france"}
    assert "guest (you)" in reader.says("#seat-britain")
    assert not reader.page.select("#seat-britain button")


def test_the_lobby_leads_to_the_button_of_the_seat(host: User) -> None:
    _campaign, reader = invited(host, person("guest"))
    (link,) = reader.open("/").page.select(".seat-button[aria-label^='Take Britain']")
    page, place = str(link["href"]).split("#")
    assert reader.open(page).says(f"#{place} button") == "Take Britain"
