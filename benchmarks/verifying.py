"""`manage.py verify` on the longest campaign of each rulebook, played by autopilots to its end.

The file is made on the site that runs here, whose clock and workers stand still meanwhile: they would play the same
campaign. What is timed is the command as people start it, in a process of its own, from its start to its last line.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from benchmarks import seeding
from benchmarks.figures import Figure, repeated
from benchmarks.site import ROOT, Site
from campaigns.models import Campaign
from campaigns.selectors.export import export
from campaigns.services.advance import phase_advance
from campaigns.services.lifecycle import campaigns
from campaigns.services.log import push
from core import after_commit
from rules.registry import BOOKS

TARGET_SECONDS = 60.0


def measure(
    site: Site, *, quick: bool = False, books: Sequence[str] = tuple(BOOKS)
) -> list[Figure]:
    """The time that one file of each rulebook takes. Raises ``RuntimeError`` where anything is at fault."""
    figures = []
    with tempfile.TemporaryDirectory() as folder, _standing_still(site):
        for book in map(BOOKS.__getitem__, books):
            path = Path(folder) / f"{book.key}.json"
            path.write_bytes(_played(book))
            said = verified(path)
            runs = repeated(1 if quick else 3, partial(_timed, path))
            phases = re.search(r"([\d,]+) phases? played again", said)
            compared = re.search(r"([\d,]+) orders? of autopilots compared", said)
            figures.append(
                Figure(
                    group="Verifying",
                    what=book.title,
                    unit="s",
                    runs=runs,
                    size=f"{phases[1] if phases else 0} phases, {path.stat().st_size / 1e6:.1f} MB",
                    target=TARGET_SECONDS,
                    note=f"{compared[1] if compared else 0} orders of autopilots compared",
                )
            )
    return figures


@contextmanager
def _standing_still(site: Site) -> Iterator[None]:
    """Nobody but this process plays on; nobody is told, for nobody looks."""
    stopped = [one for name in ("worker", "beat") for one in site.processes(name)]
    for one in stopped:
        one.suspend()
    try:
        with (
            mock.patch.object(after_commit, "_send", return_value=None),
            mock.patch.object(push, "_send", return_value=None),
        ):
            yield
    finally:
        for one in stopped:
            one.resume()


def _played(book: Any) -> bytes:
    """The file of the longest scenario, autopilots alone, over by the rules."""
    scenario = max(book.scenarios.values(), key=lambda each: each.turns)
    slug = campaigns.create_campaign(
        by=seeding.moderator(),
        rulebook=book.key,
        scenario=scenario.key,
        title=f"{scenario.title}, to be verified",
        bots=scenario.seats,
    )
    campaigns.start(slug, by=seeding.moderator())
    while (campaign := Campaign.objects.get(slug=slug)).status != "finished":
        if campaign.phase_id is None:
            raise RuntimeError(f"{book.title}: the campaign has no phase.")
        phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)
    return b"".join(export(slug))


def verified(path: Path) -> str:
    """What the command says of a file in which nothing is at fault, and everything is checked."""
    command = [sys.executable, "manage.py", "verify", str(path)]
    run = subprocess.run(
        command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise RuntimeError(
            f"{path.name} does not verify:\n{run.stdout[-2000:]}{run.stderr[-2000:]}"
        )
    return run.stdout


def _timed(path: Path) -> float:
    begun = time.monotonic()
    verified(path)
    return time.monotonic() - begun
