"""One broken campaign stops itself, is marked, and those who can do something hear of it once.

What is broken is planted in its rows: a state that does not open, a key that was given up, a policy or the
steps of a deadline that cannot be read. Beside it a healthy campaign waits for the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone
from structlog.testing import capture_logs

from campaigns import messages
from campaigns.models import Campaign, Deputy, Glimpse, Heartbeat, LogEntry, Outage, Phase
from campaigns.sealed.field import Sealed
from campaigns.selectors.site import staff_page
from campaigns.services.advance import reminders, sweep
from campaigns.services.deadlines import moderation
from campaigns.services.lifecycle import replays
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.site import glimpses
from tests.support.accounts import person, reachable
from tests.support.campaigns import Found, Table, a_campaign

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


@pytest.fixture
def pair(found: Found, settings: Any) -> tuple[Table, Table]:
    """A campaign that will be broken, which comes first everywhere, and a healthy one."""
    settings.ADMINS = [("", "ops@example.org")]
    first = found(missed="wait")
    players = {power: person(f"{power}2") for power in first.players}
    second = a_campaign(by=first.moderator, seats=players, title="A healthy one")
    reachable(*players.values())
    Campaign.objects.filter(slug=second.slug).update(clock=first.campaign.clock)
    return first, second


# --- What is to be done for a campaign, and how one sees that it was -----------------------------------


def comes_due(table: Table) -> None:
    Phase.objects.filter(pk=table.phase.pk).update(due_at=timezone.now() - timedelta(minutes=1))
    Campaign.objects.filter(slug=table.slug).update(wakes_at=timezone.now() - timedelta(minutes=1))


def lost_an_hour(table: Table) -> None:
    now = timezone.now()
    Phase.objects.filter(pk=table.phase.pk).update(opened_at=now - DAY, due_at=now + DAY)
    Campaign.objects.filter(slug=table.slug).update(wakes_at=now + DAY)
    if not Outage.objects.exists():
        Outage.objects.create(began_at=now - timedelta(hours=2), ended_at=now - timedelta(hours=1))


def has_a_deputy_until_now(table: Table) -> None:
    now = timezone.now()
    Deputy.objects.create(
        campaign=table.campaign,
        number=1,
        power="north",
        principal=table.players["north"],
        person=person(f"helper{table.campaign.pk}"),
        level="see",
        named_at=now - DAY,
        accepted_at=now - DAY,
        until=now - timedelta(minutes=1),
    )


def was_paused_until_now(table: Table) -> None:
    until = timezone.now() + timedelta(minutes=1)
    moderation.pause(table.slug, by=table.moderator, reason="The fair", until=until)
    Campaign.objects.filter(slug=table.slug).update(
        resumes_at=timezone.now() - timedelta(minutes=1)
    )


def lacked_its_rules(table: Table) -> None:
    Campaign.objects.filter(slug=table.slug).update(
        status="paused", wakes_at=None, stopped_at=timezone.now(), lacks_rules=True
    )


def is_in_its_last_day(table: Table) -> None:
    now = timezone.now()
    Phase.objects.filter(pk=table.phase.pk).update(
        opened_at=now - 2 * DAY, due_at=now + timedelta(hours=20)
    )


def has_waited_for_days(table: Table) -> None:
    table.pass_deadline()
    assert table.campaign.status == "waiting"


def told(table: Table, kind: str) -> bool:
    return LogEntry.objects.filter(campaign=table.campaign, kind=kind).exists()


def reminded(table: Table) -> bool:
    outgoing_email.send_due()
    return any(
        "reminder" in one.subject and one.to == ["north2@example.org"] for one in outbox.outbox
    )


# --- What is broken -----------------------------------------------------------------------------------


def does_not_open(table: Table) -> None:
    Phase.objects.filter(pk=table.phase.pk).update(state=Sealed(b"x" * 64))


def has_steps_nobody_can_read(table: Table) -> None:
    Phase.objects.filter(pk=table.phase.pk).update(due_steps=[{"kind": 1, "what": None}])


def gave_its_key_up(table: Table) -> None:
    """Neither its own log can be written, nor anything that is sealed be read."""
    Campaign.objects.filter(slug=table.slug).update(log_key=Sealed(b"x" * 64), unheld=1, secrets=1)
    Phase.objects.filter(pk=table.phase.pk).update(state=Sealed(b"x" * 64))


def has_a_policy_nobody_can_read(table: Table) -> None:
    Campaign.objects.filter(slug=table.slug).update(clock={"hours": "x"})


@dataclass(frozen=True)
class Work:
    """What is to be done, how it is broken, and how one sees that it was done for the healthy one."""

    to_do: Callable[[Table], None]
    broken: Callable[[Table], None]
    done: Callable[[Table], bool]


WORK = {
    "resolving": Work(comes_due, does_not_open, lambda table: told(table, "clock.waiting")),
    "resolving, without a log": Work(
        comes_due, gave_its_key_up, lambda table: told(table, "clock.waiting")
    ),
    "giving time back": Work(
        lost_an_hour, has_steps_nobody_can_read, lambda table: told(table, "clock.given_back")
    ),
    "ending a deputyship": Work(
        has_a_deputy_until_now, gave_its_key_up, lambda table: told(table, "deputy.ended")
    ),
    "ending a pause": Work(
        was_paused_until_now,
        has_steps_nobody_can_read,
        lambda table: table.campaign.status == "running",
    ),
    "going on with rules that are back": Work(
        lacked_its_rules, does_not_open, lambda table: table.campaign.status == "running"
    ),
    "reminding": Work(is_in_its_last_day, has_a_policy_nobody_can_read, reminded),
    "telling again that it waits": Work(
        has_waited_for_days,
        has_a_policy_nobody_can_read,
        lambda table: table.phase.letters.filter(kind="missed").exists(),
    ),
}


def a_round(at: timedelta) -> None:
    """One beat of everything that looks after campaigns."""
    Heartbeat.objects.update(beat_at=timezone.now())
    sweep.sweep()
    reminders.remind(timezone.now() + at)
    reminders.remind_of_waiting(timezone.now() + at)


@pytest.mark.parametrize("name", WORK)
def test_a_broken_campaign_stops_alone_and_is_told_of_once(
    pair: tuple[Table, Table], name: str
) -> None:
    work, (broken, healthy) = WORK[name], pair
    for table in pair:
        work.to_do(table)
    work.broken(broken)
    Phase.objects.get(pk=healthy.phase.pk).letters.all().delete()
    later = reminders.AGAIN + timedelta(hours=1) if "again" in name else timedelta()
    with capture_logs() as logs:
        for _ in range(3):
            a_round(later)
    assert work.done(healthy)
    assert not Campaign.objects.get(slug=healthy.slug).stumbled_at
    row = Campaign.objects.get(slug=broken.slug)
    assert row.stumbled_at is not None
    assert (row.status, row.wakes_at) == ("paused", None)
    assert row.status_reason == messages.STUMBLED
    outgoing_email.send_due()
    told_the_site = [one for one in outbox.outbox if one.to == ["ops@example.org"]]
    assert [broken.slug in str(one.body) for one in told_the_site] == [True]
    assert len([one for one in logs if one["log_level"] == "error"]) in (1, 2)
    assert [one.number for one in staff_page.office().stuck] == [row.pk]


def test_a_glimpse_that_cannot_be_drawn_holds_up_no_other_and_rests(
    pair: tuple[Table, Table],
) -> None:
    healthy, broken = pair
    for table in pair:
        table.play()
    Phase.objects.filter(campaign=broken.campaign).update(state=Sealed(b"x" * 64))
    with capture_logs() as logs:
        assert [glimpses.draw_due() for _ in range(2)] == [1, 0]
    assert Glimpse.objects.get().campaign == healthy.campaign
    assert [one["campaign"] for one in logs if one["log_level"] == "error"] == [broken.slug]


def test_a_campaign_that_cannot_be_checked_holds_up_no_other(
    pair: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    Campaign.objects.update(status="finished", wakes_at=None, finished_at=now)
    checked, broken = [], pair[1].campaign.pk

    def replay(campaign: Campaign) -> None:
        if campaign.pk == broken:
            raise KeyError("a row of its file")
        checked.append(campaign.pk)

    monkeypatch.setattr(replays, "replay", replay)
    replays.replay_due()
    assert checked == [pair[0].campaign.pk]
