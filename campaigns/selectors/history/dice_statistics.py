"""How the dice fell: every throw that the log has published, counted, and tested by exact chances.

Of a campaign, for whoever may read it, as far as they may read; of the site, the campaigns that everybody may
read to their end: those of the lobby without a delay. Thrown are also the dice of phases that were undone later: who
goes back to get others does not get rid of them here. Dice that a script gives are nobody's throws.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
from django.db.models import Q

from campaigns import rulebooks
from campaigns.cache import Cache
from campaigns.chronicles import chance
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.entries.phases import PhaseResolved
from campaigns.domain.entries.repair import RolledBack, StateOverridden
from campaigns.domain.entries.seats import SeatChainBrought
from campaigns.domain.wording import in_readers_words
from campaigns.models import Campaign, LogEntry, Phase, Status
from campaigns.selectors.history.dice_records import DicePage, DiceStatistics, Withheld
from campaigns.selectors.history.dice_rows import Sorted, Thrown, corrected, rows_of
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.reader.access import Reading, badge_named, badge_of, reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.serial import load

MOST_CAMPAIGNS = 100
"""So many campaigns of the site are counted, the newest."""

_rolls = Cache(2_000_000, weigh=lambda found: 120 * len(found) + 80, wordless=True)
_campaigns = Cache(1_000_000)
_sites = Cache(500_000)


class _Roll(msgspec.Struct, frozen=True):
    purpose: str
    sides: int
    value: int


class _Body(msgspec.Struct, frozen=True):
    """What of a log entry is read here."""

    rolls: tuple[_Roll, ...] = ()


def page(slug: str, person: Any = None) -> DicePage:
    """The page of a campaign's dice. Raises ``NoSuchCampaign``."""
    at = reading(slug, person)
    found = of_campaign(at)
    keys = {row.power for row in found.rows if row.power} | {each.power for each in found.withheld}
    return DicePage(
        head=head_of(at),
        reader=reader_of(at),
        statistics=found,
        badges={key: badge for key in sorted(keys) if (badge := at.badge(key))},
    )


def statistics(slug: str, person: Any = None) -> DiceStatistics:
    """The dice of a campaign. Raises ``NoSuchCampaign``."""
    return of_campaign(reading(slug, person))


def of_campaign(at: Reading) -> DiceStatistics:
    """The dice of a campaign as far as somebody may read it. All who may read as far are told the same."""
    campaign = at.campaign
    key = (campaign.slug, campaign.line, campaign.log_seq, campaign.revision)
    return _campaigns.get(key, lambda: _told([campaign], 1))


def of_site() -> DiceStatistics:
    """The dice of the campaigns that everybody may read to their end, the newest first."""
    chosen = list(public_campaigns().order_by("-pk")[:MOST_CAMPAIGNS])
    key = tuple((each.pk, each.log_seq) for each in chosen)
    return _sites.get(key, lambda: _told(chosen, public_campaigns().count()))


def badges_of(found: DiceStatistics) -> dict[tuple[str, str], Badge]:
    """The badges of the powers in the rows of several books."""
    keys = {(row.book, row.power) for row in found.rows if row.power}
    books = {book: rulebooks.for_names(book, "") for book, _power in keys}
    return {key: badge for key in sorted(keys) if (badge := badge_of(books[key[0]], key[1]))}


def public_campaigns() -> Any:
    """The campaigns that everybody may read to their end, without those whose dice a script gives."""
    undelayed = Q(status=Status.FINISHED) | Q(delay=0, disclosed=None)
    shown = Campaign.objects.filter(undelayed, private=False, listed=True, first_game="")
    return shown.filter(dice_given=False).exclude(status=Status.GATHERING)


