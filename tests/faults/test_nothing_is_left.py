"""A site that a test or `make chaos` started does not outlive whoever started it."""

import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

from config.supervision.processes import spawn
from core.paths import BASE_DIR
from tests.support.programs.runner import wait_for

pytestmark = [pytest.mark.faults, pytest.mark.long]

_PARENT = """
import sys, time
from pathlib import Path
import django
django.setup()
from tests.support.programs.site import Site
site = Site(Path(sys.argv[1]))
site.start()
print("it is open", flush=True)
time.sleep(3600)
"""


def test_a_site_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    folder, said = tmp_path / "struck", tmp_path / "parent.log"
    with said.open("wb") as log:
        parent = spawn(
            [sys.executable, "-c", _PARENT, str(folder)],
            output=log,
            cwd=BASE_DIR,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"},
        )
    try:
        wait_for(
            lambda: "it is open" in said.read_text() or parent.poll() is not None,
            "the site to open",
            150,
            said.read_text,
        )
        family = working_in(folder)
        assert any("tests.support.programs.launch" in words for words in family), said.read_text()
        assert any("bin/postgres" in words for words in family), family
        parent.send_signal(signal.SIGKILL)
        parent.wait(30)
        wait_for(
            lambda: not working_in(folder), "the site to end", 60, lambda: str(working_in(folder))
        )
    finally:
        parent.kill()
        parent.wait(30)


def working_in(folder: Path) -> list[str]:
    """The command lines of all who work in a site's folder."""
    found = []
    for process in psutil.process_iter():
        try:
            there = process.environ().get("CHANCELLERY_VAR") == str(folder / "var")
            if there and process.status() != psutil.STATUS_ZOMBIE:
                found.append(" ".join(process.cmdline()))
        except psutil.Error:
            continue
    return found
