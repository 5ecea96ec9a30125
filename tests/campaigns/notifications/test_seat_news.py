"""Who hears of a seat that changes hands or of a clock that waits: each whom it concerns, once, and nothing
untrue at the moment of sending.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox

from campaigns.domain.absence_policy import SilencePolicy
from campaigns.services.deadlines import moderation
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.seats import seats
from campaigns.services.voting import agree
from tests.support.accounts import person
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Passing, Table
from tests.support.notifications import addressed, all_addressed, ask_for_orders, sent_to, wish

HOUR = timedelta(hours=1)


def wishing(table: Table) -> Table:
    """Everybody has an address and wants to hear of seats at once."""
    for one in (*table.players.values(), table.moderator):
        wish(one, "seats", "once")
    outbox.outbox.clear()
    return all_addressed(table)


def subjects(name: str) -> list[str]:
    return [one.subject.removeprefix("A test: ") for one in sent_to(name)]


def gives(table: Table, username: str, power: str = "south") -> None:
    """The moderator gives a seat away, and its player agrees."""
    number = seats.assign_seat(
        table.slug, by=table.moderator, power=power, username=username, reason="They are ill"
    )
    if number is not None:
        agree.agree(table.slug, by=table.players[power], number=number)


def test_who_is_given_a_seat_and_who_loses_it_are_told_and_not_who_did_it(told: Table) -> None:
    wishing(told)
    addressed(person("heir"))
    gives(told, "heir")
    outgoing_email.send_due()
    assert "you have a seat: Southland" in subjects("heir")
    assert "you have lost a seat: Southland" in subjects("south")
    (lost,) = [one for one in sent_to("south") if "lost" in one.subject]
    assert "They are ill" in str(lost.body)
    assert "seats" not in subjects("moderator")
    assert "seats" in subjects("north")


def test_a_seat_that_goes_to_the_autopilot_is_told_to_its_player_and_the_others(
    told: Table,
) -> None:
    wishing(told)
    number = seats.seat_bot(told.slug, by=told.moderator, power="south", reason="They are gone")
    assert number is not None
    agree.agree(told.slug, by=told.players["south"], number=number)
    outgoing_email.send_due()
    assert "you have lost a seat: Southland" in subjects("south")
    (news,) = [one for one in sent_to("north") if one.subject.endswith("seats")]
    assert "the autopilot plays the seat" in str(news.body)


def test_who_leaves_is_not_told_that_they_did(told: Table) -> None:
    wishing(told)
    seats.leave(told.slug, by=told.players["south"], power="south")
    outgoing_email.send_due()
    assert not sent_to("south")


def test_who_falls_into_civil_disorder_is_told(found: Callable[..., Table]) -> None:
    table = wishing(found(silence=SilencePolicy(disorder_after=1)))
    for power in ("north", "isle"):
        table.seal(power, PLACE)
    table.pass_deadline()
    outgoing_email.send_due()
    (letter,) = [one for one in sent_to("south") if "lost" in one.subject]
    assert "Too many deadlines were missed in a row" in str(letter.body)


def test_nothing_untrue_is_told_of_a_seat_that_changed_hands_again(told: Table) -> None:
    wishing(told)
    heir = addressed(person("heir"))
    gives(told, "heir")
    seats.leave(told.slug, by=heir, power="south")
    outgoing_email.send_due()
    assert not [one for one in subjects("heir") if "you have a seat" in one]


# --- The clock --------------------------------------------------------------------------------------------


@pytest.fixture
def graced(found: Callable[..., Table]) -> Table:
    """A campaign in grace, after which it waits for its moderator; two have sealed nothing."""
    table = wishing(found(grace_hours=2, missed="wait"))
    table.seal("north", PLACE)
    assert table.pass_deadline() == "grace"
    return table


def test_after_grace_they_are_told_that_the_campaign_waits(graced: Table) -> None:
    outgoing_email.send_due()
    (first,) = sent_to("south")
    assert "You can still seal until" in str(first.body)
    outbox.outbox.clear()
    assert graced.pass_deadline() == "waiting"
    outgoing_email.send_due()
    (second,) = sent_to("south")
    assert "The campaign waits for you" in str(second.body)
    assert "until" not in str(second.body).partition("waits for you")[0].rpartition("\n")[2]
    (desk,) = sent_to("moderator")
    assert "the campaign waits for you" in desk.subject
    assert f"/c/{graced.slug}/desk/\n" in str(desk.body)


def test_a_letter_of_grace_is_not_sent_when_grace_is_over(graced: Table) -> None:
    """Held back by quiet hours, say."""
    Passing.by += 3 * HOUR
    outgoing_email.send_due()
    assert not sent_to("south")


def test_a_letter_that_orders_are_due_waits_for_the_end_of_a_pause(told: Table) -> None:
    ask_for_orders(told)
    moderation.pause(told.slug, by=told.moderator, reason="The fair")
    outgoing_email.send_due()
    assert not sent_to("south")
    Passing.by += 10 * HOUR
    outgoing_email.send_due()
    assert not sent_to("south")
    moderation.resume(told.slug, by=told.moderator)
    Passing.by += HOUR
    outgoing_email.send_due()
    (letter,) = sent_to("south")
    due: Any = told.phase.due_at
    assert f"{due:%H:%M}" in str(letter.body)
