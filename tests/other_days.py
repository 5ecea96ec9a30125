"""Run tests on another day: `python -m tests.other_days 2028-02-29T12:00 tests/campaigns -n 0`.

What follows the moment (UTC, unless it says otherwise) is given to pytest. The tests begin then and the time
goes on; Python, PostgreSQL, Redis, Chromium and every program that a test starts see the same clock
(`tests.support.programs.clock`).
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.support.programs.clock import VARIABLE, SettableClock, ahead_in, set_ahead

# Nothing of `config` is imported here: this is a plugin, and pytest-django chooses the settings after it.
EACH = "CHANCELLERY_EACH_TEST_AT"
ZONE = "CHANCELLERY_PEOPLE_IN"
NOT_OF_THE_CHILD = ("PYTEST_", "CHANCELLERY_TEST_PLACE", "DJANGO_SETTINGS_MODULE")


def run(
    moment: datetime, *arguments: str, each: bool = False, people_in: str = "", **options: Any
) -> subprocess.CompletedProcess:
    """Let pytest run with its clock at a moment, in a process of its own.

    With ``each``, every test begins at that moment; that needs ``-n 0``, for there is one clock.
    ``people_in`` is the zone of every account for which a test names no other.
    """
    with tempfile.TemporaryDirectory(prefix="chancellery-clock-") as folder:
        # PostgreSQL, which may run as another account, reads the clock too.
        Path(folder).chmod(0o755)
        clock = SettableClock(Path(folder))
        clock.step(moment - datetime.now(UTC))
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "tests.other_days", *arguments],
            cwd=Path(__file__).parents[1],
            env={
                **without_this_run(os.environ),
                **clock.environment,
                EACH: moment.isoformat() if each else "",
                ZONE: people_in,
            },
            check=False,
            **options,
        )


def without_this_run(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without what belongs to a run of tests that starts another one."""
    return {
        name: value for name, value in environment.items() if not name.startswith(NOT_OF_THE_CHILD)
    }


def pytest_report_header() -> str:
    """Say on which day the tests begin."""
    zone = os.environ.get(ZONE)
    return f"clock: {datetime.now(UTC):%A %Y-%m-%d %H:%M:%S} UTC{zone and f', people in {zone}'}"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Set the clock again before each test, where that was asked for."""
    if at := os.environ.get(EACH):
        shared = Path(os.environ[VARIABLE])
        set_ahead(shared, ahead_in(shared) + (datetime.fromisoformat(at) - datetime.now(UTC)))


@pytest.fixture(scope="session", autouse=True)
def people_in_a_zone() -> Iterator[None]:
    """Accounts are made in the zone that was asked for."""
    from accounts.models import User

    with pytest.MonkeyPatch.context() as patch:
        if zone := os.environ.get(ZONE):
            patch.setattr(User._meta.get_field("time_zone"), "default", ZoneInfo(zone))
        yield


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.other_days", description=__doc__)
    parser.add_argument("--each", action="store_true", help="begin every test then; needs -n 0")
    parser.add_argument("--people-in", metavar="ZONE", default="", help="the zone of new accounts")
    parser.add_argument("moment", type=datetime.fromisoformat)
    parser.add_argument("pytest", nargs=argparse.REMAINDER, help="what pytest is given")
    asked = parser.parse_args()
    moment = asked.moment if asked.moment.tzinfo else asked.moment.replace(tzinfo=UTC)
    return run(moment, *asked.pytest, each=asked.each, people_in=asked.people_in).returncode


if __name__ == "__main__":
    sys.exit(main())
