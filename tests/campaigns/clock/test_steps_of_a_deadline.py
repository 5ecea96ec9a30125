"""A phase across the change to summer time: fixed weekdays, a holiday, an extension, a pause by vote and an outage, as
the page tells each step.
"""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from accounts.models import User
from campaigns.domain.clock_policy import Holiday
from campaigns.models import Campaign, Outage
from campaigns.services.advance import phase_advance, sweep
from tests.support.campaigns import Found
from tests.support.pages.reader import PageReader

BERLIN = ZoneInfo("Europe/Berlin")


def at(traveller: Any, *moment: int) -> datetime:
    """Set the time, on the wall clock of Berlin."""
    there = datetime(*moment, tzinfo=BERLIN)
    traveller.move_to(there)
    return there


@pytest.mark.long
def test_a_deadline_across_the_change_to_summer_time(found: Found) -> None:
    with time_machine.travel(datetime(2027, 3, 25, 19, 30, tzinfo=BERLIN), tick=False) as clock:
        table = found(
            zone="Europe/Berlin",
            at="20:00",
            weekdays=("mon", "thu"),
            holidays=(Holiday("Easter", "2027-03-28", "2027-03-29"),),
            extensions=2,
            extension_hours=12,
            votes={"pause": "most", "resume": "most"},
        )
        User.objects.update(time_zone="Europe/Berlin")
        north, south, isle = (PageReader(each, table.slug) for each in table.players.values())

        def strip() -> str:
            return isle.open().says("#strip")

        # 72 hours end on the Sunday of the change; Monday is a holiday, and Thursday's 20:00 is in summer.
        assert "Due Thursday 1 April 2027, 20:00 CEST" in strip()
        north.open().press("Take 12 hours more", reason="Back on Friday")
        assert "Extensions left: 1." in north.says()
        assert "Due Friday 2 April 2027, 08:00 CEST" in strip()
        assert "plus 12 hours taken by Northland" in strip()

        # A pause by vote ends in summer time; an outage comes after it. Both are given back.
        at(clock, 2027, 3, 27, 12, 0)
        north.open("seats/").press("Ask to pause the clock", reason="Easter")
        question = south.open("seats/").says("#question-1")
        assert "1 of 2 needed have agreed" in question
        assert "Not agreed so far: Southland and the Isle." in question
        south.press("I agree", "#question-1")
        assert "Paused." in strip()
        at(clock, 2027, 3, 28, 13, 0)
        north.open("seats/").press("Ask to resume the clock", reason="On with it")
        isle.open("seats/").press("I agree", "#question-2")
        began = at(clock, 2027, 3, 30, 3, 0)
        Outage.objects.create(began_at=began, ended_at=began + timedelta(hours=2))
        sweep.give_back(at(clock, 2027, 3, 30, 5, 1))

        # From Saturday noon to Sunday 13:00 pass 24 hours, for the clocks go forward between.
        assert "Due Saturday 3 April 2027, 10:00 CEST" in strip()
        steps = isle.says("#deadline-steps")
        for step in (
            "The phase opened Thursday 25 March 2027, 19:30 CET",
            "72 hours Sunday 28 March 2027, 20:30 CEST",
            "Then the next Monday or Thursday, 20:00 Monday 29 March 2027, 20:00 CEST",
            "Moved to Tuesday 30 March because of Easter",
            "Plus 12 hours taken by Northland Friday 2 April 2027, 08:00 CEST",
            "Plus 24 hours of pause Saturday 3 April 2027, 08:00 CEST",
            "Plus 2 hours because the service was away Saturday 3 April 2027, 10:00 CEST",
        ):
            assert step in steps

        # At the deadline it is over, and the next one keeps its hour in summer.
        at(clock, 2027, 4, 3, 10, 0)
        phase = Campaign.objects.get().phase_id
        assert phase_advance.advance(table.campaign.pk, phase_id=phase) == "resolved"
        assert "Due Thursday 8 April 2027, 20:00 CEST" in strip()
