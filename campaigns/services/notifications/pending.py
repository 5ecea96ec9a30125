"""Noting what somebody has been told of what waits for them (:mod:`campaigns.selectors.notifications.pending`)."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from campaigns.models import Campaign, NotifiedItems
from campaigns.selectors.notifications.pending import notified_key


@transaction.atomic
def note_told(
    campaign: Campaign,
    person: Any,
    keys: Iterable[str],
    device: int | None = None,
    *,
    about: str = "waits",
) -> None:
    """Note that a person has been told of these there, and of nothing else of it that still waits."""
    NotifiedItems.objects.get_or_create(campaign=campaign, defaults={"content": {}})
    row = NotifiedItems.objects.select_for_update().get(campaign=campaign)
    row.campaign = campaign
    row.content = {**row.content, notified_key(person, device, about): tuple(keys)}
    row.save(update_fields=["content"])
