"""The page of standing orders: what is queued, until when, what it would do, what it has done."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import LogEntry, SecretEntry, Standing, Tenure
from campaigns.selectors import page as pages
from campaigns.selectors import standing_page as selector
from campaigns.services import expiring, seats, standing
from tests.campaigns.conftest import Table, person
from tests.campaigns.test_export import PLACE, faults, file_of
from tests.campaigns.tiny_book import BOOK

ANSWER = {"kind": "answer", "valley": "west"}


def queued(table: Table, power: str = "north") -> selector.Queued:
    (one,) = selector.standing_page(table.slug, table.players[power]).queued
    return one


def leave(table: Table, power: str = "north") -> None:
    standing.set_standing(table.slug, by=table.players[power], power=power, order=ANSWER)


def play(table: Table, order: Any) -> None:
    for power in table.players:
        table.seal(power, order)
    table.advance()


def test_it_says_what_is_queued_and_what_it_would_do_now(table: Table) -> None:
    assert (queued(table).words, queued(table).can_leave) == ("", True)
    leave(table)
    one = queued(table)
    assert one.words
    assert (one.version, one.asked, one.answers, one.ran) == (1, True, False, ())
    assert queued(table, "south").words == ""
    with pytest.raises(NotYours):
        selector.standing_page(table.slug, table.moderator)


@pytest.mark.parametrize("end", ["phase", "turn", "moment"])
def test_an_end_comes_by_itself_and_is_told_to_nobody_else(table: Table, end: str) -> None:
    leave(table)
    north, slug = table.players["north"], table.slug
    until = timezone.now() + timedelta(hours=1)
    given: dict[str, Any] = {
        "phase": {"phase": table.phase.number},
        "turn": {"turn": table.phase.turn},
        "moment": {"at": until},
    }[end]
    entries = LogEntry.objects.count()
    expiring.set_end(slug, by=north, power="north", **given)
    assert LogEntry.objects.count() == entries
    lines = len(pages.log(slug, table.players["south"]))
    for _ in range(6):
        if not Standing.objects.filter(live=True).exists():
            break
        with time_machine.travel(until + timedelta(seconds=1), tick=False):
            table.strike()
            assert table.advance() == "resolved"
    assert not Standing.objects.filter(live=True).exists()
    assert SecretEntry.objects.count() == 2
    assert "took its standing orders back" not in str(pages.log(slug, table.players["south"]))
    assert len(pages.log(slug, table.players["south"])) > lines
    assert faults(file_of(table)) == []


def test_only_ones_own_and_only_an_end_to_come(table: Table) -> None:
    slug, north = table.slug, table.players["north"]
    with pytest.raises(NotNow, match="left no standing orders"):
        expiring.set_end(slug, by=north, power="north", phase=3)
    leave(table)
    with pytest.raises(NotYours):
        expiring.set_end(slug, by=table.players["south"], power="north", phase=3)
    for past in ({"phase": 0}, {"turn": -3}, {"at": timezone.now() - timedelta(hours=1)}):
        with pytest.raises(NotOnTheMenu, match="has passed"):
            expiring.set_end(slug, by=north, power="north", **past)
    expiring.set_end(slug, by=north, power="north", phase=9)
    assert queued(table).until_phase == 9
    expiring.set_end(slug, by=north, power="north")
    assert queued(table).until_phase is None


def test_a_campaign_played_to_its_end_with_one_that_expired_checks_out(table: Table) -> None:
    leave(table)
    expiring.set_end(table.slug, by=table.players["north"], power="north", phase=1)
    for _ in range(12):
        if table.campaign.status == "finished":
            break
        table.strike()
        table.advance()
    assert table.campaign.status == "finished"
    assert faults(file_of(table)) == []


def test_it_says_when_they_spoke_to_their_own_eyes_only(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(BOOK), "stands", lambda self, state, *_: state.step == "name")
    leave(table)
    play(table, PLACE)
    assert queued(table).answers
    number = table.phase.number
    table.strike()
    table.advance()
    assert queued(table).ran[0].number == number
    assert queued(table, "south").ran == ()
    seats.leave(table.slug, by=table.players["north"], power="north")
    person("heir")
    seats.assign_seat(table.slug, by=table.moderator, power="north", username="heir", reason="Gone")
    heir = Tenure.objects.get(seat__power="north", left_at=None).person
    (one,) = selector.standing_page(table.slug, heir).queued
    assert (one.words, one.unread, one.ran) == ("", True, ())


def test_the_page_and_its_form(table: Table, client: Any) -> None:
    leave(table)
    client.force_login(table.players["north"])
    address = f"/c/{table.slug}/standing-orders/"
    assert "They do not answer what this phase asks." in client.get(address).content.decode()
    client.post(address, {"power": "north", "phase": "7", "turn": "", "at": ""})
    assert Standing.objects.get().until_phase == 7
