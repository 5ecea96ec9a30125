"""What those who run the site see of it as a whole, and what they say to everybody.

Of a campaign they see that it stands still, since when and in whose hands that is; by its name only
where it stands in the lobby for everybody. Nothing here reads a phase, an order or a seat.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from accounts.models import shown_name
from campaigns.models import AddedTime, Announcement, Campaign, Outage, Status
from campaigns.selectors.site.site_health import LATE, Outgoing, outgoing
from core.sql.statements import Select

#: A campaign that waits for its moderator so long is one that the staff should know of.
LONG_WAIT = timedelta(days=7)
MOST = 200
"""So many lines of each list at most."""


class Stuck(Struct, frozen=True, kw_only=True):
    """A campaign that does not go on: since when, why, and what helps.

    ``title`` and ``slug`` are empty where it is not for everybody to find; the site's own log knows it by
    ``number`` too.
    """

    number: int
    since: datetime
    reason: str
    remedy: str
    title: str = ""
    slug: str = ""


class Added(Struct, frozen=True, kw_only=True):
    """Time that was added to all campaigns, by whom and why."""

    at: datetime
    hours: float
    reason: str
    name: str


class AnnouncementLine(Struct, frozen=True, kw_only=True):
    """An announcement; ``state`` is ``shown``, ``to come``, ``over`` or ``taken back``."""

    number: int
    text: str
    starts_at: datetime
    ends_at: datetime | None
    name: str
    state: str


class Office(Struct, frozen=True, kw_only=True):
    """The page of the staff. ``outgoing`` is what goes out by mail, push and webhooks. ``outages`` are those that the site noticed and gave back by itself."""

    stuck: tuple[Stuck, ...]
    added: tuple[Added, ...]
    said: tuple[AnnouncementLine, ...]
    outgoing: tuple[Outgoing, ...]
    outages: tuple[Outage, ...]


_STANDING = Select(
    Announcement,
    "taken_back_at IS NULL AND starts_at <= %s AND (ends_at IS NULL OR ends_at > %s) ORDER BY id",
)


def announcements() -> tuple[str, ...]:
    """What stands on every page now, the oldest first."""
    now = timezone.now()
    return tuple(one.text for one in _STANDING.all(now, now))


def office() -> Office:
    """All that the page shows."""
    now = timezone.now()
    return Office(
        stuck=tuple(sorted(_stuck(now), key=lambda one: one.since)),
        added=tuple(
            Added(at=one.at, hours=one.seconds / 3600, reason=one.reason, name=_name(one.by))
            for one in AddedTime.objects.select_related("by").order_by("-pk")[:20]
        ),
        said=tuple(
            AnnouncementLine(
                number=one.pk,
                text=one.text,
                starts_at=one.starts_at,
                ends_at=one.ends_at,
                name=_name(one.by),
                state=_state(one, now),
            )
            for one in Announcement.objects.select_related("by").order_by("-pk")[:20]
        ),
        outgoing=outgoing(),
        outages=tuple(Outage.objects.order_by("-pk")[:5]),
    )


def _stuck(now: datetime) -> Iterator[Stuck]:
    """Each campaign once. Of those that are followed with a delay, what the players have not done stays
    theirs.
    """
    campaigns = Campaign.objects.only(
        "pk", "slug", "title", "private", "listed", "revision", "rulebook", "stopped_at",
        "stumbled_at", "wakes_at", "tries", "lacks_rules",
    )  # fmt: skip
    paused = campaigns.filter(status=Status.PAUSED, stopped_at__isnull=False)
    for one in paused.filter(lacks_rules=True).order_by("stopped_at", "pk")[:MOST]:
        yield _line(
            one,
            one.stopped_at,
            _("This site does not have revision %(revision)s of %(rulebook)s.")
            % {"revision": one.revision, "rulebook": one.rulebook},
            _("Run a release that has it; the campaign goes on by itself."),
        )
    # Before the start and after the end something may break too, though no clock stands still for it.
    stumbling = campaigns.filter(stumbled_at__isnull=False, lacks_rules=False)
    stumbling = stumbling.exclude(status__in=(Status.RUNNING, Status.WAITING))
    for one in stumbling.order_by("stumbled_at", "pk")[:MOST]:
        yield _line(
            one,
            one.stumbled_at,
            _("Its phase could not be resolved: something broke."),
            _(
                "Look in the worker's log at 'phase cannot be resolved', campaign=%(pk)s. "
                "When it is mended, its moderator resumes it."
            )
            % {"pk": one.pk},
        )
    for one in campaigns.filter(wakes_at__lt=now - LATE).order_by("wakes_at", "pk")[:MOST]:
        yield _line(
            one,
            one.wakes_at,
            _("It is due and was not resolved, %(count)d times without an end.")
            % {"count": one.tries}
            if one.tries > 1
            else _("It is due and was not resolved."),
            _("See that the worker and the clock run (/healthz, /metrics)."),
        )
    waiting = campaigns.filter(
        status=Status.WAITING, delay=0, phase__due_at__lt=now - LONG_WAIT
    ).select_related("phase")
    for one in waiting.only(*_OF_WAITING).order_by("phase__due_at", "pk")[:MOST]:
        yield _line(
            one,
            one.phase.due_at if one.phase else None,
            _("Orders are missing, and it waits for its moderator."),
            _("Write to its moderator; the players can ask for another one."),
        )


_OF_WAITING = ("pk", "slug", "title", "private", "listed", "phase", "phase__due_at")


def _line(campaign: Campaign, since: datetime | None, reason: str, remedy: str) -> Stuck:
    known = campaign.listed and not campaign.private
    return Stuck(
        number=campaign.pk,
        since=since or campaign.created_at,
        reason=reason,
        remedy=remedy,
        title=campaign.title if known else "",
        slug=campaign.slug if known else "",
    )


def _state(one: Announcement, now: datetime) -> str:
    if one.taken_back_at is not None:
        return _("taken back")
    if one.is_shown(now):
        return "shown"
    return _("to come") if now < one.starts_at else "over"


def _name(person: object) -> str:
    return str(shown_name(person.username, person.display_name, person.deleted_at))  # type: ignore[attr-defined]
