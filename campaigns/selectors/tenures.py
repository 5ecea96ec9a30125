"""Who had which seat, and when."""

from dataclasses import dataclass
from datetime import datetime

from campaigns.models import Tenure
from campaigns.selectors.access import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class TenureLine:
    """Who had a seat, from when to when."""

    power: str
    name: str
    joined_at: datetime
    left_at: datetime | None


def tenures_of(at: Reading, power: str = "") -> tuple[TenureLine, ...]:
    """Who had the seats, or one of them, in the order in which they came; nothing for a reader who
    follows with a delay.
    """
    if at.is_behind:
        return ()
    rows = Tenure.objects.filter(seat__campaign=at.campaign).select_related("seat", "person")
    return tuple(
        TenureLine(
            power=row.seat.power, name=row.person.name, joined_at=row.joined_at, left_at=row.left_at
        )
        for row in (rows.filter(seat__power=power) if power else rows)
    )
