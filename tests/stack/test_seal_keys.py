"""The real programs: none starts without a key that is needed, and keys change while they run."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from campaigns.models import Sheet
from campaigns.sealed import keys as campaign_keys
from campaigns.services.orders import orders
from campaigns.services.site import seal_keys
from core.paths import BASE_DIR
from tests.stack.production import production
from tests.stack.run import Run
from tests.support import sealed as keys
from tests.support.programs.runner import child_environment, free_port, wait_for
from tests.support.sealed import key, name
from tests.support.suite.sample import one_in

#: What a site of one's own is not to take over from the tests.
SITE = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL")

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clean_redis")]


@pytest.fixture(autouse=True)
def first_key(settings: Any) -> Iterator[None]:
    settings.SEAL_KEYS = key(1)
    campaign_keys.forget()
    yield
    campaign_keys.forget()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """What the programs of a production site are given, but for their SEAL_KEYS."""
    return production(tmp_path, "keys", SEAL_KEYS=key(1))


def python(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def start(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What every program asks at its start, in a process of its own."""
    asks = "import django; django.setup(); from config.data.seal_key_check import *; require_seal_keys()"
    return python(environment, "-c", asks)


@pytest.mark.long
@pytest.mark.parametrize("parts", one_in(4, [[], ["web"], ["worker"], ["beat"]]))
def test_no_part_starts_without_a_key_that_is_needed(
    parts: list[str], environment: dict[str, str]
) -> None:
    slug = keys.campaign_of("war_game_1939")
    command = ["manage.py", "serve", *parts, "--port", str(free_port())]
    refused = python({**environment, "SEAL_KEYS": key(2)}, *command)
    assert refused.returncode == 1, refused.stderr
    said = refused.stdout + refused.stderr
    assert f"{name(1)}: it wraps the key of 1 campaign ({slug})" in said
    assert key(1) not in said
    assert key(2) not in said


@pytest.mark.long
def test_a_database_that_does_not_answer_stops_no_start(environment: dict[str, str]) -> None:
    nowhere = f"postgres://somebody@127.0.0.1:{free_port()}/nothing"
    asked = start({**environment, "DATABASE_URL": nowhere})
    assert asked.returncode == 0, asked.stderr
    assert "seal keys not checked" in asked.stdout + asked.stderr


@pytest.mark.long
def test_killed_between_two_batches_it_goes_on_the_next_time(tmp_path: Path, settings: Any) -> None:
    keys.campaign_of("war_game_1939")
    before = keys.contents()
    site = {
        **child_environment(),
        "SEAL_KEYS": f"{key(2)},{key(1)}",
        "CHANCELLERY_FAULTS": str(tmp_path),
    }
    (tmp_path / "seal_keys.batch").write_text("kill")
    assert python(site, "manage.py", "seal-keys").returncode == -signal.SIGKILL
    settings.SEAL_KEYS = site["SEAL_KEYS"]
    assert keys.contents() == before
    again = python(site, "manage.py", "seal-keys")
    assert again.returncode == 0, again.stderr
    settings.SEAL_KEYS = key(2)
    assert keys.contents() == before


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


def alone(do: Callable[[], Any]) -> Callable[[], Any]:
    """The same, on a connection of its own."""

    def work() -> Any:
        try:
            return do()
        finally:
            connection.close()

    return work


@pytest.mark.long
def test_it_runs_while_orders_are_sealed(
    settings: Any, monkeypatch: pytest.MonkeyPatch, threads: ThreadPoolExecutor
) -> None:
    slug = keys.campaign_of("war_game_1939")
    phase = keys.open_phase(slug)
    sheet = Sheet.objects.get(phase=phase, state="sealed", by__isnull=False)
    order = sheet.content.order
    player = phase.campaign.seats.get(power=sheet.power).person
    before = {at: content for at, content in keys.contents().items() if at[0] != "Sheet.content"}
    settings.SEAL_KEYS = f"{key(2)},{key(1)}"
    monkeypatch.setattr(seal_keys, "BATCH", 1)
    # A slow machine needs long, and the player seals all the while.
    settings.LIMITS = settings.LIMITS | {"seal": "1000000 per hour"}
    over = threading.Event()
    sealed: list[str] = []

    def seal() -> None:
        given = order
        call = {"by": player, "power": sheet.power, "phase": phase.number}
        while not over.is_set():
            orders.unseal(slug, **call)
            sealed.append(orders.seal_orders(slug, order=given, ready=False, **call).commitment)

    sealing_on = threads.submit(alone(seal))
    try:
        wait_for(lambda: bool(sealed) or sealing_on.done(), "the first seal")
        both = [threads.submit(alone(seal_keys.change)) for _ in range(2)]
        done = [one.result(120) for one in both]
    finally:
        over.set()
    sealing_on.result(30)
    assert [one.closed for one in done] == [[], []]
    assert len(sealed) > 1
    settings.SEAL_KEYS = key(2)
    assert before.items() <= keys.contents().items()
    counts = Sheet.objects.get(phase=phase, power=sheet.power, state="sealed")
    assert counts.commitment == sealed[-1]


@pytest.mark.long
def test_a_site_of_ones_own_is_given_another_key(tmp_path: Path) -> None:
    """`make play`, as docs/running.md says: `var/secrets.json` is edited while it is stopped."""
    var = tmp_path / "var"
    secrets = var / "secrets.json"
    runs: list[Run] = []

    def play() -> Run:
        runs.append(Run(var, free_port(), ready=True))
        return runs[-1]

    def give(keys_of_the_site: str) -> None:
        secrets.write_text(
            json.dumps(json.loads(secrets.read_text()) | {"seal_keys": keys_of_the_site})
        )

    try:
        play().wait_until_open().end(signal.SIGINT)
        old = json.loads(secrets.read_text())["seal_keys"]
        give(key(2))
        refused = play()
        assert refused.process.wait(90) == 1
        assert "SEAL_KEYS lacks a key that is still needed" in refused.printed
        assert "Traceback" not in refused.printed
        give(f"{key(2)},{old}")
        run = play().wait_until_open()
        place = {name: value for name, value in os.environ.items() if name not in SITE}
        said = python({**place, "CHANCELLERY_VAR": str(var)}, "manage.py", "seal-keys")
        assert "nothing needs it; take it out" in said.stdout, said.stderr
        run.end(signal.SIGINT)
        give(key(2))
        assert "The demo table" in play().wait_until_open().get("/")
    finally:
        for run in runs:
            if run.process.poll() is None:
                run.end(signal.SIGTERM)
