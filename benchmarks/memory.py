"""The memory of a small site, and of larger ones: at rest, and after people have handed in.

Each is started in the folder that the one before has left. It rests when the demonstrations are there and no
process computes. Shared pages are counted once.
"""

import os
from collections import Counter
from pathlib import Path

import psutil
from django.db import connection

from benchmarks import orders, seeding
from benchmarks.figures import Figure
from benchmarks.site import Site, memory_of, running

TABLES = 50
SIZES = (2, 1, 4)
"""Of SITE_PROCESSES; its own value first."""
MOST_AT_REST = 450.0
SERVERS = ("postgres", "redis-server")


def measure(*, quick: bool = False) -> list[Figure]:
    """MiB at rest, submissions accepted a second, and MiB after them."""
    seconds, runs = (3.0, 2) if quick else (6.0, 3)
    folder = Path(os.environ["CHANCELLERY_VAR"])
    chairs: list[seeding.Chair] = []
    figures, run = [], 0
    for size in SIZES[:1] if quick else SIZES:
        os.environ["SITE_PROCESSES"] = str(size)
        with running(folder, demo=True) as site:
            site.rest()
            figures += _memory(
                site, "at rest", size, target=MOST_AT_REST if size == SIZES[0] else None
            )
            chairs = chairs or seeding.tables(TABLES)
            answers = []
            for _ in range(runs):
                answers.append(orders.submit(site, chairs, seconds=seconds, run=run))
                run += 1
            figures.append(orders.accepted(answers, "Memory", f"SITE_PROCESSES={size}"))
            figures += _memory(site, "after them", size)
        connection.close()  # its other end has gone with the site
    return sorted(figures, key=lambda one: one.what)


def _memory(site: Site, when: str, size: int, *, target: float | None = None) -> list[Figure]:
    """What our processes hold, with the largest kinds, and what the servers do."""
    ours: list[psutil.Process] = []
    servers: list[psutil.Process] = []
    for one in site.all_processes():
        (servers if one.name().startswith(SERVERS) else ours).append(one)
    kinds: Counter[str] = Counter()
    for one in ours:
        name = "supervisor" if one.pid == site.up.pid else one.name()
        kinds[name] += round(memory_of([one])[0])
    return [
        Figure(
            group="Memory",
            what=f"{whose} {when}",
            unit="MiB",
            runs=(memory_of(some)[0],),
            size=f"SITE_PROCESSES={size}",
            target=bound,
            note=note,
        )
        for whose, some, bound, note in (
            (
                "Python processes",
                ours,
                target,
                f"{len(ours)}: " + ", ".join(f"{name} {held}" for name, held in kinds.items()),
            ),
            ("PostgreSQL and Redis", servers, None, ""),
        )
    ]
