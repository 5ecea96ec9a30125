"""Setting the clock of a site: a small library, preloaded into all its processes.

PostgreSQL, Redis, web, worker and beat see the step at once, as they would if somebody set the
clock of their machine; the test itself does not.
"""

import os
import struct
import subprocess
from datetime import timedelta
from pathlib import Path

SOURCE = Path(__file__).with_name("stepped_clock.c")


VARIABLE = "CHANCELLERY_CLOCK"


def ahead_in(shared: Path) -> timedelta:
    """By how much the clock of a file is ahead of the true time."""
    return timedelta(seconds=struct.unpack("=q", shared.read_bytes())[0])


def set_ahead(shared: Path, ahead: timedelta) -> None:
    """Set the clock of a file, for whatever runs by it."""
    with shared.open("r+b") as file:
        file.write(struct.pack("=q", round(ahead.total_seconds())))


class SettableClock:
    """The clock of one site. Give `environment` to the site.

    Tests that run on another day themselves (`tests.other_days`) have a clock too; this one begins there.
    """

    def __init__(self, folder: Path) -> None:
        self._shared = folder / "clock"
        self._shared.write_bytes(bytes(8))
        self._shared.chmod(0o644)
        self.step(timedelta())
        library = folder / "stepped_clock.so"
        made = subprocess.run(
            ["cc", "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, (
            f"The clock could not be compiled; a C compiler (cc) is needed:\n{made.stderr}"
        )
        self.environment = {"LD_PRELOAD": str(library), VARIABLE: str(self._shared)}

    def step(self, ahead: timedelta) -> None:
        """Let the clock show so much more than the time of this process, from now on."""
        ours = os.environ.get(VARIABLE)
        set_ahead(self._shared, ahead + (ahead_in(Path(ours)) if ours else timedelta()))
