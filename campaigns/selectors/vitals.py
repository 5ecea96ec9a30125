"""How the site as a whole is doing, in numbers that say nothing of any one campaign."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone

from campaigns.models import Campaign, Heartbeat, Letter, Status

#: A campaign that is due for longer than this is late: the sweep comes round every few seconds.
LATE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """``campaigns`` by their status, ``letters`` by what became of them.

    ``stumbling`` campaigns stand still because their phase could not be resolved; ``late`` ones
    should have been resolved a while ago. ``silent`` is how long the sweep has not run, in seconds;
    ``None`` before the first one.
    """

    campaigns: dict[str, int]
    stumbling: int
    late: int
    silent: float | None
    letters: dict[str, int]


def stumbling() -> int:
    """How many campaigns stand still because something broke over them."""
    going_on = Q(status__in=(Status.RUNNING, Status.WAITING))
    return Campaign.objects.filter(~going_on, stumbled_at__isnull=False).count()


def vitals() -> Vitals:
    """All of it, as it is now."""
    now = timezone.now()
    by_status = Campaign.objects.values_list("status").annotate(number=Count("pk"))
    by_state = Letter.objects.values_list("state").annotate(number=Count("pk"))
    pulse = Heartbeat.objects.filter(name="sweep").first()
    return Vitals(
        campaigns=dict.fromkeys(Status.values, 0) | dict(by_status),
        stumbling=stumbling(),
        late=Campaign.objects.filter(wakes_at__lt=now - LATE).count(),
        silent=(now - pulse.beat_at).total_seconds() if pulse else None,
        letters=dict.fromkeys(Letter.State.values, 0) | dict(by_state),
    )
