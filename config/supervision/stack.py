"""The programs of a running site, as commands."""

import os
import sys
from pathlib import Path

from django.conf import settings

from config.supervision.supervisor import Program
from core.paths import BASE_DIR

WORKER_PROCESSES = "2"


def web(host: str, port: int) -> Program:
    """The web server, with a process for each core (or WEB_PROCESSES of them)."""
    return Program(
        "web",
        [*(sys.executable, "-m", "config.serving.web"), *("--host", host, "--port", str(port))],
    )


def worker() -> Program:
    """The Celery worker, which resolves phases."""
    return _worker("worker", "celery", WORKER_PROCESSES)


def delivery() -> Program:
    """The Celery worker that sends mail and tells webhooks: whatever waits for other servers."""
    return _worker("sender", settings.DELIVERY, "1")


def _worker(name: str, queue: str, processes: str) -> Program:
    return Program(
        name,
        [
            *(sys.executable, "-m", "celery", "--app", "config", "--quiet", "worker"),
            *("--queues", queue, "--hostname", f"{name}@%h"),
            *("--concurrency", processes, "--loglevel", "INFO"),
            *("--without-gossip", "--without-mingle"),
        ],
        # A phase that is being resolved may finish.
        patience=20.0,
    )


def demo_campaigns() -> Program:
    """The errand of taking in the finished campaigns of the demo, at the lowest priority."""
    return Program(
        "demo",
        [
            *("nice", "-n", "19"),
            sys.executable,
            os.fspath(BASE_DIR / "manage.py"),
            "demo",
            "--finished",
        ],
        errand=True,
    )


def beat() -> Program:
    """The Celery beat, which asks for a sweep every few seconds."""
    schedule = Path(settings.CELERY_BEAT_SCHEDULE_FILENAME)
    schedule.parent.mkdir(parents=True, exist_ok=True)
    return Program(
        "beat",
        [
            *(sys.executable, "-m", "celery", "--app", "config", "--quiet", "beat"),
            *("--schedule", os.fspath(schedule), "--pidfile", "", "--loglevel", "INFO"),
        ],
    )
