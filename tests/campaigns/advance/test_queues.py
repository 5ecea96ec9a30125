"""Whatever happens in a campaign, the worker's queue runs empty, and soon."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from campaigns.models import Notification, Phase
from campaigns.services.advance import sweep
from tests.campaigns.queue import Queue
from tests.support.accounts import person, reachable
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Table, a_campaign
from tests.support.notifications import sent_to

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def queue(sent: list[Any]) -> Queue:
    """The worker's queue, with nothing in it."""
    sent.clear()
    return Queue(sent)


def in_the_last_day(table: Table) -> None:
    """Let the phase in play have lasted two days of which twenty hours are left."""
    now = timezone.now()
    Phase.objects.filter(pk=table.phase.pk).update(
        opened_at=now - timedelta(hours=28), due_at=now + timedelta(hours=20)
    )


def test_a_reminder_asks_for_its_own_task_once(told: Table, queue: Queue) -> None:
    told.seal("north", PLACE)
    told.seal("isle", PLACE)
    queue.run()
    in_the_last_day(told)
    Notification.objects.all().delete()
    queue.beat()
    assert queue.run()["send_letters"] == 2  # that of the beat, and one for the letter it wrote
    assert len(sent_to("south")) == 1
    queue.beat()
    assert queue.run()["send_letters"] == 1
    assert len(sent_to("south")) == 1


def test_many_campaigns_with_silent_players_leave_the_queue_empty(
    told: Table, queue: Queue
) -> None:
    slugs = [told.slug]
    for number in range(2):
        one = person(f"silent{number}")
        reachable(one)
        slugs.append(a_campaign(by=told.moderator, seats={"north": one}).slug)
    queue.run()
    for slug in slugs:
        in_the_last_day(Table(slug, told.moderator, {}))
    Notification.objects.all().delete()
    outbox.outbox.clear()
    queue.beat()
    ran = queue.run()
    # Each campaign that wrote letters asked once.
    assert ran["send_letters"] <= 1 + len(slugs)
    assert len(sent_to("silent0")) == len(sent_to("silent1")) == len(sent_to("north")) == 1


def test_the_queue_runs_empty_after_each_thing_that_happens(found: Found, queue: Queue) -> None:
    table = found(grace_hours=1, missed="wait", hours={"default": 48})
    reachable(*table.players.values(), table.moderator)
    queue.run()
    table.seal("north", PLACE)
    queue.run()
    in_the_last_day(table)
    for _ in range(2):  # the deadline, then the end of grace
        table.strike()
        sweep.sweep()
        queue.run()
        queue.beat()
        queue.run()
    assert table.campaign.status == "waiting"
    table.seal("south", PLACE)
    queue.run()
    table.seal("isle", PLACE)
    queue.run()
    assert table.phase.number == 2
    assert not queue.waiting()
