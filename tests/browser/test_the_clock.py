"""A phase across the change to summer time: fixed weekdays, an extension, a pause by vote and an outage.

The times are the test's: it opens, resumes and resolves the phase in a March to come, and the site, which
lives today, shows it.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from campaigns.domain.clock_policy import ClockPolicy, Holiday
from campaigns.models import Campaign, Outage
from campaigns.services.advance import phase_advance, sweep
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from campaigns.services.voting import agree
from tests.browser.people import Somebody
from tests.browser.test_press import looked_at

pytestmark = pytest.mark.long

BERLIN = ZoneInfo("Europe/Berlin")
YEAR = next(
    year
    for year in count(timezone.now().year)
    if date(year, 3, 28).strftime("%A") == "Sunday" and date(year, 3, 24) > timezone.now().date()
)
"""The next one in which the clocks go forward on 28 March; nothing is due before the site's own time."""
PEOPLE = ("germany", "ussr", "usa")
BOTS = ["italy", "commonwealth", "france", "japan", "china"]
POLICY = ClockPolicy(
    zone="Europe/Berlin",
    at="20:00",
    weekdays=("mon", "thu"),
    holidays=(Holiday("Easter", f"{YEAR}-03-28", f"{YEAR}-03-29"),),
    extensions=2,
    extension_hours=12,
    votes={"pause": "most", "resume": "most"},
)
At = Callable[..., datetime]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Set the time of the test, on the wall clock of Berlin."""

    def set_to(*moment: int) -> datetime:
        found = datetime(*moment, tzinfo=BERLIN)
        monkeypatch.setattr(timezone, "now", lambda: found)
        return found

    return set_to


@pytest.fixture
def people(live_site, new_browser) -> dict[str, Somebody]:
    found = {power: Somebody(live_site.url, new_browser(), power) for power in PEOPLE}
    User.objects.update(time_zone="Europe/Berlin")
    return found


@pytest.fixture
def campaign(people, at: At) -> Campaign:
    """Opened on the Thursday before the clocks go forward, before its 20:00."""
    users = {power: User.objects.get(username=power) for power in PEOPLE}
    at(YEAR, 3, 25, 19, 30)
    slug = campaigns.create_campaign(
        by=users["germany"],
        rulebook="days_of_decision",
        scenario="first-year",
        title="The Clock",
        policy=POLICY,
        bots=BOTS,
        take=["germany"],
    )
    token = Campaign.objects.get(slug=slug).invite_token
    for power in PEOPLE[1:]:
        seats.join(slug, by=users[power], powers=[power], token=token)
    campaigns.start(slug, by=users["germany"])
    return Campaign.objects.get(slug=slug)


def test_a_deadline_across_the_change_to_summer_time(people, campaign, at: At) -> None:
    here = f"/c/{campaign.slug}/"
    germany, ussr, usa = (people[power] for power in PEOPLE)
    watching = usa.open(f"{here}?power=usa")
    expect(watching.locator("html[data-live=on]")).to_have_count(1)
    strip = watching.locator("#strip")
    # 72 hours end on the Sunday of the change; Monday is a holiday, and Thursday's 20:00 is in summer.
    expect(strip).to_contain_text(f"Due Thursday 1 April {YEAR}, 20:00 CEST")

    # Who takes an extension gives it to all, and those who watch see it at once.
    taking = germany.open(f"{here}?power=germany")
    taking.locator("#extension summary").click()
    taking.get_by_label("Reason (optional)").fill("Back on Friday")
    taking.get_by_role("button", name="Take 12 hours more").click()
    expect(taking.locator("body")).to_contain_text("Extensions left: 1.")
    expect(strip).to_contain_text(f"Due Friday 2 April {YEAR}, 08:00 CEST")
    expect(strip).to_contain_text("plus 12 hours taken by Germany")

    # A pause by vote, with its tally and who has not answered.
    voting = ussr.open(f"{here}seats/")
    expect(voting.locator("html[data-live=on]")).to_have_count(1)
    asking = germany.open(f"{here}seats/")
    asking.locator("#ask summary", has_text="Pause").click()
    asking.locator("#pause-reason").fill("Easter")
    asking.get_by_role("button", name="Ask to pause the clock").click()
    question = voting.locator("#question-1")
    expect(question.locator(".tally")).to_have_text("1 of 2 needed have agreed")
    expect(question).to_contain_text("Not agreed so far: USSR, United States.")
    looked_at(voting, "clock-vote")
    question.get_by_role("button", name="I agree").click()
    expect(strip).to_contain_text("Paused.")

    # The pause ends in summer time; an outage comes after it. Both are given back.
    stopped = at(YEAR, 3, 27, 12, 0)
    Campaign.objects.update(stopped_at=stopped)
    at(YEAR, 3, 28, 13, 0)
    users = [User.objects.get(username=power) for power in PEOPLE]
    agree.propose(campaign.slug, by=users[0], kind="resume", reason="On with it")
    assert agree.agree(campaign.slug, by=users[2], number=2)
    began = at(YEAR, 3, 30, 3, 0)
    Outage.objects.create(began_at=began, ended_at=began + timedelta(hours=2))
    sweep.give_back(at(YEAR, 3, 30, 5, 1))
    told = usa.open(f"{here}?power=usa")
    # From Saturday noon to Sunday 13:00 pass 24 hours, for the clocks go forward between.
    expect(told.locator("#strip")).to_contain_text(f"Due Saturday 3 April {YEAR}, 10:00 CEST")
    told.locator("#deadline-steps summary").click()
    looked_at(told, "clock-steps")
    assert [line.split("\n")[0] for line in told.locator("#deadline-steps li").all_inner_texts()]
    for words in (
        f"The phase opened Thursday 25 March {YEAR}, 19:30 CET",
        f"72 hours Sunday 28 March {YEAR}, 20:30 CEST",
        f"Then the next Monday or Thursday, 20:00 Monday 29 March {YEAR}, 20:00 CEST",
        "Moved to Tuesday 30 March because of Easter",
        f"Plus 12 hours taken by Germany Friday 2 April {YEAR}, 08:00 CEST",
        f"Plus 24 hours of pause Saturday 3 April {YEAR}, 08:00 CEST",
        f"Plus 2 hours because the service was away Saturday 3 April {YEAR}, 10:00 CEST",
    ):
        expect(told.locator("#deadline-steps")).to_contain_text(words)

    # At the deadline it is over, and the next one keeps its hour in summer.
    at(YEAR, 4, 3, 10, 0)
    phase = Campaign.objects.get().phase_id
    assert phase is not None
    assert phase_advance.advance(campaign.pk, phase_id=phase) is phase_advance.Outcome.RESOLVED
    after = ussr.open(f"{here}?power=ussr")
    expect(after.locator("#strip")).to_contain_text(f"Due Thursday 8 April {YEAR}, 20:00 CEST")
