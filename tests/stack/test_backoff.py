"""What keeps failing is tried later each time, and what is away is left alone for a while."""

import time
from types import SimpleNamespace

import pytest

from config.supervision import backoff
from config.supervision.backoff import Backoff
from core import best_effort


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that the test moves on."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    return clock


def test_what_keeps_ending_waits_longer_each_time_up_to_a_limit(clock: SimpleNamespace) -> None:
    program = Backoff(first=1.0, longest=4.0)
    pauses = []
    for _ in range(4):
        program.started()
        clock.now += 2
        pauses.append(program.ended())
        assert not program.due
        clock.now += pauses[-1]
        assert program.due
    assert pauses == [1.0, 2.0, 4.0, 4.0]


def test_what_ran_steadily_starts_again_soon(clock: SimpleNamespace) -> None:
    program = Backoff(first=1.0, longest=30.0)
    for _ in range(3):
        program.started()
        program.ended()
    program.started()
    clock.now += backoff.STEADY_SECONDS + 1
    assert program.ended() == 1.0


def test_who_does_not_answer_is_not_asked_for_a_while(clock: SimpleNamespace) -> None:
    asked: list[int] = []

    def silent() -> None:
        asked.append(1)
        raise TimeoutError

    line = best_effort.Line("push")
    assert [line.tell(silent) for _ in range(3)] == [False] * 3
    assert len(asked) == 1
    clock.now += best_effort.REST + 0.1
    assert line.tell(lambda: None)
    assert line.tell(lambda: None)
