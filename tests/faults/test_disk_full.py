"""The disk with the database is full: nothing is promised, nothing is lost, and it goes on after.

The whole folder of a site lies on a small file system in memory, which the test fills to the last
byte. Mounting it needs root with the right to mount; without, this test fails and says so.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from campaigns.models import Campaign
from tests.faults.play import assert_all_is_well, hand_in, strike, wait_until_resolved
from tests.faults.players import NoAnswer, Player, found
from tests.support.programs.site import Site

pytestmark = [pytest.mark.faults, pytest.mark.long]

SIZE = 256  # megabytes
FULL_SECONDS = 6.0
ROOM_SECONDS = 60.0
"""How long the room that the database had set aside beforehand may last."""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}m,mode=0711", "tmpfs", disk],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        pytest.fail(
            "A small disk to fill could not be mounted, so it is not known what a full one does: "
            f"{made.stderr.strip()}. Run the tests as root, in a container with the right to "
            "mount (docker run --cap-add SYS_ADMIN --security-opt apparmor=unconfined).",
            pytrace=False,
        )
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def fill(disk: Path) -> Path:
    """Leave not a byte free; returns the file to remove."""
    filler = disk / "filler"
    block = bytes(1 << 20)
    with filler.open("wb", buffering=0) as file:
        for size in (len(block), 4096, 1):
            with suppress(OSError):
                while file.write(block[:size]) == size:
                    pass
    assert os.statvfs(disk).f_bavail == 0
    return filler


def try_to_seal(players: list[Player]) -> int:
    """Go on sealing until it is refused and a while longer; how often it was acknowledged."""
    until, done, refused = time.monotonic() + ROOM_SECONDS, 0, False
    while time.monotonic() < until:
        if not refused and any(player.unanswered for player in players):
            until, refused = time.monotonic() + FULL_SECONDS, True
        for player in players:
            with suppress(NoAnswer):
                desk = player.look()
                done += desk.asked and player.seal(desk, ready=False) is not None
        time.sleep(0.05)
    return done


def test_a_full_disk_loses_no_order_and_stops_no_campaign(make_site, small_disk: Path) -> None:
    site: Site = make_site(small_disk)
    with site.database():
        tables = [found(site, f"full {i}") for i in range(3)]
        players = [player for _, people in tables for player in people]
        hand_in(players[:2], ready=False)
        strike(tables[2][0], timezone.now() + timedelta(seconds=2))
        filler = fill(small_disk)
        sealed = try_to_seal(players)
        refused = sum(player.unanswered for player in players)
        filler.unlink()

        site.wait_until_it_answers(60)
        assert refused, f"the disk was full, and yet {sealed} seals were taken and none refused"
        assert_all_is_well(players)
        assert {Campaign.objects.get(slug=slug).status for slug, _ in tables} == {"running"}
        wait_until_resolved(site, tables[2][0], 1, 60)
        for player in players:
            player.hang_up()
        number = hand_in(tables[0][1])
        wait_until_resolved(site, tables[0][0], number, 60)
        assert_all_is_well(players)
