"""A site that a test or `make chaos` started does not outlive whoever started it."""

import os
import signal
import sys
from pathlib import Path

import pytest

from config.supervision.processes import spawn
from core.paths import BASE_DIR
from tests.support.programs.runner import wait_for
from tests.support.programs.site import working_in

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
    var = folder / "var"
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
        family = working_in(var)
        assert any("tests.support.programs.launch" in words for words in family), said.read_text()
        assert any("bin/postgres" in words for words in family), family
        parent.send_signal(signal.SIGKILL)
        parent.wait(30)
        wait_for(lambda: not working_in(var), "the site to end", 60, lambda: str(working_in(var)))
    finally:
        parent.kill()
        parent.wait(30)
