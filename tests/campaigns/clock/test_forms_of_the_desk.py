"""What a moderator does about the clock by the forms of the desk, as they stand on the page."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tests.support.accounts import person
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Table
from tests.support.pages.reader import PageReader

BERLIN = ZoneInfo("Europe/Berlin")
POLICY: dict[str, Any] = {
    "at": "20:00",
    "weekdays": ["mon", "thu"],
    "days_off": ["sun"],
    "holidays": "2027-05-06: Ascension Day",
    "grace_hours": "0",
    "least_hours": "12",
    "extensions": "2",
    "missed": "wait",
    "absence_does": "deputy",
    "silence_disorder_after": "4",
    "silence_remind": ["others"],
    "silence_press": "no",
    "breaks_takeover_hours": "24",
    "breaks_pauses": "1",
    "breaks_pause_hours": "24",
}


@pytest.fixture
def monday() -> Any:
    """Noon of a Monday, which stands still."""
    with time_machine.travel(datetime(2027, 5, 3, 12, 0, tzinfo=BERLIN), tick=False) as traveller:
        yield traveller


@pytest.fixture
def late(monday: Any, found: Found) -> Table:
    """A campaign in which Northland has sealed and the others have not."""
    table = found(zone="Europe/Berlin", hours={"default": 48}, votes={"resolve": "all"})
    table.seal("north", PLACE)
    return table


def test_a_policy_holds_from_the_next_phase_on_and_is_read_by_everybody(late: Table) -> None:
    desk, reader = PageReader(late.moderator, late.slug), PageReader(campaign=late.slug)
    desk.open("desk/").press("Change the clock", reason="As we agreed", **POLICY)
    assert "The clock is changed from the next phase on." in desk.says()
    assert late.campaign.policy.weekdays == ()
    late.pass_deadline()
    policy = late.campaign.policy
    assert (policy.weekdays, policy.days_off, policy.missed) == (("mon", "thu"), ("sun",), "wait")
    assert policy.votes == {"resolve": "all"}
    clock = reader.open("seats/").says("main")
    for said in (
        "on Mondays and Thursdays at 20:00 (Europe/Berlin)",
        "not in the holidays (Ascension Day)",
        "never over in less than 12 hours",
        "each player may take 24 hours more 2 times",
        "then the moderator decides",
        "a successor has at least 24 hours",
    ):
        assert said in clock
    assert "Due Monday 10 May 2027, 18:00 UTC" in reader.open().says("#strip")


def test_the_desk_reminds_gives_time_pauses_and_goes_over_to_another(
    late: Table, monday: Any
) -> None:
    paul = person("paul")
    desk = PageReader(late.moderator, late.slug)
    south = PageReader(late.players["south"], late.slug)

    def standing(power: str) -> str:
        return desk.says(f"#at-a-glance tr:-soup-contains('{power}')")

    desk.open("desk/")
    assert "sealed" in standing("Northland")
    assert "waiting" in standing("Southland")
    desk.press("remind", within="#at-a-glance tr:-soup-contains('Southland')")
    assert "reminded" in standing("Southland")
    assert "reminded" not in standing("Northland")

    desk.open("desk/").press("Extend", hours="5", reason="For everybody, then")
    assert "Everybody has 5 hours more." in desk.says()
    desk.press("Pause", reason="Harvest")
    assert "Paused." in desk.says("#desk-now")
    assert "Harvest" in south.open().says("#strip")
    desk.press("Resume the clock", reason="The harvest is in")
    desk.press("Move the deadline", due="2027-05-06T12:00", reason="A train")
    assert "Due Thursday 6 May 2027, 10:00 UTC." in south.open().says("#strip")
    desk.press("Extend", power="south", hours="24", reason="The train again")
    assert "Due Friday 7 May 2027, 10:00 UTC, for you alone." in south.open().says("#strip")
    desk.press("Save successor", username="paul", reason="He knows us")
    assert desk.page.select_one("#successor-name")["value"] == "paul"
    log = PageReader(campaign=late.slug).open("log/").says("main")
    for reason in ("For everybody, then", "The harvest is in", "The train again", "He knows us"):
        assert reason in log

    desk.open("desk/").press("Add moderator", username="paul", reason="I am away in June")
    desk.press("Leave the desk", reason="I move house")
    assert "Desk" not in desk.open().says("nav")
    assert "The moderator's desk" in PageReader(paul, late.slug).open("desk/").says("h1").replace(
        "’", "'"
    )
