"""Processes killed at random while people hand in: the short form of `make chaos`."""

from pathlib import Path

import pytest

from tests.faults.chaos import TARGETS, Chaos, is_clean, report

pytestmark = [pytest.mark.faults, pytest.mark.long]


def test_nothing_is_lost_or_doubled_while_everything_is_killed_at_random(
    tmp_path: Path, django_db_blocker
) -> None:
    chaos = Chaos(tmp_path, tables=4, seed=1939)
    with django_db_blocker.unblock():
        try:
            figures = chaos.run(seconds=15, submissions=150)
        finally:
            chaos.site.stop()
    assert is_clean(figures), report(figures)
    assert set(figures["kills"]) == set(TARGETS), report(figures)
    assert figures["phases"] >= 3
    assert figures["settled"] < 30
