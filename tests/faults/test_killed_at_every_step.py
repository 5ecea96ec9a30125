"""SIGKILL at every named step of handing in and of advancing, to everyone who could be hit.

Whoever is killed, and wherever: what was acknowledged is there, each phase is resolved once, and
the site goes on by itself.
"""

import pytest

from campaigns.faults import ADVANCE_POINTS, SEAL_POINTS
from campaigns.models import Sheet
from tests.faults.play import assert_all_is_well, hand_in, wait_until_resolved
from tests.faults.players import NoAnswer, found
from tests.faults.site import Site

pytestmark = [pytest.mark.faults, pytest.mark.slow]

AFTER_COMMIT = {"seal.committed", "seal.announced"}


def test_the_web_server_killed_at_every_step_of_handing_in(site: Site) -> None:
    slug, players = found(site, "web")
    britain = players[0]
    desk = britain.look()
    for point in SEAL_POINTS:
        before = Sheet.objects.filter(phase__campaign__slug=slug, power="britain").count()
        struck = site.arm(point, "kill")
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


@pytest.mark.parametrize("how", ["kill", "kill program"])
def test_the_worker_killed_at_every_step_of_advancing(site: Site, how: str) -> None:
    slug, players = found(site, f"worker, {how}")
    for point in ADVANCE_POINTS:
        struck = site.arm(point, how)
        number = hand_in(players)
        site.wait_for_strike(struck)
        wait_until_resolved(site, slug, number)
        assert_all_is_well(players)
