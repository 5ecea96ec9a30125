"""Time that passes, and sites that are not honest about it."""

import json
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.models import Heartbeat, LogEntry, Seat
from campaigns.rulebooks import states
from campaigns.services.advance import resolve
from campaigns.services.deadlines import moderation
from campaigns.services.log.lock import locked, phase_in_play
from campaigns.services.phases import phase_opening
from campaigns.services.seats import seats
from tests.support.accounts import person
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Passing, Table
from tests.support.repair import all_agree, holder, override
from verifier import verify
from verifier.report import SITE


def bodies(kind: str) -> list[dict[str, Any]]:
    rows = LogEntry.objects.filter(kind=kind).order_by("seq")
    return [json.loads(row.body) for row in rows]


def follows(table: Table, power: str = "north") -> Any:
    """The player leaves, and an heir takes the seat."""
    seats.leave(table.slug, by=table.players[power], power=power)
    heir = person(f"heir-{power}")
    name = heir.username
    seats.assign_seat(table.slug, by=table.moderator, power=power, username=name, reason="Gone")
    return heir


HOUR = timedelta(hours=1)

WHY = "Somebody is ill."


def pass_by(length: timedelta) -> None:
    """Let time go by; the service was there."""
    Passing.by += length
    Heartbeat.objects.filter(name="sweep").update(beat_at=timezone.now())


def pause(table: Table) -> None:
    moderation.pause(table.slug, by=table.moderator, reason=WHY)


def resume(table: Table) -> None:
    moderation.resume(table.slug, by=table.moderator)


def left(table: Table, power: str = "north") -> timedelta:
    """How much time a power has, to the minute."""
    closes_at = table.phase.times.closes_for(power)
    assert closes_at is not None
    return timedelta(minutes=round((closes_at - timezone.now()).total_seconds() / 60))


def override_east(table: Table) -> None:
    """A value is put right, by the consent of all if it needs it."""
    if override(table, "isle", before=holder(table)) is not None:
        all_agree(table)


def end(table: Table, how: str, silent: str = "") -> None:
    """End the phase as a site does that does not ask its own clock, nor perhaps what silence means."""
    with transaction.atomic(durable=True):
        campaign = locked(table.slug)
        phase = phase_in_play(campaign)
        resolve.resolve(
            campaign, phase, states.now(phase), how=how, silent=silent, now=timezone.now()
        )


def faults_of(data: bytes, name: str) -> list[str]:
    (check,) = [check for check in verify(data) if check.name == name]
    assert all(check.could_have(fault) == SITE for fault in check.faults)
    return check.faults


def isle_is_silent(table: Table) -> Table:
    """The others have sealed."""
    for power in ("north", "south"):
        table.seal(power, PLACE)
    return table


def seal_as_a_bot(table: Table) -> None:
    """The site seals for the silent player as if an autopilot had the seat; so the phase ends early."""
    seat, player = Seat.objects.filter(campaign=table.campaign, power="isle"), table.players["isle"]
    with transaction.atomic(durable=True):
        seat.update(bot=True, person=None)
        campaign = locked(table.slug)
        phase = phase_in_play(campaign)
        phase_opening.seal_bots(campaign, phase, states.now(phase), at=timezone.now())
        campaign.save()
        seat.update(bot=False, person=player)
    table.advance()
