"""The parts of a running site, and what they have in common.

`manage.py up` runs all of them on one machine, `manage.py serve` those that it is told to.
"""

import gc
import importlib
import os
import resource
import socket
import sys
from collections.abc import Collection
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from config.celery import app as celery
from config.data.seal_key_check import require_seal_keys
from config.supervision.supervisor import Part

NAMES = ("web", "worker", "delivery", "beat")
PATIENCE = 7
"""How many seconds requests under way have when the site stops; tasks have three times as many."""
FEWEST_WORKERS = 2
"""A what-if, or a process that stands still, must not hold the clock up."""

MOST_GROWTH = 32 * 1024
"""KiB by which a process of the workers may grow."""


def parts(
    names: Collection[str],
    *,
    host: str,
    port: int,
    patience: int = PATIENCE,
    trusted_proxies: str = "",
) -> list[Part]:
    """The processes of these parts, ready to be forked: all that they share is loaded.

    The web server has `SITE_PROCESSES`, each other part one. Raises OSError when the port is taken, ValueError for
    proxies that are none, ImproperlyConfigured without a key that something sealed needs.
    """
    made: list[Part] = []
    if "web" in names:
        # What only one part needs is loaded only with it.
        from config.serving import web  # noqa: PLC0415

        config = web.config(patience=patience, trusted_proxies=trusted_proxies)
        sockets = web.listen(host, port, settings.SITE_PROCESSES)
        web.load(config)
        made += [
            Part("web", web.serving(config, one), patience=patience + 3, listening=one)
            for one in sockets
        ]
    if "worker" in names:
        # It resolves phases.
        processes = max(FEWEST_WORKERS, settings.SITE_PROCESSES)
        made.append(_worker("worker", celery.conf.task_default_queue, processes, patience))
    if "delivery" in names:
        # It sends mail and tells webhooks: whatever waits for other servers.
        made.append(_worker("delivery", settings.DELIVERY, 1, patience))
    if "beat" in names:
        made.append(Part("beat", _beat))
    _load(names)
    return made


def demo_campaigns() -> Part:
    """The errand of taking in the finished campaigns of the demo, at the lowest priority."""

    def run() -> None:
        os.nice(19)
        call_command("demo", finished=True)

    return Part("demo", run, errand=True)


def _load(names: Collection[str]) -> None:
    """Load the rest of what these parts need, and what all of them do."""
    if {"worker", "delivery"} & set(names):
        for module in (
            "celery.apps.worker",
            "celery.concurrency.prefork",
            "celery.worker.consumer",
        ):
            importlib.import_module(module)
        celery.loader.import_default_modules()
        celery.finalize()
    if "beat" in names:
        importlib.import_module("celery.apps.beat")
    importlib.import_module("kombu.transport.redis")
    try:
        require_seal_keys()
        if set(names) != {"beat"}:
            importlib.import_module("campaigns.rulebooks.preload").preload()
    finally:
        # A connection belongs to one process.
        connections.close_all()
    # What is there now stays for ever; looking through it again would only unshare its pages.
    gc.collect()
    gc.freeze()


def _worker(name: str, queue: str, processes: int, patience: int) -> Part:
    def run() -> None:
        worker = celery.Worker(
            hostname=f"{name}@{socket.gethostname()}",
            queues=[queue],
            concurrency=processes,
            loglevel="INFO",
            quiet=True,
            # A child process that has grown by so much, over a campaign that was played again, say, is made anew.
            max_memory_per_child=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + MOST_GROWTH,
            without_gossip=True,
            without_mingle=True,
        )
        worker.start()
        sys.exit(worker.exitcode)

    # A phase that is being resolved may finish.
    return Part(name, run, patience=patience_of_tasks(patience))


def patience_of_tasks(patience: int) -> int:
    """How many seconds tasks under way have when the site stops, where requests have so many."""
    return 3 * patience


def _beat() -> None:
    """The Celery beat, which asks for a sweep every few seconds."""
    Path(settings.CELERY_BEAT_SCHEDULE_FILENAME).parent.mkdir(parents=True, exist_ok=True)
    celery.Beat(loglevel="INFO", quiet=True).run()
