"""Making and revoking the keys of calendars and private feeds, and telling a calendar what has moved."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import asdict

from campaigns.models import Campaign, FeedKey
from campaigns.models.feedkey import digest_of, new_key, token_of
from campaigns.proofs.commitments import fingerprint
from campaigns.selectors.notifications import feeds as selector
from campaigns.selectors.reader.access import reading
from campaigns.services.log.lock import require_account, require_person
from core.text.moments import zone_of


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


class Event(Struct, frozen=True, kw_only=True):
    """A deadline in a calendar: its ``sequence`` rises when it moves, ``changed`` is when anything of it did."""

    deadline: selector.Deadline
    sequence: int
    changed: datetime


class Calendar(Struct, frozen=True, kw_only=True):
    """Somebody's calendar, in the zone of their account; ``changed`` is when it last became another one."""

    zone: ZoneInfo
    changed: datetime
    events: tuple[Event, ...]


@transaction.atomic
def calendar(token: str) -> Calendar:
    """The calendar that a key is for. What it tells is noted, so that a program that fetches it again is told
    what has moved since (RFC 5545, 3.8.7.4), whatever moved it. Raises ``NoSuchPage``.
    """
    row = selector.row_of(token)
    if row is None or row.campaign is not None:
        raise selector.no_such()
    row = FeedKey.objects.select_for_update().select_related("person").get(pk=row.pk)
    now = timezone.now().replace(microsecond=0)
    known, events = dict[str, Any](), []
    for deadline in selector.deadlines(row.person):
        name = f"{deadline.slug}-{deadline.number}"
        due = deadline.due.isoformat()
        shown = fingerprint({key: str(value) for key, value in asdict(deadline).items()})
        was = row.told.get(name)
        if was is None:
            was = {"due": due, "said": shown, "sequence": 0, "at": now.isoformat()}
        elif was["said"] != shown:
            moved = was["due"] != due
            sequence = was["sequence"] + moved
            was = {"due": due, "said": shown, "sequence": sequence, "at": now.isoformat()}
        known[name] = was
        at = datetime.fromisoformat(was["at"])
        events.append(Event(deadline=deadline, sequence=was["sequence"], changed=at))
    if known != row.told or row.changed_at is None:
        row.told, row.changed_at = known, now
        row.save(update_fields=["told", "changed_at"])
    return Calendar(zone=zone_of(row.person), changed=row.changed_at, events=tuple(events))
