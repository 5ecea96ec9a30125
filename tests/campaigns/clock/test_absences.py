"""Absences that players announce, and silence: what they do by the policy, and that they say so."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from campaigns.domain.absence_policy import AbsencePolicy, SilencePolicy
from campaigns.domain.clock_policy import ClockPolicy, words
from campaigns.errors import NotNow, NotOnTheMenu, NotYours, OrdersClosed
from campaigns.models import Absence, Campaign, Deputy, Seat
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.deadlines import DeadlineMissed
from campaigns.selectors.seats import absences_page
from campaigns.selectors.seats import seats_page as seats_pages
from campaigns.selectors.seats.missed_deadlines import missed_deadlines
from campaigns.services.advance import end_phase, sweep
from campaigns.services.deadlines import absences
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.notifications import enqueue
from campaigns.services.orders import orders, standing_orders
from campaigns.services.seats import deputies
from tests.support.accounts import person, reachable
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Table
from tests.support.clock import bodies
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import body_with, must_be_named
from tests.support.pages.reader import PageReader
from tests.support.seats import deputize, heads

DAY = timedelta(days=1)
ANSWER = {"kind": "answer", "valley": "west"}


def leaves(table: Table, power: str, begins: timedelta, ends: timedelta) -> int:
    now = timezone.now()
    return absences.announce(
        table.slug, by=table.players[power], begins=now + begins, ends=now + ends
    )


def test_everybody_at_the_table_reads_who_is_away_until_when(table: Table) -> None:
    number = leaves(table, "north", timedelta(0), 5 * DAY)
    leaves(table, "south", 2 * DAY, 3 * DAY)
    seen = absences_page.away(table.slug, table.players["isle"]).absences
    assert [(line.name, line.to_come, line.mine) for line in seen] == [
        ("north", False, False),
        ("south", True, False),
    ]
    assert [line.name for line in seats_pages.seats_page(table.slug).away] == ["north", "south"]
    said = heads(table)
    assert "Northland: north is away" in said
    assert table.phase.due_in_words == "72 hours"
    absences.come_back(table.slug, by=table.players["north"], number=number)
    absences.come_back(table.slug, by=table.players["north"], number=number)
    assert [line.name for line in seats_pages.seats_page(table.slug).away] == ["south"]
    assert bodies("absence.ended") == [{"number": 1}]


def test_an_absence_ends_by_itself(table: Table) -> None:
    leaves(table, "north", timedelta(0), 2 * DAY)
    with time_machine.travel(timezone.now() + 2 * DAY, tick=False):
        assert seats_pages.seats_page(table.slug).away == ()


def test_what_cannot_be_is_refused_and_the_same_words_are_said_once(found: Found) -> None:
    table = found(absence=AbsencePolicy(days_a_year=10))
    north, now = table.players["north"], timezone.now()
    number = leaves(table, "north", DAY, 6 * DAY)
    again = Absence.objects.get()
    said = {"by": north, "begins": again.begins_at, "ends": again.ends_at}
    assert absences.announce(table.slug, **said) == number
    with pytest.raises(NotNow, match="for some of this time"):
        leaves(table, "north", 5 * DAY, 7 * DAY)
    with pytest.raises(NotNow, match="more than 10 days"):
        leaves(table, "north", 7 * DAY, 13 * DAY)
    with pytest.raises(NotOnTheMenu, match="ends after it begins"):
        leaves(table, "south", 2 * DAY, DAY)
    with pytest.raises(NotOnTheMenu, match="ends after it begins"):
        absences.announce(table.slug, by=north, begins=now, ends=now + 400 * DAY)
    with pytest.raises(NotYours, match="no seat"):
        absences.announce(table.slug, by=table.moderator, begins=now, ends=now + DAY)
    with pytest.raises(NotYours):
        absences.come_back(table.slug, by=table.players["south"], number=number)


@pytest.mark.long
def test_the_next_phase_is_stretched_when_it_opens_and_keeps_to_the_clock(found: Found) -> None:
    with time_machine.travel(datetime(2026, 3, 26, 12, tzinfo=UTC), tick=False):
        table = found(
            zone="Europe/Berlin",
            at="20:00",
            days_off=("sun",),
            absence=AbsencePolicy(does="stretch", stretch_hours=96),
        )
        table.seal_all()
        leaves(table, "south", timedelta(0), timedelta(days=3, hours=6))
        table.advance()
        # Away until Sunday evening after the change to summer time; a day to come back, at 20:00.
        assert table.phase.due_at == datetime(2026, 3, 30, 18, tzinfo=UTC)


@pytest.mark.parametrize("case", ["sealed", "a deputy who seals", "another policy"])
def test_nothing_is_stretched_where_nobody_is_waited_for(found: Found, case: str) -> None:
    does = "deputy" if case == "another policy" else "stretch"
    table = found(absence=AbsencePolicy(does=does))
    due = table.phase.due_at
    if case == "sealed":
        table.seal("north", PLACE, ready=False)
    if case == "a deputy who seals":
        deputize(table, "seal")
    leaves(table, "north", timedelta(0), 9 * DAY)
    assert table.phase.due_at == due


def test_nobody_waits_for_who_is_away_and_standing_orders_speak_first(found: Found) -> None:
    table = found(missed="wait", absence=AbsencePolicy(does="standing"))
    leaves(table, "north", DAY, 9 * DAY)
    table.seal("south", PLACE)
    table.seal("isle", PLACE)
    assert table.campaign.wakes_at == Absence.objects.get().begins_at
    assert table.advance() == "not yet"
    with time_machine.travel(timezone.now() + DAY, tick=False):
        assert table.advance() == "resolved"
    assert bodies("phase.resolved")[0]["silent"] == ["north"]
    assert table.campaign.status == "running"


def test_where_everybody_is_away_the_campaign_waits(found: Found) -> None:
    table = found(bots=("south", "isle"), absence=AbsencePolicy(does="standing"))
    leaves(table, "north", timedelta(0), 9 * DAY)
    assert table.advance() == "not yet"


def test_with_deadlines_only_even_the_excused_are_given_theirs(found: Found) -> None:
    table = found(advance="deadline_only", missed="wait", absence=AbsencePolicy(does="standing"))
    leaves(table, "north", timedelta(0), 9 * DAY)
    table.seal_all(but="north")
    assert table.advance() == "not yet"
    assert table.pass_deadline() == "resolved"


def test_an_absence_that_was_announced_counts_as_no_missed_deadline(table: Table) -> None:
    leaves(table, "north", timedelta(0), 9 * DAY)
    with time_machine.travel(timezone.now() + 3 * DAY + timedelta(hours=1), tick=False):
        table.advance()
    missed = {s.power: missed_deadlines(table.campaign, s) for s in Seat.objects.all()}
    assert missed == {"north": 0, "south": 1, "isle": 1}


# --- Silence ------------------------------------------------------------------------------------------


def test_what_is_changed_of_an_absence_is_named(found: Found) -> None:
    table = found(absence=AbsencePolicy(does="stretch"))
    number = leaves(table, "north", timedelta(0), 4 * DAY)
    absences.come_back(table.slug, by=table.players["north"], number=number)
    file = file_of(table)
    assert faults(file) == []
    for kind, part, value, said in (
        ("absence.announced", "powers", ["south"], "it is not for north"),
        ("absence.announced", "until", "2020-01-01T00:00:00.000000+00:00", "before it begins"),
        ("absence.announced", "number", 4, "its number"),
        ("absence.ended", "number", 2, "none that lasts"),
        ("clock.stretched", "absence", 7, "had announced no absence 7"),
        ("clock.stretched", "seconds", -5, "never stretched backwards"),
    ):
        must_be_named(file, body_with(kind, part, value), "absences: ", said)


def test_a_deadline_is_stretched_past_an_absence_as_far_as_the_policy_lets_it(found: Found) -> None:
    with time_machine.travel(datetime(2026, 11, 23, 12, tzinfo=UTC), tick=False):
        table = found(absence=AbsencePolicy(does="stretch", stretch_hours=48))
        due = table.phase.due_at
        leaves(table, "north", timedelta(0), 3 * DAY + timedelta(hours=1))
        assert table.phase.due_at - due == timedelta(hours=25)
        assert (
            table.phase.due_in_words == "72 hours, plus 25 hours because Northland's player is away"
        )
        assert table.campaign.wakes_at == table.phase.due_at
        leaves(table, "south", 3 * DAY, 20 * DAY)
        assert table.phase.due_at - due == timedelta(hours=48)
        assert [(one["absence"], one["seconds"]) for one in bodies("clock.stretched")] == [
            (1, 25 * 3600),
            (2, 23 * 3600),
        ]
        absences.come_back(table.slug, by=table.players["south"], number=2)
        assert table.phase.due_at - due == timedelta(hours=48)
        file = file_of(table)
    assert faults(file) == []

    def policy(**changed: Any) -> Callable[[Any], None]:
        return lambda content: content["log"][0]["body"]["policy"]["absence"].update(changed)

    for change, said in (
        (policy(stretch_hours=47), "by 47 hours at most"),
        (policy(stretch_hours=25), "by 25 hours at most"),
        (policy(does="deputy"), "no deadline is stretched"),
        (body_with("clock.stretched", "seconds", 90 * 3600), "has not moved by"),
        (body_with("clock.stretched", "due", "2026-12-01T12:00:00+00:00"), "has not moved by"),
    ):
        must_be_named(file, change, "the clock: ", said)


@pytest.mark.parametrize("locked", [True, False])
def test_while_one_is_waited_for_the_others_are_locked_if_the_policy_says_so(
    found: Found, locked: bool
) -> None:
    table = found(missed="wait", silence=SilencePolicy(locked=locked))
    table.seal("south", PLACE)
    table.pass_deadline()
    mine = campaign_page.campaign_page(table.slug, table.players["south"]).mine[0]
    assert bool(mine.locked) == locked
    if locked:
        with pytest.raises(OrdersClosed, match="stay as they are"):
            table.seal("south", {"kind": "place", "points": {"west": 1}})
    else:
        table.seal("south", {"kind": "place", "points": {"west": 1}})


def test_standing_orders_speak_before_the_autopilot_but_nobody_sees_by_the_waiting_that_they_are_there(
    found: Found,
) -> None:
    """A campaign that waits for the silent waits for one with standing orders too: else they would
    be told of.
    """
    table = found(missed="wait")
    standing_orders.set_standing(table.slug, by=table.players["north"], power="north", order=ANSWER)
    table.seal_all(but="north")
    assert table.pass_deadline() == "waiting"
    end_phase.force(table.slug, by=table.moderator, phase=1, reason="Go on", silent="autopilot")
    assert table.phase.number == 2


def test_reminders_come_at_half_time_and_when_the_deadline_was_missed_only_to_the_silent(
    found: Found,
) -> None:
    table = found(grace_hours=24)
    reachable(*table.players.values())
    start = timezone.now()
    enqueue.at_half_time(table.phase, at=start)
    table.seal("north", PLACE)
    outgoing_email.send_due()
    mail.outbox.clear()
    with time_machine.travel(start + timedelta(hours=36, minutes=1), tick=False):
        outgoing_email.send_due()
    assert sorted(one.to[0] for one in mail.outbox) == ["isle@example.org", "south@example.org"]
    table.seal("isle", PLACE)
    mail.outbox.clear()
    with time_machine.travel(start + timedelta(hours=72, minutes=1), tick=False):
        assert table.advance() == "grace"
        outgoing_email.send_due()
    (last,) = mail.outbox
    assert last.to == ["south@example.org"]
    assert "The deadline has passed and nothing has come from you" in str(last.body)
    Campaign.objects.update(clock={"silence": {"remind": []}})
    cause = Cause(table.phase, start, nth=1, powers=["south"])
    assert enqueue.notify(DeadlineMissed, cause) == 0


def test_the_policy_is_said_and_bounded() -> None:
    policy = ClockPolicy(
        absence=AbsencePolicy(does="stretch", stretch_hours=0, days_a_year=999),
        silence=SilencePolicy(disorder_after=99, locked=False),
    )
    assert [each.field for each in policy.problems()] == [
        "absence.stretch_hours", "absence.days_a_year", "silence.disorder_after",
    ]  # fmt: skip
    assert "civil disorder after 99 missed in a row" in words(policy)
    assert "by 72 hours at most" in AbsencePolicy(does="stretch").words


def test_an_absence_is_announced_with_a_deputy_and_over_by_the_forms_of_the_pages(
    table: Table,
) -> None:
    people = (table.players["north"], table.players["south"], person("emma"))
    north, south, emma = (PageReader(each, table.slug) for each in people)
    ends = (timezone.now() + 3 * DAY).strftime("%Y-%m-%dT%H:%M")
    north.open("seats/deputies/").press("Announce it", ends=ends, deputy="emma")
    assert "emma is asked to see, draft and seal" in north.says("#deputies")
    assert "north (you), until" in north.says("#absences")
    emma.open("/standing-in/").press("Accept")
    assert "You look after this seat for north" in emma.open().says("#orders")
    assert "north is away until" in south.open("seats/").says("main")
    north.open("seats/deputies/").press("I am back")
    assert "Nobody stands in for anybody." in north.says("#deputies")
    assert "Nobody has said that they are away." in north.says("#absences")
    assert "to you as to everybody" in emma.open().says("#watched")
    south.open("/standing-in/").press("Announce it", ends=ends)
    assert Absence.objects.get(number=2).person == table.players["south"]
    assert "north is away" not in south.open("seats/").says("main")


def test_the_sweep_wakes_a_campaign_when_an_absence_begins(found: Found) -> None:
    table = found(absence=AbsencePolicy(does="standing"))
    leaves(table, "north", DAY, 9 * DAY)
    table.seal_all(but="north")
    with time_machine.travel(timezone.now() + DAY + timedelta(seconds=1), tick=False):
        sweep.beat()
        sweep.sweep()
    assert table.phase.number == 2


def with_a_deputy(table: Table, begins: timedelta, ends: timedelta) -> tuple[Any, int]:
    """The north is away; helper has accepted to look after the seat meanwhile."""
    helper, now = person("helper"), timezone.now()
    number = absences.announce(
        table.slug,
        by=table.players["north"],
        begins=now + begins,
        ends=now + ends,
        deputy="helper",
    )
    deputies.accept(table.slug, by=helper, key=Deputy.objects.get().pk)
    return helper, number


def may_seal(table: Table, who: Any) -> bool:
    try:
        orders.seal_orders(
            table.slug, by=who, power="north", order=PLACE, phase=table.phase.number, ready=False
        )
    except NotYours:
        return False
    return True


@pytest.mark.long
def test_a_deputy_who_is_named_with_an_absence_has_rights_as_long_as_it_lasts(found: Found) -> None:
    table = found(hours={"default": 24 * 30})
    helper, _number = with_a_deputy(table, DAY, 5 * DAY)
    start = timezone.now()
    (line,) = absences_page.away(table.slug, table.players["south"]).deputies
    assert line.begins_at is not None
    assert not may_seal(table, helper)
    with time_machine.travel(start + 2 * DAY, tick=False):
        assert may_seal(table, helper)
    with time_machine.travel(start + 5 * DAY, tick=False):
        assert not may_seal(table, helper)
        deputies.end_due(table.slug, timezone.now())
    assert bodies("deputy.ended") == [{"number": 1, "how": "its end came"}]
    (entry,) = bodies("deputy.accepted")
    assert entry["absence"] == 1
    assert faults(file_of(table)) == []


@pytest.mark.parametrize("gone", [True, False], ids=["sooner", "not at all"])
def test_whoever_is_back_needs_no_deputy_any_more(found: Found, gone: bool) -> None:
    table = found(hours={"default": 24 * 30})
    helper, number = with_a_deputy(table, DAY * (not gone), 5 * DAY)
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        assert may_seal(table, helper) == gone
        absences.come_back(table.slug, by=table.players["north"], number=number)
        assert not may_seal(table, helper)
    assert bodies("deputy.ended") == [{"number": 1, "how": "the player is back"}]
    assert faults(file_of(table)) == []


def test_an_absence_whose_deputy_may_not_stand_in_is_refused_as_a_whole(table: Table) -> None:
    with pytest.raises(NotOnTheMenu, match="plays, has played or moderates"):
        absences.announce(
            table.slug,
            by=table.players["north"],
            begins=timezone.now(),
            ends=timezone.now() + DAY,
            deputy="south",
        )
    assert not Absence.objects.exists()


def test_what_is_changed_of_a_deputy_for_an_absence_is_named(found: Found) -> None:
    table = found(hours={"default": 24 * 30})
    helper, number = with_a_deputy(table, timedelta(hours=1), 5 * DAY)
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        assert may_seal(table, helper)
        absences.come_back(table.slug, by=table.players["north"], number=number)
    file = file_of(table)

    for part, value, said in (
        ("from", "2099-01-01T00:00:00.000000+00:00", "did not stand in then"),
        ("absence", 7, "had announced no absence 7"),
    ):
        must_be_named(file, body_with("deputy.accepted", part, value), "deputies: ", said)
