"""Running the parts of a site as one: fork, watch, fork again, stop.

The process that supervises has loaded everything before (:func:`config.supervision.stack.parts`); each part is
forked from it, so what they have in common is there once. A part that ends is started
again, later each time if it keeps ending. SIGINT, SIGTERM and SIGHUP stop them all: each is
asked to end before any is waited for.

It starts no thread: what a thread holds at the moment of a fork, the child would wait for for ever.
"""

import os
import selectors
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TextIO

from config.supervision import processes
from config.supervision.backoff import Backoff

FIRST_PAUSE = 1.0  # seconds before a part is started again
LONGEST_PAUSE = 30.0
LOOK_EVERY = 0.2
MOST_BYTES = 65536
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(slots=True)
class Part:
    """One process to keep running, and how many seconds it has to end when it is asked to.

    ``run`` is all that it does; it returns or exits when SIGTERM has come. It has a session of its own, and keeps
    of all ``listening`` sockets only its own open.
    ``errand``: it has something to do once and then ends; it begins when all is ready, and is
    started again only if it did not come to its end.
    """

    name: str
    run: Callable[[], object]
    patience: float = 10.0
    errand: bool = False
    listening: socket.socket | None = None


class Supervisor:
    """Keeps its parts running until it is told to stop."""

    def __init__(
        self,
        parts: Sequence[Part],
        *,
        out: TextIO = sys.stdout,
        prefixed: bool = True,
        tend: Callable[[], Iterable[tuple[str, str]]] = tuple,
        ready: Callable[[], bool] = lambda: True,
        welcome: str = "",
        private: Sequence[int] = (),
    ) -> None:
        """Print `welcome` once `ready` says yes.

        `prefixed`: every line that a part prints appears under its name; otherwise parts print for themselves.
        `tend` is called now and then to look after what is not a part of ours; what it did
        is printed under the name it gives. No part keeps the file descriptors of `private`.
        """
        self._lines = Lines(out, width=max(len(part.name) for part in parts), prefixed=prefixed)
        self._running = [_Running(part, self._lines) for part in parts]
        self._tend = tend
        self._ready = ready
        self._welcome = welcome
        self._private = private
        self._stopping = False

    def run(self) -> int:
        """Run until SIGINT, SIGTERM or SIGHUP; returns 0."""
        before = {number: signal.signal(number, self._on_signal) for number in STOP_SIGNALS}
        try:
            for one in self._running:
                if not one.part.errand:
                    self._start(one)
            self._watch()
        finally:
            self._lines.line("stop", "stopping everything; this takes a moment")
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)
        return 0

    def _watch(self) -> None:
        while not self._stopping:
            self._lines.copy(LOOK_EVERY)
            for one in self._running:
                one.look()
                if one.due:
                    self._start(one)
            if self._welcome and self._ready():
                self._lines.plain(self._welcome)
                self._welcome = ""
                for one in self._running:
                    if one.part.errand:
                        self._start(one)
            for name, text in self._tend():
                self._lines.line(name, text)

    def _start(self, one: "_Running") -> None:
        """Fork a part; only the parent returns."""
        others = [each.part.listening for each in self._running if each is not one]
        parent, output = os.getpid(), self._lines.pipe()
        sys.stdout.flush()
        # Blocked until it has its own handlers, so that it hears of its end if that comes at once.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        pid = os.fork()
        if pid:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
            self._lines.follow(one.part.name, output)
            one.started(pid)
            return
        # No way out of here but the end of the process.
        code = 1
        try:
            os.setsid()
            # When we are killed there is nobody left to read what they print, and their servers
            # are ending too. A worker that was asked to stop in order then would take the broken
            # pipe for a broken connection, and wait for Redis for ever.
            processes.die_with_parent(signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)
            self._lines.become(output)
            for number in self._private:
                os.close(number)
            for listening in others:
                if listening is not None:
                    listening.close()
            signal.signal(signal.SIGINT, signal.default_int_handler)
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
            code = _carried_out(one.part)
        except BaseException:  # noqa: BLE001 - it ends here, whatever it is
            traceback.print_exc()
        finally:
            with suppress(OSError):
                sys.stdout.flush()
            os._exit(code)

    def _stop(self) -> None:
        began = time.monotonic()
        for one in self._running:
            one.ask_to_end()
        while [one for one in self._running if one.is_ending(time.monotonic() - began)]:
            self._lines.copy(0.02)
        self._lines.copy(0)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True


def _carried_out(part: Part) -> int:
    """Do what a part does; the code to exit with."""
    processes.name_this(part.name)
    try:
        part.run()
    except KeyboardInterrupt:
        return 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr, flush=True)  # noqa: T201 - as Python does it
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


