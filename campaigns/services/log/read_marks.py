"""Remembering how far somebody has read."""

from typing import Any

from django.utils import timezone

from accounts import guests
from campaigns.models import Campaign, ReadMark
from campaigns.selectors.reader import spectator_delay
from campaigns.services.log.lock import at_the_table, no_such

_TOLD = ("log_seq", "log_lines", "secrets", "status", "disclosed")


def mark_seen(slug: str, *, by: Any) -> None:
    """This person has now seen the log to its end, or as far as they may read it. Visitors are not
    remembered.
    """
    if by is None or not getattr(by, "is_authenticated", False):
        return
    if by.is_guest:
        guests.note_seen(by)
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
    ReadMark.objects.update_or_create(
        campaign=campaign, person=by, defaults={**shown, "at": timezone.now()}
    )
