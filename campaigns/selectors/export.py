"""A whole campaign as one file for one reader, built up from nothing.

Everything is taken from what this reader can look up one by one: the public log, events that he is
among the audience of, orders that the log has published, the board as he may see it. What is
sealed is in no export, its own player's included. A campaign that is over has no secrets left;
its file holds all that is needed to play it over again.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec import UNSET

from campaigns.domain import export_file
from campaigns.domain.entries.campaign import CampaignFounded
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.entries.phases import OrdersPublished, PhaseOpened, PhaseResolved
from campaigns.domain.export_file import (
    About,
    ActRecord,
    ClaimRecord,
    EntryRecord,
    EventRecord,
    Head,
    OrderRecord,
    OriginRecord,
    PhaseRecord,
    SeatRecord,
    StateRecord,
    stamp,
)
from campaigns.errors import RulesMissing
from campaigns.models import Act, Campaign, LogEntry, Phase, Status
from campaigns.rulebooks import fork_origin, states
from campaigns.selectors.log.log_lines import stored
from campaigns.selectors.reader.access import Reading, reading
from core.records import like
from rules.kernel.dice import Roll
from rules.kernel.serial import plain, shaped

AT_ONCE = 200
"""How many rows are fetched together."""

HEAVY = ("opening", "state", "rolls", "about")


def export(slug: str, person: Any = None) -> Iterator[bytes]:
    """The file of a campaign for a reader, piece by piece (see ``docs/export.md``).

    It ends with the log entry that is the last when it begins, whatever happens meanwhile.
    Raises ``NoSuchCampaign`` at once, not while it is read.
    """
    at = reading(slug, person)
    return export_file.written(_parts(at))


def public_part(campaign: Campaign) -> export_file.Export:
    """What everybody may know of a campaign, private or not, as a record. For the site's own use."""
    return export_file.read(public_file(campaign))


def public_file(campaign: Campaign) -> bytes:
    """The same as a file."""
    seats = list(campaign.seats.order_by("order"))
    if campaign.phase is not None:
        campaign.phase.campaign = campaign
    nobody = Reading(campaign, None, seats, False, None)
    return b"".join(export_file.written(_parts(nobody)))


def file_name(slug: str) -> str:
    """What a browser calls the file."""
    return f"chancellery-{slug}.json"


def _parts(at: Reading) -> Iterator[tuple[str, Any]]:
    """The parts of the file in their order; the long ones as iterators."""
    campaign = at.campaign
    last = campaign.log_seq
    yield "format", export_file.FORMAT
    yield "version", export_file.VERSION
    yield "campaign", _about(at)
    yield "reader", export_file.Reader(role=_role(at), powers=tuple(sorted(at.powers)))
    yield (
        "seats",
        (
            SeatRecord(power=line.badge.key, taken_by=line.taken_by, bot=line.bot)
            for line in at.seat_lines()
        ),
    )
    yield "through", Head(seq=last, hash=campaign.log_hash)
    yield "claims", _claims(at, last)
    yield "phases", _phases(at, last)
    yield "acts", _acts(at, last)
    yield "state", _state(at, last)
    if (origin := _origin(at)) is not None:
        yield "origin", origin
    yield "log", _log(at, last)


def _role(at: Reading) -> str:
    if at.is_moderator:
        return "moderator"
    return "player" if at.powers else "spectator"


def _about(at: Reading) -> About:
    campaign = at.campaign
    founded = CampaignFounded.of(campaign.log.get(kind=CampaignFounded.tag).body)
    return About(
        slug=campaign.slug,
        title=campaign.title,
        rulebook=campaign.rulebook,
        revision=founded.revision,
        scenario=campaign.scenario,
        variants=campaign.variants,
        tables=campaign.tables,
        status=campaign.status,
        status_reason=campaign.status_reason,
        line=campaign.line,
        clock=campaign.clock if at.is_moderator else None,
    )


def _claims(at: Reading, last: int) -> Iterator[ClaimRecord]:
    """Declared facts, oldest first."""
    until = _moment_of(at, last)
    rows = at.claims.filter(at__lte=until).order_by("pk")
    for row in rows.select_related("phase").defer(*(f"phase__{name}" for name in HEAVY)):
        confirmed = row.confirmed_at is not None and row.confirmed_at <= until
        yield ClaimRecord(
            phase=row.phase.number,
            key=row.key,
            before=row.before,
            value=row.value,
            power=row.power,
            at=stamp(row.at),
            confirmed_power=row.confirmed_power if confirmed else "",
            confirmed_at=stamp(row.confirmed_at) if confirmed else "",
        )


def _phases(at: Reading, last: int) -> Iterator[PhaseRecord]:
    """Every phase in its order, that in play included."""
    rows = at.campaign.phases.filter(log__kind=PhaseOpened.tag, log__seq__lte=last).order_by(
        "number"
    )
    until, opened = _moment_of(at, last), fork_origin.is_open(at.campaign)
    for row in rows.defer(*HEAVY).iterator(AT_ONCE):
        yield _phase(at, row, last, until, opened=opened)


