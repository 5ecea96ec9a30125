"""Remembering how far somebody has read."""

from typing import Any

from django.utils import timezone

from campaigns.models import Campaign, Look
from campaigns.services.locking import no_such
from config.data.columns import Columns

_READ = Columns(
    Look,
    ("id",),
    "person_id = %s AND (campaign_id, seq, lines, secrets) ="
    " (SELECT id, log_seq, log_lines, secrets FROM campaigns_campaign WHERE slug = %s)",
)


def mark_seen(slug: str, *, by: Any) -> None:
    """This person has now seen the log to its end. Visitors are not remembered."""
    if by is None or not getattr(by, "is_authenticated", False) or _READ.all(by.pk, slug):
        return
    campaign = Campaign.objects.only("log_seq", "log_lines", "secrets").filter(slug=slug).first()
    if campaign is None:
        raise no_such(slug)
    Look.objects.update_or_create(
        campaign=campaign,
        person=by,
        defaults={
            "seq": campaign.log_seq,
            "lines": campaign.log_lines,
            "secrets": campaign.secrets,
            "at": timezone.now(),
        },
    )
