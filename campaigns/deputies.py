"""Who stands in for whom, now: the one place where it is decided that a deputy may look or act.

A deputyship holds from its acceptance, and its beginning if it has one, until it is ended, or until its end has come, and only as long as
the one who named it still sits in the seat. To be asked anew with each request.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.models import Campaign, Deputy, Seat, Tenure

OF_A_READER = """EXISTS (
    SELECT 1 FROM campaigns_deputy AS stand_in
    WHERE stand_in.campaign_id = campaign.id AND stand_in.person_id = %s AND stand_in.ended_at IS NULL
)"""
"""For a statement that reads a campaign: whether :func:`holding` is worth asking."""


class Hand(NamedTuple):
    """Under whose name what is written for a seat lies: its player's, whoever writes it."""

    pk: int


def holding(campaign: Campaign | int, now: datetime) -> QuerySet[Deputy]:
    """All deputyships that hold now in a campaign."""
    seats = Seat.objects.filter(
        campaign=OuterRef("campaign"), power=OuterRef("power"), person=OuterRef("principal")
    )
    rows = Deputy.objects.filter(
        Q(until__isnull=True) | Q(until__gt=now),
        Q(begins_at__isnull=True) | Q(begins_at__lte=now),
        Exists(seats),
        campaign=campaign,
        accepted_at__isnull=False,
        ended_at__isnull=True,
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
    rows = holding(campaign, now).filter(person=person)
    return tuple(rows.filter(power=power) if power else rows)


def sealing(person: int, now: datetime) -> dict[int, set[str]]:
    """For whom somebody may seal now: the powers, by the key of the campaign."""
    found: dict[int, set[str]] = {}
    rows = Deputy.objects.filter(person=person, level=Deputy.Level.SEAL, ended_at__isnull=True)
    for campaign in set(rows.values_list("campaign_id", flat=True)):
        for row in holding(campaign, now).filter(person=person, level=Deputy.Level.SEAL):
            found.setdefault(campaign, set()).add(row.power)
    return found


def ever(campaign: Campaign, person: int) -> set[str]:
    """The powers that a person has had, as their player or as a deputy."""
    sat = Tenure.objects.filter(seat__campaign=campaign, person=person)
    stood_in = Deputy.objects.filter(campaign=campaign, person=person, accepted_at__isnull=False)
    return {
        *sat.values_list("seat__power", flat=True),
        *stood_in.values_list("power", flat=True),
    }


def marked(campaign: Campaign, person: Any, power: str, body: dict[str, Any]) -> dict[str, Any]:
    """The body of a log entry, with the number of the deputy who causes it, if one does."""
    row = campaign.acting
    if row is None or person is None or (row.person_id, row.power) != (person.pk, power):
        return body
    return {**body, "deputy": row.number}
