"""Setting the clock of a site: a small library, preloaded into all its processes.

PostgreSQL, Redis, web, worker and beat see the step at once, as they would if somebody set the
clock of their machine; the test itself does not.
"""

import struct
import subprocess
from datetime import timedelta
from pathlib import Path

SOURCE = Path(__file__).with_name("stepped_clock.c")


class SettableClock:
    """The clock of one site. Give `environment` to the site."""

    def __init__(self, folder: Path) -> None:
        self._shared = folder / "clock"
        self._shared.write_bytes(bytes(8))
        self._shared.chmod(0o644)
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
        self.environment = {"LD_PRELOAD": str(library), "CHANCELLERY_CLOCK": str(self._shared)}

    def step(self, ahead: timedelta) -> None:
        """Let the clock show so much more than the true time, from now on."""
        with self._shared.open("r+b") as shared:
            shared.write(struct.pack("=q", int(ahead.total_seconds())))