def _told(campaigns: Sequence[Campaign], public: int) -> DiceStatistics:
    thrown = [each for each in campaigns if not each.dice_given]
    found = _thrown(thrown)
    books = _books(thrown)
    piles = Sorted()
    for each in thrown:
        book = books.get(each.rulebook)
        keys = (*book.powers, *book.factions) if book else ()
        piles.put(each.rulebook, keys, found[each.pk])

    def name_of(book: str, power: str) -> str:
        known = books.get(book)
        badge = badge_of(known, power) or badge_named(known, power)
        return badge.name

    rows, chances = rows_of(piles.piles, books, name_of)
    judged = tuple(corrected(rows, chances))
    tested = [each for each in chances if each is not None]
    return DiceStatistics(
        dice=sum(each.total() for each in found.values()),
        campaigns=len(thrown),
        public=public,
        kinds=tuple(row for row in judged if not row.purpose),
        rows=tuple(row for row in judged if row.purpose),
        tested=len(tested),
        odd=chance.odd(tested),
        expected_odd=round(len(tested) / 20, 2),
        undone=_undone(campaigns),
        overrides=_of_log(campaigns, kind=StateOverridden.tag).count(),
        withheld=_withheld(campaigns, name_of),
        joined=_joined(campaigns, [each.pk for each in thrown]),
        given=len(campaigns) - len(thrown),
    )


def _books(campaigns: Iterable[Campaign]) -> dict[str, rulebooks.Book | None]:
    """The books that they are played by, for names: in the revision of the newest campaign of each."""
    result: dict[str, rulebooks.Book | None] = {}
    for each in campaigns:
        if each.rulebook not in result:
            result[each.rulebook] = rulebooks.for_names(each.rulebook, each.revision)
    return result


def _of_log(campaigns: Iterable[Campaign], **asked: Any) -> Any:
    """Entries of the logs, each as far as it is read here: one who follows with a delay reads a shorter one."""
    read = Q()
    for each in campaigns:
        read |= Q(campaign=each.pk, seq__lte=each.log_seq)
    return LogEntry.objects.filter(read, **asked).order_by() if read else LogEntry.objects.none()


def _thrown(campaigns: Iterable[Campaign]) -> dict[int, Thrown]:
    """What was thrown in each, by purpose, sides and value. Each is looked through once for each length."""
    keys = {each.pk: (each.slug, each.log_seq) for each in campaigns}
    result = {pk: kept for pk, key in keys.items() if (kept := _rolls.known(key)) is not None}
    anew: dict[int, Thrown] = {pk: Counter() for pk in keys if pk not in result}
    rows = _of_log(
        [each for each in campaigns if each.pk in anew], body__contains='"rolls":[{'
    ).values_list("campaign", "body")
    for pk, body in rows.iterator() if anew else ():
        for roll in load(body, _Body).rolls:
            anew[pk][roll.purpose, roll.sides, roll.value] += 1
    for pk, counted in anew.items():
        result[pk] = _rolls.get(keys[pk], partial(_same, counted))
    return result


def _same(counted: Thrown) -> Thrown:
    return counted


def _undone(campaigns: Iterable[Campaign]) -> int:
    """How many phases were gone back on, as far as it is read here."""
    backs: dict[int, Any] = {}
    rows = _of_log(campaigns, kind=RolledBack.tag).values_list("campaign", "at")
    for pk, moment in rows:
        backs[pk] = max(moment, backs.get(pk, moment))
    undone = Q()
    for pk, moment in backs.items():
        undone |= Q(campaign=pk, undone_at__lte=moment)
    return Phase.objects.filter(undone).count() if backs else 0


def _withheld(campaigns: Iterable[Campaign], name_of: Any) -> tuple[Withheld, ...]:
    """Links that stayed away from throws, as the log counts them, by power."""
    books = {each.pk: each.rulebook for each in campaigns}
    rows = _of_log(
        campaigns, kind__in=(PhaseResolved.tag, ActCarriedOut.tag), body__contains='"withheld":["'
    )
    found: Counter[tuple[str, str]] = Counter()
    for pk, body in rows.values_list("campaign", "body"):
        found.update((books[pk], power) for power in json.loads(body)["withheld"])
    return tuple(
        Withheld(power=power, name=in_readers_words(name_of(book, power), book), links=count)
        for (book, power), count in sorted(found.items())
    )


def _joined(campaigns: Iterable[Campaign], chained: Collection[int]) -> int:
    """In how many of the campaigns a player's chain goes into the dice too, as far as it is read here."""
    rows = _of_log(campaigns, kind=SeatChainBrought.tag).values_list("campaign", flat=True)
    return len(set(rows) & set(chained))
