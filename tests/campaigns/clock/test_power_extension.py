"""More time for one power: the others' deadline stays, and the phase waits for that one alone."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from campaigns.errors import NotNow, NotOnTheMenu, NotYours, OrdersClosed
from campaigns.models import Campaign, Notification, Outage, Seat
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.notifications import feeds, kinds
from campaigns.selectors.seats.missed_deadlines import missed_deadlines
from campaigns.services.advance import reminders, sweep
from campaigns.services.deadlines import absences, moderation, power_extension
from campaigns.services.notifications import templates
from campaigns.services.orders import orders
from tests.support.accounts import reachable
from tests.support.campaigns import Found, Table
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import Change, body_of, entry_with, must_be_named

pytestmark = pytest.mark.django_db
PLACE = {"kind": "place", "points": {"east": 2}}
HOUR = timedelta(hours=1)


def give(table: Table, power: str = "north", hours: float = 24) -> None:
    power_extension.extend_one(
        table.slug, by=table.moderator, power=power, hours=hours, reason="the line is down there."
    )


def strike(table: Table) -> None:
    """Let the deadline of all be over, and leave the power that has more time what it has."""
    due = table.phase.due_at
    table.strike()
    phase = table.phase
    moved, times = phase.due_at - due, phase.times
    later = {power: until + moved for power, until in times.longer.items()}
    phase.set_times(replace(times, longer=later))
    phase.save()


def own(table: Table, power: str = "north") -> Any:
    return table.phase.times.closes_for(power)


def over(table: Table, power: str = "north") -> None:
    """Let its own time be over too."""
    phase = table.phase
    phase.longer = {power: (timezone.now() - timedelta(milliseconds=1)).isoformat()}
    phase.save()


def test_the_others_deadline_stays_and_everybody_reads_why(table: Table) -> None:
    due = table.phase.due_at
    give(table)
    assert (table.phase.due_at, table.campaign.wakes_at) == (due, due)
    assert own(table) == due + 24 * HOUR
    assert table.phase.due_in_words.endswith("plus 24 hours for Northland alone")
    [line] = [one.line for one in campaign_page.log(table.slug) if "alone" in one.line.head]
    assert line.head == "24 hours more for Northland alone, from moderator"
    # What somebody wrote is a sentence of its own.
    assert line.rest == "The line is down there."


@pytest.mark.long
def test_the_phase_waits_for_it_alone_and_goes_on_when_it_has_sealed(table: Table) -> None:
    give(table)
    table.seal("south", PLACE)
    strike(table)
    assert table.advance() == "not yet"
    assert table.campaign.wakes_at == own(table)
    with pytest.raises(OrdersClosed, match="waits only for the power that was given more time"):
        table.seal("isle", PLACE)
    with pytest.raises(OrdersClosed):
        table.seal("south", {"kind": "place", "points": {"east": 1}})
    table.seal("north", PLACE)
    wakes = table.campaign.wakes_at
    assert wakes <= timezone.now()
    assert table.advance() == "resolved"
    assert table.phase.number == 2


def test_when_its_own_time_is_over_silence_means_what_it_always_means(table: Table) -> None:
    give(table)
    strike(table)
    assert table.advance() == "not yet"
    over(table)
    assert table.advance() == "resolved"


def test_who_has_sealed_by_the_deadline_keeps_nobody_waiting(table: Table) -> None:
    give(table)
    table.seal("north", PLACE)
    strike(table)
    assert table.advance() == "resolved"


def test_grace_for_the_others_begins_at_their_deadline(found: Found) -> None:
    table = found(grace_hours=5)
    give(table)
    strike(table)
    due = table.phase.due_at
    assert table.advance() == "grace"
    assert table.phase.grace_until == due + 5 * HOUR
    table.seal("south", PLACE)
    assert table.pass_deadline() == "not yet"
    over(table)
    # It has grace of its own, though the grace of the others is long over.
    assert table.advance() == "grace"
    table.seal("north", PLACE)
    assert table.advance() == "resolved"


def test_its_own_grace_is_counted_from_its_own_deadline(found: Found) -> None:
    table = found(grace_hours=5)
    give(table)
    table.seal_all(PLACE, but="north")
    strike(table)
    assert table.advance() == "not yet"
    over(table)
    last = own(table)
    assert table.advance() == "grace"
    assert own(table) == last + 5 * HOUR


def test_where_silence_means_to_wait_it_waits_after_that_time_and_begins_again(
    found: Found,
) -> None:
    table = found(missed="wait")
    give(table)
    strike(table)
    assert table.advance() == "not yet"
    over(table)
    assert table.advance() == "waiting"
    give(table, "isle", 2)
    assert table.campaign.status == "running"
    assert table.campaign.wakes_at == own(table, "isle")
    assert table.advance() == "not yet"


def test_given_twice_it_adds_up_and_it_moves_with_what_moves_the_deadline(table: Table) -> None:
    give(table)
    give(table, hours=1)
    due = table.phase.due_at
    assert own(table) == due + 25 * HOUR
    moderation.pause(table.slug, by=table.moderator, reason="Feast")
    Campaign.objects.update(stopped_at=timezone.now() - 3 * HOUR)
    moderation.resume(table.slug, by=table.moderator)
    later = table.phase.due_at
    assert later > due
    assert own(table) == later + 25 * HOUR


def test_an_outage_while_it_is_waited_for_is_given_back_and_opens_nothing_for_the_others(
    table: Table,
) -> None:
    give(table)
    strike(table)
    table.advance()
    before, now = own(table), timezone.now()
    Outage.objects.create(began_at=now, ended_at=now + timedelta(minutes=1))
    sweep.give_back(now + timedelta(minutes=1))
    assert own(table) == before + timedelta(minutes=1)


def test_more_time_for_all_ends_the_waiting_for_one(table: Table) -> None:
    give(table, hours=2)
    strike(table)
    table.advance()
    moderation.extend(table.slug, by=table.moderator, hours=6, reason="For all")
    assert own(table) == table.phase.due_at == table.campaign.wakes_at
    table.seal("isle", PLACE)


def test_it_has_bounds_a_reason_and_one_of_whom_something_is_asked(found: Found) -> None:
    table = found(bots=("isle",))
    for power, hours in (("north", 0), ("north", 24 * 90 + 1), ("nobody", 1)):
        with pytest.raises(NotOnTheMenu):
            give(table, power, hours)
    with pytest.raises(NotNow, match="reason"):
        power_extension.extend_one(
            table.slug, by=table.moderator, power="north", hours=1, reason=" "
        )
    with pytest.raises(NotNow, match="sealed"):
        give(table, "isle")
    with pytest.raises(NotYours):
        power_extension.extend_one(
            table.slug, by=table.players["north"], power="north", hours=1, reason="Me"
        )
    assert table.phase.longer == {}


def test_without_a_deadline_there_is_nothing_to_put_off(found: Found) -> None:
    with pytest.raises(NotNow, match="no deadline"):
        give(found(hours={"default": None}))


def test_each_sees_their_own_deadline(table: Table) -> None:
    due = table.phase.due_at
    give(table)
    seen = {
        name: campaign_page.campaign_page(table.slug, who) for name, who in table.players.items()
    }
    closes = {name: one.phase.closes_at for name, one in seen.items() if one.phase}
    assert closes == {"north": own(table), "south": due, "isle": due}
    [mine] = feeds.deadlines(table.players["north"])
    assert mine.due == own(table)
    strike(table)
    table.advance()
    seen = {
        name: campaign_page.campaign_page(table.slug, who) for name, who in table.players.items()
    }
    assert {name: bool(one.mine[0].locked) for name, one in seen.items()} == {
        "north": False,
        "south": True,
        "isle": True,
    }
    lines = {name: one.phase for name, one in seen.items() if one.phase}
    assert {name: one.waits_for for name, one in lines.items()} == dict.fromkeys(
        table.players, ("Northland",)
    )
    assert [name for name, one in lines.items() if one.own_due] == ["north"]
    states = {one.badge.key: one.state for one in seen["south"].readiness}
    assert states["north"] == "waiting"


def test_a_reminder_names_the_deadline_of_who_reads_it(table: Table) -> None:
    reachable(*table.players.values())
    give(table)
    due = table.phase.due_at
    reminders.remind(due - HOUR)
    told = Notification.objects.filter(kind="reminder")
    assert {one.person.username for one in told if one.person} == {"south", "isle"}
    reminders.remind(due + 23 * HOUR)
    mine = told.filter(person=table.players["north"]).latest("moment")
    assert kinds.of(mine).is_due
    theirs = own(table).astimezone(table.players["north"].time_zone)
    said = f"The deadline is {theirs:%A} {theirs.day} {theirs:%B %Y, %H:%M %Z}"
    assert said in templates.subject_and_text(mine)[1]
    orders.save_draft(table.slug, by=table.players["north"], power="north", order=PLACE, phase=1)
    table.seal("north", PLACE)
    assert not kinds.of(mine).is_due


LONGER = "clock.longer"
FORGED: dict[str, tuple[Change, str]] = {
    "too long": (body_of(LONGER, seconds=10**9), "nobody can have"),
    "none": (body_of(LONGER, seconds=0), "nobody can have"),
    "longer than it says": (body_of(LONGER, seconds=60), "has not moved by 60"),
    "another deadline": (body_of(LONGER, due="2020-01-01T00:00:00+00:00"), "has not moved by"),
    "another phase": (body_of(LONGER, phase=7), "its phase"),
    "no reason": (body_of(LONGER, reason=""), "no reason"),
    "nobody": (entry_with(LONGER, "power", "atlantis"), "no power 'atlantis'"),
}


def test_it_is_exported_and_a_forged_entry_is_found_out(table: Table) -> None:
    give(table)
    give(table, hours=1)
    data = file_of(table)
    assert faults(data) == []
    for change, fault in FORGED.values():
        must_be_named(data, change, "the clock: ", fault)


def test_the_strip_says_it_to_each(table: Table, client: Client) -> None:
    give(table)
    here = f"/c/{table.slug}/strip/"
    told = {}
    for late in (False, True):
        if late:
            strike(table)
            table.advance()
        for name in ("north", "south"):
            client.force_login(table.players[name])
            told[name, late] = client.get(here).text
    assert "for you alone" in told["north", False]
    assert "for you alone" not in told["south", False]
    assert "for you alone" in told["north", True]
    assert "The phase waits for Northland alone." in told["south", True]


@pytest.mark.long
def test_it_is_given_at_the_desk(table: Table, client: Client) -> None:
    due = table.phase.due_at
    table.seal("south", PLACE)
    client.force_login(table.moderator)
    desk = f"/c/{table.slug}/desk/"
    told = client.get(desk).text
    assert '<option value="north">Northland alone</option>' in told
    assert '<option value="south">Southland alone</option>' not in told
    form = {"hours": "5", "power": "north", "reason": "The line is down", "key": "a"}
    for _ in range(2):
        client.post(f"{desk}extend/", form)
    assert (table.phase.due_at, own(table)) == (due, due + 5 * HOUR)
    client.post(f"{desk}extend/", {**form, "power": "", "key": "b"})
    assert table.phase.due_at == due + 5 * HOUR


def test_whether_it_was_away_when_it_missed_its_deadline_is_asked_of_its_own(table: Table) -> None:
    now = timezone.now()
    absences.announce(table.slug, by=table.players["north"], begins=now, ends=now + 96 * HOUR)
    give(table, hours=48)
    with time_machine.travel(now + 121 * HOUR, tick=False):
        assert table.advance() == "resolved"
    seat = Seat.objects.get(power="north")
    assert missed_deadlines(table.campaign, seat) == 1
