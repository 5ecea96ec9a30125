"""Where public campaigns used the rules of their book: what everybody may read in their logs, and no more.

Only campaigns count that stand in the lobby and are read without a delay. Each is looked through once for
each phase that it comes to, by a reader without a seat, from its newest lines back and only so far: the
numbers are therefore *at least so many*.
"""

from typing import NamedTuple

from django.db.models import Max
from msgspec import Struct

from campaigns.cache import Cache
from campaigns.domain.entries.phases import PhaseOpened
from campaigns.errors import CampaignError
from campaigns.models import Campaign, LogEntry, Status
from campaigns.selectors.history.log_page import cited, parts_of_log, turns_of
from campaigns.selectors.log.log_lines import lines_between
from campaigns.selectors.reader.access import reading

MOST_CAMPAIGNS = 6
"""So many campaigns of a book are looked through, the newest."""
MOST_LINES = 3600
"""So many of the newest lines of all of them together, in equal shares: of a single campaign nearly all."""
MOST_BYTES = 4_000_000

_kept = Cache(MOST_BYTES, weigh=lambda uses: 400 * len(uses) + 80)


class Use(NamedTuple):
    """How often a rule stands in a log: in how many lines, and the entry, turn and words of the last of them."""

    lines: int
    entry: int
    turn: str
    head: str


class UsedIn(Struct, frozen=True, kw_only=True):
    """A campaign that used a rule, in at least so many lines of its log, and when it did last."""

    slug: str
    title: str
    use: Use


def elsewhere(book: str, rule: str, *, but: str = "") -> tuple[UsedIn, ...]:
    """The public campaigns of a book that used a rule, the newest first; ``but`` names one to leave out."""
    result = []
    campaigns = _campaigns(book, but)
    for slug, title, last in campaigns:
        use = _uses(slug, last, MOST_LINES // len(campaigns)).get(rule)
        if use is not None:
            result.append(UsedIn(slug=slug, title=title, use=use))
    return tuple(result)


def _campaigns(book: str, but: str) -> list[tuple[str, str, int]]:
    """Slug, title, and the entry up to which a campaign is looked through: where its last phase opened, and
    all of it once it is over.
    """
    public = Campaign.objects.filter(
        rulebook=book, private=False, listed=True, delay=0, disclosed=None, first_game=""
    )
    begun = public.exclude(status=Status.GATHERING).exclude(slug=but)
    opened = dict(
        LogEntry.objects.filter(
            campaign__in=begun.order_by("-pk").values("pk")[:MOST_CAMPAIGNS], kind=PhaseOpened.tag
        )
        .order_by()
        .values_list("campaign")
        .annotate(Max("seq"))
    )
    rows = Campaign.objects.filter(pk__in=list(opened)).order_by("-pk")
    return [
        (slug, title, newest if status == Status.FINISHED else opened[pk])
        for pk, slug, title, status, newest in rows.values_list(
            "pk", "slug", "title", "status", "log_seq"
        )
    ]


def _uses(slug: str, last: int, most: int) -> dict[str, Use]:
    """What a campaign's log, up to an entry, uses of its rules, in about so many of its lines."""

    def work_out() -> dict[str, Use]:
        try:
            at = reading(slug, None)
            parts = list(parts_of_log(at, 1, last))
            turns = turns_of(at)
            uses: dict[str, Use] = {}
            looked = 0
            for first, ends, lines in reversed(parts):
                for line in reversed(lines_between(at, first, ends)):
                    for rule in set(cited(line.line)):
                        before = uses.get(rule)
                        if before is None:
                            turn = next(each for each in reversed(turns) if each.first <= line.seq)
                            before = Use(0, line.seq, turn.title, line.line.head)
                        uses[rule] = before._replace(lines=before.lines + 1)
                looked += lines
                if looked >= most:
                    break
        except CampaignError:  # its rules are not on this site, say
            return {}
        return uses

    return _kept.get((slug, last, most), work_out)
