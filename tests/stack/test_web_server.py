"""The web server: as many processes as asked for, kept running, one news for all sockets."""

import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from django.core.management import CommandError, call_command
from websockets.sync.client import connect
from websockets.typing import Origin

from campaigns.services.log import push
from config.serving import web
from config.supervision import processes
from core import publisher
from core.paths import BASE_DIR
from tests.support.campaigns import a_campaign
from tests.support.programs.runner import (
    LOOPBACK,
    Running,
    child_environment,
    free_port,
    wait_for,
    web_on,
)

MOST_PAGES = 400

pytestmark = [pytest.mark.django_db(transaction=True)]


class Server(Running):
    """A web server of this test's own, with two processes unless it is given another number."""

    def __init__(self, log: Path, processes: int = 2) -> None:
        self.port = free_port()
        env = {**child_environment(), "SITE_PROCESSES": str(processes)}
        super().__init__(web_on(self.port), log, env)

    @property
    def children(self) -> list[psutil.Process]:
        return psutil.Process(self.pid).children()

    def answers(self) -> bool:
        try:
            address = f"http://{LOOPBACK}:{self.port}/healthz"
            with urllib.request.urlopen(address, timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


@pytest.fixture
def server(clean_redis: object, tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "web.log")
    server.start()
    wait_for(server.answers, "the web server", explain=server.printed)
    yield server
    server.stop()


def test_a_process_that_is_killed_is_made_again_while_the_other_serves(server: Server) -> None:
    first = {child.pid for child in server.children}
    assert len(first) == 2
    victim = min(first)
    psutil.Process(victim).kill()
    wait_for(
        lambda: len({c.pid for c in server.children} - {victim}) == 2,
        "another process",
        explain=server.printed,
    )
    wait_for(server.answers, "an answer", explain=server.printed)
    assert "web | was killed by signal 9" in server.printed()
    assert f"web | started (process {victim})" in server.printed()


@pytest.mark.long
def test_one_process_alone_serves_without_another_that_watches(
    clean_redis: object, tmp_path: Path
) -> None:
    server = Server(tmp_path / "web.log", processes=1)
    server.start()
    try:
        wait_for(server.answers, "the web server", explain=server.printed)
        assert server.children == []
        psutil.Process(server.pid).send_signal(signal.SIGTERM)
        wait_for(lambda: server.ended, "its end")
    finally:
        server.stop()


@pytest.mark.long
def test_told_to_stop_all_of_it_stops(server: Server) -> None:
    family = [psutil.Process(server.pid), *server.children]
    family[0].send_signal(signal.SIGTERM)
    gone, alive = psutil.wait_procs(family, timeout=20)
    assert not alive
    assert len(gone) == 3


@pytest.mark.long
@pytest.mark.skipif(not processes.ON_LINUX, reason="only Linux tells a child of its parent's death")
def test_no_process_outlives_the_first(server: Server) -> None:
    children = server.children
    psutil.Process(server.pid).kill()
    _, alive = psutil.wait_procs(children, timeout=20)
    assert not alive


@pytest.mark.long
def test_a_taken_port_is_refused(server: Server) -> None:
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = subprocess.run(
            web_on(port).command,
            cwd=BASE_DIR,
            env=child_environment(),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert run.returncode != 0
    assert "in use" in run.stderr


@pytest.mark.long
def test_news_reaches_the_sockets_of_every_process(server: Server) -> None:
    slug = a_campaign(book="world_at_war", at_phase=0).slug
    address = f"ws://{LOOPBACK}:{server.port}/ws/campaign/{slug}/"
    origin = Origin(f"http://{LOOPBACK}:{server.port}")
    with ExitStack() as open_pages:
        pages: list[Any] = []
        # Which of them takes a connection is the system's choice, and a busy one may be passed over.
        while holding(server) < 2:
            assert len(pages) < MOST_PAGES, "one of the processes takes no connection"
            pages.append(open_pages.enter_context(connect(address, origin=origin)))
        push._send(slug, {"type": "changed", "what": ["board"], "power": ""})
        assert publisher.current.flush(30)
        assert {page.recv(timeout=30) for page in pages} == {'{"what":["board"]}'}


def holding(server: Server) -> int:
    """How many processes of a server hold an open connection."""
    return sum(
        any(one.status == "ESTABLISHED" for one in child.net_connections("tcp"))
        for child in server.children
    )


@pytest.mark.parametrize("given", ["*", "0.0.0.0/0", "::/0", "proxy", "10.0.0.1/33"])
def test_everybody_is_no_proxy(given: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        web.proxies(given)
    with pytest.raises(CommandError, match=r"."):
        call_command("serve", "web", port=0, trusted_proxies=given)


def test_a_part_that_there_is_not_is_named() -> None:
    with pytest.raises(CommandError, match="There is no part wep"):
        call_command("serve", "wep", "worker")


def test_no_header_is_believed_but_a_named_proxys() -> None:
    assert not web.config(patience=5, trusted_proxies="").proxy_headers
    config = web.config(patience=5, trusted_proxies="172.31.251.0/24, 10.0.0.1")
    assert config.proxy_headers
    assert config.forwarded_allow_ips == "172.31.251.0/24,10.0.0.1"


@pytest.mark.long
@pytest.mark.parametrize("trusted", ["", LOOPBACK])
def test_guesses_are_counted_by_the_true_address(
    trusted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clean_redis: object
) -> None:
    """Whoever writes an address of his own into a header makes himself no new one."""
    monkeypatch.setenv("TRUSTED_PROXIES", trusted)
    monkeypatch.setenv("LIMITS", "password=2 per hour")
    with ExitStack() as ends:
        server = Server(tmp_path / "web.log")
        ends.callback(server.stop)
        server.start()
        wait_for(server.answers, "the web server", explain=server.printed)
        answers = [_guess(server.port, f"198.51.100.{n}") for n in range(4)]
        # A proxy that is trusted says who asks: what stands before its own word is not believed.
        forged = [_guess(server.port, f"198.51.100.{n}, 192.0.2.7") for n in range(4)]
    if trusted:
        assert answers == [200] * 4
        assert forged == [200, 200, 429, 429]
    else:
        assert answers + forged == [200, 200, *[429] * 6]


def _guess(port: int, forwarded: str) -> int:
    with httpx.Client(base_url=f"http://{LOOPBACK}:{port}") as browser:
        browser.get("/accounts/sign-in/")
        fields = {"username": "aurelia", "password": "a guess"}
        fields["csrfmiddlewaretoken"] = browser.cookies["csrftoken"]
        answer = browser.post(
            "/accounts/sign-in/", data=fields, headers={"X-Forwarded-For": forwarded}
        )
        return answer.status_code
