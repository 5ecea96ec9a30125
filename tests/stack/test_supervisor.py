"""How the supervisor ends what it runs."""

import os
import signal
import sys
from io import StringIO
from pathlib import Path

from config.supervision.supervisor import Program, Supervisor

# Told to end, it says so, waits until its neighbor was told as well, and ends in order.
_ENDS_WITH_ITS_NEIGHBOR = """
import signal, sys, time
from pathlib import Path
folder, name, neighbor = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
def end(*_):
    (folder / f"{name} is told").touch()
    while not (folder / f"{neighbor} is told").exists():
        time.sleep(0.01)
    (folder / f"{name} ended in order").touch()
    sys.exit()
signal.signal(signal.SIGTERM, end)
(folder / f"{name} runs").touch()
while True:
    time.sleep(0.01)
"""


def test_all_are_told_to_end_before_any_is_waited_for(tmp_path: Path) -> None:
    names = ("one", "other")
    programs = [
        Program(name, [sys.executable, "-c", _ENDS_WITH_ITS_NEIGHBOR, os.fspath(tmp_path), *pair])
        for name, pair in zip(names, (names, names[::-1]), strict=True)
    ]

    def running() -> bool:
        there = all((tmp_path / f"{name} runs").exists() for name in names)
        if there:
            signal.raise_signal(signal.SIGINT)
        return there

    Supervisor(programs, out=StringIO(), ready=running, welcome="open").run()

    assert all((tmp_path / f"{name} ended in order").exists() for name in names)
