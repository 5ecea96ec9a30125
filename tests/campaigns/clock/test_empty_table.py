"""When nobody has a seat any more: the campaign waits, those who can do something are told, and it goes on when
somebody is back.
"""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail as outbox
from django.utils import timezone
from msgspec.structs import replace

from campaigns.domain.absence_policy import SilencePolicy
from campaigns.errors import NotNow, NotYours
from campaigns.models import Heartbeat, LogEntry, Notification, Seat
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.lobby import lobby_page
from campaigns.services.advance import sweep
from campaigns.services.deadlines import moderation
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.seats import seats
from tests.support.accounts import person, reachable, signed_in
from tests.support.campaigns import Found, Passing, Table
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import must_be_named, without
from tests.support.seats import give, heads

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)
FAITHFUL = SilencePolicy(disorder_after=1)


def passes(by: timedelta) -> None:
    """Let so much time go by, with a sweep that never rests."""
    Passing.by += by
    Heartbeat.objects.update(beat_at=timezone.now())
    sweep.sweep()
    sweep.sweep()


def kinds(table: Table) -> list[str]:
    rows = LogEntry.objects.filter(campaign=table.campaign).order_by("seq")
    return list(rows.values_list("kind", flat=True))


@pytest.fixture
def alone(found: Found) -> Table:
    """A long campaign with one player, and autopilots beside them."""
    return found(bots=("south", "isle"), scenario="long", silence=FAITHFUL)


def leaves(table: Table) -> None:
    seats.leave(table.slug, by=table.players["north"], power="north")


def falls(table: Table) -> None:
    table.strike()
    Heartbeat.objects.update(beat_at=timezone.now())


@pytest.mark.parametrize("goes", [leaves, falls])
def test_it_waits_and_does_not_play_itself_out(alone: Table, goes: Callable[[Table], None]) -> None:
    goes(alone)
    for _ in range(5):
        passes(100 * HOUR)
    campaign = alone.campaign
    assert (campaign.status, campaign.wakes_at, campaign.lacks_players) == ("paused", None, True)
    assert alone.phase.number <= 2
    assert kinds(alone).count("clock.nobody") == 1
    assert "Nobody has a seat" in campaign_page.campaign_page(alone.slug).head.status_reason
    assert "Paused: nobody has a seat any more" in heads(alone)
    assert faults(file_of(alone)) == []


def test_its_moderator_and_its_last_players_are_told_once(alone: Table) -> None:
    reachable(*alone.players.values(), alone.moderator)
    leaves(alone)
    passes(HOUR)
    outgoing_email.send_due()
    told = {one.to[0]: one for one in outbox.outbox if "nobody has a seat" in one.subject}
    assert set(told) == {"north@example.org", "moderator@example.org"}
    assert "you can invite players" in str(told["moderator@example.org"].body)
    assert "take it again" in str(told["north@example.org"].body)
    assert Notification.objects.filter(kind="nobody").count() == 2


def test_nobody_is_told_who_came_back_before_the_letter_went(alone: Table) -> None:
    reachable(alone.moderator)
    leaves(alone)
    seats.join(alone.slug, by=alone.players["north"], powers=["north"])
    outgoing_email.send_due()
    assert not [one for one in outbox.outbox if "nobody has a seat" in one.subject]


def test_whoever_had_a_seat_last_takes_it_again_and_has_their_time(alone: Table) -> None:
    due = alone.phase.due_at
    leaves(alone)
    passes(50 * HOUR)
    other = person("other")
    with pytest.raises(NotYours, match="by invitation"):
        seats.join(alone.slug, by=other, powers=["north"])
    with pytest.raises(NotYours, match="by invitation"):
        seats.join(alone.slug, by=alone.players["north"], powers=["south"])
    client = signed_in(alone.players["north"])
    html = client.get(f"/c/{alone.slug}/seats/").text
    assert "Take Northland again" in html
    client.post(f"/c/{alone.slug}/join/", {"powers": ["north"]})
    campaign = alone.campaign
    assert (campaign.status, campaign.status_reason) == ("running", "")
    assert not campaign.lacks_players
    moved = alone.phase.due_at
    assert 50 * HOUR <= moved - due < 51 * HOUR
    assert campaign.wakes_at == moved
    assert "Take Northland again" not in client.get(f"/c/{alone.slug}/seats/").text
    entry = LogEntry.objects.get(campaign=campaign, kind="clock.resumed")
    assert entry.actor == "clock"
    assert json.loads(entry.body)["seconds"] >= 50 * 3600
    assert faults(file_of(alone)) == []