def _moment_of(at: Reading, seq: int) -> datetime:
    """When an entry of the log was written."""
    return at.campaign.log.values_list("at", flat=True).get(seq=seq)


def _phase(at: Reading, row: Phase, last: int, until: datetime, *, opened: bool) -> PhaseRecord:
    """A phase; ``opened`` says that what its resolution did may be read whole."""
    told = {
        entry.kind: entry
        for entry in LogEntry.objects.filter(
            phase=row, seq__lte=last, kind__in=(PhaseResolved.tag, OrdersPublished.tag)
        )
    }
    resolved, released = told.get(PhaseResolved.tag), told.get(OrdersPublished.tag)
    ended = PhaseResolved.of(resolved.body) if resolved else None
    published = OrdersPublished.of(released.body) if released else None
    return PhaseRecord(
        line=row.line,
        number=row.number,
        key=row.key,
        title=row.title,
        turn=row.turn,
        turn_title=row.turn_title,
        release=row.release,
        opened_at=stamp(row.opened_at),
        revision=row.revision,
        rules=row.rules,
        again=row.again,
        undone=stamp(row.undone_at) if row.undone_at and row.undone_at <= until else "",
        resolved_at=stamp(resolved.at) if resolved else "",
        how=ended.how if ended else "",
        silent=tuple(ended.silent) if ended else (),
        link=(ended and ended.link) or "",
        link_before=(ended and ended.link_before) or "",
        commitment=resolved.commitment if resolved else "",
        nonce=row.rolls.nonce if resolved and opened and row.rolls else "",
        released=released is not None,
        orders=tuple(shaped(one, OrderRecord) for one in (published.orders if published else ())),
        rolls=tuple(shaped(one, Roll) for one in (published.rolls if published else ())),
        autopilots=(published and published.autopilots) or "",
        events=_events(at, row, last),
    )


def _events(at: Reading, row: Phase, last: int) -> tuple[EventRecord, ...]:
    """What happened in a phase, as far as the reader may know."""
    entries = LogEntry.objects.filter(events__phase=row, seq__lte=last)
    numbers = dict(entries.distinct().values_list("pk", "seq"))
    found = stored(at, row)
    secrets = at.campaign.secret_entries.filter(pk__in={told.secret for told, _ in found})
    moments = {secret.pk: secret.content.held.at for secret in secrets}
    return tuple(
        EventRecord(
            entry=numbers[told.entry],
            at=moments[told.secret] if told.secret is not None else "",
            event=json.loads(event),
        )
        for told, event in found
        if told.entry in numbers
    )


def _acts(at: Reading, last: int) -> Iterator[ActRecord]:
    """Once the campaign is over: what was done at once with an order that only some knew, opened."""
    if at.campaign.status != Status.FINISHED:
        return
    rows = Act.objects.filter(phase__campaign=at.campaign).select_related("phase")
    rows = rows.defer(*(f"phase__{name}" for name in HEAVY))
    entries = at.campaign.log.filter(kind=ActCarriedOut.tag, seq__lte=last)
    in_order = rows.order_by("phase__number", "seq").iterator(AT_ONCE)
    for entry, row in zip(entries.order_by("seq").iterator(AT_ONCE), in_order, strict=True):
        if ActCarriedOut.of(entry.body).order is not UNSET:
            continue
        row.phase.campaign = at.campaign
        yield ActRecord(entry=entry.seq, order=row.content.order, nonce=row.content.nonce)


def _state(at: Reading, last: int) -> StateRecord | None:
    """The board after the last phase that is over; none where the rules that show it are missing."""
    row = (
        at.campaign.phases.filter(log__kind=PhaseResolved.tag, log__seq__lte=last)
        .exclude(undone_at__lte=_moment_of(at, last))
        .order_by("-number")
        .first()
    )
    if row is None:
        return None
    try:
        view = plain(at.book.view(states.now(row), at.viewer))
    except RulesMissing:
        return None
    return StateRecord(phase=row.number, view=view)


def _origin(at: Reading) -> OriginRecord | None:
    """What a fork began with, once nothing of that is secret any more."""
    origin = fork_origin.of(at.campaign) if at.campaign.status == Status.FINISHED else None
    if origin is None or not fork_origin.is_open(at.campaign):
        return None
    position = origin.content
    return OriginRecord(state=position.state, nonce=position.nonce)


def _log(at: Reading, last: int) -> Iterator[EntryRecord]:
    """Every entry with its place in the chain; who did it is not part of it."""
    rows = at.campaign.log.filter(seq__lte=last).order_by("seq")
    for row in rows.iterator(AT_ONCE):
        yield like(EntryRecord, row, at=stamp(row.at), body=json.loads(row.body))
