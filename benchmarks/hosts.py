"""The picture beyond one machine, played on one: several web and worker hosts, a standby.

Each "host" is a process group of its own with nothing in common with the others but PostgreSQL and
Redis, as hosts would have: another web server on another port, another worker. The standby is a
second PostgreSQL that follows the first one's log over its socket; with ``synchronous`` a commit
waits until the standby has it on disk too.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg

from benchmarks import orders, push, seeding
from benchmarks.figures import Figure
from benchmarks.site import LOOPBACK, ROOT, START_SECONDS, Site, free_port
from config.supervision import processes, services
from core.paths import Place, play_place

WATCHERS = 1000
SECONDS, QUICK_SECONDS = 5.0, 3.0


def measure(site: Site, *, quick: bool = False) -> list[Figure]:
    """Pushes and submissions with two web hosts and two worker hosts; commits with a standby."""
    seconds, runs = (QUICK_SECONDS, 2) if quick else (SECONDS, 3)
    chairs = seeding.tables(50)
    figures = [_submissions("one web host", site, chairs, seconds, runs)]
    with _another_host(site):
        figures += [
            _submissions("two web hosts", site, chairs, seconds, runs),
            *(
                replace(one, group="Hosts", size="two web hosts")
                for one in push.measure(site, quick=quick, sizes=(WATCHERS,))
                if one.what == "commit to the last socket"
            ),
        ]
    with _standby(play_place()) as follow:
        figures.append(_submissions("a standby that follows", site, chairs, seconds, runs))
        follow(synchronous=True)
        figures.append(_submissions("a standby that confirms", site, chairs, seconds, runs))
        follow(synchronous=False)
    return figures


def _submissions(
    size: str, site: Site, chairs: list[seeding.Chair], seconds: float, runs: int
) -> Figure:
    answers = []
    for _ in range(runs):
        _submissions_so_far.append(size)
        run = len(_submissions_so_far)
        answers.append(orders.submit(site, chairs, seconds=seconds, run=run))
    p95 = sorted(one["p95"] for one in answers)[len(answers) // 2]
    return orders.accepted(answers, "Hosts", size, note=f"95th percentile {p95:.0f} ms")


_submissions_so_far: list[str] = []


@contextmanager
def _another_host(site: Site) -> Iterator[None]:
    """A second web server, on a port of its own, and a second worker."""
    port = free_port()
    with (Path(os.environ["CHANCELLERY_VAR"]) / "host.log").open("ab") as log:
        running = processes.spawn(
            [sys.executable, "manage.py", "serve", "web", "worker", "--port", str(port)],
            output=log,
            cwd=ROOT,
        )
    site.ports.append(port)
    try:
        _wait_for_port(port)
        yield
    finally:
        site.ports.remove(port)
        processes.stop(running, patience=30)


def _wait_for_port(port: int) -> None:
    def answers() -> bool:
        try:
            socket.create_connection((LOOPBACK, port), timeout=0.5).close()
        except OSError:
            return False
        return True

    if not processes.wait_until(answers, seconds=START_SECONDS):
        raise RuntimeError("The second web host did not start.")


@contextmanager
def _standby(place: Place) -> Iterator["_Follow"]:
    """A copy of the database that follows it."""
    account = services.account_for_postgres(place.postgres_data)
    home = place.root / "standby"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(mode=0o700)
    sockets = place.sockets / "standby"
    sockets.mkdir(mode=0o700, exist_ok=True)
    if account is not None:
        for folder in (home, sockets):
            os.chown(folder, account.pw_uid, account.pw_gid)
    copy = processes.spawn(
        [
            services.postgres_binary("pg_basebackup"),
            *("-h", str(place.sockets), "-U", services.DATABASE, "-D", str(home)),
            *("--checkpoint=fast", "--wal-method=stream", "--write-recovery-conf"),
        ],
        output=subprocess.DEVNULL,
        user=account,
    )
    if copy.wait(120):
        raise RuntimeError("The standby could not be made.")
    with (place.logs / "standby.log").open("ab") as log:
        server = processes.spawn(
            [
                services.postgres_binary("postgres"),
                *("-D", str(home), "-c", "listen_addresses="),
                *("-c", f"unix_socket_directories={sockets}", "-c", "max_connections=200"),
                *("-c", "cluster_name=standby"),
            ],
            output=log,
            user=account,
            death_signal=signal.SIGINT,
        )
    follow = _Follow(place)
    try:
        if not processes.wait_until(follow.streams, seconds=60):
            raise RuntimeError("The standby does not follow.")
        yield follow
    finally:
        follow(synchronous=False)
        processes.stop(server, patience=20, with_signal=signal.SIGINT)


class _Follow:
    """How commits wait for the standby."""

    def __init__(self, place: Place) -> None:
        self._address = place.database_url

    def streams(self) -> bool:
        """Whether the standby receives what is written."""
        return bool(self._ask("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"))

    def __call__(self, *, synchronous: bool) -> None:
        """Let commits wait until the standby has them on disk, or not."""
        names = "*" if synchronous else ""
        self._ask(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self._ask("SELECT pg_reload_conf()")
        time.sleep(0.5)

    def _ask(self, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self._address, autocommit=True) as line:
            cursor = line.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []
