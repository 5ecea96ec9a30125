"""Fair time for successors, emergency pauses, pauses with an end, and hours that stand still on days off."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from campaigns.domain.breaks_policy import BreaksPolicy
from campaigns.domain.clock_policy import ClockPolicy, Holiday, words
from campaigns.domain.deadline_steps import deadline
from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.reader.press_access import ANNOUNCED
from campaigns.selectors.seats import seats_page
from campaigns.services.advance import sweep
from campaigns.services.deadlines import emergency_pauses, moderation
from campaigns.services.press import press_messages
from campaigns.services.seats import deputies, seats
from campaigns.services.voting import agree
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Table
from tests.support.clock import bodies, follows
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import body_with, must_be_named
from tests.support.seats import give

HOUR = timedelta(hours=1)
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)  # a Tuesday


@pytest.fixture
def at_noon() -> Any:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


# --- Successors ---------------------------------------------------------------------------------------


def test_a_successor_has_the_time_that_the_policy_gives(found: Found, at_noon: Any) -> None:
    table = found(breaks=BreaksPolicy(takeover_hours=48))
    at_noon.shift(60 * HOUR)
    follows(table)
    assert table.phase.due_at == NOON + 108 * HOUR
    assert table.phase.due_in_words == "72 hours, plus 36 hours for the new player of Northland"
    assert table.campaign.wakes_at == table.phase.due_at
    (told,) = bodies("clock.takeover")
    assert (told["phase"], told["seconds"]) == (1, 36 * 3600)
    assert "Northland has a new player, who has fair time." in str(campaign_page.log(table.slug))
    assert faults(file_of(table)) == []


@pytest.mark.long
def test_who_has_enough_time_gets_no_more_and_a_seat_gets_it_once_in_a_phase(
    found: Found, at_noon: Any
) -> None:
    table = found(breaks=BreaksPolicy(takeover_hours=48))
    heir = follows(table)
    assert bodies("clock.takeover") == []
    at_noon.shift(70 * HOUR)
    south = follows(table, "south")
    seats.leave(table.slug, by=heir, power="north")
    person("third")
    seats.leave(table.slug, by=south, power="south")
    at_noon.shift(24 * HOUR)
    give(table, "south", "third")
    assert len(bodies("clock.takeover")) == 1


@pytest.mark.long
def test_a_campaign_that_waits_runs_again_for_a_successor(found: Found, at_noon: Any) -> None:
    table = found(missed="wait", breaks=BreaksPolicy(takeover_hours=24))
    table.seal_all(but="north")
    at_noon.shift(73 * HOUR)
    assert table.advance() == "waiting"
    heir = follows(table)
    assert (table.campaign.status, table.phase.due_at) == ("running", NOON + 97 * HOUR)
    table.players["north"] = heir
    table.seal("north", PLACE)
    table.advance()
    assert table.phase.number == 2
    assert faults(file_of(table)) == []


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("due", "2026-03-20T12:00:00+00:00", "no more is given"),
        ("seconds", -5, "moves a deadline backwards"),
    ],
)
def test_what_is_changed_of_fair_time_is_named(
    found: Found, at_noon: Any, part: str, value: Any, said: str
) -> None:
    table = found(breaks=BreaksPolicy(takeover_hours=48))
    at_noon.shift(60 * HOUR)
    follows(table)
    must_be_named(file_of(table), body_with("clock.takeover", part, value), "the clock: ", said)


# --- Pauses -------------------------------------------------------------------------------------------


def test_a_pause_with_an_end_is_over_by_itself(found: Found, at_noon: Any) -> None:
    table = found()
    by, until = table.moderator, NOON + 30 * HOUR
    with pytest.raises(NotOnTheMenu, match="ends in the future"):
        moderation.pause(table.slug, by=by, reason="Fair", until=NOON - HOUR)
    moderation.pause(table.slug, by=by, reason="The fair", until=until)
    assert campaign_page.campaign_page(table.slug).head.resumes_at == until
    at_noon.shift(29 * HOUR)
    assert not emergency_pauses.due(timezone.now())
    at_noon.shift(2 * HOUR)
    sweep.beat()
    sweep.sweep()
    assert table.campaign.status == "running"
    assert table.phase.due_at == NOON + 72 * HOUR + 31 * HOUR
    assert "The pause is over" in str(campaign_page.log(table.slug))
    assert faults(file_of(table)) == []
    early = body_with("clock.paused", "until", "2026-05-01T12:00:00.000000+00:00")
    must_be_named(file_of(table), early, "its pause had not come to an end")


def test_a_pause_by_vote_has_an_end_too(found: Found, at_noon: Any) -> None:
    table = found(votes={"pause": "most"})
    north, south, _isle = table.players.values()
    asked = {"kind": "pause", "reason": "The fair", "phase": 1}
    with pytest.raises(NotOnTheMenu, match="ends in the future"):
        agree.propose(table.slug, by=north, **asked, until=NOON - HOUR)
    form = signed_in(north).post(f"/c/{table.slug}/votes/", {**asked, "until": "2026-03-11T18:00"})
    assert form.status_code == 302
    (question,) = seats_page.questions(table.slug, south)
    assert "is stopped until 11 March 2026, 18:00 UTC" in question.what
    agree.agree(table.slug, by=south, number=1)
    assert campaign_page.campaign_page(table.slug).head.resumes_at == NOON + 30 * HOUR
    at_noon.shift(31 * HOUR)
    sweep.beat()
    sweep.sweep()
    assert table.campaign.status == "running"
    assert table.phase.due_at == NOON + 72 * HOUR + 31 * HOUR
    assert faults(file_of(table)) == []
    later = body_with("clock.paused", "until", "2026-03-11T18:30:00.000000+00:00")
    must_be_named(file_of(table), later, "its until is")


def test_who_resumes_sooner_leaves_no_end_behind(found: Found, at_noon: Any) -> None:
    table = found()
    moderation.pause(table.slug, by=table.moderator, reason="Fair", until=NOON + 5 * HOUR)
    moderation.resume(table.slug, by=table.moderator)
    moderation.pause(table.slug, by=table.moderator, reason="For as long as it takes")
    at_noon.shift(99 * HOUR)
    assert not emergency_pauses.due(timezone.now())
    assert table.campaign.status == "paused"


def test_each_player_has_their_emergency_pauses(found: Found, at_noon: Any, client: Any) -> None:
    table = found(breaks=BreaksPolicy(pauses=1, pause_hours=24))
    north, slug = table.players["north"], table.slug
    client.force_login(north)
    assert "Emergency: 1 pause left" in client.get(f"/c/{slug}/").text
    form = {"power": "north", "phase": 1, "reason": "My house is on fire", "action": "pause"}
    client.post(f"/c/{slug}/extension/", form)
    campaign = table.campaign
    assert (campaign.status, campaign.resumes_at) == ("paused", NOON + 24 * HOUR)
    assert campaign.status_reason == "My house is on fire"
    at_noon.shift(25 * HOUR)
    emergency_pauses.resume_due(slug, timezone.now())
    with pytest.raises(NotNow, match="taken all your emergency pauses"):
        emergency_pauses.pause(slug, by=north, power="north", reason="Again")
    with pytest.raises(NotYours):
        emergency_pauses.pause(slug, by=north, power="south", reason="For them")
    helper = person("helper")
    names = {"power": "south", "username": "helper", "level": "seal"}
    key = deputies.name(slug, by=table.players["south"], **names)
    deputies.accept(slug, by=helper, key=key)
    with pytest.raises(NotYours):
        emergency_pauses.pause(slug, by=helper, power="south", reason="Not mine to take")
    assert emergency_pauses.pause(slug, by=table.players["south"], power="south", reason="Ill") == 0
    assert faults(file_of(table)) == []
    must_be_named(file_of(table), body_with("clock.paused", "left", 3), "how many are left")


def test_where_there_are_none_it_says_so(table: Table) -> None:
    with pytest.raises(NotNow, match="has no emergency pauses"):
        emergency_pauses.pause(table.slug, by=table.players["north"], power="north", reason="Ill")


# --- Days off -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "due", "said"),
    [
        # Friday noon and 48 hours, of which the week-end has none: Tuesday noon.
        (
            {"days_off": ("sat", "sun")},
            datetime(2026, 3, 17, 12, tzinfo=UTC),
            "Saturday and Sunday",
        ),
        (
            {"holidays": (Holiday("Fair", "2026-03-14", "2026-03-16"),)},
            datetime(2026, 3, 18, 12, tzinfo=UTC),
            "Fair",
        ),
        ({}, datetime(2026, 3, 15, 12, tzinfo=UTC), ""),
    ],
)
def test_hours_stand_still_on_days_off(policy: Any, due: datetime, said: str) -> None:
    friday = datetime(2026, 3, 13, 12, tzinfo=UTC)
    found = deadline(ClockPolicy(hours={"default": 48}, count_days_off=False, **policy), "", friday)
    assert found.due_at == due
    assert found.sentence == ("48 hours" + (f", not counting {said} (UTC)" if said else ""))


def test_a_day_off_keeps_its_length_across_the_change_to_summer_time() -> None:
    policy = ClockPolicy(
        zone="Europe/Berlin", hours={"default": 24}, days_off=("sun",), count_days_off=False
    )
    found = deadline(policy, "", datetime(2026, 3, 28, 11, tzinfo=UTC))
    # Saturday noon in winter; Sunday has 23 hours, none of which counts; Monday noon in summer.
    assert found.due_at == datetime(2026, 3, 30, 10, tzinfo=UTC)
    assert date(2026, 3, 30).weekday() == 0


def test_a_campaign_with_such_a_clock_checks_out(found: Found, at_noon: Any) -> None:
    table = found(days_off=("wed",), count_days_off=False)
    assert table.phase.due_at == NOON + 96 * HOUR
    table.play()
    assert faults(file_of(table)) == []
    assert "do not count into the hours" in words(table.campaign.policy)


# --- Press --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grace", [0, 24])
def test_while_somebody_is_waited_for_powers_do_not_write_if_the_policy_says_so(
    found: Found, grace: float
) -> None:
    table = found(missed="wait", grace_hours=grace)
    clock = Campaign.objects.get().clock
    north, slug = table.players["north"], table.slug
    thread, message = press_messages.begin(
        slug, by=north, power="north", to=["south"], text="Before"
    )
    assert table.pass_deadline() == ("grace" if grace else "waiting")
    press_messages.write(slug, by=north, power="north", thread=thread, text="As always")
    Campaign.objects.update(clock={**clock, "silence": {"press": False}})
    for act in (
        lambda: press_messages.begin(slug, by=north, power="north", to=["isle"], text="No"),
        lambda: press_messages.write(slug, by=north, power="north", thread=thread, text="No"),
        lambda: press_messages.write(slug, by=north, power="north", thread="public", text="No"),
        lambda: press_messages.edit(slug, by=north, thread=thread, message=message, text="No"),
    ):
        with pytest.raises(NotNow, match="somebody is waited for"):
            act()
    press_messages.write(slug, by=table.moderator, thread=ANNOUNCED, text="We wait for the isle")


def test_the_breaks_are_said_and_bounded() -> None:
    policy = ClockPolicy(breaks=BreaksPolicy(takeover_hours=-1, pauses=99, pause_hours=0))
    assert [one.field for one in policy.problems()] == [
        "breaks.takeover_hours", "breaks.pauses", "breaks.pause_hours",
    ]  # fmt: skip
    said = words(ClockPolicy(breaks=BreaksPolicy(takeover_hours=24, pauses=1)))
    assert "a successor has at least 24 hours" in said
    assert "each player may stop the clock once for 72 hours" in said
