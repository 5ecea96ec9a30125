"""Thousands of submissions while processes are killed at random: what was accepted, lost, doubled.

    python -m tests.faults.chaos --seconds 120 --submissions 10000

Runs a whole site of its own (`tests.support.programs.site`) in a temporary folder. Players in threads seal one
order after another over HTTP, and try again when no answer came; campaigns resolve phase after
phase. Meanwhile something is struck every few seconds: web, worker, a process of either, beat,
the supervisor, PostgreSQL or Redis. It goes on until both the time is over and enough was accepted.
Then the books are looked through. Prints the figures, and exits 1 if anything was lost or doubled.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")

#: How often each is chosen, in tickets of the lottery.
TARGETS = {
    "web": 2,
    "web process": 4,
    "worker": 3,
    "worker process": 4,
    "beat": 2,
    "postgres": 2,
    "postgres backend": 2,
    "redis": 2,
    "supervisor": 1,
}
PLAYERS = ("britain", "germany")
SEALS_A_PHASE = 12
#: What must be empty.
FAULTS = ("lost", "doubled", "broken chains", "stopped", "too few")
LONGEST_SETTLING = 90.0  # seconds that the site has at the end to resolve what is due


class Chaos:
    """One run."""

    def __init__(self, folder: Path, *, tables: int, seed: int) -> None:
        from tests.support.programs.site import Site

        self.site = Site(folder)
        self.random = random.Random(seed)
        self.tables = tables
        self.players: list[Any] = []
        self.slugs: list[str] = []
        self.kills: Counter[str] = Counter()
        self.over = threading.Event()

    def run(self, seconds: float, submissions: int) -> dict[str, Any]:
        """Everything; returns the figures."""
        self.site.start()
        with self.site.database():
            self._found()
            started = time.monotonic()
            threads = [
                threading.Thread(target=self._play, args=[table], daemon=True)
                for table in zip(*[iter(self.players)] * len(PLAYERS), strict=True)
            ]
            for thread in threads:
                thread.start()
            try:
                self._strike(started, seconds, submissions)
            finally:
                self.over.set()
            for thread in threads:
                thread.join(60)
            took = time.monotonic() - started
            settled = self._settle()
            figures = {**self._figures(took), "settled": round(settled, 1)}
            if figures["accepted"] < submissions:
                figures["too few"] = [f"{submissions} submissions were to be accepted in time"]
            return figures

    def _found(self) -> None:
        from campaigns.services.log import push
        from core import after_commit
        from tests.faults.players import found

        # This process has no Redis; the site's sweep finds what there is to do.
        with (
            patch.object(push, "_send", lambda *_: None),
            patch.object(after_commit, "_send", lambda *_: None),
        ):
            for number in range(self.tables):
                slug, players = found(self.site, f"chaos {number}", powers=PLAYERS)
                self.slugs.append(slug)
                self.players += players

    def _play(self, table: tuple[Any, ...]) -> None:
        """The players of one table, each sealing again and again before he is ready."""
        from tests.faults.players import NoAnswer

        while not self.over.is_set():
            for player in table:
                with suppress(NoAnswer):
                    desk = player.look()
                    if not desk.asked:
                        continue
                    for _ in range(SEALS_A_PHASE if desk.menu else 0):
                        if self.over.is_set() or player.seal(desk, ready=False) is None:
                            break
                    player.seal(desk, ready=True)

    def _accepted(self) -> int:
        return sum(len(player.receipts) for player in self.players)

    def _strike(self, started: float, seconds: float, submissions: int) -> None:
        """Kill something now and then until time and submissions are enough."""
        names, tickets = list(TARGETS), list(TARGETS.values())
        # Each once, in any order, before chance alone decides.
        waiting = self.random.sample(names, len(names))
        pause = min(3.0, seconds / (len(names) + 2))
        longest = started + 10 * seconds + 60
        while time.monotonic() < longest:
            early = time.monotonic() - started < seconds
            if not early and not waiting and self._accepted() >= submissions:
                return
            time.sleep(pause * self.random.uniform(0.5, 1.5))
            if early or waiting:
                name = waiting[-1] if waiting else self.random.choices(names, tickets)[0]
                if self._kill(name):
                    self.kills[name] += 1
                    waiting = waiting[:-1]

    def _kill(self, name: str) -> bool:
        """SIGKILL; whether there was anybody to hit."""
        import psutil

        if name == "supervisor":
            self.site.kill(name)
            self.site.restart()
            return True
        part, _, child = name.partition(" ")
        with suppress(psutil.Error):
            running = self.site.part(part)
            if not running:
                return False
            if not child:
                self.site.kill(part)
                return True
            # Those of the web have no others under them.
            children = [one for process in running for one in process.children()] or running
            self.random.choice(children).kill()
            return True
        return False

    def _settle(self) -> float:
        """Wait until everything that is due has been resolved; how long it took."""
        from django.db import connection
        from django.utils import timezone

        from campaigns.models import Campaign

        started = time.monotonic()
        self.site.wait_until_it_answers()
        while time.monotonic() - started < LONGEST_SETTLING:
            connection.close()
            if not Campaign.objects.filter(wakes_at__lte=timezone.now()).exists():
                return time.monotonic() - started
            time.sleep(0.2)
        return time.monotonic() - started

    def _figures(self, took: float) -> dict[str, Any]:
        from campaigns.models import Campaign, Phase
        from tests.faults import books

        receipts = [receipt for player in self.players for receipt in player.receipts]
        doubled = [line for slug in self.slugs for line in books.doubled_or_skipped(slug)]
        return {
            "accepted": len(receipts),
            "too few": [],
            "lost": books.lost(receipts) + books.replaced(receipts),
            "doubled": doubled,
            "broken chains": [line for slug in self.slugs for line in books.broken_chain(slug)],
            "stopped": list(
                Campaign.objects.filter(slug__in=self.slugs)
                .exclude(status__in=("running", "finished"))
                .values_list("slug", flat=True)
            ),
            "phases": Phase.objects.filter(
                campaign__slug__in=self.slugs, resolved_at__isnull=False
            ).count(),
            "unanswered": sum(player.unanswered for player in self.players),
            "refused": sum(player.refused for player in self.players),
            "seconds": round(took, 1),
            "kills": dict(sorted(self.kills.items())),
        }


def report(figures: dict[str, Any]) -> str:
    """The figures as a person reads them."""
    lines = [f"{'accepted':<16}{figures['accepted']}  in {figures['seconds']} s"]
    lines += [f"{name:<16}{len(figures[name])}" for name in FAULTS[:-1]]
    lines += [
        f"{name:<16}{figures[name]}" for name in ("phases", "unanswered", "refused", "settled")
    ]
    lines += [f"{'kills':<16}{sum(figures['kills'].values())}"]
    lines += [f"  {name:<20}{count}" for name, count in figures["kills"].items()]
    return "\n".join([*lines, *(line for name in FAULTS for line in map(str, figures[name]))])


def is_clean(figures: dict[str, Any]) -> bool:
    """Whether enough was accepted, and nothing lost, doubled, broken or left standing."""
    return not any(figures[name] for name in FAULTS)


def say(text: str) -> None:
    """Print, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="how long things are killed")
    parser.add_argument(
        "--submissions", type=int, default=10_000, help="how many to accept at least"
    )
    parser.add_argument("--tables", type=int, default=16, help="campaigns, with two players each")
    parser.add_argument("--seed", type=int, default=None, help="of what is killed when")
    parser.add_argument("--json", type=Path, default=None, help="write the figures here too")
    given = parser.parse_args()
    # Told to stop, it stops its site and removes its folder like after Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    import django

    django.setup()
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(10**6)
    say(f"seed {seed}")
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        chaos = Chaos(Path(folder), tables=given.tables, seed=seed)
        try:
            figures = chaos.run(given.seconds, given.submissions)
        finally:
            chaos.site.stop()
    say(report(figures))
    if given.json:
        given.json.write_text(json.dumps({"seed": seed, **figures}, indent=1))
    return not is_clean(figures)


if __name__ == "__main__":
    sys.exit(main())
