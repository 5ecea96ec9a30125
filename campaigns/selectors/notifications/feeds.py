"""Feeds and calendars: what a program reads of campaigns.

A feed tells what everybody who may read the campaign may know, from columns that were written for
spectators, and what was said in public; whoever reads it by a key gets no more. A calendar tells its owner's deadlines, and nothing
of an order but whether it is sealed, which everybody may know.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.domain.entries.campaign import CampaignFinished
from campaigns.domain.wording import in_readers_words, said_by
from campaigns.errors import CampaignError, NoSuchPage
from campaigns.models import Campaign, FeedKey, Phase, Sheet, Status
from campaigns.models.feedkey import digest_of
from campaigns.selectors.notifications.posts import POSTS
from campaigns.selectors.press.public_press import common_lines
from campaigns.selectors.reader import deputies
from campaigns.selectors.reader.access import Reading, reading

SHOWN = 40


class FeedEntry(Struct, frozen=True, kw_only=True):
    """One thing that happened, or was said; ``path`` is its permanent address, ``said`` when it got the
    words that it has. ``written``: the text is a message, with its marks.
    """

    name: str
    title: str
    text: str
    path: str
    at: datetime
    said: datetime
    written: bool = False


class CampaignFeed(Struct, frozen=True, kw_only=True):
    """A campaign's feed, newest first. ``seq`` and ``hash`` are the head of its log, ``changed`` is when it got
    the words that it has.
    """

    slug: str
    title: str
    seq: int
    hash: str
    changed: datetime
    entries: tuple[FeedEntry, ...]


class Deadline(Struct, frozen=True, kw_only=True):
    """A deadline of one's own. ``sealed``: all that is asked of them is."""

    slug: str
    campaign: str
    number: int
    phase: str
    sentence: str
    due: datetime
    opened: datetime
    sealed: bool


def feed(slug: str, person: Any = None) -> CampaignFeed:
    """The feed of a campaign. Raises ``NoSuchCampaign`` for one that the person may not read."""
    at = reading(slug, person)
    campaign = at.campaign
    head = campaign.log.filter(seq=campaign.log_seq).first()
    with said_by(campaign.rulebook):
        entries = _told(at)
    said = [entry.said for entry in entries]
    return CampaignFeed(
        slug=slug,
        title=campaign.title,
        seq=campaign.log_seq,
        hash=campaign.log_hash,
        changed=max([*said, head.at if head is not None else campaign.created_at]),
        entries=entries,
    )


def feed_by_key(token: str) -> CampaignFeed:
    """The feed that a key is for. Raises ``NoSuchPage``, whatever is wrong with the key."""
    row = row_of(token)
    if row is None or row.campaign is None:
        raise no_such()
    try:
        return feed(row.campaign.slug, row.person)
    except CampaignError:
        raise no_such() from None


def language_of(token: str) -> str:
    """The language in which the person whose key it is reads; empty for one of nobody."""
    row = row_of(token)
    return row.person.language if row is not None else ""


def deadlines(person: Any) -> tuple[Deadline, ...]:
    """All deadlines of a person, and of the seats for which they may seal; the next first."""
    helping = deputies.sealing(person.pk, timezone.now())
    rows = Phase.objects.filter(
        Q(campaign__seats__person=person) | Q(campaign__in=list(helping)),
        campaign__status__in=(Status.RUNNING, Status.WAITING),
        resolved_at=None,
        due_at__isnull=False,
    )
    result = []
    for phase in rows.select_related("campaign").distinct():
        campaign = phase.campaign
        if campaign.phase_id != phase.pk:
            continue
        held = campaign.seats.filter(person=person, power__in=phase.asked)
        mine = set(held.values_list("power", flat=True))
        mine |= helping.get(campaign.pk, set()) & set(phase.asked)
        if mine and (due := phase.times.first_close(mine)) is not None:
            result.append(_deadline(campaign, phase, mine, due))
    return tuple(sorted(result, key=lambda one: (one.due, one.slug)))


def keys_of(person: Any) -> dict[str, str]:
    """The tokens of a person: by slug, that of the calendar under an empty one."""
    rows = FeedKey.objects.filter(person=person).select_related("campaign")
    return {row.campaign.slug if row.campaign else "": row.token for row in rows if row.token}


def _deadline(campaign: Campaign, phase: Phase, mine: set[str], due: datetime) -> Deadline:
    sealed = phase.sheets.filter(state=Sheet.State.SEALED, power__in=mine)
    return Deadline(
        slug=campaign.slug,
        campaign=campaign.title,
        number=phase.number,
        phase=in_readers_words(phase.title, campaign.rulebook),
        sentence=phase.due_in_words,
        due=due,
        opened=phase.opened_at,
        sealed=sealed.count() == len(mine),
    )


def row_of(token: str) -> FeedKey | None:
    """The key with this token, if it opens something still."""
    rows = FeedKey.objects.select_related("person", "campaign")
    row = rows.filter(digest=digest_of(token), person__is_active=True).first()
    return row if row is not None and row.token else None


def no_such() -> NoSuchPage:
    """What is said of a key that opens nothing, whatever is wrong with it."""
    return NoSuchPage(
        _("There is nothing at this address."),
        remedy=_(
            "It may have been revoked; its owner finds the present one at “What you hear of”."
        ),
    )


def _told(at: Reading) -> tuple[FeedEntry, ...]:
    result = [*_entries(at), *_said(at)]
    return tuple(sorted(result, key=lambda one: one.at, reverse=True)[:SHOWN])


def _said(at: Reading) -> Iterator[FeedEntry]:
    """The public press and the announcements."""
    slug = at.campaign.slug
    for line in common_lines(at, SHOWN):
        yield FeedEntry(
            name=f"{slug}/press/{line.key}",
            title=line.title,
            text=line.text,
            path=f"/c/{slug}/press/{line.thread}/#m-{line.key}",
            at=line.at,
            said=line.said,
            written=True,
        )


def _entries(at: Reading) -> Iterator[FeedEntry]:
    campaign = at.campaign
    rows = at.entries().filter(kind__in=sorted(POSTS))
    for row in rows.select_related("phase").order_by("-seq")[:SHOWN]:
        if row.phase is None and row.kind != CampaignFinished.tag:
            continue
        title, text = POSTS[row.kind].item(row.phase)
        undone = None
        if row.kind.startswith("phase.") and row.phase is not None:
            undone = at.undone(row.phase.undone_at)
        if undone is not None:
            title = _("Undone: %(what)s") % {"what": title}
        yield FeedEntry(
            name=f"{campaign.slug}/{row.seq}",
            title=title,
            text=text,
            path=f"/c/{campaign.slug}/log/{row.seq}/",
            at=row.at,
            said=undone or row.at,
        )
