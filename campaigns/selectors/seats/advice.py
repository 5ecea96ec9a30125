"""Advice to a successor: how it lies in the database, and whose it is to read."""

from collections.abc import Sequence
from typing import Any

from campaigns.models import Advice, Campaign, Tenure

LONGEST = 8000
"""Letters of one advice."""


def own(campaign: Campaign, power: str, person: Any) -> Advice | None:
    """What somebody has left for whoever follows them."""
    return campaign.advice.filter(power=power, by=person).first()


def inherited(campaign: Campaign, power: str, person: Any) -> Sequence[Advice]:
    """What those who sat in a seat before left for the one who sits there now; the last first."""
    if not campaign.seats.filter(power=power, person=person).exists():
        return ()
    sat = Tenure.objects.filter(seat__campaign=campaign, seat__power=power)
    came = sat.get(person=person, left_at=None).joined_at
    before = sat.filter(left_at__lte=came).exclude(person=person).values("person")
    rows = campaign.advice.filter(power=power, by__in=before)
    return list(rows.select_related("by").order_by("-at", "-pk"))
