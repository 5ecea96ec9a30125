"""`manage.py up`: everything starts, one run per folder, nothing is left behind or lost."""

import os
import re
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from config.supervision.processes import wait_until
from core.paths import Place
from tests.stack.run import START_SECONDS, Run
from tests.support.programs.runner import free_port, wait_for
from tests.support.programs.site import alive
from tests.support.suite import ready_made
from tests.support.suite.sample import one_in

PLAYING_SECONDS = 600  # at the lowest priority, on a machine that has other things to do
ODD_AND_DEEP = "a folder with spaces/and “quotes”/" + "so deep that no socket fits in it/" * 4


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    """Start `manage.py up` with a var folder of one's own; whatever still runs is ended."""
    runs: list[Run] = []

    def start(
        var: Path | None = None, port: int | None = None, *, ready: bool = False, **environment: str
    ) -> Run:
        run = Run(var or tmp_path / "var", port or free_port(), ready=ready, **environment)
        runs.append(run)
        return run

    yield start
    for run in runs:
        if run.process.poll() is None:
            run.end(signal.SIGTERM)


def gone(processes: list[psutil.Process]) -> bool:
    """Whether all of them have ended; those waiting to be collected count as ended."""
    return not any(map(alive, processes))


def words_of(process: psutil.Process) -> str:
    """The command line of a process; nothing once it has ended, which it may while one looks."""
    with suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


@pytest.mark.long
def test_a_site_in_an_odd_and_deep_folder_runs_stops_and_keeps_its_data(up, tmp_path) -> None:
    var = tmp_path / ODD_AND_DEEP / "var"
    run = up(var).wait_until_open()
    assert f"http://localhost:{run.port}/" in run.printed
    assert '"database": "ok"' in run.get("/healthz")
    assert "<h1" in run.get("/")

    second = up(var, free_port())
    assert second.process.wait(60) != 0
    assert "already running" in second.printed
    assert f"http://localhost:{run.port}/" in second.printed
    assert str(run.process.pid) in second.printed

    with psycopg.connect(Place(var).database_url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 1939 AS year")
    family = run.family()
    names = {process.name() for process in family}
    assert {"web", "worker", "delivery", "beat", "postgres", "redis-server"} <= names
    assert run.end(signal.SIGTERM) == 0
    assert gone(family), list(filter(alive, family))
    assert "everything is kept" in run.printed.lower()

    again = up(var).wait_until_open()
    with psycopg.connect(Place(var).database_url) as connection:
        assert connection.execute("SELECT year FROM kept").fetchone() == (1939,)

    orphans = again.family()
    again.process.kill()
    again.process.wait()
    assert wait_until(lambda: gone(orphans), seconds=40), list(filter(alive, orphans))


def test_a_worker_that_is_killed_is_started_again(up) -> None:
    run = up(ready=True).wait_until_open()
    run.wait_for_line(r"worker +\| started \(process \d+\)")
    first = int(re.findall(r"worker +\| started \(process (\d+)\)", run.printed)[0])

    os.kill(first, signal.SIGKILL)

    run.wait_for_line(r"worker +\| was killed by signal 9; starting it again in 1 s")
    wait_for(
        lambda: len(re.findall(r"worker +\| started", run.printed)) == 2,
        "a second worker",
        explain=lambda: run.printed,
    )


def test_a_taken_port_is_refused_before_anything_starts(up, tmp_path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        run = up(port=port)

        assert run.process.wait(60) != 0
    assert f"Port {port}" in run.printed
    assert "PORT=" in run.printed
    assert not (tmp_path / "var" / "postgres").exists()


@pytest.mark.parametrize("port", one_in(4, ["eighty", "0", "65536", "-1"]))
def test_a_port_that_is_none_is_refused_with_an_example(port: str, up) -> None:
    run = up(PORT=port)

    assert run.process.wait(60) != 0
    assert f"PORT={port} is no port number" in run.printed
    assert "PORT=8001" in run.printed


@pytest.mark.long
def test_a_server_of_ones_own_that_does_not_answer_is_named(up) -> None:
    nowhere = f"postgres://somebody@127.0.0.1:{free_port()}/nothing"

    run = up(DATABASE_URL=nowhere, REDIS_URL="redis://127.0.0.1:1/0")

    assert run.process.wait(60) != 0
    assert "The database named by DATABASE_URL does not answer" in run.printed
    assert "Traceback" not in run.printed


@pytest.mark.long
def test_servers_of_ones_own_replace_the_embedded_ones(up, tmp_path, services, settings) -> None:
    place = settings.TEST_PLACE
    with psycopg.connect(place.database_url, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS own")
        connection.execute(f"CREATE DATABASE own TEMPLATE {ready_made.TEMPLATE}")
    own = place.database_url.removesuffix("/chancellery") + "/own"

    run = up(DATABASE_URL=own, REDIS_URL=place.redis_url, REDIS_PREFIX="own").wait_until_open()

    assert run.get("/healthz").startswith('{"database": "ok", "redis": "ok"')
    assert not (tmp_path / "var" / "postgres").exists()
    assert not (tmp_path / "var" / "redis").exists()
    parts = " ".join(map(words_of, run.family()))
    assert "bin/postgres" not in parts
    assert "redis-server" not in parts
    assert run.end(signal.SIGINT) == 0


@pytest.mark.long
def test_finished_campaigns_come_after_the_address_and_go_on_after_a_kill(up, tmp_path) -> None:
    run = up(ready=True).wait_until_open()
    run.wait_for_line(r"demo +\| started \(process \d+\)")
    printed = run.printed
    assert printed.index("Chancellery is open at") < printed.index("demo     | started")
    pid = int(re.findall(r"demo +\| started \(process (\d+)\)", printed)[0])
    # the line is printed once the process exists, which is before it has lowered itself
    wait_for(
        lambda: psutil.Process(pid).nice() == 19,
        "the campaigns to be taken in at the lowest priority",
        START_SECONDS,
        lambda: run.printed,
    )
    os.kill(pid, signal.SIGKILL)
    run.wait_for_line(r"demo +\| was killed by signal 9; starting it again")

    wait_for(
        lambda: "World in Flames, as it happened: finished, at /c/" in run.printed,
        "the campaigns to be taken in",
        PLAYING_SECONDS,
        lambda: run.printed,
    )
    assert run.end(signal.SIGINT) == 0

    again = up(tmp_path / "var").wait_until_open()
    again.wait_for_line("World in Flames, as it happened: finished, at /c/")
    assert "World in Flames, as it happened" in again.get("/")
    with psycopg.connect(Place(tmp_path / "var").database_url) as connection:
        found = connection.execute(
            "SELECT status, count(*) FROM campaigns_campaign WHERE slug = 'history-wif'"
            " GROUP BY status"
        ).fetchall()
    assert found == [("finished", 1)]
