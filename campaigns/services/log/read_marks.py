"""Remembering how far somebody has read."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts import guests
from campaigns.models import Campaign, ReadMark
from campaigns.selectors.reader import spectator_delay
from campaigns.services.log.lock import at_the_table, no_such
from core.sql.columns import Columns

_READ = Columns(
    ReadMark,
    ("id",),
    "person_id = %s AND (campaign_id, seq, lines, secrets) ="
    " (SELECT id, log_seq, log_lines, secrets FROM campaigns_campaign WHERE slug = %s) AND at > %s",
)


NOTED = timedelta(hours=1)
"""So long after a look another one that brings nothing new is not written down."""
_TOLD = ("log_seq", "log_lines", "secrets", "status", "disclosed")


def mark_seen(slug: str, *, by: Any) -> None:
    """This person has now seen the log to its end, or as far as they may read it. Visitors are not
    remembered.
    """
    if by is None or not getattr(by, "is_authenticated", False):
        return
    if by.is_guest:
        guests.note_seen(by)
    now = timezone.now()
    if _READ.all(by.pk, slug, now - NOTED):
        return
    campaign = Campaign.objects.only(*_TOLD).select_related("disclosed").filter(slug=slug).first()
    if campaign is None:
        raise no_such(slug)
    shown = {
        "seq": campaign.log_seq,
        "lines": campaign.log_lines,
        "secrets": campaign.secrets,
    }
    start = campaign.disclosed
    if start is not None and spectator_delay.is_behind(
        campaign, at_the_table=at_the_table(campaign, by)
    ):
        shown = {"seq": start.seq, "lines": start.lines, "secrets": 0}
    ReadMark.objects.update_or_create(campaign=campaign, person=by, defaults={**shown, "at": now})
