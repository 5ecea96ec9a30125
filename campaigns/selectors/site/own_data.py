"""What the site keeps of one person in campaigns, for that person alone.

Only what is theirs: their seats, absences, wishes, notes. What a seat knows, and who sat beside them,
stands in the campaign's own file, which shows each reader what they may see; its address is named here.
"""

from collections.abc import Callable
from datetime import datetime
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
    for key, rows, line in _kinds(user_id):
        for row in rows:
            campaign, said = line(row)
            if campaign is not None:
                by_campaign.setdefault(campaign.pk, _head(campaign)).setdefault(key, []).append(
                    said
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


Line = Callable[[Any], tuple[Campaign | None, Any]]


def _kinds(user_id: int) -> list[tuple[str, QuerySet[Any], Line]]:
    """What is kept by campaign: under which word, which rows, and what is said of one."""

    def of(model: Any, owner: str = "person") -> QuerySet[Any]:
        found: QuerySet[Any] = model.objects.filter(**{owner: user_id})
        return found.select_related("campaign").order_by("pk")

    return [
        ("seats", of(Seat), lambda row: (row.campaign, row.power)),
        (
            "seats_held",
            Tenure.objects.filter(person=user_id).select_related("seat__campaign").order_by("pk"),
            lambda row: (
                row.seat.campaign,
                {
                    "power": row.seat.power,
                    "from": _at(row.joined_at),
                    "until": _at(row.left_at),
                },
            ),
        ),
        (
            "absences",
            of(Absence),
            lambda row: (
                row.campaign,
                {
                    "from": _at(row.begins_at),
                    "until": _at(row.ends_at),
                    "said": _at(row.said_at),
                },
            ),
        ),
        ("seat_keys", of(SeatKey, "by"), _key),
        (
            "acts_that_wait",
            of(PendingAct, "by").filter(done_at=None),
            lambda row: (row.campaign, {"power": row.power, "at": _at(row.at)}),
        ),
        ("deputies_named", of(Deputy, "principal"), _deputy),
        ("stood_in", of(Deputy), _deputy),
        (
            "votes",
            Voice.objects.filter(person=user_id).select_related("consent__campaign").order_by("pk"),
            lambda row: (
                row.consent.campaign,
                {"question": row.consent.number, "agreed": _at(row.agreed_at)},
            ),
        ),
        ("notes", of(Note, "by"), _note),
        (
            "advice",
            of(Advice, "by"),
            lambda row: (
                row.campaign,
                {"power": row.power, "text": row.content.text, "at": _at(row.at)},
            ),
        ),
        ("what_ifs", of(WhatIf, "by"), lambda row: (row.campaign, _at(row.at))),
        (
            "plans",
            Plan.objects.filter(by=user_id).select_related("phase__campaign").order_by("pk"),
            lambda row: (row.phase.campaign, {"phase": row.phase.number, "at": _at(row.at)}),
        ),
        ("messages_reported", of(PressReport, "by"), lambda row: (row.campaign, _at(row.at))),
        (
            "webhooks",
            of(Webhook),
            lambda row: (
                row.campaign,
                {"kind": row.kind, "since": _at(row.made_at), "off": _at(row.off_at)},
            ),
        ),
        (
            "news",
            of(NotificationPreference),
            lambda row: (row.campaign, {"kind": row.kind, "how": row.how}),
        ),
        ("feed_since", of(FeedKey), lambda row: (row.campaign, _at(row.made_at))),
        (
            "read_up_to",
            of(ReadMark),
            lambda row: (row.campaign, {"entry": row.seq, "at": _at(row.at)}),
        ),
    ]


def _deputy(row: Deputy) -> tuple[Campaign, Row]:
    return row.campaign, {
        "power": row.power,
        "level": row.level,
        "named": _at(row.named_at),
        "accepted": _at(row.accepted_at),
        "ended": _at(row.ended_at),
    }


def _key(row: SeatKey) -> tuple[Campaign, Row]:
    """``kept`` is the secret as the browser encrypted it; empty where it is not kept here."""
    return row.campaign, {
        "power": row.power,
        "number": row.number,
        "public": row.public,
        "kept": row.kept,
        "since": _at(row.at),
        "ended": _at(row.ended_at),
    }


def _note(row: Note) -> tuple[Campaign, Row]:
    content = row.content
    return row.campaign, {"about": content.subject, "text": content.text, "at": _at(row.at)}


def _at(moment: datetime | None) -> str | None:
    return localtime(moment).isoformat() if moment is not None else None
