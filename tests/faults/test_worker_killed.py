"""A worker that is killed in the middle of resolving leaves one resolution and every order.

Real processes: web server, worker and beat on the database of the test. A fault point kills the
process with SIGKILL at a named step; see `campaigns.faults`.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from campaigns.deadlines import ClockPolicy
from campaigns.models import Campaign, LogEntry, Phase, Sheet
from campaigns.selectors import history, page
from campaigns.services import founding, orders
from tests.stack_runner import LiveSite, wait_for

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

POINTS = (
    "advance.before_resolve",
    "advance.after_resolve",
    "advance.before_commit",
    "advance.after_commit",
)


@pytest.fixture
def with_fault(live_site: LiveSite, tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """A function that restarts the worker so that it dies at a fault point."""
    plain = live_site.worker._env

    def arm(point: str, *, once: bool) -> Path:
        struck = tmp_path / "struck"
        live_site.stop_clock()
        armed = {**plain, "CHANCELLERY_FAULT": point}
        if once:
            armed["CHANCELLERY_FAULT_ONCE"] = str(struck)
        live_site.worker._env = armed
        live_site.start_clock()
        return struck

    yield arm
    live_site.worker._env = plain


def _campaign() -> tuple[str, dict[str, str]]:
    """A campaign in which Britain and Germany have sealed and Italy is silent; the rest are bots."""
    people = {
        name: get_user_model().objects.create_user(
            username=name, password="a long enough pass phrase"
        )
        for name in ("britain", "germany", "italy", "moderator")
    }
    slug = founding.create_campaign(
        by=people["moderator"],
        rulebook="world_at_war",
        scenario="one-year",
        title="To be killed",
        policy=ClockPolicy(hours={"default": 1}),
        bots=("france", "united_states", "russia"),
    )
    from campaigns.services import seats

    for power in ("britain", "germany", "italy"):
        seats.join(slug, by=people[power], powers=[power])
    founding.start(slug, by=people["moderator"])
    sealed = {}
    for power in ("britain", "germany"):
        mine = page.orders(slug, people[power], power)
        assert mine.menu is not None
        order = _some_order(mine.menu, power)
        sealed[power] = orders.seal_orders(
            slug, by=people[power], power=power, order=order, phase=1
        ).commitment
    return slug, sealed


def _some_order(menu: Any, power: str) -> dict[str, Any]:
    """A legal order, drawn from the menu."""
    from rules.kernel.autopilot import at_random
    from rules.kernel.dice import SealedDice

    return at_random(menu, SealedDice(power.encode() * 8))


def _strike(slug: str) -> None:
    """Let the deadline be over."""
    past = timezone.now() - timedelta(seconds=1)
    Phase.objects.filter(campaign__slug=slug).update(due_at=past)
    Campaign.objects.filter(slug=slug).update(wakes_at=past)


def _resolved(slug: str) -> bool:
    return Phase.objects.filter(campaign__slug=slug, number=1, resolved_at__isnull=False).exists()


def _assert_resolved_once_from_these_orders(slug: str, sealed: dict[str, str]) -> None:
    campaign = Campaign.objects.get(slug=slug)
    assert (
        LogEntry.objects.filter(campaign=campaign, kind="phase.resolved", phase__number=1).count()
        == 1
    )
    assert list(
        Phase.objects.filter(campaign=campaign, number__lte=2).values_list("number", flat=True)
    ) == [1, 2]
    used = {
        s.power: s
        for s in Sheet.objects.filter(phase__campaign=campaign, phase__number=1, state="used")
    }
    assert {power: used[power].commitment for power in sealed} == sealed
    assert used["italy"].how == "autopilot"
    assert history.story(slug, 1).check.link_follows
    before = ""
    for entry in LogEntry.objects.filter(campaign=campaign).order_by("seq"):
        assert (entry.prev_hash, entry.hash) == (before, entry.digest())
        before = entry.hash


@pytest.mark.parametrize("point", POINTS)
def test_a_worker_process_killed_while_resolving_resolves_once(
    live_site: LiveSite, with_fault: Callable[..., Path], point: str
) -> None:
    slug, sealed = _campaign()
    struck = with_fault(point, once=True)
    _strike(slug)
    wait_for(struck.exists, f"the fault at {point}", 30, live_site.worker.printed)
    wait_for(
        lambda: _resolved(slug), "the phase to be resolved after all", 60, live_site.worker.printed
    )
    _assert_resolved_once_from_these_orders(slug, sealed)


def test_a_whole_worker_killed_again_and_again_loses_nothing(
    live_site: LiveSite, with_fault: Callable[..., Path]
) -> None:
    slug, sealed = _campaign()
    with_fault("advance.after_resolve", once=False)
    _strike(slug)
    wait_for(
        lambda: "signal 9" in live_site.worker.printed() or "SIGKILL" in live_site.worker.printed(),
        "the worker's process to die",
        30,
        live_site.worker.printed,
    )
    assert not _resolved(slug)
    live_site.kill_worker()
    assert Sheet.objects.filter(phase__campaign__slug=slug, state="sealed").count() == 5
    live_site.worker._env = {
        k: v for k, v in live_site.worker._env.items() if k != "CHANCELLERY_FAULT"
    }
    live_site.restart_worker()
    wait_for(lambda: _resolved(slug), "the phase to be resolved", 60, live_site.worker.printed)
    _assert_resolved_once_from_these_orders(slug, sealed)
