"""What goes with an account and is no campaign's: how its person wanted to hear of things."""

from typing import Any

from django.db import transaction

from campaigns.models import (
    Campaign,
    Device,
    FeedKey,
    Notification,
    NotificationHours,
    NotificationPreference,
    ReadMark,
    Webhook,
    WhatIf,
)


@transaction.atomic
def forget_person(user_id: int) -> None:
    """Take away what nobody else needs of somebody whose account goes: devices, wishes, keys of feeds,
    webhooks, letters, bookmarks, thoughts, and what they have offered to do. Twice is harmless.

    What others have read or were promised stays: log, seats of campaigns that are over, press, advice.
    """
    mine: tuple[tuple[Any, str], ...] = (
        (Notification, "person"),
        (Device, "person"),
        (NotificationPreference, "person"),
        (NotificationHours, "person"),
        (FeedKey, "person"),
        (Webhook, "person"),
        (ReadMark, "person"),
        (WhatIf, "by"),
    )
    for model, owner in mine:
        model.objects.filter(**{owner: user_id}).delete()
    Campaign.standbys.through.objects.filter(user_id=user_id).delete()
    Campaign.objects.filter(successor=user_id).update(successor=None)
