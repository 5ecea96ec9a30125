"""What is new to somebody in all their campaigns, and what waits for them: the bell.

Nothing is kept for it: each campaign's part follows from its log, from how far the person has read, and
from their own view (:mod:`campaigns.selectors.news`).
"""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from campaigns import deputies
from campaigns.errors import CampaignError
from campaigns.models import Campaign, LogEntry, Sheet, Status
from campaigns.newskinds import BY_ENTRY
from campaigns.rulewords import in_readers_words
from campaigns.selectors.access import Reading, reading
from campaigns.selectors.channels import off_of
from campaigns.selectors.news import news_of, waiting_of
from campaigns.selectors.press_unread import unread
from campaigns.selectors.records import Headline, Waiting
from config.data.columns import Columns

_MINE = Columns(
    Campaign,
    ("slug",),
    "id IN (SELECT campaign_id FROM campaigns_seat WHERE person_id = %s UNION"
    " SELECT campaign_id FROM campaigns_campaign_moderators WHERE user_id = %s)"
    " ORDER BY created_at DESC, id DESC",
)
_TOLD = Columns(
    LogEntry,
    ("seq",),
    "campaign_id = %s AND seq > %s AND kind = ANY(%s) ORDER BY seq DESC LIMIT 1",
)
_KINDS = [kind for kind in BY_ENTRY if kind != "act"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BellLine:
    """One campaign in which something is new or waits. ``asked``: orders are due that are not sealed;
    ``new``: something was told since the last look; ``headlines`` of phases resolved since;
    ``unread``: so many messages of press. ``stands_for`` are the powers for which the campaign stands
    still, and ``mine_to_mend`` says that it waits for the reader as its moderator.
    """

    slug: str
    title: str
    asked: str
    new: bool
    headlines: tuple[Headline, ...]
    waiting: Waiting
    unread: int
    stands_for: tuple[str, ...] = ()
    mine_to_mend: bool = False


def bell(person: Any) -> tuple[BellLine, ...]:
    """The campaigns of a person in which something is new or waits, the most urgent first."""
    lines = []
    for slug in _mine(person):
        try:
            line = _line(reading(slug, person))
        except CampaignError:
            continue  # its rules are missing: its own page says so
        if line is not None:
            lines.append(line)
    return tuple(
        sorted(
            lines,
            key=lambda line: (
                not line.asked and not line.mine_to_mend,
                not line.waiting.count,
                not line.unread,
            ),
        )
    )


def _mine(person: Any) -> list[str]:
    """The campaigns of a person, those where they may seal for a player last."""
    mine = [slug for (slug,) in _MINE.all(person.pk, person.pk)]
    helped = Campaign.objects.filter(pk__in=deputies.sealing(person.pk, timezone.now()))
    slugs = helped.order_by("-created_at", "-pk").values_list("slug", flat=True)
    return [*mine, *(slug for slug in slugs if slug not in mine)]


def count(person: Any) -> int:
    """In how many campaigns something is new or waits, and how many ways of telling them are switched off."""
    return len(bell(person)) + len(off_of(person))


def _line(at: Reading) -> BellLine | None:
    campaign = at.campaign
    asked = _asked(at)
    waiting = waiting_of(at)
    seen = at.look.seq if at.look else 0
    new = bool(_TOLD.all(campaign.pk, seen, _KINDS)) and at.look is not None
    messages = unread(at)
    stands_for = _stands_for(at)
    if not (asked or waiting.count or new or messages or stands_for):
        return None
    news = news_of(at, waiting) if new else None
    return BellLine(
        slug=campaign.slug,
        title=campaign.title,
        asked=asked,
        new=new,
        headlines=news.headlines if news else (),
        waiting=waiting,
        unread=messages,
        stands_for=stands_for,
        mine_to_mend=bool(stands_for) and at.is_moderator,
    )


def _stands_for(at: Reading) -> tuple[str, ...]:
    """The powers that a campaign waits for after the deadline, by their names."""
    phase = at.phase
    if phase is None or at.campaign.status != Status.WAITING:
        return ()
    sealed = Sheet.objects.filter(phase=phase, state=Sheet.State.SEALED)
    done = set(sealed.values_list("power", flat=True))
    return tuple(
        in_readers_words(badge.name, at.campaign.rulebook)
        for power in phase.asked
        if power not in done and (badge := at.badge(power)) is not None
    )


def _asked(at: Reading) -> str:
    """The phase that waits for a seal of theirs; empty if none does."""
    phase = at.phase
    if phase is None or at.campaign.status not in (Status.RUNNING, Status.WAITING):
        return ""
    mine = [power for power in at.powers if power in phase.asked]
    if not mine:
        return ""
    sealed = Sheet.objects.filter(phase=phase, state=Sheet.State.SEALED, power__in=mine)
    if sealed.count() == len(mine):
        return ""
    return in_readers_words(phase.title, at.campaign.rulebook)
