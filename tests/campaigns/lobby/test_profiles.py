"""A player's page: seats and deadlines, and never who sits behind an anonymous seat or in a private campaign."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.errors import NoSuchPage
from campaigns.models import Absence, Campaign, Phase
from campaigns.selectors.seats.profiles import profile
from campaigns.services.seats import seats
from tests.support.accounts import person
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table


def _let_it_strike(table: Table) -> None:
    """The phase was open for two days, and is over."""
    table.strike()
    phase = table.phase
    Phase.objects.filter(pk=phase.pk).update(opened_at=phase.due_at - timedelta(days=2))
    table.advance()


def _since_long(table: Table) -> None:
    """The players took their seats before the first phase."""
    for player in table.players.values():
        player.tenures.update(joined_at=table.campaign.created_at - timedelta(days=9))


@pytest.fixture
def played(found: Callable[..., Table]) -> Table:
    """One phase is over: north and isle have sealed, south was silent."""
    table = found(scenario="long", missed="hold")
    _since_long(table)
    for power in ("north", "isle"):
        table.seal(power, PLACE)
    _let_it_strike(table)
    return table


def told(number: int, who: Any = None) -> tuple[int, int, int]:
    found = profile(number, who)
    return found.answered, found.missed, found.left


def test_it_counts_what_was_answered_missed_and_left(played: Table) -> None:
    north, south = played.players["north"], played.players["south"]
    assert told(north.pk) == (1, 0, 0)
    assert told(south.pk) == (0, 1, 0)
    [seat] = profile(south.pk).seats
    assert (seat.title, seat.badge.key) == ("A test", "south")
    assert (seat.left_at, seat.everybody) == (None, True)
    seats.leave(played.slug, by=south, power="south")
    assert told(south.pk) == (0, 1, 1)
    assert profile(south.pk).seats[0].left_at is not None


def test_a_deadline_within_an_announced_absence_is_not_missed(played: Table) -> None:
    south, first = played.players["south"], Phase.objects.get(campaign=played.campaign, number=1)
    begins, ends = first.opened_at, first.due_at + timedelta(days=1)
    moments = {"said_at": begins, "begins_at": begins, "ends_at": ends}
    Absence.objects.create(campaign=played.campaign, number=1, person=south, **moments)
    assert told(south.pk) == (0, 0, 0)


def test_a_private_campaign_stands_only_in_what_its_own_table_reads(played: Table) -> None:
    Campaign.objects.update(private=True)
    north, south = played.players["north"], played.players["south"]
    for who in (None, person("stranger")):
        with pytest.raises(NoSuchPage):
            profile(south.pk, who)
    for who in (north, south, played.moderator):
        [seat] = profile(south.pk, who).seats
        assert not seat.everybody
    Campaign.objects.update(private=False, listed=False)
    with pytest.raises(NoSuchPage):
        profile(south.pk)


def test_who_sits_behind_an_anonymous_seat_is_read_by_nobody_else(played: Table) -> None:
    Campaign.objects.update(anonymous=True)
    north, south = played.players["north"], played.players["south"]
    for who in (None, north, played.moderator, person("stranger")):
        with pytest.raises(NoSuchPage):
            profile(south.pk, who)
    assert told(south.pk, south) == (0, 1, 0)
    Campaign.objects.update(status="finished", wakes_at=None)
    assert told(south.pk) == (0, 1, 0)


def test_what_is_read_with_a_delay_is_not_told_by_a_sum(played: Table) -> None:
    Campaign.objects.update(delay=1)
    south = played.players["south"]
    with pytest.raises(NoSuchPage):
        profile(south.pk)
    assert told(south.pk, played.players["north"]) == (0, 1, 0)


def test_nobody_and_nothing_to_show_read_the_same(played: Table) -> None:
    quiet = person("quiet")
    client = Client()
    pages = [client.get(f"/players/{number}/").text for number in (quiet.pk, quiet.pk + 1000)]
    first, second = (re.search(r"<main.*</main>", page, re.S)[0] for page in pages)
    assert first == second
    assert client.get(f"/players/{quiet.pk}/").status_code == 404
    client.force_login(quiet)
    assert "You have not had a seat yet." in client.get(f"/players/{quiet.pk}/").text


@pytest.mark.long
def test_the_page_of_the_seats_leads_there_but_from_no_hidden_name(played: Table) -> None:
    south = played.players["south"]
    link = f'<a href="/players/{south.pk}/"><bdi>south</bdi></a>'
    assert link in Client().get(f"/c/{played.slug}/seats/").text
    html = Client().get(f"/players/{south.pk}/").text
    assert "Answered in time: 0. Missed: 1." in " ".join(html.split())
    assert f'href="/c/{played.slug}/"' in html
    for hidden in ({"anonymous": True}, {"anonymous": False, "listed": False}):
        Campaign.objects.update(**hidden)
        assert "/players/" not in Client().get(f"/c/{played.slug}/seats/").text


def test_many_seats_take_no_more_statements(played: Table, found: Callable[..., Table]) -> None:
    south = played.players["south"]

    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            profile(south.pk, played.moderator)
        return len(seen)

    before = asked()
    for _ in range(3):
        campaign = played.campaign
        campaign.pk, campaign.slug, campaign.phase = None, f"copy{Campaign.objects.count()}", None
        campaign._state.adding = True
        campaign.wakes_at, campaign.status = None, "paused"
        campaign.save()
        seat = campaign.seats.create(power="south", order=1, person=south)
        seat.tenures.create(person=south, joined_at=campaign.created_at)
    assert len(profile(south.pk).seats) == 4
    assert asked() == before <= 8
