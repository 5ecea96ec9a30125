"""What other groups declared of the map at the same date: those of the same book and scenario, in campaigns
that everybody may read as they stand, where there are enough of them. It tells nothing of this campaign.
"""

from collections.abc import Collection

from django.db.models import Count
from msgspec import Struct

from campaigns.models import Campaign, FactClaim, Status
from campaigns.selectors.reader.access import Reading

FEWEST = 5
"""So many other groups must have come to this date."""
MOST_GROUPS = 60
"""So many of them, the newest, are looked at."""
MOST = 3
"""So many facts are asked about."""


class Habit(Struct, frozen=True, kw_only=True):
    """A fact by its key, and in how many of how many groups it was declared at this date."""

    key: str
    declared: int
    groups: int


def habits_of_others(at: Reading, keys: Collection[str]) -> tuple[Habit, ...]:
    """Which of these facts other groups declared most often in this turn; nothing where fewer than
    :data:`FEWEST` have played it. A fact that fewer than a third of them declared is no habit.
    """
    if at.phase is None or not keys:
        return ()
    others = (
        Campaign.objects.filter(
            private=False,
            listed=True,
            delay=0,
            first_game="",
            rulebook=at.campaign.rulebook,
            scenario=at.campaign.scenario,
            phases__turn=at.phase.turn,
            phases__undone_at=None,
        )
        .exclude(pk=at.campaign.pk)
        .exclude(status=Status.GATHERING)
        .distinct()
        .order_by("-pk")
        .values_list("pk", flat=True)[:MOST_GROUPS]
    )
    groups = list(others)
    if len(groups) < FEWEST:
        return ()
    rows = (
        FactClaim.objects.filter(
            campaign__in=groups,
            key__in=keys,
            phase__turn=at.phase.turn,
            phase__undone_at=None,
        )
        .exclude(power="")
        .values("key")
        .annotate(declared=Count("campaign", distinct=True))
        .order_by("-declared", "key")[:MOST]
    )
    return tuple(
        Habit(key=row["key"], declared=row["declared"], groups=len(groups))
        for row in rows
        if row["declared"] * 3 >= len(groups)
    )
