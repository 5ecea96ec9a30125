"""How the site as a whole is doing, in numbers that say nothing of any one campaign."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, Q, QuerySet
from django.utils import timezone
from msgspec import Struct

from campaigns.messages import shown
from campaigns.models import Campaign, Heartbeat, Notification, Status, WebhookPost
from campaigns.selectors.notifications import held_queues

#: A campaign that is due for longer than this is late: the sweep comes round every few seconds.
LATE = timedelta(minutes=1)
#: What should have gone out for so long is late: a round comes every half minute.
LATE_OUT = timedelta(minutes=5)
#: What was given up for so long is told.
TOLD = timedelta(days=7)


class Outgoing(Struct, frozen=True, kw_only=True):
    """What goes out by one channel (``mail``, ``push``, ``webhooks``). ``due`` should have gone out by now,
    ``late`` since ``LATE_OUT`` (not what waits behind something refused); ``refused`` was refused and is tried again; ``given_up`` was in the last days
    (``TOLD``). ``trouble`` is the last that was noted of either.
    """

    channel: str
    due: int
    late: int
    refused: int
    given_up: int
    trouble: str

    @property
    def is_well(self) -> bool:
        """Whether nothing is late, refused or given up."""
        return not (self.late or self.refused or self.given_up)


def outgoing() -> tuple[Outgoing, ...]:
    """Each channel, as it is now."""
    now = timezone.now()
    return tuple(_of_channel(channel, rows, held, now) for channel, rows, held in _channels(now))


def is_late() -> bool:
    """Whether anything should have gone out for a while. Not how much: that would tell strangers how much was
    written in secret.
    """
    now = timezone.now()
    late = {"state": "waiting", "send_at__lte": now - LATE_OUT}
    return any(rows.filter(~held, **late).exists() for _, rows, held in _channels(now))


def _channels(now: datetime) -> tuple[tuple[str, QuerySet[Any], Exists], ...]:
    """Each channel, what goes out by it, and what waits behind something that was refused."""
    letters = Notification.objects.all()
    return (
        ("mail", letters.filter(device=None), held_queues.mail_is_held(now)),
        ("push", letters.filter(device__isnull=False), held_queues.push_is_held(now)),
        ("webhooks", WebhookPost.objects.all(), held_queues.post_is_held(now)),
    )


def _of_channel(channel: str, rows: QuerySet[Any], held: Exists, now: datetime) -> Outgoing:
    waiting = rows.filter(state="waiting")
    due, refused = waiting.filter(~held, send_at__lte=now), waiting.exclude(trouble="")
    given_up = rows.filter(state="failed", written_at__gte=now - TOLD)
    last = (refused | given_up).order_by("-send_at", "-pk").values_list("trouble", flat=True)
    return Outgoing(
        channel=channel,
        due=due.count(),
        late=due.filter(send_at__lte=now - LATE_OUT).count(),
        refused=refused.count(),
        given_up=given_up.count(),
        trouble=shown(last.first() or ""),
    )


class SiteHealth(Struct, frozen=True, kw_only=True):
    """``campaigns`` by their status, ``letters`` by what became of them.

    ``stumbling`` campaigns stand still because their phase could not be resolved; ``late`` ones
    should have been resolved a while ago. ``silent`` is how long the sweep has not run, in seconds;
    ``None`` before the first one. ``outgoing`` is what goes out, by channel.
    """

    campaigns: dict[str, int]
    stumbling: int
    late: int
    silent: float | None
    letters: dict[str, int]
    outgoing: tuple[Outgoing, ...]


def failed_campaigns() -> int:
    """How many campaigns stand still because something broke over them."""
    going_on = Q(status__in=(Status.RUNNING, Status.WAITING))
    return Campaign.objects.filter(~going_on, stumbled_at__isnull=False).count()


def site_health() -> SiteHealth:
    """All of it, as it is now."""
    now = timezone.now()
    by_status = Campaign.objects.values_list("status").annotate(number=Count("pk"))
    by_state = Notification.objects.values_list("state").annotate(number=Count("pk"))
    pulse = Heartbeat.objects.filter(name="sweep").first()
    return SiteHealth(
        campaigns=dict.fromkeys(Status.values, 0) | dict(by_status),
        stumbling=failed_campaigns(),
        late=Campaign.objects.filter(wakes_at__lt=now - LATE).count(),
        silent=(now - pulse.beat_at).total_seconds() if pulse else None,
        letters=dict.fromkeys(Notification.State.values, 0) | dict(by_state),
        outgoing=outgoing(),
    )
