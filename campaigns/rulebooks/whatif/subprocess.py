"""Playing on in a process of its own: a wish comes in, a story goes out, and nothing else is at hand.

The process has no database and no keys; it gets one power's view on its standard
input. The system holds it to its share of memory and time. Started by :func:`simulated`, as
``python -m campaigns.rulebooks.whatif.subprocess``.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

import msgspec

from campaigns.rulebooks.whatif.simulate import Simulation, SimulationRequest, simulate
from rules.kernel.serial import canonical, load

SECONDS = 30
"""Of computing."""
PATIENCE = 50
"""Seconds on the clock, for a machine with other things to do."""
MEMORY = 1 << 30
"""Bytes of address space."""
MOST_BYTES = 8_000_000
"""Of a story."""


class TooMuch(Exception):
    """It took too long, or more room than there is for it; or the rules could not be played on."""


def simulated(wish: SimulationRequest) -> Simulation:
    """The story of a wish, played in a process of its own. Raises :class:`TooMuch`."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            input=canonical(wish),
            capture_output=True,
            timeout=PATIENCE,
            check=True,
            cwd=Path(__file__).parents[3],
            env={"PYTHONDONTWRITEBYTECODE": "1"},
        )
        return load(done.stdout, Simulation)
    except (subprocess.SubprocessError, msgspec.DecodeError) as error:
        raise TooMuch(str(error)[:200]) from error


def main() -> None:
    """Read the wish, play, write the story."""
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    story = canonical(simulate(load(sys.stdin.buffer.read(), SimulationRequest)))
    if len(story) > MOST_BYTES:
        raise TooMuch("The story is too long.")
    sys.stdout.buffer.write(story)


if __name__ == "__main__":
    main()
