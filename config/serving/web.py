"""`python -m config.serving.web`: the web server, one process for each core.

The application is loaded once and then forked, so that the processes share what they have in
common instead of each holding it: that is most of their memory. Each process has a listening
socket of its own on the same port where the system spreads connections over such sockets (Linux);
elsewhere they share one. A process that ends is made anew.
"""

import argparse
import gc
import importlib
import ipaddress
import os
import signal
import socket
import sys
import time
from collections.abc import Sequence

import uvicorn
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

from config.data.seal_key_check import require_seal_keys
from config.supervision import processes

APPLICATION = "config.asgi:application"
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PAUSE = 1.0  # seconds before a process that ended is made again
LOOK_EVERY = 1.0
BACKLOG = 2048


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until told to stop."""
    given = _parser().parse_args(arguments)
    sockets = _listen(given.host, given.port, given.processes)
    config = _config(given)
    module, _, name = APPLICATION.partition(":")
    config.app = getattr(importlib.import_module(module), name)
    # Loads the views, and with them the rulebooks and all their tables.
    _ = importlib.import_module("django.urls").get_resolver().url_patterns
    config.load()
    try:
        require_seal_keys()
        importlib.import_module("campaigns.rulebooks.preload").preload()
        importlib.import_module("frontend.preload_templates").read_templates()
        importlib.import_module("frontend.fonts").tell_if_missing()
    except ImproperlyConfigured as refusal:
        sys.exit(str(refusal))
    finally:
        # A connection belongs to one process.
        connections.close_all()
    # What is there now stays for ever; looking through it again would only unshare its pages.
    gc.collect()
    gc.freeze()
    return _Family(config, sockets, patience=given.patience + 3).run()


class _Family:
    """The processes, and the one that made them."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], *, patience: float
    ) -> None:
        self._config = config
        self._sockets = sockets
        self._patience = patience
        self._children: dict[int, int] = {}  # process id to place
        self._not_before = [0.0] * len(sockets)

    def run(self) -> int:
        """Keep a process in every place until a signal to stop comes."""
        waited_for = {signal.SIGCHLD, *STOP_SIGNALS}
        # Blocked, so that none is lost between two looks.
        signal.pthread_sigmask(signal.SIG_BLOCK, waited_for)
        while True:
            self._fill()
            got = _wait_for(waited_for)
            if got in STOP_SIGNALS:
                self._stop()
                return 0
            self._collect()

    def _fill(self) -> None:
        now = time.monotonic()
        for place in set(range(len(self._sockets))).difference(self._children.values()):
            if now >= self._not_before[place]:
                self._children[self._fork(place)] = place

    def _fork(self, place: int) -> int:
        parent = os.getpid()
        pid = os.fork()
        if pid:
            return pid
        # No way out of here but the end of the process.
        code = 1
        try:
            processes.die_with_parent(signal.SIGTERM)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD, *STOP_SIGNALS})
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            if os.getppid() == parent:
                uvicorn.Server(self._config).run([self._sockets[place]])
            code = 0
        except KeyboardInterrupt:
            code = 0
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _collect(self) -> None:
        """Notice who has ended."""
        while self._children:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            place = self._children.pop(pid, None)
            if place is not None:
                code = os.waitstatus_to_exitcode(status)
                print(f"process {pid} ended with code {code}; making it again", flush=True)  # noqa: T201 - for the supervisor's log
                self._not_before[place] = time.monotonic() + PAUSE

    def _stop(self) -> None:
        """Let every process finish what it does, then end those that do not."""
        for pid in self._children:
            os.kill(pid, signal.SIGTERM)
        until = time.monotonic() + self._patience
        while self._children and time.monotonic() < until:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            self._children.pop(pid, None)
            if not pid:
                time.sleep(0.02)
        for pid in self._children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _wait_for(signals: set[signal.Signals]) -> int:
    """The next of these (blocked) signals, or 0 after a while."""
    if hasattr(signal, "sigtimedwait"):
        got = signal.sigtimedwait(signals, LOOK_EVERY)
        return got.si_signo if got else 0
    time.sleep(0.1)
    pending = signal.sigpending() & signals
    return signal.sigwait(pending) if pending else 0


def _listen(host: str, port: int, count: int) -> list[socket.socket]:
    """A listening socket for each process. Raises OSError when the port is taken."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    sockets: list[socket.socket] = []
    for _ in range(count):
        if sockets and not processes.ON_LINUX:
            sockets.append(sockets[0])
            continue
        one = socket.socket(family, kind, protocol)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if processes.ON_LINUX:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        one.bind(address)
        sockets.append(one)
    return sockets


def _config(given: argparse.Namespace) -> uvicorn.Config:
    """How each process serves."""
    return uvicorn.Config(
        APPLICATION,
        ws="core.websockets:SocketProtocol",
        # Our messages are a line long: compressing each costs more than it saves, and would
        # keep a dictionary for every open page.
        ws_per_message_deflate=False,
        ws_max_size=4096,
        lifespan="off",
        server_header=False,
        access_log=False,
        # The loggers of the settings serve uvicorn too.
        log_config=None,
        log_level="warning",
        backlog=BACKLOG,
        timeout_graceful_shutdown=given.patience,
        proxy_headers=bool(given.trusted_proxies),
        forwarded_allow_ips=given.trusted_proxies,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m config.serving.web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--processes",
        type=int,
        default=int(os.environ.get("WEB_PROCESSES") or cores()),
        help="one for each core this process may use, unless WEB_PROCESSES says otherwise",
    )
    parser.add_argument(
        "--patience", type=int, default=5, help="seconds that requests under way have at the end"
    )
    parser.add_argument(
        "--trusted-proxies",
        type=proxies,
        default=proxies(os.environ.get("TRUSTED_PROXIES", "")),
        help="addresses or networks of the proxies whose X-Forwarded headers are believed;"
        " none unless TRUSTED_PROXIES says so",
    )
    return parser


def proxies(given: str) -> str:
    """Addresses and networks, checked: everybody (`*`) is no proxy.

    Raises ValueError (which argparse turns into words) for anything else.
    """
    named = [one.strip() for one in given.split(",") if one.strip()]
    for one in named:
        if ipaddress.ip_network(one, strict=False).prefixlen == 0:
            raise ValueError(f"{one} is everybody, not a proxy.")
    return ",".join(named)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    sys.exit(main())