class Lines:
    """Lines of several parts on one stream, each under its part's name."""

    def __init__(self, out: TextIO, *, width: int, prefixed: bool) -> None:
        """`width` is the longest name, so that the lines align."""
        self._out = out
        self._width = width
        self._prefixed = prefixed
        self._followed = selectors.DefaultSelector()
        self._begun: dict[int, bytes] = {}

    def line(self, name: str, text: str) -> None:
        """Print one line under a name."""
        self.plain(f"{name:<{self._width}} | {text}")

    def plain(self, text: str) -> None:
        """Print without a name, whole and at once."""
        try:
            print(text, file=self._out, flush=True)
        except (BrokenPipeError, ValueError):
            # Nobody reads any more; the parts must go on and be stopped in order.
            self._out = Path(os.devnull).open("w")  # noqa: SIM115 - kept for the rest of the run
        except OSError:
            pass  # a full disk: this line is lost, the next may find room

    def pipe(self) -> tuple[int, int] | None:
        """What a part that is about to be forked prints to; nothing where it prints for itself."""
        return os.pipe() if self._prefixed else None

    def follow(self, name: str, pipe: tuple[int, int] | None) -> None:
        """Copy from now on what a part prints."""
        if pipe is not None:
            reading, writing = pipe
            os.close(writing)
            os.set_blocking(reading, False)
            self._begun[reading] = b""
            self._followed.register(reading, selectors.EVENT_READ, name)

    def become(self, pipe: tuple[int, int] | None) -> None:
        """Be the part that prints to a pipe; hear nothing of the others."""
        self._followed.close()
        for reading in self._begun:
            os.close(reading)
        if pipe is not None:
            reading, writing = pipe
            os.close(reading)
            os.dup2(writing, 1)
            os.dup2(writing, 2)
            os.close(writing)
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        # Whole lines at once, whatever the parent's output is.
        if sys.__stdout__ is not None:
            sys.__stdout__.reconfigure(line_buffering=True)

    def copy(self, seconds: float) -> None:
        """Print what comes within so many seconds."""
        until = time.monotonic() + seconds
        while True:
            if self._begun:
                ready = self._followed.select(max(0.0, until - time.monotonic()))
                for key, _ in ready:
                    self._read(key.fd, key.data)
            else:
                time.sleep(max(0.0, until - time.monotonic()))
                ready = []
            if not ready or time.monotonic() >= until:
                return

    def _read(self, number: int, name: str) -> None:
        """Print the lines that are whole by now; at the end, what is left."""
        try:
            more = os.read(number, MOST_BYTES)
        except BlockingIOError:
            return
        *whole, begun = (self._begun[number] + more).split(b"\n")
        if not more:
            self._followed.unregister(number)
            os.close(number)
            del self._begun[number]
            whole.append(begun)
        else:
            self._begun[number] = begun
        for raw in whole:
            if text := raw.decode(errors="replace").rstrip():
                self.line(name, text)


class _Running:
    """A part with its process, its failures and the moment it may start again."""

    def __init__(self, part: Part, lines: Lines) -> None:
        self.part = part
        self._lines = lines
        self._pid = 0
        self._backoff = Backoff(first=FIRST_PAUSE, longest=LONGEST_PAUSE)

    @property
    def due(self) -> bool:
        """Whether it has ended, and its pause is over."""
        return not self._pid and self._backoff.due

    def started(self, pid: int) -> None:
        """It runs as this process."""
        self._pid = pid
        self._backoff.started()
        self._lines.line(self.part.name, f"started (process {pid})")

    def look(self) -> None:
        """Notice that it has ended."""
        code = self._ended()
        if code is None:
            return
        self._lines.copy(0)  # what it printed last
        if self.part.errand and code == 0:
            self._lines.line(self.part.name, "done")
            return
        pause = self._backoff.ended()
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        self._lines.line(self.part.name, f"{how}; starting it again in {pause:g} s")

    def ask_to_end(self) -> None:
        if self._pid:
            os.kill(self._pid, signal.SIGTERM)

    def is_ending(self, waited: float) -> bool:
        """Whether one that was asked to end has still time for it; kills one that has not."""
        if self._pid and self._ended() is None and waited > self.part.patience:
            os.kill(self._pid, signal.SIGKILL)
            self._ended(wait=True)
        return bool(self._pid)

    def _ended(self, *, wait: bool = False) -> int | None:
        """With what code its process has just ended; kills what is left of its group."""
        if not self._pid:
            return None
        pid, status = os.waitpid(self._pid, 0 if wait else os.WNOHANG)
        if not pid:
            return None
        processes.kill_group(pid)
        self._pid = 0
        return os.waitstatus_to_exitcode(status)
