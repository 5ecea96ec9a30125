"""Who is away, and who stands in for whom, as everybody at the table may know it, and what only the two know."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns import rulebooks
from campaigns.models import Deputy, Status
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader import deputies
from campaigns.selectors.reader import names as reader_names
from campaigns.selectors.reader.access import Reading, badge_named, known, reading
from campaigns.selectors.reader.names import People
from campaigns.selectors.reader.power_badges import Badge, SeatLine
from campaigns.selectors.seats import absences


class DeputyLine(Struct, frozen=True, kw_only=True):
    """One who stands in for a seat (from ``begins_at`` on, where that is still to come), or (``asked``) is
    asked to. ``may`` says how far, as ``level``
    does for programs; ``key`` is what
    the forms send back, 0 for a reader who may change nothing of it.
    """

    key: int
    badge: Badge
    name: str
    principal: str
    level: str
    may: str
    press: bool
    until: datetime | None
    asked: bool
    mine: bool
    begins_at: datetime | None = None


class AbsenceLine(Struct, frozen=True, kw_only=True):
    """Somebody who is away, or will be (``to_come``). ``number`` is what the forms send back."""

    number: int
    name: str
    badges: tuple[Badge, ...]
    begins_at: datetime
    ends_at: datetime
    to_come: bool
    mine: bool


class Away(BasePage, frozen=True, kw_only=True):
    """The page of deputies. ``own`` are the reader's own seats, for which they can name somebody;
    ``levels`` the rights to choose from, ``does`` says what an absence does here.
    """

    own: tuple[SeatLine, ...]
    deputies: tuple[DeputyLine, ...]
    levels: tuple[tuple[str, str], ...]
    absences: tuple[AbsenceLine, ...]
    does: str
    can_change: bool
    now: datetime


class Request(Struct, frozen=True, kw_only=True):
    """A seat of some campaign for which somebody is asked to stand in, or does."""

    slug: str
    title: str
    power: str
    line: DeputyLine


def away(slug: str, person: Any = None) -> Away:
    """The page as this reader sees it. Who is only asked is known to the two it concerns."""
    at = reading(slug, person)
    return Away(
        head=head_of(at),
        reader=reader_of(at),
        own=tuple(line for line in at.seat_lines() if line.mine),
        deputies=deputies_of(at),
        levels=tuple((level.value, str(level.label)) for level in Deputy.Level),
        absences=absences_of(at),
        does=at.campaign.policy.absence.words,
        can_change=at.campaign.status != Status.FINISHED,
        now=at.now,
    )


def deputies_of(at: Reading) -> tuple[DeputyLine, ...]:
    """Who stands in here now, or will; and whom the reader has asked. Who follows with a delay is told of nobody."""
    if at.is_behind:
        return ()
    rows = [
        *deputies.in_force(at.campaign, at.now),
        *deputies.to_come(at.campaign, at.now),
    ]
    me = at.person.pk if at.person is not None else 0
    if at.own_powers:
        asked = at.campaign.deputies.filter(principal=me, accepted_at=None, ended_at=None)
        rows += list(asked.order_by("pk"))
    names = at.people(key for row in rows for key in (row.person_id, row.principal_id))
    return tuple(
        _line(row, badge, names, me) for row in rows if (badge := at.badge(row.power)) is not None
    )


def absences_of(at: Reading) -> tuple[AbsenceLine, ...]:
    """Who is away now or will be, of those who sit here. Who follows with a delay is told of nobody."""
    if at.is_behind:
        return ()
    me = at.person.pk if at.person is not None else 0
    result = []
    for row in absences.to_come(at.campaign, at.now):
        powers = [seat.power for seat in at.seats if seat.person_id == row.person_id]
        if powers:
            result.append(
                AbsenceLine(
                    number=row.number,
                    name=at.players[row.person_id].name,
                    badges=at.badges(powers),
                    begins_at=row.begins_at,
                    ends_at=row.ends_at,
                    to_come=row.begins_at > at.now,
                    mine=row.person_id == me,
                )
            )
    return tuple(result)


def requests(person: Any) -> tuple[Request, ...]:
    """Where a person is asked to stand in, and where they do, in any campaign."""
    me = known(person)
    if me is None:
        return ()
    rows = list(
        Deputy.objects.filter(person=me, ended_at=None)
        .exclude(until__lte=timezone.now())
        .exclude(campaign__status=Status.FINISHED)
        .select_related("campaign")
    )
    result = []
    for row in rows:
        book = rulebooks.for_names(row.campaign.rulebook, row.campaign.revision)
        badge = badge_named(book, row.power)
        names = reader_names.names_for(row.campaign, me.pk, timezone.now())
        result.append(
            Request(
                slug=row.campaign.slug,
                title=row.campaign.title,
                power=badge.name,
                line=_line(row, badge, names.of((row.person_id, row.principal_id)), me.pk),
            )
        )
    return tuple(result)


def _line(row: Deputy, badge: Badge, names: People, me: int) -> DeputyLine:
    concerned, who = me in (row.person_id, row.principal_id), names[row.person_id]
    return DeputyLine(
        key=row.pk if concerned else 0,
        badge=badge,
        name=_(reader_names.A_DEPUTY) if who.hidden else who.name,
        principal=names.of_seat(row.principal_id, row.power),
        level=row.level,
        may=row.get_level_display(),
        press=row.press,
        until=row.until,
        asked=row.accepted_at is None,
        mine=row.person_id == me,
        begins_at=row.begins_at if row.begins_at and row.begins_at > timezone.now() else None,
    )
