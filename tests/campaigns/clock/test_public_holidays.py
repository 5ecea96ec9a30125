"""Public holidays of a country, taken over into a campaign's own list."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine

from campaigns.domain.clock_policy import ClockPolicy, Holiday, words
from campaigns.selectors.moderator import public_holidays
from frontend.forms.clock import ClockForm

FILLED = {
    "zone": "UTC",
    "hours_default": "72",
    "missed": "autopilot",
    "advance": "all_ready",
    "grace_hours": "0",
    "reseat_after": "3",
    "absence_does": "deputy",
    "absence_stretch_hours": "72",
    "absence_days_a_year": "60",
    "silence_disorder_after": "0",
}
CHRISTMAS = Holiday(name="Christmas", first="2026-12-24", last="2026-12-26")


def test_they_are_those_of_a_year_from_the_day_on() -> None:
    found = public_holidays.of("DE", date(2026, 11, 23))
    assert found[0] == Holiday(name="Christmas Day", first="2026-12-25")
    assert "Easter Monday" in {one.name for one in found}
    assert all("2026-11-23" <= one.first <= "2027-11-23" for one in found)


def test_days_of_one_name_are_one_holiday() -> None:
    found = public_holidays.of("CN", date(2026, 1, 1))
    assert any(one.last for one in found)
    assert not any(one.problem() for one in found)


def test_every_country_fills_a_list_that_a_policy_may_have() -> None:
    for code, name in public_holidays.countries():
        policy = ClockPolicy(holidays=public_holidays.of(code, date(2026, 11, 23)))
        assert policy.problems() == [], name


def test_no_country_is_guessed() -> None:
    with pytest.raises(KeyError):
        public_holidays.of("atlantis", date(2026, 1, 1))


def _policy(**more: Any) -> Any:
    form = ClockForm({**FILLED, **more})
    return form.policy() if form.is_valid() else form.errors


@pytest.fixture
def today() -> Any:
    with time_machine.travel(datetime(2026, 11, 23, 12, tzinfo=UTC), tick=False):
        yield


@pytest.mark.usefixtures("today")
def test_the_form_writes_them_into_the_campaigns_own_list() -> None:
    policy = _policy(holidays=CHRISTMAS.said, holidays_of="DE")
    assert policy.holidays[0] == CHRISTMAS
    assert Holiday(name="New Year's Day", first="2027-01-01") in policy.holidays
    # What the list holds already comes not twice.
    assert "Christmas Day" not in {one.name for one in policy.holidays}
    assert _policy(holidays="\n".join(one.said for one in policy.holidays)) == policy
    assert "more)" in words(policy)


@pytest.mark.usefixtures("today")
def test_too_many_are_refused_in_words() -> None:
    own = "\n".join(f"2030-01-{day:02}: Day {day}" for day in range(1, 32))
    own += "\n" + "\n".join(f"2030-03-{day:02}: Day {day}" for day in range(1, 28))
    errors = _policy(holidays=own, holidays_of="DE")
    assert "60 at most" in str(errors["holidays_of"])


@pytest.mark.usefixtures("today")
def test_a_country_that_is_none_is_refused() -> None:
    assert "holidays_of" in _policy(holidays_of="atlantis")


@pytest.mark.parametrize("said", ["2026-12-24", "2026-12-24 to 2026-12-26"])
@pytest.mark.parametrize("end", ["", ":", " : "])
def test_a_holiday_without_a_name_is_called_by_its_dates(said: str, end: str) -> None:
    policy = _policy(holidays=said + end)
    assert [one.name for one in policy.holidays] == [said]
    assert [one.said for one in policy.holidays] == [said]
    assert _policy(holidays=policy.holidays[0].said) == policy
    assert policy.holiday_on(date(2026, 12, 24)) == said


@pytest.mark.parametrize("said", ["Christmas", "24.12.2026", "2026-13-41"])
def test_a_holiday_without_dates_is_refused(said: str) -> None:
    form = ClockForm({**FILLED, "holidays": said})
    assert not form.is_valid() or list(form.policy().problems())