def test_who_had_two_seats_takes_both_again(found: Found) -> None:
    table = found(bots=("isle",), scenario="long")
    north = table.players["north"]
    seats.leave(table.slug, by=table.players["south"], power="south")
    give(table, "south", "north")
    for power in ("north", "south"):
        seats.leave(table.slug, by=north, power=power)
    assert table.campaign.lacks_players
    seats.join(table.slug, by=north, powers=["north", "south"])
    assert Seat.objects.filter(campaign=table.campaign, person=north).count() == 2
    assert table.campaign.status == "running"


def test_a_successor_lets_it_run_again(alone: Table) -> None:
    leaves(alone)
    assert [one.badge.key for one in lobby_page.lobby().wanted] == ["north"]
    person("other")
    give(alone, "north", "other")
    assert alone.campaign.status == "running"
    assert faults(file_of(alone)) == []


def test_its_moderator_lets_it_run_only_with_a_policy_that_lets_autopilots_play_on(
    alone: Table,
) -> None:
    leaves(alone)
    with pytest.raises(NotNow, match="Nobody has a seat"):
        moderation.resume(alone.slug, by=alone.moderator, reason="Go on")
    with pytest.raises(NotNow, match="is stopped already"):
        moderation.pause(alone.slug, by=alone.moderator, reason="Holidays")
    assert kinds(alone).count("clock.paused") == 0
    policy = alone.campaign.policy
    go_on = SilencePolicy(disorder_after=1, nobody="go_on")
    moderation.change_policy(
        alone.slug, by=alone.moderator, policy=replace(policy, silence=go_on), reason="Play on"
    )
    moderation.resume(alone.slug, by=alone.moderator, reason="Play on")
    assert alone.campaign.status == "running"


def test_a_pause_goes_over_into_waiting_for_somebody(alone: Table) -> None:
    moderation.pause(alone.slug, by=alone.moderator, reason="Holidays")
    leaves(alone)
    assert "clock.nobody" not in kinds(alone)
    moderation.resume(alone.slug, by=alone.moderator, reason="Go on")
    assert alone.campaign.lacks_players
    assert kinds(alone)[-2:] == ["clock.resumed", "clock.nobody"]


def test_where_the_policy_says_so_autopilots_play_on_at_their_own_pace(found: Found) -> None:
    table = found(bots=("south", "isle"), scenario="long", silence=SilencePolicy(nobody="go_on"))
    leaves(table)
    before = table.phase.number
    for _ in range(4):
        passes(HOUR + timedelta(minutes=1))
    assert table.campaign.status == "running"
    assert table.phase.number == before + 4
    passes(timedelta(minutes=30))
    assert table.phase.number == before + 4
    assert faults(file_of(table)) == []


def test_the_least_time_holds_where_it_is_longer(found: Found) -> None:
    go_on = SilencePolicy(nobody="go_on")
    table = found(bots=("south", "isle"), scenario="long", least_hours=10, silence=go_on)
    leaves(table)
    before = table.phase.number
    passes(9 * HOUR)
    assert table.phase.number == before
    passes(2 * HOUR)
    assert table.phase.number == before + 1


def test_a_campaign_of_autopilots_alone_was_meant_so(found: Found) -> None:
    table = found(bots=("north", "south", "isle"))
    for _ in range(10):
        passes(timedelta(0))
    assert table.campaign.status == "finished"


def test_that_nobody_is_there_is_checked(alone: Table) -> None:
    leaves(alone)
    must_be_named(file_of(alone), without("seat.left"), "somebody has a seat (north)")
