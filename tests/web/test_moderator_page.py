"""What the moderator's desk shows of the clock, and the page of a campaign says to who moderates and plays."""

import json
import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign
from campaigns.rulebooks.schedule import Schedule, ScheduledPhase
from campaigns.selectors.lobby import pace
from campaigns.services.advance import end_phase
from campaigns.services.deadlines import moderation
from tests.support.campaigns import a_campaign
from tests.support.pages.reader import PageReader, filled

pytestmark = pytest.mark.django_db


@pytest.fixture
def slug(host: User) -> str:
    policy = ClockPolicy(hours={"default": 48.0, "facts": 1.5})
    return a_campaign(book="world_at_war", by=host, seats={"britain": host}, policy=policy).slug


def desk(client: Client, host: User, slug: str) -> str:
    client.force_login(host)
    return client.get(f"/c/{slug}/desk/").text


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
    assert "<b>Paused.</b> Two players are on a train." in desk(client, host, slug)


def test_the_sum_above_the_table_counts_what_its_rows_say(
    client: Client, host: User, slug: str
) -> None:
    client.force_login(host)
    reader = PageReader(host).open(f"/c/{slug}/desk/")
    sealed = [row for row in reader.page.select(".desk-rows tbody tr") if "sealed" in row.text]
    assert len(sealed) == 5
    assert reader.says("#counted") == "5 sealed (5 by autopilot) · 1 missing"


WEDNESDAY = datetime(2026, 12, 2, 12, tzinfo=UTC)


@time_machine.travel(WEDNESDAY, tick=False)
def test_the_form_of_the_clock_says_what_comes_of_it(host: User) -> None:
    policy = ClockPolicy(hours={"default": 24.0}, at="20:00")
    slug = a_campaign(book="days_of_decision", by=host, seats={"france": host}, policy=policy).slug
    reader = PageReader(host).open(f"/c/{slug}/desk/")
    assert reader.says("#policy .clock-preview") == (
        "At least 24 hours a phase, at 20:00 (UTC), then the autopilot plays. "
        "The first deadlines of a turn in your time, if one began now: "
        "Thu 3 Dec 2026, 20:00 Bid, Sat 5 Dec 2026, 20:00 Select, Mon 7 Dec 2026, 20:00 Map."
    )
    form = reader.page.select_one("#policy form")
    asks = form.select_one("[hx-post]")
    sent = filled(form) | json.loads(asks["hx-vals"]) | {"hours_default": "12"}
    answer = reader.client.post(asks["hx-post"], sent)
    assert "Fri 4 Dec 2026, 20:00" in " ".join(answer.text.split())
    assert Campaign.objects.get(slug=slug).policy == policy


@pytest.mark.parametrize("phase", [0, 1])
def test_the_sentence_goes_by_the_rules_of_the_campaign_also_while_the_form_is_filled_in(
    host: User, phase: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by the newest, whose phases may be others."""
    table = a_campaign(book="days_of_decision", by=host, seats={"france": host}, at_phase=phase)
    reader = PageReader(host).open(f"/c/{table.slug}/desk/")
    form = reader.page.select_one("#policy form")
    asks = form.select_one("[hx-post]")
    asked = json.loads(asks["hx-vals"])
    assert asked["revision"] == table.campaign.revision

    def schedule(_book: str, revision: str, *_more: object) -> Schedule:
        return Schedule((ScheduledPhase(1, "orders", f"As in {revision}"),), 1)

    monkeypatch.setattr(pace, "schedule_of", schedule)
    sent = filled(form) | asked | {"hours_default": "12"}
    assert f"As in {table.campaign.revision}" in reader.client.post(asks["hx-post"], sent).text
    older = reader.client.post(asks["hx-post"], sent | {"revision": "0.9.0"})
    assert "As in 0.9.0" in older.text


def test_where_nothing_is_chosen_the_button_says_that_one_is_done(
    client: Client, host: User
) -> None:
    table = a_campaign(book="world_at_war", by=host, seats={"germany": host})
    client.force_login(host)
    assert "Seal these orders" in client.get(f"/c/{table.slug}/").text
    for number in (1, 2):
        end_phase.force(table.slug, by=host, phase=number, reason="Alone", silent="autopilot")
    page = client.get(f"/c/{table.slug}/").text
    assert table.phase.key == "axis.facts"
    assert "I am done" in page
    assert "Seal these orders" not in page
    # Declaring war is another matter: there is nothing here to do together with it.
    assert "Declare war" in page
    assert "Or all together" not in page


def test_a_moderator_without_a_seat_is_not_called_a_spectator(client: Client, host: User) -> None:
    slug = a_campaign(book="world_at_war", by=host).slug
    address = f"/c/{slug}/"
    assert "to you as to everybody" in client.get(address).text
    client.force_login(host)
    html = client.get(address).text
    assert "You moderate and hold no seat." in html
    assert "to you as to everybody" not in html


def test_a_moderator_who_plays_is_led_from_the_desk_to_their_orders(
    client: Client, host: User, slug: str
) -> None:
    page = re.sub(r"\s+", " ", desk(client, host, slug))
    assert f'You play Britain too: <a href="/c/{slug}/#orders">your orders</a>.' in page
