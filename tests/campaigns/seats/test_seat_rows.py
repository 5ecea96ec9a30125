"""The table at a glance: who is late, last seen, missed; reminders and exact deadlines."""

import re
from datetime import timedelta

import pytest
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone

from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import LogEntry, Notification, Phase, ReadMark, Tenure
from campaigns.selectors.moderator.moderator_page import moderator_page
from campaigns.selectors.moderator.seat_rows import DeskRow, usual_in_words
from campaigns.selectors.seats.missed_deadlines import Missed
from campaigns.services.deadlines import nudges
from campaigns.services.log import read_marks
from campaigns.services.notifications import email
from tests.support.accounts import signed_in
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import Found, Table
from tests.support.pages.reader import PageReader


def _row(table: Table, power: str) -> DeskRow:
    rows = moderator_page(table.slug, table.moderator).rows
    return next(row for row in rows if row.badge.key == power)


def test_it_says_who_is_late_and_never_what_was_sealed(table: Table) -> None:
    table.seal("north", PLACE)
    rows = moderator_page(table.slug, table.moderator).rows
    assert [row.badge.key for row in rows] == ["south", "isle", "north"]
    assert [row.may_nudge for row in rows] == [True, True, False]
    assert rows[2].readiness.state == "sealed"
    assert "east" not in repr(rows)


@pytest.mark.long
def test_last_seen_is_told_in_days_and_noted_again_after_an_hour(table: Table) -> None:
    assert _row(table, "north").seen == "not yet"
    north = table.players["north"]
    read_marks.mark_seen(table.slug, by=north)
    assert _row(table, "north").seen == "today"
    for days, said in ((1, "yesterday"), (4, "4 days ago"), (60, "over a month ago")):
        ReadMark.objects.filter(person=north).update(at=timezone.now() - timedelta(days=days))
        assert _row(table, "north").seen == said
    read_marks.mark_seen(table.slug, by=north)
    assert _row(table, "north").seen == "today"


def test_a_reminder_reaches_those_who_are_late_when_it_is_sent(told: Table) -> None:
    told.seal("isle", PLACE)
    Notification.objects.all().delete()
    reminded = nudges.nudge(told.slug, by=told.moderator, reason="It is late")
    assert reminded == ("north", "south")
    told.seal("south", PLACE)
    email.send_due()
    assert [letter.to for letter in outbox.outbox] == [["north@example.org"]]
    entry = LogEntry.objects.get(kind="desk.nudged")
    assert "It is late" in entry.body
    assert _row(told, "north").nudged


def test_nobody_is_reminded_twice_in_a_day(told: Table) -> None:
    given = {"by": told.moderator, "reason": "It is late"}
    assert nudges.nudge(told.slug, power="north", **given) == ("north",)
    assert nudges.nudge(told.slug, **given) == ("south", "isle")
    with pytest.raises(NotNow):
        nudges.nudge(told.slug, **given)


def test_only_a_moderator_reminds_and_only_who_is_late(told: Table) -> None:
    told.seal("north", PLACE)
    with pytest.raises(NotOnTheMenu):
        nudges.nudge(told.slug, by=told.moderator, reason="Late", power="north")
    with pytest.raises(NotYours):
        nudges.nudge(told.slug, by=told.players["north"], reason="Late")


def test_a_deadline_is_set_exactly_and_only_later(table: Table) -> None:
    due = table.phase.due_at
    exactly = (due + timedelta(days=2)).replace(minute=17, second=0, microsecond=0)
    given = {"by": table.moderator, "reason": "A holiday"}
    nudges.set_deadline(table.slug, due=exactly, **given)
    assert table.phase.due_at == exactly
    assert LogEntry.objects.filter(kind="clock.extended").count() == 1
    with pytest.raises(NotOnTheMenu):
        nudges.set_deadline(table.slug, due=exactly - timedelta(hours=1), **given)


def _sealed_after(table: Table, power: str, *hours: float) -> None:
    """Entries as if a power had sealed so long after the opening of phases of its own."""
    opened = table.phase.opened_at
    Tenure.objects.filter(seat__campaign__slug=table.slug).update(joined_at=opened)
    entry = LogEntry.objects.filter(kind="order.sealed", power=power).first()
    for number, after in enumerate(hours):
        phase = Phase.objects.get(pk=table.phase.pk)
        phase.pk, phase.number, phase.resolved_at = None, number + 2, opened
        phase.save()
        entry.pk, entry.seq, entry.phase = None, 1000 + 10 * len(power) + number, phase
        entry.at = opened + timedelta(hours=after)
        entry._state.adding = True
        entry.save()


