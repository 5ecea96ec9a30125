"""The real programs of a running site, for tests that need the whole of it.

`LiveSite` runs the web server, the worker and the beat as their own processes against
the database of the test, just as `manage.py up` would, and lets a test kill them.
"""

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection

from config.supervision import processes
from config.supervision.locks import lock
from core.paths import BASE_DIR

START_SECONDS = 60.0
LOOPBACK = "127.0.0.1"


FIRST_PORT, PORTS = 18_000, 4_000
"""Below the ports that the system hands out by itself, so that none of them is taken meanwhile."""

_held_ports: list[int] = []


def free_port() -> int:
    """A port nobody listens on, kept for this process as long as it lives.

    Whoever only looks for one and starts a server on it later may find it taken by then: by another
    process of the tests, or by any connection.
    """
    folder = Path(tempfile.gettempdir()) / f"chancellery-ports-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    start = random.randrange(PORTS)
    for step in range(PORTS):
        port = FIRST_PORT + (start + step) % PORTS
        held = lock(folder / str(port))
        if held is None:
            continue
        with suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((LOOPBACK, port))
            # Left open on purpose: the lock lasts as long as the process.
            _held_ports.append(held)
            return port
        os.close(held)
    raise AssertionError(f"No port from {FIRST_PORT} on is free.")


def child_environment() -> dict[str, str]:
    """What a child process needs to work on this test's own database and Redis."""
    database = connection.settings_dict
    host = str(database["HOST"]).replace("/", "%2F")
    password = f":{database['PASSWORD']}" if database["PASSWORD"] else ""
    port = f":{database['PORT']}" if database["PORT"] else ""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "DATABASE_URL": f"postgres://{database['USER']}{password}@{host}{port}/{database['NAME']}",
        "CHANCELLERY_TEST_PLACE": str(settings.TEST_PLACE.root),
        "REDIS_URL": settings.REDIS_URL,
        "REDIS_PREFIX": settings.REDIS_PREFIX,
        # The prefix above is complete already.
        "PYTEST_XDIST_WORKER": "",
    }


@dataclass(frozen=True, slots=True)
class Program:
    """A part of a site by itself, as `manage.py serve` runs it."""

    name: str
    options: tuple[str, ...] = ()
    patience: float = 30.0

    @property
    def command(self) -> list[str]:
        """What to start."""
        return [sys.executable, str(BASE_DIR / "manage.py"), "serve", self.name, *self.options]


def web_on(port: int) -> Program:
    """The web server on a port of this machine."""
    return Program("web", ("--host", LOOPBACK, "--port", str(port)))


