"""What was sent to somebody, and what could not be: shown to them alone.

Of letters that are written whomever they concern (:attr:`campaigns.selectors.notifications.kinds.NotificationKind.traceless`) nothing is
told: that one waits would tell that something was done in secret.
"""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from campaigns.messages import shown as in_words
from campaigns.models import Notification, Webhook, WebhookPost
from campaigns.selectors.notifications import kinds
from campaigns.selectors.notifications.posts import POSTS, PRESS_LABELS

SHOWN = 30


class Delivery(Struct, frozen=True, kw_only=True):
    """One letter: about what, by which way, and what became of it, with the last refusal."""

    at: datetime
    title: str
    about: str
    way: str
    outcome: str


def delivery_log(person: Any) -> tuple[Delivery, ...]:
    """The latest that were sent or refused, newest first."""
    traceless = [kind for kind in kinds.ranked() if kind.traceless]
    tried = Q(tries__gt=0) & ~Q(kind__in=[kind.key for kind in traceless])
    tried &= ~Q(state=Notification.State.DROPPED)
    # Of letters about press, that they were given up: it is the owner's, and says nothing of whom.
    press = [kind.key for kind in traceless if kind.thread]
    refused = Q(kind__in=press, state=Notification.State.FAILED)
    letters = Notification.objects.filter(tried | refused, person=person)
    result = [
        _line(
            row,
            row.phase.campaign.title,
            "mail" if row.device_id is None else "push",
            str(kinds.KINDS[row.kind].label),
        )
        for row in letters.select_related("phase__campaign").order_by("-pk")[:SHOWN]
    ]
    posts = WebhookPost.objects.filter(webhook__person=person, tries__gt=0)
    shown = posts.exclude(state=WebhookPost.State.DROPPED).select_related("webhook__campaign")
    result += [
        _line(
            row,
            row.webhook.campaign.title,
            _("webhook %(number)s") % {"number": row.webhook.number},
            _posted(row.kind),
        )
        for row in shown.order_by("-pk")[:SHOWN]
    ]
    return tuple(sorted(result, key=lambda one: one.at, reverse=True)[:SHOWN])


def _posted(kind: str) -> str:
    if kind in POSTS:
        return str(POSTS[kind].label)
    return str(PRESS_LABELS.get(kind, _("a first word")))


HOOK_KINDS: tuple[tuple[str, str], ...] = tuple(
    (kind.value, str(kind.label)) for kind in Webhook.Kind
)
"""What a webhook can be for."""


class HookLine(Struct, frozen=True, kw_only=True):
    """A webhook of the reader's own. Of its address the host alone: the rest is a key. ``last`` is what
    became of the last post.
    """

    number: int
    kind: str
    host: str
    off_at: datetime | None
    trouble: str
    last: str


def hooks_of(person: Any, slug: str) -> tuple[HookLine, ...]:
    """The webhooks of a person in a campaign."""
    rows = Webhook.objects.filter(person=person, campaign__slug=slug).select_related("campaign")
    result = []
    for row in rows.order_by("number"):
        last = row.posts.filter(tries__gt=0).order_by("-pk").first()
        result.append(
            HookLine(
                number=row.number,
                kind=row.get_kind_display(),
                host=urlsplit(row.content.address).hostname or "",
                off_at=row.off_at,
                trouble=row.trouble,
                last=_outcome(last) if last else "",
            )
        )
    return tuple(result)


def _line(row: Notification | WebhookPost, title: str, way: str, about: str) -> Delivery:
    return Delivery(
        at=row.sent_at or row.written_at, title=title, about=about, way=way, outcome=_outcome(row)
    )


def _outcome(row: Notification | WebhookPost) -> str:
    tries = ngettext("%(count)d try", "%(count)d tries", row.tries) % {"count": row.tries}
    said = {
        Notification.State.SENT: _("sent"),
        Notification.State.FAILED: _("given up after %(tries)s") % {"tries": tries},
    }.get(Notification.State(row.state), _("not yet, %(tries)s") % {"tries": tries})
    return f"{said}: {in_words(row.trouble)}" if row.trouble else said
