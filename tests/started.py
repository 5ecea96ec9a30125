"""A campaign that runs, as most tests of pages and services begin with."""

from typing import Any

from campaigns.models import Campaign
from campaigns.services.lifecycle import campaigns


def started(*, by: Any, title: str = "A test", **given: Any) -> Campaign:
    """A campaign that ``by`` has created (``given`` as :func:`create_campaign` takes it) and started."""
    slug = campaigns.create_campaign(by=by, title=title, **given)
    campaigns.start(slug, by=by)
    return Campaign.objects.get(slug=slug)
