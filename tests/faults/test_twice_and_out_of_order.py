"""Two beats, and tasks that come twice, too early, too late and in any order."""

import random
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from celery import Celery
from django.utils import timezone

from campaigns.models import Campaign, Heartbeat, Phase
from config.data.redis_urls import for_celery
from config.settings.base import broker_options
from config.supervision import processes
from core.paths import BASE_DIR
from tests.faults.play import assert_all_is_well, hand_in, strike, wait_until_resolved
from tests.faults.players import found
from tests.support.programs.runner import wait_for
from tests.support.programs.site import Site

pytestmark = pytest.mark.faults


@pytest.fixture
def second_beat(site: Site, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another beat beside the site's own."""
    command = [sys.executable, "-m", "celery", "--app", "config", "--quiet", "beat"]
    command += ["--schedule", str(tmp_path / "schedule"), "--pidfile", "", "--loglevel", "INFO"]
    with (tmp_path / "beat.log").open("wb") as log:
        beat = processes.spawn(command, output=log, cwd=BASE_DIR, env=site.child_environment())
    yield beat
    processes.stop(beat, patience=5)


def test_two_beats_resolve_each_phase_once_and_one_alone_goes_on(
    site: Site, second_beat: subprocess.Popen[bytes]
) -> None:
    tables = [found(site, f"two beats {i}") for i in range(4)]
    for slug, _ in tables:
        strike(slug)
    for slug, players in tables:
        wait_until_resolved(site, slug, 1)
        assert_all_is_well(players)
    with site.frozen("beat"):
        before = timezone.now()
        wait_for(
            lambda: Heartbeat.objects.filter(beat_at__gt=before).exists(),
            "a sweep that the second beat asked for",
            60,
            site.explain,
        )
    assert second_beat.poll() is None


@pytest.mark.long
def test_tasks_doubled_and_out_of_order_resolve_each_phase_once(site: Site) -> None:
    broker = Celery(broker=for_celery(site.place.redis_url))
    broker.conf.broker_transport_options = broker_options("chancellery")
    tables = [found(site, f"out of order {i}") for i in range(3)]
    over = [Phase.objects.get(campaign__slug=slug) for slug, _ in tables]
    soon = timezone.now() + timedelta(hours=1)
    for slug, players in tables:
        number = hand_in(players)
        wait_until_resolved(site, slug, number)
    now_open = [Campaign.objects.get(slug=slug) for slug, _ in tables]
    numbers = [campaign.phase.number for campaign in now_open]
    tasks: list[tuple[str, tuple[int, ...]]] = []
    tasks += [("advance_phase", (phase.campaign_id, phase.pk)) for phase in over] * 10
    tasks += [("advance_phase", (campaign.pk, campaign.phase_id)) for campaign in now_open] * 10
    tasks += [("advance_phase", (now_open[0].pk, over[1].pk)), ("advance_phase", (0, 0))]
    tasks += [("advance_phase", (now_open[0].pk, now_open[0].phase_id + 10**6)), ("sweep_due", ())]
    tasks += [("send_letters", ()), ("sweep_due", ())] * 3
    random.Random(39).shuffle(tasks)
    # Half of them before their time, so that nothing may come of them; then the deadline strikes.
    for name, arguments in tasks[::2]:
        broker.send_task(f"campaigns.tasks.{name}", args=arguments)
    wait_until_the_queue_is_empty(site, broker)
    assert [Campaign.objects.get(slug=slug).phase.number for slug, _ in tables] == numbers
    for slug, _ in tables:
        strike(slug)
    for name, arguments in tasks[1::2]:
        broker.send_task(f"campaigns.tasks.{name}", args=arguments)
    for (slug, players), number in zip(tables, numbers, strict=True):
        wait_until_resolved(site, slug, number)
        assert_all_is_well(players)
    wait_until_the_queue_is_empty(site, broker)
    assert all(Campaign.objects.get(slug=slug).phase.opened_at < soon for slug, _ in tables)
    for _, players in tables:
        assert_all_is_well(players)


def wait_until_the_queue_is_empty(site: Site, broker: Celery) -> None:
    """Wait until the worker has taken everything that was sent."""
    with broker.connection_for_read() as connection:
        channel = connection.default_channel
        wait_for(lambda: channel._size("celery") == 0, "the queue to empty", 60, site.explain)
