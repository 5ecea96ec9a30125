"""How long the players of a campaign usually take to answer, for its moderator.

It is the middle of the times from the opening of a phase to the first seal in it, over the phases of the one
who has the seat now. When who sealed stands in the log for everybody; the sum of it is for the desk alone.
"""

from collections.abc import Iterable
from datetime import timedelta
from statistics import median

from django.db.models import Min
from django.utils.translation import gettext as _

from campaigns.domain.entries.phases import OrderSealed
from campaigns.models import LogEntry
from campaigns.selectors.reader.access import Reading
from core.text.durations import duration

FEWEST = 2
"""From so many answers on something is called usual."""
LATEST = 40
"""So many of the latest phases are counted."""
HOUR = timedelta(hours=1)
DAYS = timedelta(days=3)


def usual_answers(at: Reading) -> dict[str, str]:
    """Of each power with a player, how long they usually take, in words; nothing of those who have sealed
    in too few phases.
    """
    if at.phase is None:
        return {}
    sealed = (
        LogEntry.objects.filter(
            campaign=at.campaign,
            kind=OrderSealed.tag,
            power__in=at.since,
            phase__number__gt=at.phase.number - LATEST,
        )
        .exclude(actor="bot")
        .values("power", "phase", "phase__opened_at")
        .annotate(first=Min("at"))
    )
    took: dict[str, list[timedelta]] = {}
    for row in sealed:
        if row["first"] >= at.since[row["power"]]:
            begun = max(row["phase__opened_at"], at.since[row["power"]])
            took.setdefault(row["power"], []).append(row["first"] - begun)
    return {power: said for power, times in took.items() if (said := usual_in_words(times))}


def usual_in_words(times: Iterable[timedelta]) -> str:
    """The middle of these times, as it is said: in hours, from three days on in days."""
    found = list(times)
    if len(found) < FEWEST:
        return ""
    middle = timedelta(seconds=median(time.total_seconds() for time in found))
    if middle < HOUR:
        return _("under an hour")
    if middle < DAYS:
        return duration(timedelta(hours=round(middle / HOUR)))
    return _("%(days)d days") % {"days": round(middle / timedelta(days=1))}
