"""Several processes at once: whatever they do, each thing happens once."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from campaigns.models import LogEntry, Phase
from campaigns.services.advance import phase_advance, sweep
from tests.support.campaigns import Table

pytestmark = pytest.mark.django_db(transaction=True)

PLACE = {"kind": "place", "points": {"east": 1}}


def together(*jobs: Callable[[], Any]) -> list[Any]:
    """Run all jobs at the same moment, each on a connection of its own."""
    answers: list[Any] = [None] * len(jobs)
    gate = threading.Barrier(len(jobs))

    def run(index: int, job: Callable[[], Any]) -> None:
        try:
            gate.wait()
            answers[index] = job()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads), "one of them hangs"
    return answers


def test_ten_workers_resolve_one_phase_once(table: Table) -> None:
    table.strike()
    campaign = table.campaign
    assert campaign.phase_id is not None
    jobs = [lambda: phase_advance.advance(campaign.pk, phase_id=campaign.phase_id or 0)] * 10
    outcomes = together(*jobs)
    assert sorted(outcomes) == ["already"] * 9 + ["resolved"]
    assert Phase.objects.filter(campaign=campaign).count() == 2
    assert LogEntry.objects.filter(campaign=campaign, kind="phase.resolved").count() == 1


def test_sweeps_at_once_share_the_work(table: Table) -> None:
    table.strike()
    assert sorted(together(*[sweep.sweep] * 4)) == [0, 0, 0, 1]


def test_seals_given_at_once_all_count_and_the_chain_stays_whole(table: Table) -> None:
    receipts = together(*[lambda power=power: table.seal(power, PLACE) for power in table.players])
    assert len({receipt.commitment for receipt in receipts}) == 3
    before = ""
    for entry in LogEntry.objects.filter(campaign=table.campaign).order_by("seq"):
        assert (entry.prev_hash, entry.hash) == (before, entry.digest())
        before = entry.hash
    assert table.advance() == "resolved"
