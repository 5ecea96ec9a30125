"""The real site under measurement, started as `make play` starts it, in a folder of its own."""

import json
import os
import re
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import psutil

ROOT = Path(__file__).resolve().parent.parent
LOOPBACK = "127.0.0.1"
START_SECONDS = 120.0
PATIENCE = 60.0
OPEN_LIMITS = ",".join(
    f"{door}=1000000000 per hour" for door in ("api", "seal", "act", "desk", "found")
)
STARTED = re.compile(r"^(\w+)\s*\| started \(process (\d+)\)", re.MULTILINE)
DONE = re.compile(r"^demo\s*\| done", re.MULTILINE)
#: A site rests when its processes need less than so many seconds of computing in so many seconds.
IDLE_SECONDS, IDLE_FOR = 2.0, 35.0
LONGEST_DEMO, LONGEST_UNREST = 1200.0, 600.0


def prepare(folder: Path) -> None:
    """Let this process and its children work in the folder, empty at first.

    To be called before Django is set up, which makes the secrets that all of them share.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    folder.chmod(0o711)  # PostgreSQL passes through here as another account when we are root
    os.environ["CHANCELLERY_VAR"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.play"
    # A few people do here what thousands would: limits stay counted, and out of reach.
    os.environ["LIMITS"] = OPEN_LIMITS
    # What the machine can do, unless somebody asks for what a small site can.
    os.environ.setdefault("SITE_PROCESSES", str(os.cpu_count() or 1))
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)


class Site:
    """A running site: its ports, its processes and the load programs that ask it."""

    def __init__(self, folder: Path, *, demo: bool = False) -> None:
        """Start `manage.py up` on a free port and wait for its welcome.

        The demonstrations, with which a new folder begins, are played only with ``demo``.
        """
        self.ports = [free_port()]
        self._errands: list[psutil.Process] = []
        self.log = folder / "up.log"
        with self.log.open("wb") as log:
            self.up = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=ROOT,
                env={**os.environ, "PORT": str(self.ports[0]), "HOST": LOOPBACK},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        until = time.monotonic() + START_SECONDS
        while "Chancellery is open at" not in self.printed():
            if self.up.poll() is not None or time.monotonic() > until:
                self.stop()
                raise RuntimeError(f"The site did not start:\n{self.printed()[-2000:]}")
            time.sleep(0.1)
        if not demo:
            self._errands = self._put_off()

    def _put_off(self) -> list[psutil.Process]:
        """Let the playing of demonstrations stand still meanwhile."""
        until = time.monotonic() + PATIENCE
        while "demo" not in dict(STARTED.findall(self.printed())) and time.monotonic() < until:
            time.sleep(0.1)
        errands = self.processes("demo")
        for one in errands:
            one.suspend()
        return errands

    def printed(self) -> str:
        """What it has printed so far."""
        return self.log.read_text(errors="replace")

    def processes(self, name: str) -> list[psutil.Process]:
        """The processes of one of its parts (web, worker, delivery, beat), children included."""
        found: list[psutil.Process] = []
        for part, pid in STARTED.findall(self.printed()):
            with suppress(psutil.NoSuchProcess):
                if part == name:
                    first = psutil.Process(int(pid))
                    found += [first, *first.children(recursive=True)]
        if not found:
            raise RuntimeError(f"The site runs no {name}:\n{self.printed()}")
        return found

    def all_processes(self) -> list[psutil.Process]:
        """Every process of it: ours, PostgreSQL's and Redis."""
        first = psutil.Process(self.up.pid)
        return [first, *first.children(recursive=True)]

    def rest(self) -> None:
        """Wait until the demonstrations are there, and nothing is left to do."""
        until = time.monotonic() + LONGEST_DEMO
        while not DONE.search(self.printed()):
            if time.monotonic() > until:
                raise RuntimeError(f"The demonstrations do not come:\n{self.printed()[-2000:]}")
            time.sleep(1)
        until = time.monotonic() + LONGEST_UNREST
        before = self._computed()
        while True:
            time.sleep(IDLE_FOR)
            now = self._computed()
            if sum(now.values()) - sum(before.get(pid, 0.0) for pid in now) < IDLE_SECONDS:
                return
            if time.monotonic() > until:
                raise RuntimeError("The site does not come to rest.")
            before = now

    def _computed(self) -> dict[int, float]:
        """The seconds that each process has computed."""
        computed = {}
        for one in self.all_processes():
            with suppress(psutil.NoSuchProcess):
                times = one.cpu_times()
                computed[one.pid] = times.user + times.system
        return computed

    def stop(self) -> None:
        """Stop it as Ctrl-C would."""
        for one in self._errands:
            with suppress(psutil.NoSuchProcess):
                one.resume()
        if self.up.poll() is None:
            self.up.send_signal(signal.SIGINT)
            try:
                self.up.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.up.kill()
                self.up.wait()


@contextmanager
def running(folder: Path, *, demo: bool = False) -> Iterator[Site]:
    """A site in a prepared folder for the length of a `with` block."""
    site = Site(folder, demo=demo)
    try:
        yield site
    finally:
        site.stop()


def memory_of(processes: list[psutil.Process]) -> tuple[float, float]:
    """MiB that processes hold together: shared pages counted once (PSS), and counted in each (RSS)."""
    full = [one.memory_full_info() for one in processes]
    pss = [getattr(one, "pss", one.rss) for one in full]
    return sum(pss) / 2**20, sum(one.rss for one in full) / 2**20


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def run(command: Sequence[str]) -> int:
    """Run a program of ours to its end; returns its exit code."""
    return subprocess.run(command, cwd=ROOT, check=False).returncode


class Load:
    """A running load program: a plan goes in, lines of JSON come out."""

    def __init__(self, command: str, plan: dict[str, Any]) -> None:
        """Start it with its plan."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.load", command],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._in: IO[bytes] = self._process.stdin  # type: ignore[assignment]
        self._out: IO[bytes] = self._process.stdout  # type: ignore[assignment]
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._out, selectors.EVENT_READ)
        self.tell(json.dumps(plan))

    def tell(self, line: str) -> None:
        """Write it a line."""
        self._in.write(line.encode() + b"\n")
        self._in.flush()

    def answer(self, seconds: float) -> dict[str, Any] | None:
        """Its next line, or None if none comes in time."""
        if not self._ready.select(seconds):
            return None
        line = self._out.readline()
        if not line:
            raise RuntimeError(f"The load program ended with code {self._process.wait()}.")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        """Let it end."""
        self._in.close()
        self._process.terminate()
        self._process.wait()
        self._ready.close()
        self._out.close()


def asked(plan: dict[str, Any]) -> dict[str, Any]:
    """Run `ask` with a plan and wait for its answer."""
    load = Load("ask", plan)
    try:
        answer = load.answer(float(plan["seconds"]) + 60)
        if answer is None:
            raise RuntimeError("The load program did not answer in time.")
        return answer
    finally:
        load.stop()
