"""The campaign as it is shown to those who follow it with a delay: as it stood when a turn began.

The one place that decides how far a reader may read. It gives a campaign that ends there: its log, its
last phase, its status, clock, rules, seats and people are those of then, and every selector that
goes by it (and by :class:`Shown`, for rows that bear no number of the log) tells nothing later.
"""

import copy
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from django.db.models import Q, QuerySet

from campaigns.models import Campaign, FactClaim, Seat, Status, Tenure, TurnStart

BIGGEST = 2**63 - 1
FAR = datetime(9999, 1, 1, tzinfo=UTC)
_NOTHING_GOES_ON = {
    "status_reason": "",
    "clock_to_come": {},
    "switched": {},
    "asking": 0,
    "secrets": 0,
    "unheld": 0,
    "wakes_at": None,
    "stopped_at": None,
    "resumes_at": None,
    "stumbled_at": None,
    "finished_at": None,
    "lacks_rules": False,
    "lacks_players": False,
    "tries": 0,
}
"""What is said of the phase in play, of which those who follow with a delay are told nothing."""


class Shown(NamedTuple):
    """How far a reader may read: the key of the last phase that they are told of, and the time of the
    last entry. ``ended`` names the last turn that is shown to one who
    follows with a delay (empty before the first), and ``start`` is where that is kept.
    """

    last_phase: int = BIGGEST
    at: datetime = FAR
    ended: str = ""
    start: TurnStart | None = None


EVERYTHING = Shown()


def is_behind(campaign: Campaign, *, at_the_table: bool) -> bool:
    """Whether a reader follows with a delay: everybody who neither plays nor moderates, until it is over."""
    return (
        campaign.disclosed_id is not None
        and not at_the_table
        and campaign.status != Status.FINISHED
    )


def as_it_stood(campaign: Campaign, start: TurnStart) -> Campaign:
    """The campaign as it stood when a turn began. It is to be read, never to be saved."""
    then = copy.copy(campaign)
    then._state = copy.copy(campaign._state)  # noqa: SLF001 - Django keeps the related objects there
    then._state.fields_cache = {}  # noqa: SLF001
    for name, value in {**_NOTHING_GOES_ON, **_fields(start)}.items():
        setattr(then, name, value)
    then.phase_id = start.phase_id
    then.log_seq, then.log_hash, then.log_lines = start.seq, start.hash, start.lines
    return then


def _fields(start: TurnStart) -> dict[str, object]:
    others = ("seats", "moderators", "standbys", "last")
    return {name: value for name, value in start.stood.items() if name not in others}


def seats_then(campaign: Campaign, start: TurnStart) -> list[Seat]:
    """Who sat where then."""
    return [
        Seat(campaign=campaign, power=power, person_id=person, bot=bot)
        for power, person, bot, _ in start.stood["seats"]
    ]


def seated_since(campaign: Campaign, start: TurnStart | None) -> dict[str, datetime]:
    """Since when the people who sit there, or sat there then, have had their seats, by power."""
    if start is not None:
        seats = start.stood["seats"]
        return {power: datetime.fromisoformat(since) for power, _, _, since in seats if since}
    rows = Tenure.objects.filter(seat__campaign=campaign, left_at__isnull=True)
    return dict(rows.values_list("seat__power", "joined_at"))


def in_line(claims: QuerySet[FactClaim], shown: Shown) -> QuerySet[FactClaim]:
    """Claims but for those of phases that were undone, as far as a reader knows of that."""
    counts = Q(phase__undone_at__isnull=True) | Q(phase__undone_at__gt=shown.at)
    return claims.filter(counts)


def claims_of(campaign: Campaign, shown: Shown) -> QuerySet[FactClaim]:
    """What was said of the map, as far as a reader may read, undone or not."""
    rows = campaign.claims.all()
    if shown.start is None:
        return rows
    if not shown.last_phase:
        # What the map says at the start, which nobody declared.
        return rows.filter(at__lte=shown.at, person__isnull=True, power="")
    return rows.filter(at__lte=shown.at, phase__lte=shown.last_phase)


def people_of(
    campaign: Campaign, start: TurnStart | None, part: Literal["moderators", "standbys"]
) -> Sequence[int]:
    """Who moderates or would take the desk, or did then, by their keys."""
    if start is not None:
        return list(start.stood[part])
    return list(getattr(campaign, part).order_by("pk").values_list("pk", flat=True))