class Running:
    """One program of the site, with what it printed."""

    def __init__(self, program: Program, log: Path, env: dict[str, str]) -> None:
        self.program = program
        self.log = log
        self._env = env
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id of the program while it runs."""
        assert self._process is not None, f"{self.program.name} is not running"
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it was started and has not ended, though it may rest."""
        return self._process is not None and not self.ended

    @property
    def ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def start(self) -> None:
        """Start it, or let it go on; harmless if it runs."""
        if self._process is not None and self._process.poll() is None:
            self._signal(signal.SIGCONT)
            return
        with self.log.open("ab") as log:
            self._process = processes.spawn(self.program.command, output=log, env=self._env)

    def rest(self) -> None:
        """Let it stand still with all its children until it is started again."""
        self._signal(signal.SIGSTOP)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)

    def ask_to_end(self) -> None:
        """Ask it to end in order, as Ctrl-C would, and do not wait for it."""
        self._signal(signal.SIGCONT)
        if self._process is not None:
            processes.ask_to_end(self._process)

    def await_end(self) -> None:
        """Wait until it has ended, having been asked to."""
        if self._process is not None:
            processes.await_end(self._process, patience=self.program.patience)
            self._process = None

    def stop(self) -> None:
        """End it in order, as Ctrl-C would."""
        self.ask_to_end()
        self.await_end()

    def kill(self) -> None:
        """SIGKILL it with all its children, as a power cut would."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)
            processes.end_group(self._process)
            self._process = None

    def wait_for_line(self, text: str, *, after: int = 0, seconds: float = START_SECONDS) -> None:
        """Wait until it has printed a text, looking at its log from byte `after` on."""
        wait_for(
            lambda: self.ended or text in self.printed(after),
            f"{self.program.name} to print {text!r}",
            seconds,
            self.printed,
        )
        assert text in self.printed(after), f"{self.program.name} ended:\n{self.printed(after)}"

    def printed(self, after: int = 0) -> str:
        """What it has printed since byte `after` of its log."""
        if not self.log.exists():
            return ""
        return self.log.read_bytes()[after:].decode(errors="replace")


class Idle:
    """Whether the programs of the site have nothing to do, each time it is asked."""

    OFTEN = 4

    def __init__(self) -> None:
        self._times = 0

    @property
    def for_a_while(self) -> bool:
        """Whether that was so several times running: a task that was just taken shows nowhere."""
        self._times = self._times + 1 if self._now() else 0
        return self._times >= self.OFTEN

    def _now(self) -> bool:
        queue = f"{settings.CELERY_BROKER_TRANSPORT_OPTIONS['global_keyprefix']}celery"
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            waiting = client.llen(queue)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND state <> 'idle' AND backend_type = 'client backend'"
            )
            [working] = cursor.fetchone()
        return not waiting and not working


class LiveSite:
    """The web server, the worker and the beat of one test process."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://{LOOPBACK}:{self.port}"
        env = child_environment()
        self.web = Running(web_on(self.port), folder / "web.log", env)
        self.worker = Running(Program("worker"), folder / "worker.log", env)
        self.beat = Running(Program("beat"), folder / "beat.log", env)

    def start(self) -> None:
        """Start everything, all programs at once, and wait until the web answers and tasks are taken."""
        self.web.start()
        self.start_clock()
        self.start_web()

    def start_web(self) -> None:
        """Start the web server and wait until it answers."""
        self.web.start()
        wait_for(
            lambda: self.web.ended or self.answers(),
            "the web server",
            START_SECONDS,
            self.web.printed,
        )
        assert not self.web.ended, f"The web server ended:\n{self.web.printed()}"

    def start_clock(self) -> None:
        """Start the worker and the beat, or let them go on, and wait until the worker takes tasks."""
        if self.worker.running and self.beat.running:
            self.worker.start()
            self.beat.start()
            return
        seen = self.worker.log.stat().st_size if self.worker.log.exists() else 0
        self.worker.start()
        self.beat.start()
        self.worker.wait_for_line("ready.", after=seen)

    def rest_clock(self) -> None:
        """Let beat and worker stand still once nothing is left to do; what they start with is much."""
        self.beat.rest()
        idle = Idle()
        wait_for(lambda: idle.for_a_while, "the worker to finish what it does")
        self.worker.rest()

    def stop(self) -> None:
        """Stop everything."""
        programs = (self.beat, self.worker, self.web)
        for program in programs:
            program.ask_to_end()
        for program in programs:
            program.await_end()

    def answers(self) -> bool:
        """Whether the web server says that it is well."""
        return answers(self.url)


def answers(url: str) -> bool:
    """Whether the web server at an address says that it is well."""
    with suppress(OSError), urllib.request.urlopen(f"{url}/healthz", timeout=5) as answer:
        return answer.status == 200
    return False


def wait_for(
    happened: Callable[[], bool],
    what: str,
    seconds: float = 45.0,
    explain: Callable[[], str] = lambda: "",
) -> None:
    """Wait until something has happened; fail saying what did not, and why."""
    if not processes.wait_until(happened, seconds=seconds, every=0.1):
        raise AssertionError(f"Waited {seconds:.0f} s for {what}.\n{explain()}".strip())
