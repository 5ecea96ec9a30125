"""Running several programs as one: start, watch, restart, stop.

Every line a program prints appears under its name. A program that ends is started
again, later each time if it keeps ending. SIGINT and SIGTERM stop them all: each is
asked to end before any is waited for.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO, TextIO

from config.supervision import processes
from config.supervision.backoff import Backoff

FIRST_PAUSE = 1.0  # seconds before a program is started again
LONGEST_PAUSE = 30.0
LOOK_EVERY = 0.2


@dataclass(slots=True)
class Program:
    """One program to keep running, and how long to wait for it when stopping.

    ``errand``: it has something to do once and then ends; it begins when all is ready, and is
    started again only if it did not come to its end.
    """

    name: str
    command: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    patience: float = 10.0
    errand: bool = False


class Supervisor:
    """Keeps its programs running until it is told to stop."""

    def __init__(
        self,
        programs: Sequence[Program],
        *,
        out: TextIO = sys.stdout,
        tend: Callable[[], Iterable[tuple[str, str]]] = tuple,
        ready: Callable[[], bool] = lambda: True,
        welcome: str = "",
    ) -> None:
        """Print `welcome` once `ready` says yes.

        `tend` is called now and then to look after what is not a program of ours; what it did
        is printed under the name it gives.
        """
        self._out = Prefixed(out, width=max(len(program.name) for program in programs))
        self._running = [_Running(program, self._out) for program in programs]
        self._tend = tend
        self._ready = ready
        self._welcome = welcome
        self._stopping = False

    def run(self) -> int:
        """Run until SIGINT, SIGTERM or SIGHUP; returns 0."""
        before = {
            number: signal.signal(number, self._on_signal)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        }
        try:
            for one in self._running:
                if not one.program.errand:
                    one.start()
            self._watch()
        finally:
            self._out.line("stop", "stopping everything; this takes a moment")
            for one in reversed(self._running):
                one.ask_to_end()
            for one in reversed(self._running):
                one.stop()
            for number, handler in before.items():
                signal.signal(number, handler)
        return 0

    def _watch(self) -> None:
        while not self._stopping:
            time.sleep(LOOK_EVERY)
            for one in self._running:
                one.look()
            if self._welcome and self._ready():
                self._out.plain(self._welcome)
                self._welcome = ""
                for one in self._running:
                    if one.program.errand:
                        one.start()
            for name, said in self._tend():
                self._out.line(name, said)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True


class Prefixed:
    """Lines of several programs on one stream, each under its program's name."""

    def __init__(self, out: TextIO, *, width: int) -> None:
        """`width` is the longest name, so that the lines align."""
        self._out = out
        self._width = width
        self._lock = threading.Lock()

    def line(self, name: str, text: str) -> None:
        """Print one line under a name."""
        self.plain(f"{name:<{self._width}} | {text}")

    def plain(self, text: str) -> None:
        """Print without a name, whole and at once."""
        with self._lock:
            try:
                print(text, file=self._out, flush=True)
            except (BrokenPipeError, ValueError):
                # Nobody reads any more; the programs must go on and be stopped in order.
                self._out = Path(os.devnull).open("w")  # noqa: SIM115 - kept for the rest of the run
            except OSError:
                pass  # a full disk: this line is lost, the next may find room

    def copy(self, name: str, stream: IO[bytes]) -> None:
        """Print everything from a stream until it ends."""
        for raw in stream:
            if text := raw.decode(errors="replace").rstrip():
                self.line(name, text)


class _Running:
    """A program with its process, its failures and the moment it may start again."""

    def __init__(self, program: Program, out: Prefixed) -> None:
        self.program = program
        self._out = out
        self._process: subprocess.Popen[bytes] | None = None
        self._idle = program.errand
        self._backoff = Backoff(first=FIRST_PAUSE, longest=LONGEST_PAUSE)

    def start(self) -> None:
        self._idle = False
        self._process = processes.spawn(
            self.program.command,
            output=subprocess.PIPE,
            env={**os.environ, **self.program.env},
            # When we are killed there is nobody left to read what they print, and their servers
            # are ending too. A worker that was asked to stop in order then would take the broken
            # pipe for a broken connection, and wait for Redis for ever.
            death_signal=signal.SIGKILL,
        )
        self._backoff.started()
        self._out.line(self.program.name, f"started (process {self._process.pid})")
        threading.Thread(
            target=self._out.copy, args=(self.program.name, self._process.stdout), daemon=True
        ).start()

    def look(self) -> None:
        """Notice that the program has ended; start it again when its pause is over."""
        if self._idle:
            return
        if self._process is None:
            if self._backoff.due:
                self.start()
            return
        code = self._process.poll()
        if code is None:
            return
        processes.end_group(self._process)
        self._process = None
        if self.program.errand and code == 0:
            self._idle = True
            self._out.line(self.program.name, "done")
            return
        pause = self._backoff.ended()
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        self._out.line(self.program.name, f"{how}; starting it again in {pause:g} s")

    def ask_to_end(self) -> None:
        if self._process is not None:
            processes.ask_to_end(self._process)

    def stop(self) -> None:
        """Wait until it has ended, having been asked to."""
        if self._process is not None:
            processes.await_end(self._process, patience=self.program.patience)
            self._process = None
