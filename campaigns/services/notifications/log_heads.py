"""The head of a log as letters and devices are told it: who keeps them keeps the whole log."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.errors import NoSuchCampaign
from campaigns.models import Campaign
from campaigns.selectors.log import receipts


def of(campaign: Campaign, person: Any) -> receipts.LogHead | None:
    """The last entry that somebody who is written to may see now; ``None`` for those who may not read the
    campaign, and for the site's own address.
    """
    if person is None:
        return None
    try:
        return receipts.head(campaign.slug, person)
    except NoSuchCampaign:
        return None


def in_words(campaign: Campaign, person: Any) -> str:
    """As :func:`of`, for a letter; empty where there is none."""
    head = of(campaign, person)
    if head is None:
        return ""
    return _("Log entry %(seq)s: %(hash)s") % {"seq": head.seq, "hash": head.hash}
