"""When a phase is due, and the sentence that says why."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from campaigns.domain.clock_policy import ClockPolicy, Holiday, words
from campaigns.domain.deadline_steps import as_data, deadline
from core.text.durations import duration

# 2026-11-19 is a Thursday. Berlin turns its clocks back on 2026-10-25 and on on 2027-03-28. Midnight is
# skipped in Santiago on Sunday 2027-09-05 and in Cairo on Friday 2027-04-30.
CASES = [
    ("plain hours", {}, "2026-11-19 18:00", "2026-11-22 18:00", "72 hours"),
    (
        "the fixed hour of the same evening",
        {"zone": "Europe/Berlin", "at": "20:00"},
        "2026-11-19 18:00",
        "2026-11-22 19:00",
        "72 hours, then the next 20:00 (Europe/Berlin)",
    ),
    (
        "the fixed hour of the day after",
        {"zone": "Europe/Berlin", "at": "20:00"},
        "2026-11-19 19:01",
        "2026-11-23 19:00",
        "72 hours, then the next 20:00 (Europe/Berlin)",
    ),
    (
        "a day off moves it on",
        {"zone": "Europe/Berlin", "at": "20:00", "days_off": ("sun",)},
        "2026-11-19 18:00",
        "2026-11-23 19:00",
        "72 hours, then the next 20:00 (Europe/Berlin), moved to Monday 20:00 because Sunday is off",
    ),
    (
        "a weekend off keeps the hour",
        {"days_off": ("sat", "sun")},
        "2026-11-18 09:30",
        "2026-11-23 09:30",
        "72 hours, moved to Monday 09:30 because Saturday and Sunday are off (UTC)",
    ),
    (
        "the day is that of the campaign's zone",
        {"zone": "Pacific/Auckland", "days_off": ("mon",)},
        "2026-11-19 18:00",
        "2026-11-23 18:00",
        "72 hours, moved to Tuesday 07:00 because Monday is off (Pacific/Auckland)",
    ),
    (
        "hours pass through the end of summer time",
        {"zone": "Europe/Berlin"},
        "2026-10-24 10:00",
        "2026-10-27 10:00",
        "72 hours",
    ),
    (
        "a fixed hour keeps its place on the clock through the end of summer time",
        {"zone": "Europe/Berlin", "at": "20:00", "hours": {"default": 24}},
        "2026-10-24 17:00",
        "2026-10-25 19:00",
        "24 hours, then the next 20:00 (Europe/Berlin)",
    ),
    (
        "an hour that the clocks skip becomes the hour after",
        {"zone": "Europe/Berlin", "at": "02:30", "hours": {"default": 24}},
        "2027-03-27 00:00",
        "2027-03-28 01:30",
        "24 hours, then the next 02:30 (Europe/Berlin), 03:30 that day because the clocks skip 02:30",
    ),
    (
        "of an hour that comes twice it is the first",
        {"zone": "Europe/Berlin", "at": "02:30", "hours": {"default": 24}},
        "2026-10-24 00:00",
        "2026-10-25 00:30",
        "24 hours, then the next 02:30 (Europe/Berlin), the first 02:30 of two because the clocks go back",
    ),
    (
        "fixed weekdays and hour",
        {"zone": "Europe/Berlin", "at": "20:00", "weekdays": ("mon", "thu")},
        "2026-11-19 18:00",
        "2026-11-23 19:00",
        "72 hours, then the next Monday or Thursday, 20:00 (Europe/Berlin)",
    ),
    (
        "the fixed weekday keeps its hour through the beginning of summer time",
        {"zone": "Europe/Berlin", "at": "20:00", "weekdays": ("mon", "thu")},
        "2027-03-25 20:00",
        "2027-03-29 18:00",
        "72 hours, then the next Monday or Thursday, 20:00 (Europe/Berlin)",
    ),
    (
        "a holiday moves it on to the next fixed weekday",
        {
            "zone": "Europe/Berlin",
            "at": "20:00",
            "weekdays": ("mon", "thu"),
            "holidays": (Holiday("Christmas", "2026-12-24", "2026-12-26"),),
        },
        "2026-12-21 12:00",
        "2026-12-28 19:00",
        (
            "72 hours, then the next Monday or Thursday, 20:00 (Europe/Berlin), "
            "moved to Sunday 27 December because of Christmas, "
            "then the next Monday or Thursday, 20:00"
        ),
    ),
    (
        "a holiday ends in days off",
        {"days_off": ("sun",), "holidays": (Holiday("Christmas", "2026-12-24", "2026-12-26"),)},
        "2026-12-21 09:00",
        "2026-12-28 09:00",
        (
            "72 hours, moved to Sunday 27 December because of Christmas (UTC), "
            "moved to Monday 09:00 because Sunday is off"
        ),
    ),
    (
        "a holiday of one day after a day off",
        {"days_off": ("sun",), "holidays": (Holiday("Easter", "2027-03-29"),)},
        "2027-03-25 09:00",
        "2027-03-30 09:00",
        (
            "72 hours, moved to Monday 09:00 because Sunday is off (UTC), "
            "moved to Tuesday 30 March because of Easter"
        ),
    ),
    (
        "a fixed day of the change itself",
        {"zone": "Europe/Berlin", "at": "02:30", "weekdays": ("sun",)},
        "2027-03-23 00:00",
        "2027-03-28 01:30",
        "72 hours, then the next Sunday, 02:30 (Europe/Berlin), 03:30 that day because the clocks skip 02:30",
    ),
    (
        "a midnight that the clocks skip becomes one o'clock",
        {"zone": "America/Santiago", "at": "00:00", "hours": {"default": 24}},
        "2027-09-04 00:00",
        "2027-09-05 04:00",
        "24 hours, then the next 00:00 (America/Santiago), 01:00 that day because the clocks skip 00:00",
    ),
    (
        "a day off without a midnight ends as any other",
        {
            "zone": "America/Santiago",
            "days_off": ("sun",),
            "hours": {"default": 24},
            "count_days_off": False,
        },
        "2027-09-04 16:00",
        "2027-09-06 15:00",
        "24 hours, not counting Sunday (America/Santiago)",
    ),
    (
        "a deadline keeps off a holiday without a midnight",
        {"zone": "Africa/Cairo", "at": "00:00", "holidays": (Holiday("Fair", "2027-04-30"),)},
        "2027-04-26 22:00",
        "2027-04-30 21:00",
        ("72 hours, then the next 00:00 (Africa/Cairo), moved to Saturday 1 May because of Fair"),
    ),
    (
        "a kind of phase has its own hours",
        {"hours": {"default": 72, "facts": 24}},
        "2026-11-19 18:00",
        "2026-11-20 18:00",
        "24 hours",
    ),
]


@pytest.mark.parametrize(
    ("title", "policy", "opened", "due", "sentence"), CASES, ids=[c[0] for c in CASES]
)
def test_deadline(
    title: str, policy: dict[str, object], opened: str, due: str, sentence: str
) -> None:
    found = deadline(ClockPolicy(**policy), "facts", _at(opened))
    assert (found.due_at, found.sentence) == (_at(due), sentence)


def test_without_hours_there_is_no_deadline() -> None:
    found = deadline(ClockPolicy(hours={"default": None}), "any", _at("2026-11-19 18:00"))
    assert found.due_at is None
    assert "everybody is ready" in found.sentence


def test_each_step_says_to_which_moment_it_led() -> None:
    policy = ClockPolicy(
        zone="Europe/Berlin",
        at="20:00",
        weekdays=("mon", "thu"),
        holidays=(Holiday("Christmas", "2026-12-24"),),
        hours={"default": 48},
    )
    found = deadline(policy, "any", _at("2026-12-22 12:00"))
    assert [(step.kind, step.to[:16]) for step in found.steps] == [
        ("opened", "2026-12-22T12:00"),
        ("hours", "2026-12-24T12:00"),
        ("weekday", "2026-12-24T19:00"),
        ("holiday", "2026-12-25T19:00"),
        ("weekday", "2026-12-28T19:00"),
    ]
    assert as_data(found.steps)[3] == {
        "kind": "holiday",
        "to": "2026-12-25T19:00:00+00:00",
        "zone": "Europe/Berlin",
        "name": "Christmas",
    }


@pytest.mark.parametrize("day", range(0, 400, 7))
def test_a_deadline_never_comes_before_its_hours_are_over_nor_on_a_day_off(day: int) -> None:
    opened = _at("2026-01-01 13:37") + timedelta(days=day)
    policy = ClockPolicy(zone="America/New_York", at="02:30", days_off=("sat", "sun", "wed"))
    due = deadline(policy, "any", opened).due_at
    assert timedelta(hours=72) <= due - opened < timedelta(hours=72 + 24 * 4)
    from zoneinfo import ZoneInfo

    assert due.astimezone(ZoneInfo("America/New_York")).weekday() not in (2, 5, 6)


@pytest.mark.parametrize(
    ("policy", "field", "word"),
    [
        ({"zone": "Mars/Olympus"}, "zone", "Europe/Berlin"),
        ({"hours": {"default": 0}}, "hours.default", "more than 0"),
        ({"at": "25:00"}, "at", "20:00"),
        ({"days_off": ("funday",)}, "days_off", "funday"),
        (
            {"days_off": ("mon", "tue", "wed", "thu", "fri", "sat", "sun")},
            "days_off",
            "at least one",
        ),
        ({"weekdays": ("mon",)}, "at", "need an hour"),
        ({"weekdays": ("sun",), "days_off": ("sun",), "at": "20:00"}, "days_off", "at least one"),
        ({"holidays": (Holiday("Easter", "soon"),)}, "holidays", "2026-12-24"),
        ({"holidays": (Holiday("Easter", "2027-03-29", "2027-03-28"),)}, "holidays", "first day"),
        ({"holidays": (Holiday(),)}, "holidays", "A holiday: write its dates"),
        ({"extensions": -1}, "extensions", "0 to"),
        ({"extension_hours": 0}, "extension_hours", "more than 0"),
        ({"least_hours": 73}, "least_hours", "no longer"),
        ({"grace_hours": -1}, "grace_hours", "Grace"),
        ({"hours": {"default": None}, "advance": "deadline_only"}, "advance", "all are ready"),
    ],
)
def test_a_wrong_policy_names_its_field_and_the_remedy(
    policy: dict[str, object], field: str, word: str
) -> None:
    (problem,) = ClockPolicy(**policy).problems()
    assert problem.field == field
    assert word in problem.message


def test_a_holiday_without_a_name_is_called_by_its_dates_whoever_sends_it() -> None:
    sent = {"holidays": [{"first": "2026-12-24", "last": "2026-12-26"}]}
    policy = msgspec.convert(sent, ClockPolicy)
    assert list(policy.problems()) == []
    (holiday,) = policy.holidays
    assert holiday.name == holiday.said == "2026-12-24 to 2026-12-26"


def test_lengths_in_words() -> None:
    said = [duration(timedelta(seconds=s)) for s in (0, 1, 45, 60, 5400, 3600, 259200, 90061)]
    assert said == [
        "0 seconds",
        "1 second",
        "45 seconds",
        "1 minute",
        "90 minutes",
        "1 hour",
        "72 hours",
        "25 hours 1 minute",
    ]


def test_a_whole_policy_in_one_sentence() -> None:
    policy = ClockPolicy(
        zone="Europe/Berlin", at="20:00", days_off=("sun",), grace_hours=12, missed="hold"
    )
    assert words(policy) == (
        "At least 72 hours a phase, at 20:00 (Europe/Berlin), never on Sunday, 12 hours of grace, then silence holds."
    )


def _at(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
