"""The sweep: found by index, each campaign for itself, whatever becomes of the others."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from campaigns.models import Campaign, Heartbeat, Outage
from campaigns.services.advance import phase_advance, sweep
from tests.support.campaigns import Found, Table, a_campaign

pytestmark = pytest.mark.django_db(transaction=True)


class KilledError(BaseException):
    """Stands for SIGKILL: nothing of the sweep runs after it."""


@pytest.fixture
def many(found: Found) -> Callable[[int], list[str]]:
    """So many due campaigns besides the first, which is due longest."""

    def make(count: int) -> list[str]:
        table = found()
        table.strike()
        slugs = [table.slug]
        slugs += [a_campaign(by=table.moderator).slug for _ in range(count)]
        later = timezone.now() - timedelta(seconds=0.5)
        Campaign.objects.exclude(slug=table.slug).update(wakes_at=later)
        return slugs

    return make


def breaks(monkeypatch: pytest.MonkeyPatch, slug: str, error: BaseException) -> None:
    """Let advancing this campaign end so."""
    real, pk = phase_advance.advance, Campaign.objects.get(slug=slug).pk

    def advance(campaign_id: int, **more: Any) -> phase_advance.Outcome:
        if campaign_id == pk:
            raise error
        return real(campaign_id, **more)

    monkeypatch.setattr(phase_advance, "advance", advance)


def open_ones(slugs: list[str]) -> list[str]:
    return [s for s in slugs if not Campaign.objects.filter(slug=s, status="finished").exists()]


@pytest.mark.long
def test_whoever_kills_its_workers_makes_nobody_late_and_is_stopped_at_last(
    many: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    slugs = many(5)
    breaks(monkeypatch, slugs[0], KilledError())
    for _ in range(2):
        with pytest.raises(KilledError):
            sweep.sweep()
    assert open_ones(slugs) == slugs[:1]
    assert Campaign.objects.get(slug=slugs[0]).tries == 2
    for _ in range(sweep.MOST_TRIES - 2):
        with pytest.raises(KilledError):
            sweep.sweep()
    assert Campaign.objects.get(slug=slugs[0]).status == "running"
    sweep.sweep()
    stopped = Campaign.objects.get(slug=slugs[0])
    assert (stopped.status, stopped.tries) == ("paused", 0)
    assert "could not be resolved" in stopped.status_reason


def test_of_those_due_at_one_moment_the_one_begun_first_is_tried_again_last(
    many: Callable[[int], list[str]],
) -> None:
    many(5)
    now = timezone.now()
    Campaign.objects.update(wakes_at=now)
    with transaction.atomic():
        begun = [pk for pk, _phase, _tries in sweep.fresh(now, set())]
    Campaign.objects.update(tries=1)
    with transaction.atomic():
        again = [pk for pk, _phase, _tries in sweep.tried_before(now, set())]
    assert len(begun) == 6
    assert again == begun[::-1]


def test_what_the_database_cannot_do_now_is_tried_again_and_stops_nobody(
    many: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    slugs = many(3)
    with monkeypatch.context() as patched:
        breaks(patched, slugs[0], OperationalError("No space left on device"))
        for _ in range(sweep.MOST_TRIES + 2):
            sweep.sweep()
    assert open_ones(slugs) == slugs[:1]
    campaign = Campaign.objects.get(slug=slugs[0])
    assert (campaign.status, campaign.tries) == ("running", 0)
    assert sweep.sweep() == 1


def test_a_time_limit_that_strikes_an_innocent_campaign_does_not_stop_it(
    many: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    slugs = many(1)
    with monkeypatch.context() as patched:
        breaks(patched, slugs[0], SoftTimeLimitExceeded())
        with pytest.raises(SoftTimeLimitExceeded):
            sweep.sweep()
    assert Campaign.objects.get(slug=slugs[0]).status == "running"
    sweep.sweep()
    assert open_ones(slugs[1:]) == []


def test_a_campaign_that_computes_without_end_is_stopped(
    many: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    slugs = many(1)
    breaks(monkeypatch, slugs[0], SoftTimeLimitExceeded())
    monkeypatch.setattr("campaigns.services.advance.isolation.LONGEST", 0.0)
    sweep.sweep()
    assert Campaign.objects.get(slug=slugs[0]).status == "paused"
    assert open_ones(slugs[1:]) == []


def test_a_clock_that_is_set_back_takes_the_pulse_with_it(table: Table) -> None:
    ahead = timezone.now() + timedelta(hours=2)
    Heartbeat.objects.create(name="sweep", beat_at=ahead)
    sweep.sweep()
    assert Heartbeat.objects.get().beat_at < timezone.now()
    Heartbeat.objects.update(beat_at=timezone.now() - timedelta(minutes=30))
    sweep.sweep()
    outage = Outage.objects.get()
    assert timedelta(minutes=29) < outage.ended_at - outage.began_at < timedelta(minutes=31)


def test_giving_back_leaves_the_rest_to_the_next_sweep(
    many: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    many(3)
    Campaign.objects.update(wakes_at=timezone.now() + timedelta(hours=1))
    now = timezone.now()
    Outage.objects.create(began_at=now - timedelta(minutes=10), ended_at=now)
    assert [sweep.give_back(now, until=0.0) for _ in range(5)] == [1, 1, 1, 1, 0]


def test_the_clock_never_reads_through_all_campaigns(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM campaigns_campaign LIMIT 0")
        own = {"id", "slug", "wakes_at", "tries", "phase_id"}
        rest = ", ".join(c.name for c in cursor.description if c.name not in own)
        cursor.execute(
            f"INSERT INTO campaigns_campaign (slug, wakes_at, tries, phase_id, {rest}) "
            "SELECT 's' || n, now() + CASE WHEN n <= 300 THEN '-1 second'::interval "
            "ELSE (n || ' minutes')::interval END, (n = 1)::int, phase_id, "
            f"{rest} FROM campaigns_campaign, generate_series(1, 30000) AS n WHERE slug = %s",
            [table.slug],
        )
        cursor.execute("ANALYZE campaigns_campaign")
    now = timezone.now()
    looks = {
        "fresh": (sweep.fresh(now, set())[: sweep.BATCH], "campaigns_that_will_wake"),
        "tried before": (sweep.tried_before(now, {1})[:1], "campaigns_tried_before"),
        "coming": (sweep.coming(now)[:1], "campaigns_that_will_wake"),
        "nearly due": (sweep.nearly_due(now), "campaigns_that_will_wake"),
        "behind": (sweep.behind_outages(0)[: sweep.BATCH], "campaigns_with_a_clock"),
        "added": (sweep.behind_added(0)[: sweep.BATCH], "campaigns_that_take_time"),
    }
    for what, (queries, index) in looks.items():
        with transaction.atomic():
            text = queries.explain()
        assert "Seq Scan" not in text, f"{what}:\n{text}"
        assert index in text, f"{what}:\n{text}"
