"""From the commit of a phase change to the last of N sockets that watch the campaign."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from benchmarks import seeding
from benchmarks.figures import Figure
from benchmarks.site import Load, Site, memory_of
from campaigns.models import Campaign
from campaigns.services.advance import end_phase
from campaigns.services.lifecycle import campaigns

WATCHERS = (100, 500, 1000, 2000)
QUICK = (100, 1000)
TARGET_WATCHERS = 1000
TARGET_MS = 30.0
TARGET_MIB = 250.0
PATIENCE = 10.0  # seconds for a round in which somebody is not told


class Watched:
    """A campaign of autopilots that moves on when we say so, and only then."""

    def __init__(self, title: str) -> None:
        """Found and start it."""
        self.slug = seeding.found(title)
        campaigns.start(self.slug, by=seeding.moderator())

    def change_phase(self) -> int:
        """Resolve the phase in play; the moment (monotonic nanoseconds) at which it was committed."""
        number = Campaign.objects.values_list("phase__number", flat=True).get(slug=self.slug)
        with committed_at() as moments:
            end_phase.force(
                self.slug, by=seeding.moderator(), phase=number or 0, reason="Measured."
            )
        return moments[0]


@contextmanager
def committed_at() -> Iterator[list[int]]:
    """Note when PostgreSQL has answered each COMMIT of this thread."""
    moments: list[int] = []
    commit: Callable[[], Any] = connection.commit

    def noting() -> None:
        commit()
        moments.append(time.monotonic_ns())

    connection.commit = noting  # type: ignore[method-assign]
    try:
        yield moments
    finally:
        del connection.commit


def measure(site: Site, *, quick: bool = False, sizes: tuple[int, ...] = ()) -> list[Figure]:
    """The time to the last socket and the memory, for each number of watchers."""
    rounds = 5 if quick else 15
    figures = []
    for count in sizes or (QUICK if quick else WATCHERS):
        last, half, missed, twice, memory, alone = _watched(
            site, Watched(f"Watched by {count}"), count, rounds
        )
        size = f"{count:,} sockets"
        aimed = count == TARGET_WATCHERS
        figures += [
            Figure(
                group="Push",
                what="commit to the last socket",
                unit="ms",
                runs=last,
                size=size,
                target=TARGET_MS if aimed else None,
                note=f"{missed} not told, {twice} told twice" if missed or twice else "",
            ),
            Figure(group="Push", what="commit to half of them", unit="ms", runs=half, size=size),
            Figure(
                group="Push",
                what="memory of all web processes",
                unit="MiB",
                runs=(memory,),
                size=size,
                target=TARGET_MIB if aimed else None,
                note=f"{alone:.0f} with shared pages counted in each process",
            ),
        ]
    return sorted(figures, key=lambda one: _ORDER.index(one.what))


_ORDER = ("commit to the last socket", "commit to half of them", "memory of all web processes")


def _watched(
    site: Site, campaign: Watched, count: int, rounds: int
) -> tuple[tuple[float, ...], tuple[float, ...], int, int, float, float]:
    """Rounds of news to so many sockets: times to the last and to half, how often one was missed or
    told twice, and the memory of all web processes and of each by itself.
    """
    plan = {
        "ports": site.ports,
        "path": f"/ws/campaign/{campaign.slug}/",
        "count": count,
        "word": '"phase"',
        "seconds": 60 + rounds * (PATIENCE + 1),
    }
    load = Load("watch", plan)
    try:
        opened = load.answer(60)
        if opened != {"open": count}:
            raise RuntimeError(f"Only {opened} of {count} sockets opened.")
        time.sleep(0.5)
        last, half, missed, twice = [], [], 0, 0
        for number in range(rounds + 1):
            moment = campaign.change_phase()
            told = load.answer(PATIENCE)
            while told is not None and told["last"] < moment:
                # Other news came around between two rounds (the feed says again what it may have
                # missed); that round is not ours.
                told = load.answer(PATIENCE)
            if told is None:
                load.tell(json.dumps("report"))
                told = load.answer(PATIENCE) or {}
            missed += count - told.get("told", 0)
            twice += told.get("twice", 0)
            if number:  # the first one warms what is warmed once
                last.append((told["last"] - moment) / 1e6)
                half.append((told["half"] - moment) / 1e6)
            time.sleep(0.1)
        memory, alone = memory_of(site.processes("web"))
    finally:
        load.stop()
    return tuple(last), tuple(half), missed, twice, memory, alone
