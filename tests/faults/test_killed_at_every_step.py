"""SIGKILL at every named step of handing in and of advancing, to everyone who could be hit.

Whoever is killed, and wherever: what was acknowledged is there, each phase is resolved once, and
the site goes on by itself. The supervisor takes longest to come back: `make test` kills it at some
of the steps, `make chaos` (which sets `CHAOS`) at all of them.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import zip_longest
from threading import Thread

import pytest

from campaigns.models import Phase, Sheet
from core.fault_injection import ADVANCE_POINTS, SEAL_POINTS
from tests.faults.play import assert_all_is_well, hand_in, wait_until_resolved
from tests.faults.players import NoAnswer, Player, found
from tests.support.programs.site import Site

pytestmark = pytest.mark.faults

AFTER_COMMIT = {"seal.committed", "seal.announced"}
#: A step of each, for those who are killed while two processes are held at once.
PAIRS = list(zip_longest(ADVANCE_POINTS, SEAL_POINTS, fillvalue=SEAL_POINTS[-1]))
SOME_PAIRS = PAIRS if os.environ.get("CHAOS") else [PAIRS[4], PAIRS[5]]


def test_the_web_server_killed_at_every_step_of_handing_in(site: Site) -> None:
    slug, players = found(site, "web")
    britain = players[0]
    desk = britain.look()
    for point in SEAL_POINTS:
        before = Sheet.objects.filter(phase__campaign__slug=slug, power="britain").count()
        struck = site.arm(point, "kill program" if point == "seal.written" else "kill")
        with pytest.raises(NoAnswer):
            britain.seal(desk, ready=False)
        assert struck.exists(), point
        after = Sheet.objects.filter(phase__campaign__slug=slug, power="britain").count()
        assert after - before == (point in AFTER_COMMIT), point
        site.wait_until_it_answers()
        assert britain.seal(desk, ready=False) is not None
        assert_all_is_well(players)
    hand_in(players)
    wait_until_resolved(site, slug, desk.phase)
    assert_all_is_well(players)


@pytest.mark.long
@pytest.mark.parametrize("how", ["kill", "kill program"])
def test_the_worker_killed_at_every_step_of_advancing(site: Site, how: str) -> None:
    slug, players = found(site, f"worker, {how}")
    for point in ADVANCE_POINTS:
        struck = site.arm(point, how)
        number = hand_in(players)
        site.wait_for_strike(struck)
        wait_until_resolved(site, slug, number)
        assert_all_is_well(players)


@contextmanager
def held_at(
    site: Site, advancing: str, sealing: str, due: list[Player], busy: list[Player]
) -> Iterator[None]:
    """The worker stands at a step of advancing one table, the web at a step of a seal of another."""
    struck = site.arm(advancing, "hold")
    hand_in(due)
    site.wait_for_strike(struck)
    desk = busy[0].look()
    struck = site.arm(sealing, "hold")

    def seal() -> None:
        with suppress(NoAnswer):
            busy[0].seal(desk, ready=False)

    thread = Thread(target=seal)
    thread.start()
    site.wait_for_strike(struck)
    try:
        yield
    finally:
        for point in (advancing, sealing):
            site.release(point)
        thread.join(60)


@pytest.mark.long
def test_the_beat_killed_at_every_step_of_either(site: Site) -> None:
    for advancing, sealing in PAIRS:
        due, busy = (found(site, f"beat {advancing} {i}")[1] for i in range(2))
        with held_at(site, advancing, sealing, due, busy):
            site.kill("beat")
        wait_until_resolved(site, due[0].slug, 1)
        assert len(busy[0].receipts) == 1
        assert_all_is_well([*due, *busy])


@pytest.mark.long
@pytest.mark.parametrize(("advancing", "sealing"), SOME_PAIRS)
def test_the_supervisor_killed_at_a_step_of_either(
    site: Site, advancing: str, sealing: str
) -> None:
    due, busy = (found(site, f"supervisor {advancing} {i}")[1] for i in range(2))
    with held_at(site, advancing, sealing, due, busy):
        site.kill("supervisor")
    # Nothing of it stays behind, to work on unwatched; `restart` waits for that.
    site.restart()
    wait_until_resolved(site, due[0].slug, 1)
    assert_all_is_well([*due, *busy])
    for player in (*due, *busy):
        player.hang_up()
    hand_in(busy)
    wait_until_resolved(site, busy[0].slug, 1)
    assert Phase.objects.filter(campaign__slug=due[0].slug).count() >= 2
    assert_all_is_well([*due, *busy])
