"""No server of ours outlives the program that started it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from config.supervision.processes import wait_until
from config.supervision.services import DATABASE, EmbeddedServices
from core.paths import Place

pytestmark = pytest.mark.long

# Starts PostgreSQL, crashes one of its sessions, and is killed itself in the midst of recovery.
_CRASH = """
import os, signal, sys, time
from pathlib import Path
import psycopg
from core.paths import Place
from config.supervision.services import DATABASE, EmbeddedServices

services = EmbeddedServices(Place(Path(sys.argv[1])))
services.start(redis=False)
session = psycopg.connect(host=str(services.place.sockets), user=DATABASE, dbname="postgres")
print((services.place.postgres_data / "postmaster.pid").read_text().split()[0], flush=True)
os.kill(session.info.backend_pid, signal.SIGKILL)
time.sleep(0.05)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_postgresql_ends_with_us_even_in_the_middle_of_recovering(tmp_path: Path) -> None:
    place = Place(tmp_path / "var")
    killed = subprocess.run(
        [sys.executable, "-c", _CRASH, str(place.root)],
        stdout=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert wait_until(lambda: not _alive(int(killed.stdout)), seconds=30)

    services = EmbeddedServices(place)
    services.start(redis=False)
    try:
        with psycopg.connect(host=str(place.sockets), user=DATABASE, dbname="postgres") as session:
            assert session.execute("SELECT 1").fetchone() == (1,)
    finally:
        services.stop()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
