"""`manage.py up`, run by a test."""

import os
import re
import signal
import sys
import urllib.request
from pathlib import Path

import psutil

from config.supervision.processes import spawn
from core.paths import BASE_DIR, Place
from tests.support.programs.runner import wait_for
from tests.support.suite import ready_made

START_SECONDS = 90


class Run:
    """One `manage.py up`, with what it printed. ``ready``: on a database that is made already."""

    def __init__(self, var: Path, port: int, *, ready: bool = False, **environment: str) -> None:
        if ready:
            ready_made.put_into(Place(var))
        self.var = var
        self.port = port
        self.log = var.parent / f"up-{port}-{len(list(var.parent.glob('up-*')))}.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL"}
        }
        with self.log.open("wb") as log:
            self.process = spawn(
                [sys.executable, "manage.py", "up"],
                output=log,
                cwd=BASE_DIR,
                env={
                    **inherited,
                    "CHANCELLERY_VAR": str(var),
                    "PORT": str(port),
                    **environment,
                },
            )

    @property
    def printed(self) -> str:
        return self.log.read_text()

    def wait_until_open(self) -> "Run":
        wait_for(
            lambda: "Chancellery is open at" in self.printed or self.process.poll() is not None,
            "the site to open",
            START_SECONDS,
            lambda: self.printed,
        )
        assert self.process.poll() is None, self.printed
        return self

    def wait_for_line(self, pattern: str) -> None:
        wait_for(
            lambda: re.search(pattern, self.printed) is not None,
            f"a line like {pattern!r}",
            START_SECONDS,
            lambda: self.printed,
        )

    def get(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return answer.read().decode()

    def family(self) -> list[psutil.Process]:
        """Every process that this run has started."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def end(self, with_signal: signal.Signals) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(60)
