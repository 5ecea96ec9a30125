"""What the moderator's desk shows of the clock."""

import re

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.services.deadlines import moderation
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db
PASSWORD = "marches-and-isles-1939"


@pytest.fixture
def host() -> User:
    return accounts.register(username="host", password=PASSWORD)


@pytest.fixture
def slug(host: User) -> str:
    return a_campaign(
        book="world_at_war",
        by=host,
        seats={"britain": host},
        title="The Clock Table",
        policy=ClockPolicy(hours={"default": 48.0, "facts": 1.5}),
    ).slug


def desk(client: Client, host: User, slug: str) -> str:
    client.force_login(host)
    return client.get(f"/c/{slug}/desk/").content.decode()


def test_hours_stand_on_the_desk_as_people_write_them(
    client: Client, host: User, slug: str
) -> None:
    html = desk(client, host, slug)

    def hours(name: str) -> str:
        [field] = re.findall(rf'<input [^>]*name="{name}"[^>]*>', html)
        return re.findall(r'value="([^"]*)"', field)[0]

    assert hours("hours_default") == "48"
    assert hours("hours_facts") == "1.5"
    assert hours("grace_hours") == "0"


def test_a_paused_clock_is_called_so_with_its_reason(client: Client, host: User, slug: str) -> None:
    assert "Paused." not in desk(client, host, slug)
    moderation.pause(slug, by=host, reason="Two players are on a train.")

    html = desk(client, host, slug)

    assert re.search(r"<b>Paused\.</b> Two players are on a train\.", html)


def test_a_moderator_without_a_seat_is_not_called_a_spectator(client: Client, host: User) -> None:
    slug = a_campaign(book="world_at_war", by=host, title="The Clock Table").slug
    address = f"/c/{slug}/"
    assert "You are watching as a spectator." in client.get(address).content.decode()
    client.force_login(host)

    html = client.get(address).content.decode()

    assert "You moderate and hold no seat." in html
    assert "You are watching as a spectator." not in html


def test_a_moderator_who_plays_is_led_from_the_desk_to_their_orders(
    client: Client, host: User, slug: str
) -> None:
    page = re.sub(r"\s+", " ", desk(client, host, slug))
    assert f'You play Britain too: <a href="/c/{slug}/#orders">your orders</a>.' in page
