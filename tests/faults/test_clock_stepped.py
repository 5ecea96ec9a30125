"""The clock of the machine is set forward and back: no deadline is lost, and the sweep goes on."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from campaigns.models import Campaign, Heartbeat, LogEntry, Outage, Phase
from campaigns.selectors.phase import clocks
from tests.faults.play import assert_all_is_well, hand_in, strike, wait_until_resolved
from tests.faults.players import found
from tests.support.programs.clock import SettableClock
from tests.support.programs.runner import wait_for
from tests.support.programs.site import Site

pytestmark = [pytest.mark.faults, pytest.mark.long]

STEP = timedelta(hours=2)


def wait_for_a_sweep(site: Site) -> None:
    """Wait until the pulse shows the site's own time again."""

    def swept() -> bool:
        pulse = Heartbeat.objects.first()
        return pulse is not None and abs(clocks.time_of_database() - pulse.beat_at) < timedelta(
            seconds=10
        )

    wait_for(swept, "a sweep", 60, site.explain)


def test_a_clock_set_forward_and_back_costs_no_deadline_and_stops_no_sweep(
    make_site, tmp_path: Path
) -> None:
    tmp_path.chmod(0o755)
    clock = SettableClock(tmp_path)
    site: Site = make_site(**clock.environment)
    with site.database():
        slug, players = found(site, "stepped", hours={"default": 1})
        due = Phase.objects.get(campaign__slug=slug).due_at
        assert due is not None
        wait_for_a_sweep(site)

        clock.step(STEP)
        assert clocks.time_of_database() - timezone.now() > STEP - timedelta(minutes=1)
        wait_for(Outage.objects.exists, "the sweep to notice", 60, site.explain)
        wait_for_a_sweep(site)
        wait_for(
            lambda: LogEntry.objects.filter(campaign__slug=slug, kind="clock.given_back").exists(),
            "the time to be given back",
            60,
            site.explain,
        )
        phase = Phase.objects.get(campaign__slug=slug)
        assert phase.resolved_at is None
        assert phase.due_at is not None
        assert abs(phase.due_at - due - STEP) < timedelta(minutes=1)
        assert "because the service was away" in phase.due_in_words

        clock.step(timedelta())
        wait_for_a_sweep(site)
        assert Outage.objects.count() == 1
        assert Campaign.objects.get(slug=slug).status == "running"
        strike(slug)
        wait_until_resolved(site, slug, 1)
        number = hand_in(players)
        wait_until_resolved(site, slug, number)
        assert_all_is_well(players)
