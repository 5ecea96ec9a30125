"""Making and revoking the keys of calendars and private feeds."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, FeedKey
from campaigns.models.feedkey import digest_of, new_key, token_of
from campaigns.selectors.access import reading
from campaigns.services.locking import require_account, require_person


@transaction.atomic
def make_key(*, by: Any, slug: str = "") -> str:
    """Make the key of a person's calendar, or of a campaign's feed as they may read it; its token. What was
    there before ends. Raises ``NoSuchCampaign`` for one that they may not read.
    """
    person = require_account(by)
    if slug:
        reading(slug, person)
    campaign = Campaign.objects.get(slug=slug) if slug else None
    revoke_key(by=person, slug=slug)
    key = new_key()
    FeedKey.objects.create(
        person=person,
        campaign=campaign,
        key=key,
        digest=digest_of(token_of(key)),
        made_at=timezone.now(),
    )
    return token_of(key)


@transaction.atomic
def revoke_key(*, by: Any, slug: str = "") -> bool:
    """End a key of a person's own; whether it was there."""
    rows = FeedKey.objects.filter(person=require_person(by))
    mine = rows.filter(campaign__slug=slug) if slug else rows.filter(campaign=None)
    return bool(mine.delete()[0])
