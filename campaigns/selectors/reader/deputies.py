"""Who stands in for whom, now: the one place where it is decided that a deputy may look or act.

A deputyship holds from its acceptance, and its beginning if it has one, until it is ended, or until its end has come, and only as long as
the one who named it still sits in the seat. To be asked anew with each request.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from msgspec import structs

from campaigns.domain.entries import Entry
from campaigns.models import Campaign, Deputy, Seat, Status, Tenure

OF_A_READER = """EXISTS (
    SELECT 1 FROM campaigns_deputy AS stand_in
    WHERE stand_in.campaign_id = campaign.id AND stand_in.person_id = %s AND stand_in.ended_at IS NULL
)"""
"""For a statement that reads a campaign: whether :func:`in_force` is worth asking."""


class ActingPlayer(NamedTuple):
    """Under whose name what is written for a seat lies: its player's, whoever writes it."""

    pk: int


def _still(now: datetime) -> tuple[Any, ...]:
    """That a deputyship is not over, nor its player gone."""
    seats = Seat.objects.filter(
        campaign=OuterRef("campaign"), power=OuterRef("power"), person=OuterRef("principal")
    )
    return Q(until__isnull=True) | Q(until__gt=now), Q(ended_at__isnull=True), Exists(seats)


def in_force(campaign: Campaign | int, now: datetime) -> QuerySet[Deputy]:
    """All deputyships that hold now in a campaign."""
    rows = Deputy.objects.filter(
        *_still(now),
        Q(begins_at__isnull=True) | Q(begins_at__lte=now),
        campaign=campaign,
        accepted_at__isnull=False,
    )
    return rows.order_by("pk")


def to_come(campaign: Campaign | int, now: datetime) -> QuerySet[Deputy]:
    """Those that were accepted and have not begun."""
    rows = Deputy.objects.filter(
        campaign=campaign, accepted_at__isnull=False, ended_at__isnull=True, begins_at__gt=now
    )
    return rows.order_by("pk")


def of(
    campaign: Campaign | int, person: int | None, now: datetime, power: str = ""
) -> Sequence[Deputy]:
    """Where this person stands in now, of one power if named."""
    if person is None:
        return ()
    rows = in_force(campaign, now).filter(person=person)
    return tuple(rows.filter(power=power) if power else rows)


class StandsIn(NamedTuple):
    """That a person is ``asked`` to stand in for a power, whose player is the ``principal``, or does now (``holds``),
    or will.
    """

    campaign: int
    power: str
    principal: int
    level: str
    asked: bool
    holds: bool

    @property
    def may_seal(self) -> bool:
        """Whether they may seal for it."""
        return self.holds and self.level == Deputy.Level.SEAL


def of_person(person: int, now: datetime) -> list[StandsIn]:
    """Where somebody is asked to stand in, does or will, in campaigns that are not over."""
    rows = Deputy.objects.filter(*_still(now), person=person)
    return [
        StandsIn(
            row.campaign_id,
            row.power,
            row.principal_id,
            row.level,
            asked=row.accepted_at is None,
            holds=row.accepted_at is not None and (row.begins_at or now) <= now,
        )
        for row in rows.exclude(campaign__status=Status.FINISHED).order_by("pk")
    ]


def sealing(person: int, now: datetime) -> dict[int, set[str]]:
    """For whom somebody may seal now: the powers, by the key of the campaign."""
    result: dict[int, set[str]] = {}
    for one in of_person(person, now):
        if one.may_seal:
            result.setdefault(one.campaign, set()).add(one.power)
    return result


def ever(campaign: Campaign, person: int) -> set[str]:
    """The powers that a person has had, as their player or as a deputy."""
    sat = Tenure.objects.filter(seat__campaign=campaign, person=person)
    stood_in = campaign.deputies.filter(person=person, accepted_at__isnull=False)
    return {
        *sat.values_list("seat__power", flat=True),
        *stood_in.values_list("power", flat=True),
    }


def marked(campaign: Campaign, person: Any, power: str, said: Entry) -> Entry:
    """A log entry, with the number of the deputy who causes it, if one does."""
    row = campaign.acting
    if row is None or person is None or (row.person_id, row.power) != (person.pk, power):
        return said
    return structs.replace(said, deputy=row.number)
