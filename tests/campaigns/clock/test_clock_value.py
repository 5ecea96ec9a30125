"""The clock as a value: whatever happens to it in any order, nobody has less time than they were promised."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.absence_policy import AbsencePolicy
from campaigns.domain.breaks_policy import BreaksPolicy
from campaigns.domain.clock import Clock, ClockAction, SealStatus
from campaigns.domain.clock_policy import ClockPolicy

POWERS = ("north", "south", "isle")
HOUR = timedelta(hours=1)
BEGAN = datetime(2026, 10, 23, 9, tzinfo=UTC)
"""A day before the clocks of Europe go back."""

policies = st.builds(
    ClockPolicy,
    zone=st.sampled_from(("UTC", "Europe/Berlin", "America/Santiago")),
    hours=st.sampled_from((24, 48, 72)).map(lambda hours: {"default": hours}),
    at=st.sampled_from(("", "02:30", "20:00")),
    days_off=st.sampled_from(((), ("sat", "sun"))),
    grace_hours=st.sampled_from((0, 6, 24)),
    missed=st.sampled_from(("autopilot", "wait")),
    least_hours=st.sampled_from((0, 12)),
    absence=st.builds(
        AbsencePolicy, does=st.just("stretch"), stretch_hours=st.sampled_from((24, 72))
    ),
    breaks=st.builds(BreaksPolicy, takeover_hours=st.sampled_from((0, 48))),
)
powers = st.sampled_from(POWERS)
hours = st.sampled_from((1, 5, 30, 100)).map(lambda count: count * HOUR)


def _stretched(clock: Clock, power: str, more: timedelta, policy: Any, now: datetime) -> Clock:
    if not clock.can_be_stretched(now):
        return clock
    return clock.stretched(power, policy, now + more, policy.absence.longest_stretch)


def _graced(clock: Clock, _power: str, _more: timedelta, policy: Any, now: datetime) -> Clock:
    silent = clock.verdict(policy, SealStatus(POWERS, {}), now)
    return (
        clock.graced(silent.powers, policy.grace) if silent.do == ClockAction.GIVE_GRACE else clock
    )


HAPPENS: dict[str, Any] = {
    "pass": lambda clock, *_rest: clock,
    "extended": lambda clock, _power, more, _policy, now: clock.extended(more, now, by="moderator"),
    "longer_for": lambda clock, power, more, _policy, now: clock.longer_for(power, more, now),
    "asked_again": lambda clock, power, _more, _policy, now: clock.asked_again(power, now),
    "taken_over": lambda clock, power, _more, policy, now: clock.taken_over(power, policy, now),
    "stretched": _stretched,
    "graced": _graced,
    "added": lambda clock, _power, more, _policy, now: clock.added(more, now),
    "lost": lambda clock, _power, more, *_rest: clock.moved(more, "outage"),
    "stopped": lambda clock, _power, _more, _policy, now: clock.stopped(now),
    "resumed": lambda clock, _power, _more, _policy, now: clock.resumed(now),
}
"""What can happen to a clock, each if it can."""
acts = st.lists(st.tuples(st.sampled_from(["pass", *HAPPENS]), powers, hours), max_size=14)


@given(policy=policies, acts=acts)
def test_nobody_loses_time_that_was_promised(policy: Any, acts: Any) -> None:
    clock, now = Clock.opened(policy, "", BEGAN), BEGAN
    for act, power, more in acts:
        before = {one: clock.closes_for(one) - clock.shows(now) for one in POWERS}
        if act == "pass":
            now += more
            if clock.stopped_at is not None:
                assert {one: clock.closes_for(one) - clock.shows(now) for one in POWERS} == before
            continue
        clock = HAPPENS[act](clock, power, more, policy, now)
        for one in POWERS:
            assert clock.closes_for(one) - clock.shows(now) >= before[one], (act, one)
            if clock.closed_to(one, policy, now, sealed=False) is None:
                continue
            assert clock.shows(now) >= clock.closes_for(one)


@given(policy=policies, acts=acts)
def test_nothing_is_over_before_everybody_had_their_time(policy: Any, acts: Any) -> None:
    clock, now = Clock.opened(policy, "", BEGAN), BEGAN
    for act, power, more in acts:
        now += more if act == "pass" else timedelta()
        clock = HAPPENS[act](clock, power, more, policy, now)
        hands = SealStatus(POWERS, {"north": False})
        found = clock.verdict(policy, hands, now)
        if found.do in (ClockAction.DEADLINE, ClockAction.WAIT):
            for one in hands.missing:
                assert now >= clock.closes_for(one)
                assert not policy.grace_hours or one in clock.graces
        if found.do == ClockAction.NOTHING and clock.stopped_at is None:
            wakes_at = clock.next_wakeup(policy, hands, now)
            assert wakes_at is not None
            later = clock.verdict(policy, hands, max(now, wakes_at))
            assert later.do != ClockAction.NOTHING or now < clock.next_wakeup(
                policy, hands, wakes_at
            )


@given(policy=policies)
def test_who_is_asked_again_can_answer(policy: Any) -> None:
    clock = Clock.opened(policy, "", BEGAN)
    now = clock.due_at + HOUR
    clock = clock.longer_for("isle", 48 * HOUR, clock.due_at - HOUR)
    clock = clock.asked_again("north", now)
    assert clock.closed_to("north", policy, now, sealed=False) is None
    assert clock.closes_for("north") >= clock.closes_for("isle")
    assert clock.asked_again("north", now) is clock, "once is enough"
