"""Civil disorder: a seat whose player was silent too often (:mod:`campaigns.services.seats.civil_disorder`)."""

from datetime import timedelta

import time_machine
from django.utils import timezone

from campaigns.domain.absence_policy import SilencePolicy
from campaigns.models import Seat
from campaigns.selectors.campaign import campaign_page
from campaigns.services.lifecycle import spectator_delay
from campaigns.services.repair import rollback
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import Found
from tests.support.clock import bodies
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import body_with, must_be_named
from tests.support.seats import heads

DAY = timedelta(days=1)


def test_a_seat_falls_into_civil_disorder_after_so_many_missed_deadlines(found: Found) -> None:
    table = found(silence=SilencePolicy(disorder_after=2))
    start = timezone.now()
    for number, order in enumerate((PLACE, NAME), 1):
        table.seal_all(order, but="north")
        with time_machine.travel(start + number * (3 * DAY + timedelta(hours=1)), tick=False):
            assert table.advance() == "resolved"
    seat = Seat.objects.get(power="north")
    assert (seat.person, seat.bot) == (None, True)
    assert bodies("seat.disorder") == [{"missed": 2}]
    assert "Northland falls into civil disorder" in heads(table)
    assert (
        next(r for r in campaign_page.strip(table.slug).readiness if r.badge.key == "north").state
        != "waiting"
    )
    file = file_of(table)
    assert faults(file) == []
    for kind, part, value, said in (
        ("seat.disorder", "missed", 3, "had not missed so many"),
        ("phase.resolved", "silent", [], "had not missed so many"),
    ):
        must_be_named(file, body_with(kind, part, value), "absences: ", said)


def test_after_civil_disorder_nobody_sits_there_for_any_check(found: Found) -> None:
    table = found(bots=("south", "isle"), silence=SilencePolicy(disorder_after=1))
    with time_machine.travel(timezone.now() + 3 * DAY + timedelta(hours=1), tick=False):
        assert table.advance() == "resolved"
        assert not Seat.objects.filter(person__isnull=False).exists()
        # Of nobody is asked what the seated people decide.
        for turns in (2, 1):
            asked = spectator_delay.set_delay(
                table.slug, by=table.moderator, turns=turns, reason="Nobody plays"
            )
            assert asked is None
        assert rollback.roll_back(table.slug, by=table.moderator, to=1, reason="Anew") is None
    assert faults(file_of(table, table.moderator)) == []


def test_a_campaign_that_waits_goes_on_when_the_one_it_waits_for_falls_into_disorder(
    found: Found,
) -> None:
    table = found(missed="wait", silence=SilencePolicy(disorder_after=1))
    table.seal_all(but="north")
    with time_machine.travel(timezone.now() + 3 * DAY + timedelta(hours=1), tick=False):
        assert table.advance() == "waiting"
        assert table.campaign.status == "running"
        assert table.advance() == "resolved"
