"""An open table: anybody may take the seat of an autopilot, and loses it by staying away."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import frontend
from accounts import guests
from campaigns.domain.absence_policy import SilencePolicy
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.errors import NoSuchCampaign, NotNow, NotYours, SeatTaken, SignInFirst
from campaigns.models import Campaign, Invitation, LogEntry, Seat, Sheet, Tenure
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.lobby.lobby_page import lobby
from campaigns.services.seats import invitations, seats
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import Table, a_campaign
from tests.support.exports.files import faults, file_of

POLICY = ClockPolicy(missed="autopilot", silence=SilencePolicy(disorder_after=2))


@pytest.fixture
def open_table(db: None) -> Table:
    """North plays; autopilots have the other two seats, which are there for everybody."""
    table = a_campaign(scenario="long", seats=["north"], policy=POLICY)
    invitations.open_table(table.slug, by=table.moderator)
    return table


def offered(reader: Any = None) -> list[str]:
    """The seats that the lobby offers to somebody; the campaign page offers the same."""
    tables = lobby(reader).tables
    found = [badge.key for table in tables for badge in table.badges]
    watched = campaign_page.page_with_news(Campaign.objects.get().slug, reader).watched
    assert found == [badge.key for badge in watched.open_seats] if watched else not found
    return found


def test_anybody_takes_the_seat_of_an_autopilot_and_plays_it(open_table: Table) -> None:
    lena = person("lena")
    assert offered() == offered(lena) == ["south", "isle"]
    seats.join(open_table.slug, by=lena, powers=["south"])
    seat = Seat.objects.get(power="south")
    assert (seat.person, seat.bot) == (lena, False)
    assert offered() == offered(person("tom")) == ["isle"]
    assert offered(lena) == offered(open_table.moderator) == []
    open_table.players["south"] = lena
    open_table.seal("north", PLACE)
    # The phase waits for her now, and no autopilot seals for her any more.
    assert open_table.advance() != "resolved"
    open_table.seal("south", PLACE)
    assert open_table.advance() == "resolved"
    assert "south" in open_table.phase.asked
    states = {row.badge.key: row.state for row in campaign_page.strip(open_table.slug).readiness}
    assert states["south"] == "waiting"
    assert faults(file_of(open_table)) == []


def test_what_the_autopilot_sealed_is_not_shown_to_who_takes_its_seat(open_table: Table) -> None:
    lena = person("lena")
    seats.join(open_table.slug, by=lena, powers=["south"])
    # It counts no more: she is asked herself.
    sheet = Sheet.objects.get(phase=open_table.phase, power="south")
    assert (sheet.state, sheet.how) == ("withdrawn", "bot")
    mine = campaign_page.orders(open_table.slug, lena, "south")
    assert (mine.sealed, mine.draft, mine.is_sealed) == (None, None, False)
    assert mine.order == mine.menu.blank()
    for other in ("north", "isle"):
        with pytest.raises(NotYours):
            campaign_page.orders(open_table.slug, lena, other)


def test_a_second_click_changes_nothing(open_table: Table) -> None:
    lena = person("lena")
    seats.join(open_table.slug, by=lena, powers=["south"])
    before = LogEntry.objects.count()
    seats.join(open_table.slug, by=lena, powers=["south"])
    assert LogEntry.objects.count() == before
    assert Tenure.objects.filter(person=lena).count() == 1
    with pytest.raises(SeatTaken):
        seats.join(open_table.slug, by=person("tom"), powers=["south"])


def test_nobody_takes_a_second_seat_not_even_at_once(open_table: Table) -> None:
    lena, tom = person("lena"), person("tom")
    with pytest.raises(NotYours, match="already held"):
        seats.join(open_table.slug, by=lena, powers=["south", "isle"])
    assert not Seat.objects.filter(person=lena).exists()
    seats.join(open_table.slug, by=lena, powers=["south"])
    with pytest.raises(NotYours, match="already held"):
        seats.join(open_table.slug, by=lena, powers=["isle"])
    # Whoever leaves comes back to the seat that they had, and to no other.
    seats.leave(open_table.slug, by=lena, power="south")
    assert offered(lena) == ["south"]
    assert offered(tom) == ["south", "isle"]
    with pytest.raises(NotYours, match="already held"):
        seats.join(open_table.slug, by=lena, powers=["isle"])
    seats.join(open_table.slug, by=lena, powers=["south"])
    with pytest.raises(SeatTaken):
        seats.join(open_table.slug, by=tom, powers=["north"])


def test_the_autopilot_takes_the_seat_back_after_two_missed_deadlines(open_table: Table) -> None:
    lena = person("lena")
    seats.join(open_table.slug, by=lena, powers=["south"])
    missed = 0
    while Seat.objects.get(power="south").person_id:
        if "north" in open_table.phase.asked:
            open_table.seal("north", PLACE if open_table.phase.key == "place" else NAME)
        missed += "south" in open_table.phase.asked
        assert open_table.pass_deadline() == "resolved"
        assert missed < 4
    assert Seat.objects.get(power="south").bot
    assert offered(person("tom")) == ["south", "isle"]
    assert lobby().wanted == ()


def test_who_may_not_take_any(open_table: Table) -> None:
    with pytest.raises(SignInFirst):
        seats.join(open_table.slug, by=guests.welcome(), powers=["south"])
    with pytest.raises(NotYours):
        seats.join(open_table.slug, by=open_table.moderator, powers=["south"])
    lena = person("lena")
    Campaign.objects.update(delay=1)
    assert lobby(lena).tables == ()
    with pytest.raises(NotYours, match="by invitation"):
        seats.join(open_table.slug, by=lena, powers=["south"])
    Campaign.objects.update(delay=0, private=True)
    with pytest.raises(NoSuchCampaign):
        seats.join(open_table.slug, by=lena, powers=["south"])
    Campaign.objects.update(private=False)
    invitations.revoke(open_table.slug, by=open_table.moderator, number=Invitation.objects.count())
    assert offered(lena) == []
    with pytest.raises(NotYours, match="by invitation"):
        seats.join(open_table.slug, by=lena, powers=["south"])


def test_a_table_is_opened_once_by_its_moderator_while_it_runs(open_table: Table) -> None:
    before = LogEntry.objects.count()
    invitations.open_table(open_table.slug, by=open_table.moderator)
    assert LogEntry.objects.count() == before
    with pytest.raises(NotYours):
        invitations.open_table(open_table.slug, by=open_table.players["north"])
    other = a_campaign(by=open_table.moderator, bots=(), at_phase=0)
    with pytest.raises(NotNow):
        invitations.open_table(other.slug, by=other.moderator)


def test_the_lobby_and_the_campaign_page_seat_by_one_click(open_table: Table) -> None:
    lena = signed_in(person("lena"))
    address = f"/c/{open_table.slug}/"
    for page in ("/", address):
        text = lena.get(page).text
        assert f'action="{address}join/"' in text
        assert 'name="powers" value="south"' in " ".join(text.split())
    for who in (None, "north", "moderator"):
        people = {**open_table.players, "moderator": open_table.moderator}
        client = signed_in(people[who]) if who else Client()
        text = client.get(address).text
        assert 'name="powers"' not in text, who
        onward = f"/accounts/sign-up/?next={address}%23seat-south"
        assert (onward in text) == (who is None)
    # It stands once in the lobby: where one can sit, with who sits there.
    found = lobby()
    assert [seat.badge.key for seat in found.tables[0].people] == ["north"]
    assert found.running == ()
    assert 'id="seat-south"' not in lena.get("/").text
    assert 'value="south" id="seat-south"' in " ".join(lena.get(address).text.split())
    answer = lena.post(f"{address}join/", {"powers": "south"})
    assert (answer.status_code, answer.url) == (302, f"{address}#strip")
    assert "Your orders" in lena.get(address).text
    assert 'name="powers"' not in lena.get("/").text


def test_the_seat_one_came_for_stands_out_in_whatever_style_sheet_a_page_has() -> None:
    """One that colours every such button as if none were chosen hides it."""
    found = sorted(Path(frontend.__file__).parent.glob("static/**/*.css"))
    assert found
    for path in found:
        for selector, rule in re.findall(r"([^{}]*)\{([^{}]*)\}", path.read_text()):
            if ".seat-button" in selector and "background" in rule:
                assert ":target" in selector, (path.name, selector)
