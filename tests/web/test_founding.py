"""The page on which a campaign is founded."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.test import Client

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign
from campaigns.selectors.rules import book_choices
from campaigns.services.lifecycle import campaigns
from frontend.forms.founding import PACES
from tests.support.accounts import person
from tests.support.pages.reader import PageReader, filled

pytestmark = pytest.mark.django_db


@pytest.fixture
def founder(client: Client) -> Client:
    client.force_login(person("founder"))
    return client


def _folded(page: str) -> bool:
    tag = re.search(r"<details[^>]*>(?=\s*<summary>\s*<h2>Variants)", page)
    assert tag
    return "open" not in tag[0]


def test_each_variant_says_in_a_sentence_what_it_changes_and_whose_rule_it_is(
    founder: Client,
) -> None:
    page = founder.get("/new/?book=days_of_decision").text
    assert (
        "A power may leave its ideology, and a neutral one may enter an ideology. Printed, 14.3."
        in page
    )
    assert "House, Ruling 13." in page


def test_a_campaign_shows_what_it_plays_otherwise_and_nothing_else(founder: Client) -> None:
    by = get_user_model().objects.get(username="founder")
    for title, variants in (("Plain", {}), ("Own", {"dp_cap": "none"})):
        slug = campaigns.create_campaign(
            by=by, rulebook="world_at_war", scenario="one-year", title=title, variants=variants
        )
        page = founder.get(f"/c/{slug}/").text
        assert ('id="variants"' in page) == bool(variants)
        if variants:
            assert "1 variant changed" in page
            assert "Points on one target: No limit" in page
            assert "Rounding of prorated" not in page


def test_variants_are_folded_away_until_one_is_changed(founder: Client) -> None:
    path = "/new/?book=world_at_war"
    assert _folded(founder.get(path).text)

    # Without a name nothing is founded, and what was chosen stays chosen and in sight.
    kept = founder.post(path, {"scenario": "one-year", "switch_dp_cap": "none"})
    assert kept.status_code in (200, 422)
    mine = kept.text[
        kept.text.index("Variants you changed") : kept.text.index(
            "<details", kept.text.index("Variants you changed")
        )
    ]
    assert 'name="switch_dp_cap"' in mine
    assert mine.count('name="switch_') == 1
    assert _folded(kept.text)
    assert _folded(founder.post(path, {"scenario": "one-year"}).text)


WEDNESDAY = datetime(2026, 12, 2, 12, tzinfo=UTC)


@pytest.fixture
def reader() -> PageReader:
    founder = person("founder")
    founder.time_zone = "Europe/Berlin"
    founder.save()
    return PageReader(founder).open("/new/?book=days_of_decision")


def paced(policy: ClockPolicy) -> tuple[object, ...]:
    """What a pace says of a clock."""
    return (
        policy.hours,
        policy.at,
        policy.weekdays,
        policy.days_off,
        policy.count_days_off,
    )


def founded() -> ClockPolicy:
    return Campaign.objects.get().policy


@pytest.mark.parametrize("pace", PACES)
def test_a_pace_sets_the_clock_though_its_fields_stand_as_another_has_them(
    pace: str, reader: PageReader
) -> None:
    reader.press("Create campaign", title="Ours", pace=pace)
    assert paced(founded()) == paced(PACES[pace])
    assert founded().zone == "Europe/Berlin"


@pytest.mark.parametrize("pace", ["daily", "twice", "own"])
def test_what_was_written_into_the_clock_is_kept(pace: str, reader: PageReader) -> None:
    reader.press("Create campaign", title="Ours", pace=pace, at="21:30", weekdays=["tue"])
    assert paced(founded()) == ({"default": 24}, "21:30", ("tue",), (), True)


def test_hours_of_its_own_for_a_kind_of_phase_are_kept(reader: PageReader) -> None:
    reader.press("Create campaign", title="Ours", pace="daily", hours_map="6")
    assert founded().hours == {"default": 24, "map": 6}


def test_no_pace_has_anything_wrong_with_it() -> None:
    assert [policy.problems() for policy in PACES.values()] == [[]] * len(PACES)


@time_machine.travel(WEDNESDAY, tick=False)
def test_the_page_says_what_the_clock_makes_with_its_first_deadlines(reader: PageReader) -> None:
    reader.open("/new/?book=days_of_decision")
    assert reader.says("#clock-preview") == (
        "At least 24 hours a phase, on Mondays and Thursdays at 20:00 (Europe/Berlin), then the autopilot plays. "
        "The first deadlines in your time, if it begins now: "
        "Thu 3 Dec 2026, 20:00 Select, Mon 7 Dec 2026, 20:00 Map, Thu 10 Dec 2026, 20:00 Bid. "
        "At most 60 turns of about 3 phases each. That is about 21 months if every phase lasts to its deadline."
    )


@pytest.mark.parametrize("book", [book.key for book in book_choices.books()])
def test_every_book_tells_three_deadlines(book: str, reader: PageReader) -> None:
    reader.open(f"/new/?book={book}")
    assert len(reader.page.select("#clock-preview time")) == 3


def test_a_clock_with_a_mistake_says_what_it_is_and_opens(reader: PageReader) -> None:
    reader.press("Create campaign", status=422, title="Ours", at="8pm", hours_default="0")
    said = reader.says("#clock-preview")
    assert "Deadlines fall at: ’8pm’ is no time" in said.replace("'", "’")
    assert "Hours for every phase:" in said
    assert reader.page.select_one("#clock").has_attr("open")
    assert not reader.page.select("#clock-preview time")


def follows(reader: PageReader, part: str, **said: object) -> str:
    """What a change of the form is answered with; the fields stand as on the page but for what is said."""
    sent = filled(reader.page.select_one("#founding")) | said | {"part": part}
    answer = reader.client.post("/new/clock/?book=days_of_decision", sent)
    assert answer.status_code == 200
    assert not Campaign.objects.exists()
    return answer.text


def test_choosing_a_pace_fills_the_clock_and_one_of_ones_own_opens_it(reader: PageReader) -> None:
    slow = follows(reader, "paces", pace="slow")
    assert "At least 84 hours a phase" in slow
    assert re.search(r'name="hours_default"[^>]* value="84"', slow)
    assert re.search(r'<details[^>]*id="clock"(?![^>]* open)[^>]*hx-swap-oob', slow)
    own = follows(reader, "paces", pace="own")
    assert re.search(r'<details[^>]*id="clock"[^>]* open', own)
    assert re.search(r'name="hours_default"[^>]* value="24"', own)


def test_a_pace_that_is_chosen_last_takes_the_place_of_ones_own_clock(reader: PageReader) -> None:
    daily = follows(reader, "paces", pace="daily", at="8pm", weekdays=["sun"], hours_map="6")
    assert "At least 12 hours a phase, at 20:00 (Europe/Berlin), then" in daily
    assert re.search(r'name="hours_default"[^>]* value="12"', daily)
    assert not re.search(r'name="hours_map"[^>]* value=', daily)


def test_a_clock_that_is_changed_is_ones_own(reader: PageReader) -> None:
    changed = follows(reader, "clock", weekdays=["sun"])
    assert "on Sundays at 20:00" in changed
    assert re.search(r'value="own"[^>]*checked', changed)
    assert "hours_default" not in changed


@pytest.mark.parametrize(
    "said",
    [
        {"hours_default": "many"},
        {"zone": "Nowhere"},
        {"weekdays": ["mon"], "at": ""},
        {"pace": "x"},
    ],
)
def test_whatever_is_written_the_sentence_says_what_is_wrong(
    said: dict[str, object], reader: PageReader
) -> None:
    assert ('class="problem"' in follows(reader, "clock", **said)) == ("pace" not in said)


def open_controls(page: PageReader) -> int:
    """How many controls are in sight."""
    found = page.page.select("#founding :is(input:not([type=hidden]), select, textarea)")
    return sum(
        all(one.has_attr("open") for one in control.find_parents("details")) for control in found
    )


def test_little_is_asked_until_it_is_opened(reader: PageReader) -> None:
    assert open_controls(reader) <= 16
    # What differs from the usual is in sight after a refusal.
    reader.press("Create campaign", status=422, anonymous="on")
    table = reader.page.select_one("details:has([name=anonymous])")
    assert table.has_attr("open")
    assert "set by you: Anonymous seats" in reader.says("details:has([name=anonymous]) summary")
    assert not reader.page.select_one("#clock").has_attr("open")
