"""For how long a campaign goes on: the phases of its book, and the deadlines of its clock."""

from datetime import UTC, datetime, timedelta

import pytest

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.deadline_steps import deadlines
from campaigns.rulebooks.schedule import schedule_of
from campaigns.rulebooks.simulation import Game
from campaigns.selectors.lobby.pace import Pace, pace
from rules import registry

MONDAY = datetime(2026, 11, 30, 20, tzinfo=UTC)


def of(policy: ClockPolicy, book: str, scenario: str) -> Pace:
    return pace(policy, rulebook=book, revision="", scenario=scenario, variants={}, now=MONDAY)


@pytest.mark.parametrize("book", sorted(registry.BOOKS))
def test_every_scenario_has_a_schedule(book: str) -> None:
    for key, scenario in registry.BOOKS[book].scenarios.items():
        schedule = schedule_of(book, "", key)
        assert schedule.turns == scenario.turns
        assert {phase.turn for phase in schedule.phases} == {1, 2}
        assert len(schedule.a_turn) >= 2
        assert len(schedule.families) >= scenario.turns * 2


def test_the_first_turn_is_as_it_is_and_each_later_one_as_the_second() -> None:
    turn = ("targets", "facts", "targets", "facts")
    assert schedule_of("world_at_war", "", "one-year").families == ("placement", *turn * 4)
    # No bid in the first turn: somebody has it by rule.
    schedule = schedule_of("days_of_decision", "", "1936")
    assert schedule.families == ("orders", "map") + ("orders", "orders", "map") * 59
    assert schedule_of("days_of_decision", "9.9.9", "1936").phases == ()


def test_rules_that_fail_keep_nobody_from_the_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence on its clock says what is known until then, and that there is a fault."""

    def fails(*_given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Game, "resolve", fails)
    schedule_of.cache_clear()
    try:
        schedule = schedule_of("world_at_war", "", "one-year")
        assert [phase.family for phase in schedule.phases] == ["placement"]
        assert schedule.fails
        told = of(ClockPolicy(hours={"default": 48}), "world_at_war", "one-year")
        assert [one.due_at.day for one in told.first] == [2]
        assert told.fails
        assert not told.length
    finally:
        schedule_of.cache_clear()


def test_so_long_it_takes_if_every_phase_lasts_to_its_deadline() -> None:
    # 17 phases of two days.
    two_days = of(ClockPolicy(hours={"default": 48}), "world_at_war", "one-year")
    assert two_days.length == "5 weeks"
    assert [one.due_at.day for one in two_days.first] == [2, 4, 6]
    # Half of them an hour only.
    mixed = ClockPolicy(hours={"default": 24, "facts": 1})
    assert of(mixed, "world_at_war", "one-year").length == "9 days"
    none = of(ClockPolicy(hours={"default": 24, "facts": None}), "world_at_war", "one-year")
    assert none.length == ""
    assert len(none.first) == 2


def test_a_phase_of_a_whole_day_misses_the_hour_of_the_next() -> None:
    """It is opened a moment after the deadline, so a day later that hour is over."""
    day = timedelta(days=1)
    for hours, apart in ((24, 2 * day), (12, day)):
        policy = ClockPolicy(hours={"default": hours}, at="20:00")
        first, second = deadlines(policy, ["a", "a"], MONDAY)
        assert second - first == apart
    assert list(deadlines(ClockPolicy(hours={"default": None}), ["a"], MONDAY)) == []
