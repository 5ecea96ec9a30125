"""What the site keeps of one person in campaigns, for that person alone.

Only what is theirs: their seats, absences, wishes, notes. What a seat knows, and who sat beside them,
stands in the campaign's own file, which shows each reader what they may see; its address is named here.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any
from urllib.parse import urlsplit

from django.db.models import QuerySet
from django.utils.timezone import localtime

from campaigns.models import (
    Absence,
    Advice,
    BrokenChannel,
    Campaign,
    Deputy,
    Device,
    FeedKey,
    Note,
    NotificationHours,
    NotificationPreference,
    PendingAct,
    Plan,
    PressReport,
    ReadMark,
    Seat,
    SeatKey,
    Tenure,
    Voice,
    Webhook,
    WhatIf,
)

Row = dict[str, Any]


def own_data(user_id: int) -> Row:
    """Everything, as plain data."""
    by_campaign: dict[int, Row] = {}
    for word, rows, owner, way, columns in _KINDS:
        for row in rows.filter(**{owner: user_id}).select_related(way).order_by("pk"):
            campaign = attrgetter(way.replace("__", "."))(row)
            about = by_campaign.setdefault(campaign.pk, _head(campaign))
            about.setdefault(word, []).append(
                _said(row, columns)
                if isinstance(columns, str)
                else {name: _said(row, path) for name, path in columns.items()}
            )
    _roles(user_id, by_campaign)
    hours = NotificationHours.objects.filter(person=user_id).first()
    return {
        "campaigns": [by_campaign[key] for key in sorted(by_campaign)],
        "news_everywhere": {
            wish.kind: wish.how
            for wish in NotificationPreference.objects.filter(
                person=user_id, campaign=None
            ).order_by("pk")
        },
        "news_hours": hours
        and {
            "quiet_from": hours.quiet_from,
            "quiet_until": hours.quiet_until,
            "digest_at": hours.digest_at,
        },
        "notified_browsers": [
            {"by": urlsplit(one.endpoint).hostname, "since": _at(one.made_at)}
            for one in Device.objects.filter(person=user_id).order_by("pk")
        ],
        "refused_us": [
            {
                "browser": one.device and urlsplit(one.device.endpoint).hostname,
                "off": _at(one.off_at),
                "said": one.trouble,
            }
            for one in BrokenChannel.objects.filter(person=user_id)
            .select_related("device")
            .order_by("pk")
        ],
        "calendar_since": next(
            (_at(key.made_at) for key in FeedKey.objects.filter(person=user_id, campaign=None)),
            None,
        ),
    }


def _head(campaign: Campaign) -> Row:
    here = f"/c/{campaign.slug}/"
    return {
        "slug": campaign.slug,
        "export": f"{here}export/",
        "press": f"/api/campaigns/{campaign.slug}/press-file/",
    }


def _roles(user_id: int, by_campaign: dict[int, Row]) -> None:
    for role, found in (
        ("moderator", Campaign.objects.filter(moderators=user_id)),
        ("offered_to_moderate", Campaign.objects.filter(standbys=user_id)),
        ("named_as_successor", Campaign.objects.filter(successor=user_id)),
    ):
        for campaign in found.order_by("pk"):
            by_campaign.setdefault(campaign.pk, _head(campaign))[role] = True


_DEPUTY = {
    **{name: name for name in ("power", "level")},
    "named": "named_at",
    "accepted": "accepted_at",
    "ended": "ended_at",
}
Columns = str | Mapping[str, str]
"""What is said of a row: one attribute, or several under the words by which they are told."""

_KINDS: Sequence[tuple[str, QuerySet[Any], str, str, Columns]] = (
    ("seats", Seat.objects.all(), "person", "campaign", "power"),
    (
        *("seats_held", Tenure.objects.all(), "person", "seat__campaign"),
        {"power": "seat.power", "from": "joined_at", "until": "left_at"},
    ),
    (
        *("absences", Absence.objects.all(), "person", "campaign"),
        {"from": "begins_at", "until": "ends_at", "said": "said_at"},
    ),
    # ``kept`` is the secret as the browser encrypted it; empty where it is not kept here.
    (
        *("seat_keys", SeatKey.objects.all(), "by", "campaign"),
        {
            **{name: name for name in ("power", "number", "public", "kept")},
            "since": "at",
            "ended": "ended_at",
        },
    ),
    (
        *("acts_that_wait", PendingAct.objects.filter(done_at=None), "by", "campaign"),
        {"power": "power", "at": "at"},
    ),
    ("deputies_named", Deputy.objects.all(), "principal", "campaign", _DEPUTY),
    ("stood_in", Deputy.objects.all(), "person", "campaign", _DEPUTY),
    (
        *("votes", Voice.objects.all(), "person", "consent__campaign"),
        {"question": "consent.number", "agreed": "agreed_at"},
    ),
    (
        *("notes", Note.objects.all(), "by", "campaign"),
        {"about": "content.subject", "text": "content.text", "at": "at"},
    ),
    (
        *("advice", Advice.objects.all(), "by", "campaign"),
        {"power": "power", "text": "content.text", "at": "at"},
    ),
    ("what_ifs", WhatIf.objects.all(), "by", "campaign", "at"),
    ("plans", Plan.objects.all(), "by", "phase__campaign", {"phase": "phase.number", "at": "at"}),
    ("messages_reported", PressReport.objects.all(), "by", "campaign", "at"),
    (
        *("webhooks", Webhook.objects.all(), "person", "campaign"),
        {"kind": "kind", "since": "made_at", "off": "off_at"},
    ),
    (
        *("news", NotificationPreference.objects.exclude(campaign=None), "person", "campaign"),
        {"kind": "kind", "how": "how"},
    ),
    ("feed_since", FeedKey.objects.exclude(campaign=None), "person", "campaign", "made_at"),
    ("read_up_to", ReadMark.objects.all(), "person", "campaign", {"entry": "seq", "at": "at"}),
)
"""What is kept by campaign: under which word, which rows, whose they are, the way to their campaign, and what is said
of one.
"""


def _said(row: Any, path: str) -> Any:
    value = attrgetter(path)(row)
    return _at(value) if isinstance(value, datetime) else value


def _at(moment: datetime | None) -> str | None:
    return localtime(moment).isoformat() if moment is not None else None
