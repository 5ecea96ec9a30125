"""Who had which seat, and when."""

from datetime import datetime

from msgspec import Struct

from campaigns.models import Tenure
from campaigns.selectors.reader.access import Reading, badge_named
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.seats.profiles import links


class TenureLine(Struct, frozen=True, kw_only=True):
    """Who had a seat, from when to when. ``person_id`` is there where their page shows it."""

    badge: Badge
    name: str
    joined_at: datetime
    left_at: datetime | None
    person_id: int | None = None


def tenures_of(at: Reading, power: str = "") -> tuple[TenureLine, ...]:
    """Who had the seats, or one of them, in the order in which they came; nothing for a reader who
    follows with a delay.
    """
    if at.is_behind:
        return ()
    rows = Tenure.objects.filter(seat__campaign=at.campaign).select_related("seat")
    wanted = list(rows.filter(seat__power=power) if power else rows)
    known = at.people(row.person_id for row in wanted)
    linked = links(at, known)
    return tuple(
        TenureLine(
            badge=badge_named(at.names, row.seat.power),
            name=known.of_seat(row.person_id, row.seat.power),
            joined_at=row.joined_at,
            left_at=row.left_at,
            person_id=row.person_id if row.person_id in linked else None,
        )
        for row in wanted
    )