@pytest.mark.long
def test_the_usual_answer_is_the_middle_of_the_first_seals_in_words(table: Table) -> None:
    table.seal("north", PLACE)
    assert _row(table, "north").usual == ""  # once is not usual
    _sealed_after(table, "north", 2, 30, 31)
    assert _row(table, "north").usual == "16 hours"
    table.seal("north", {"kind": "place", "points": {"east": 1, "west": 2}})
    assert _row(table, "north").usual == "16 hours"  # a second seal is no later answer
    assert _row(table, "south").usual == ""


@pytest.mark.parametrize(
    ("hours", "said"), [(0.2, "under an hour"), (71, "71 hours"), (100, "4 days"), (1, "1 hour")]
)
def test_a_usual_answer_is_said_in_hours_or_days(hours: float, said: str) -> None:
    assert usual_in_words([timedelta(hours=hours)] * 2) == said
    assert usual_in_words([timedelta(hours=hours)]) == ""


def test_what_is_usual_for_a_predecessor_is_not_told_of_the_successor(table: Table) -> None:
    table.seal("north", PLACE)
    _sealed_after(table, "north", 2, 3)
    assert _row(table, "north").usual == "2 hours"
    tomorrow = timezone.now() + timedelta(days=1)
    Tenure.objects.filter(seat__power="north").update(joined_at=tomorrow)
    assert _row(table, "north").usual == ""


@pytest.mark.long
def test_the_desk_marks_what_is_overdue_and_reminds_with_one_press(table: Table) -> None:
    client = signed_in(table.moderator)
    desk = f"/c/{table.slug}/desk/"
    html = client.get(desk).text
    assert 'class="stamp overdue"' not in html
    assert "Remind all 3" in html
    assert [row.late_by for row in moderator_page(table.slug, table.moderator).rows] == [""] * 3
    Phase.objects.filter(pk=table.phase.pk).update(
        due_at=timezone.now() - timedelta(hours=14),
        grace_until=timezone.now() + timedelta(hours=9, minutes=30),
    )
    html = client.get(desk).text
    assert 'class="stamp overdue"' in html
    assert "of grace left" in html
    assert "14 hours" in html
    table.seal("north", PLACE)
    html = client.get(desk).text
    assert 'id="remind-north"' not in html
    assert 'id="remind-south"' in html
    form = PageReader(table.moderator, table.slug).open("desk/")
    form.press("Remind both")
    assert "2 players reminded by letter." in form.says()
    assert 'id="remind-' not in client.get(desk).text


def test_what_was_missed_is_said_of_how_many_and_when_last(found: Found) -> None:
    table = found(scenario="long", reseat_after=9)
    assert _row(table, "north").missed == Missed()
    Tenure.objects.update(joined_at=timezone.now() - timedelta(days=99))
    due = []
    for silent in ((), ("north",), (), ("north",), ("north",)):
        phase = table.phase
        for power in table.players:
            if power in phase.asked and power not in silent:
                table.seal(power, PLACE if phase.key == "place" else NAME, ready=power != "isle")
        table.strike()
        Phase.objects.filter(pk=phase.pk).update(opened_at=phase.opened_at - timedelta(days=3))
        table.advance()
        due.append(Phase.objects.get(pk=phase.pk).due_at)
    assert _row(table, "north").missed == Missed(in_a_row=2, in_all=3, of=5, last=due[-1])
    assert _row(table, "south").missed == Missed(of=5)
    html = signed_in(table.moderator).get(f"/c/{table.slug}/desk/").text
    assert re.search(r"<b>3 of 5</b>\s+<span[^>]+>\s+last <time.+2 in a row", html)


@pytest.mark.long
def test_usual_answers_and_last_seen_are_for_the_moderator_alone(table: Table) -> None:
    table.seal("north", PLACE)
    _sealed_after(table, "north", 2, 30, 31)
    for reader in (None, table.players["north"], table.players["south"]):
        client = Client()
        if reader is not None:
            client.force_login(reader)
        for page in ("", "seats/", "log/"):
            assert "16 hours" not in client.get(f"/c/{table.slug}/{page}").text
