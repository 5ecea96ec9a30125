"""The commands of the production image, run by hand on the servers of the tests."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from config.supervision import processes
from core.paths import BASE_DIR
from tests.stack.production import production
from tests.support.programs.runner import free_port, wait_for

# The site is made ready once.
pytestmark = pytest.mark.xdist_group("production site")

HOST = "chancellery.example.org"
BEHIND_TLS = {"Host": HOST, "X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def environment(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker
) -> dict[str, str]:
    """What the containers of the compose file are given."""
    folder = tmp_path_factory.mktemp("production")
    with django_db_blocker.unblock():
        return production(folder, "production", PORT=str(free_port()))


@pytest.fixture(scope="module")
def site(environment: dict[str, str]) -> Iterator[httpx.Client]:
    """The site as the image starts it, with its static files collected."""
    manage(environment, "collectstatic", "--no-input", "--verbosity", "0")
    dockerfile = (BASE_DIR / "Dockerfile").read_text()
    command = json.loads(re.search(r"^CMD (\[.*\])$", dockerfile, re.M)[1])
    command[command.index("0.0.0.0")] = "127.0.0.1"
    command[command.index("8000")] = environment["PORT"]
    assert command[0] == "python"
    site = processes.spawn(
        [sys.executable, *command[1:]],
        output=subprocess.DEVNULL,
        cwd=BASE_DIR,
        env=environment,
    )
    with httpx.Client(base_url=f"http://127.0.0.1:{environment['PORT']}") as client:
        try:
            wait_for(lambda: healthcheck(environment) == 0, "the production web server", 60)
            yield client
        finally:
            processes.stop(site, patience=90)


def manage(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def healthcheck(environment: dict[str, str]) -> int:
    return subprocess.run(
        [sys.executable, "deploy/healthcheck.py"],
        cwd=BASE_DIR,
        env=environment,
        capture_output=True,
        check=False,
    ).returncode


def test_the_health_check_of_the_image_tells_well_from_unwell(site, environment) -> None:
    assert healthcheck(environment) == 0
    assert healthcheck({**environment, "PORT": str(free_port())}) == 1


def test_plain_http_is_sent_to_https(site: httpx.Client) -> None:
    answer = site.get("/accounts/sign-in/", headers={"Host": HOST})

    assert answer.status_code == 301
    assert answer.headers["Location"] == f"https://{HOST}/accounts/sign-in/"


def test_pages_come_with_cookies_for_https_alone_and_tell_browsers_to_stay_there(site) -> None:
    answer = site.get("/accounts/sign-in/", headers=BEHIND_TLS)

    assert answer.status_code == 200
    assert "Secure" in answer.headers["Set-Cookie"]
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert f"wss://{HOST}" in answer.headers["Content-Security-Policy"]


def test_another_host_name_is_refused(site: httpx.Client) -> None:
    answer = site.get("/healthz", headers={"Host": "elsewhere.example"})

    assert answer.status_code == 400


def test_static_files_carry_their_fingerprint_and_may_be_kept_for_ever(site, environment) -> None:
    manifest = json.loads((Path(environment["STATIC_ROOT"]) / "staticfiles.json").read_text())
    answer = site.get(f"/static/{manifest['paths']['admin/css/base.css']}", headers=BEHIND_TLS)

    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "br"
    assert "--primary" in answer.text


def test_djangos_own_review_of_a_deployment_finds_nothing(environment) -> None:
    # The tests' own, for Playwright.
    theirs = {key: value for key, value in environment.items() if "ASYNC" not in key}
    assert "no issues" in manage(theirs, "check", "--deploy", "--fail-level", "WARNING")


@pytest.mark.long
@pytest.mark.parametrize("part", ["worker", "delivery", "beat"])
def test_each_part_runs_by_itself_on_a_host_of_its_own(part, environment, tmp_path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as output:
        process = processes.spawn(
            [sys.executable, "manage.py", "serve", part],
            output=output,
            cwd=BASE_DIR,
            env={**environment, "CHANCELLERY_VAR": str(tmp_path)},
        )
    try:
        if part == "beat":
            wait_for(lambda: any(tmp_path.glob("beat/schedule*")), "a schedule", 60, log.read_text)
        else:
            wait_for(lambda: "ready." in log.read_text(), f"the {part}", 60, log.read_text)
        assert process.poll() is None
    finally:
        processes.stop(process, patience=30)
