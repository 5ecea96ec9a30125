"""The whole site as its keeper starts it, with a folder of its own, to be struck by tests.

`Site` runs `manage.py up` (see `launch.py`): supervisor, PostgreSQL, Redis, web, worker and beat
are real processes with durable settings. A test kills, freezes and restarts whatever it names,
and arms fault points (`core.fault_injection`).
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from django.db import connection

from config.supervision import processes
from core.paths import BASE_DIR, Place
from tests.support.programs.runner import LOOPBACK, answers, free_port, wait_for
from tests.support.suite import ready_made

OPEN_SECONDS = 90.0
#: How long a process may sit on a locked campaign in silence, in seconds.
LEASE = 3
#: A few players hand in what thousands would: limits stay counted, and out of reach.
OPEN_LIMITS = "api=1000000 per minute,seal=1000000 per hour,act=1000000 per hour"
#: By what name the system knows the processes of each part.
PARTS = {
    "web": "web",
    "worker": "worker",
    "beat": "beat",
    "postgres": "postgres",
    "redis": "redis-server",
}


class Site:
    """One running site. Parts are `supervisor` and the keys of `PARTS`."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.var = folder / "var"
        self.place = Place(self.var)
        self.log = folder / "up.log"
        self.faults = folder / "faults"
        self.faults.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.url = f"http://{LOOPBACK}:{self.port}"
        self.environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start everything and wait until the site is open."""
        seen = len(self.printed())
        ready_made.put_into(self.place)
        with self.log.open("ab") as log:
            # It ends with us, however we end: nobody else would stop it.
            self._process = processes.spawn(
                [sys.executable, "-m", "tests.support.programs.launch"],
                output=log,
                cwd=BASE_DIR,
                env=self.child_environment(),
            )
        wait_for(
            lambda: "Chancellery is open at" in self.printed(seen) or not self.up,
            "the site to open",
            OPEN_SECONDS,
            self.explain,
        )
        assert self.up, self.explain()

    def child_environment(self) -> dict[str, str]:
        """What a process needs to belong to this site."""
        given = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        return {
            **given,
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "PYTEST_XDIST_WORKER": "",
            "CHANCELLERY_VAR": str(self.var),
            "CHANCELLERY_TEST_PLACE": str(self.var),
            "CHANCELLERY_FAULTS": str(self.faults),
            "CHANCELLERY_LEASE": str(LEASE),
            "PORT": str(self.port),
            "LIMITS": OPEN_LIMITS,
            **self.environment,
        }

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        if self._process is not None and self.up:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)
        self._process = None

    @property
    def up(self) -> bool:
        """Whether the supervisor runs."""
        return self._process is not None and self._process.poll() is None

    def printed(self, after: int = 0) -> str:
        """What all parts have printed, from that letter on."""
        return self.log.read_text(errors="replace")[after:] if self.log.exists() else ""

    def explain(self) -> str:
        """The end of what was printed, for a test that fails."""
        return self.printed()[-6000:]

    def part(self, name: str) -> list[psutil.Process]:
        """The processes of a part that are there, without those that they have forked: several of the web."""
        if self._process is None or not self.up:
            return []
        children: list[psutil.Process] = []
        with suppress(psutil.Error):
            supervisor = psutil.Process(self._process.pid)
            if name == "supervisor":
                return [supervisor]
            children = supervisor.children()
        found = []
        for child in children:
            with suppress(psutil.Error):
                if child.name() == PARTS[name] and child.status() != psutil.STATUS_ZOMBIE:
                    found.append(child)
        return found

    def expect(self, name: str) -> list[psutil.Process]:
        """The processes of a part; waits until one is there."""
        wait_for(lambda: bool(self.part(name)), f"{name} to run", OPEN_SECONDS, self.explain)
        part = self.part(name)
        assert part, f"{name} does not stay.\n{self.explain()}"
        return part

    def family(self, name: str) -> list[psutil.Process]:
        """The processes of a part, with all that they have forked."""
        return [one for part in self.expect(name) for one in (part, *part.children(recursive=True))]

    def kill(self, name: str) -> None:
        """SIGKILL a part, a program with all its children."""
        part = self.expect(name)
        for one in part:
            with suppress(ProcessLookupError, psutil.NoSuchProcess):
                if name in ("web", "worker", "beat"):
                    os.killpg(one.pid, signal.SIGKILL)
                else:
                    one.kill()
        if name == "supervisor":
            assert self._process is not None
            self._process.wait(30)
        else:
            wait_for(
                lambda: not any(map(alive, part)), f"the killed {name} to end", 30, self.explain
            )
        connection.close()  # what this process had open may have been at its other end

    @contextmanager
    def frozen(self, name: str, *, alone: bool = False) -> Iterator[None]:
        """A part that stands still, with all its children (or ``alone``), for the length of a `with`
        block.
        """
        family = self.expect(name) if alone else self.family(name)
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.suspend()
        try:
            yield
        finally:
            for process in family:
                with suppress(psutil.Error):
                    process.resume()

    def restart(self) -> None:
        """Start everything again after the supervisor was killed."""
        wait_for(
            lambda: not working_in(self.var),
            "what the supervisor left to end",
            60,
            lambda: f"{working_in(self.var)}\n{self.explain()}",
        )
        self.start()
        connection.close()

    def arm(self, point: str, what: str) -> Path:
        """Let something happen at a fault point; returns the file that then appears."""
        struck = self.faults / f"{point}.struck"
        struck.unlink(missing_ok=True)
        (self.faults / f"{point}.go").unlink(missing_ok=True)
        unfinished = self.faults / f"{point}.new"
        unfinished.write_text(what)
        unfinished.rename(self.faults / point)
        return struck

    def release(self, point: str) -> None:
        """Let go what is held at a point."""
        (self.faults / f"{point}.go").touch()

    def disarm(self) -> None:
        """Forget every fault."""
        for file in self.faults.iterdir():
            file.unlink(missing_ok=True)

    def wait_for_strike(self, struck: Path, seconds: float = 45.0) -> None:
        """Wait until a fault point was reached."""
        wait_for(struck.exists, f"somebody to come by {struck.stem}", seconds, self.explain)

    def answers(self) -> bool:
        """Whether the web server says that all is well."""
        return answers(self.url)

    def wait_until_it_answers(self, seconds: float = OPEN_SECONDS) -> None:
        """Wait until web, database and Redis are there."""
        wait_for(lambda: self.up and self.answers(), "the site to answer", seconds, self.explain)

    def ensure(self) -> None:
        """Make sure that everything runs and no fault is armed."""
        self.disarm()
        if not self.up:
            self.restart()
        for name in PARTS:
            self.expect(name)
        self.wait_until_it_answers()

    @contextmanager
    def database(self) -> Iterator[None]:
        """Let this test process work on the site's database."""
        kept = dict(connection.settings_dict)
        connection.close()
        connection.settings_dict.update(
            HOST=str(self.place.sockets), NAME="chancellery", USER="chancellery", PORT=""
        )
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict.update(kept)


def alive(process: psutil.Process) -> bool:
    """Whether a process runs. It may end while it is being asked."""
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def working_in(var: Path) -> list[str]:
    """The processes that still work in a site's folder."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get("CHANCELLERY_VAR") == str(var) and alive(process):
                found.append(f"{process.pid} {process.status()} {' '.join(process.cmdline())}")
    return found


def keep_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the test itself writes is told to nobody: this process has no Redis of its own.

    Whatever it leaves to be done, the sweep of the site finds.
    """
    from campaigns.services.log import push
    from core import after_commit

    monkeypatch.setattr(push, "_send", lambda *_: None)
    monkeypatch.setattr(after_commit, "_send", lambda *_: None)
