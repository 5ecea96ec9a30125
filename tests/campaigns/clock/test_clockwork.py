"""Whatever people do, and in whatever order, the campaign's clock keeps what it promised.

``CLOCKWORK=10000`` plays so many examples in the long test, others each time, and says how many there were (with
``-s``). ``UNSHRUNK=1`` tells a failure as it was found, without looking for a shorter one.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.campaigns.clock.clock_world import World
from tests.campaigns.clock.clockwork import Clockwork, told_of

pytestmark = pytest.mark.django_db(transaction=True)

FEW, MANY, STEPS = 16, 300, 20
QUICKLY = bool(os.environ.get("UNSHRUNK"))
"""A failure is told as it was found."""


@pytest.fixture
def play(sent: list[Any], monkeypatch: pytest.MonkeyPatch, passing: None) -> Callable[[int], None]:
    """Play so many examples."""
    monkeypatch.setattr(Clockwork, "world", World(sent, monkeypatch), raising=False)
    Clockwork.played.clear()

    def examples(count: int) -> None:
        run_state_machine_as_test(
            Clockwork,
            settings=settings(
                max_examples=count,
                stateful_step_count=STEPS,
                deadline=None,
                derandomize="CLOCKWORK" not in os.environ,
                suppress_health_check=list(HealthCheck),
                print_blob=True,
                phases=[one for one in Phase if one is not Phase.shrink or not QUICKLY],
            ),
        )

    return examples


def test_the_clock_keeps_what_it_promised(play: Callable[[int], None]) -> None:
    play(FEW)


@pytest.mark.long
def test_the_clock_keeps_what_it_promised_at_length(play: Callable[[int], None]) -> None:
    try:
        play(int(os.environ.get("CLOCKWORK") or MANY))
    finally:
        print(told_of(Clockwork.played))  # noqa: T201 - whoever runs it by hand wants to know
