"""The charts of a campaign, over or in play: every track, ledger and income that its book charts, the dice and the
votes, each from what everybody may read.

Of a campaign in play they are drawn up to the last phase that is over, as a reader without a seat may know it,
whoever looks; one who follows with a delay gets them as far as they may read.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from campaigns.cache import Cache, state_name
from campaigns.chronicles import sampling
from campaigns.chronicles.spec import ChronicleSpec, told_of
from campaigns.domain.entries.votes import VoteAsked, VoteGiven, VoteLapsed
from campaigns.domain.wording import in_readers_words as say
from campaigns.domain.wording import said_by
from campaigns.errors import CampaignError
from campaigns.models import Phase, Status
from campaigns.selectors.history import chronicle
from campaigns.selectors.history.chronicle import (
    end_of_first_turn,
    phases_of,
    places_of,
    series_in_words,
)
from campaigns.selectors.history.chronicle_parts.phases import Gathered, axis_of
from campaigns.selectors.history.chronicle_parts.records import TurningPoint
from campaigns.selectors.log.dice_sides import THROWN, rolls_of
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge

MOST_BYTES = 2_000_000
_kept = Cache(MOST_BYTES)
VOTES = (VoteAsked.tag, VoteGiven.tag, VoteLapsed.tag)


class Charts(Struct, frozen=True, kw_only=True):
    """Values over the phases of a campaign. ``places`` names every phase from ``first`` on by its turn; ``axis``
    are pairs of a phase and a year.
    """

    first: int
    last: int
    places: tuple[str, ...]
    axis: tuple[tuple[int, str], ...]
    series: tuple[sampling.Series, ...]
    turnings: tuple[TurningPoint, ...]
    badges: dict[str, Badge]


class ChartsPage(BasePage, frozen=True, kw_only=True):
    """The charts of a campaign for one reader; ``eyes`` is the power as which they are told."""

    eyes: Badge | None
    over: bool
    charts: Charts


def page(slug: str, person: Any, *, eyes: str = "", until: int | None = None) -> ChartsPage:
    """The charts of a campaign. ``eyes`` is a power as which one that is over is told; they end at the phase
    ``until`` if one is named. Raises ``NotNow`` where nothing was played yet, and what
    :func:`campaigns.selectors.history.chronicle.page` does.
    """
    at = reading(slug, person)
    with said_by(at.campaign.rulebook):
        found = _page(at, person, eyes)
    if until is None:
        return found
    return structs.replace(found, charts=_up_to(found.charts, until))


def _up_to(found: Charts, until: int) -> Charts:
    """The charts as they stood when a phase was over: what came later is left out."""
    last = min(max(until, found.first), found.last)
    return structs.replace(
        found,
        last=last,
        places=found.places[: last - found.first + 1],
        axis=tuple(year for year in found.axis if year[0] <= last),
        series=tuple(then for each in found.series if (then := each.until(last)).moved),
        turnings=tuple(each for each in found.turnings if each.phase <= last),
    )


def _page(at: Reading, person: Any, eyes: str) -> ChartsPage:
    told = told_of(at.campaign.rulebook)
    if eyes or at.campaign.status == Status.FINISHED:
        found = chronicle.page(at.campaign.slug, person, eyes=eyes)
        phases = phases_of(at.everybody)
        story, own = found.story, found.story.series
        axis, turnings, badges = story.axis, story.turnings, story.badges
    else:
        phases = phases_of(at.everybody)
        own = _so_far(at.everybody, phases, told)
        axis, turnings = axis_of(phases), ()
        keys = (*at.book.powers, *at.book.factions)
        badges = {key: badge for key in keys if (badge := at.badge(key))}
    # What was thrown and voted belongs to nobody's eyes: with them it is left out.
    more = () if eyes else tuple(_from_log(at, phases, told))
    return ChartsPage(
        head=head_of(at),
        reader=reader_of(at),
        eyes=at.badge(eyes) if eyes else None,
        over=at.campaign.status == Status.FINISHED,
        charts=Charts(
            first=phases[0].number,
            last=phases[-1].number,
            places=tuple(say(turn, at.campaign.rulebook) for turn in places_of(phases)),
            axis=axis,
            series=_in_words(at, (*own, *more)),
            turnings=turnings,
            badges=badges,
        ),
    )


def compared_with(slug: str, person: Any, key: str) -> tuple[ChartsPage, sampling.Series] | None:
    """The same chart of another campaign; ``None`` for one that this person may not read, in which nothing was
    played, or which has no such chart. Which of these it is, is not said.
    """
    try:
        found = page(slug, person)
    except CampaignError:
        return None
    same = drawable(found.charts.series, key)
    return None if same is None else (found, same)


def _in_words(at: Reading, series: tuple[sampling.Series, ...]) -> tuple[sampling.Series, ...]:
    """Charts as their reader reads them."""
    with said_by(at.campaign.rulebook):
        return tuple(chronicle.series_in_words(each) for each in series)


def _so_far(at: Reading, phases: list[Phase], told: ChronicleSpec) -> tuple[sampling.Series, ...]:
    """What a book charts of a campaign in play, kept until another phase is over."""

    def work_out() -> tuple[sampling.Series, ...]:
        gathered = Gathered(at, told)
        few = len(phases) <= chronicle.FEW_PHASES
        for n, phase in enumerate(phases):
            ends = n + 1 == len(phases) or phases[n + 1].turn_title != phase.turn_title
            gathered.values(phase, opening=n == 0, sampled=few or ends)
        keys = (*at.book.powers, *at.book.factions)
        names = {key: say(badge.name) for key in keys if (badge := at.badge(key))}
        begun = end_of_first_turn(phases)
        made = sampling.series(told.charts, gathered.samples, names, begun)
        return tuple(series_in_words(each) for each in made)

    last = phases[-1]
    key = (at.campaign.slug, at.campaign.line, last.pk, len(phases), state_name(last))
    return _kept.get(key, work_out)


def _from_log(at: Reading, phases: list[Phase], told: ChronicleSpec) -> Iterator[sampling.Series]:
    """The dice and the votes, as the log tells everybody of them."""
    made = [] if at.campaign.dice_given else _dice(at, phases, told)
    if made:
        yield sampling.Series(
            "dice",
            _("Dice against their mean"),
            _("pips above or below what honest dice bring on average, added up"),
            5,
            tuple(made),
            (),
        )
    votes = tuple(_votes(at, phases))
    if votes:
        yield sampling.Series(
            "votes", _("Votes"), _("questions put to the players, added up"), 3, votes, ()
        )


def _dice(at: Reading, phases: list[Phase], told: ChronicleSpec) -> list[sampling.Track]:
    """Of each power the sum of its dice, less what is expected of so many; where the book does not say whose
    they are, of all together.
    """
    place = {phase.pk: phase.number for phase in phases}
    rows = at.entries(*THROWN.values()).filter(phase__in=place)
    thrown: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for phase, kind, body in rows.order_by("seq").values_list("phase", "kind", "body"):
        for roll in rolls_of(kind, body):
            # In half pips, since the mean of most dice is no whole number.
            over = 2 * roll["value"] - roll["sides"] - 1
            thrown[_whose(roll["purpose"], told)][place[phase]] += over
    known = {key: over for key, over in thrown.items() if key in at.book.powers}
    if not known and thrown:
        known[""] = Counter()
        for each in thrown.values():
            known[""].update(each)
    tracks = []
    for key in (*at.book.powers, ""):
        if key in known:
            badge = at.badge(key)
            name = say(badge.name) if badge else _("All dice")
            steps = ((number, int(halves / 2)) for number, halves in _added(known[key]))
            tracks.append(sampling.Track(key, name, ((phases[0].number, 0), *steps)))
    return tracks


def _whose(purpose: str, told: ChronicleSpec) -> str:
    for each in told.dice:
        if found := re.search(each.pattern, purpose):
            return found[1] if found.groups() else ""
    return ""


def _votes(at: Reading, phases: list[Phase]) -> Iterator[sampling.Track]:
    """How many questions were put, how often somebody agreed, and how many questions lapsed."""
    rows = at.entries(VoteAsked, VoteGiven, VoteLapsed)
    begins = [phase.opened_at for phase in phases]
    counted: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for kind, moment in rows.order_by("seq").values_list("kind", "at"):
        counted[kind][phases[max(0, bisect_right(begins, moment) - 1)].number] += 1
    names = (_("asked"), _("voices for it"), _("lapsed"))
    for kind, name in zip(VOTES, names, strict=True):
        if kind in counted:
            first = phases[0].number
            start = () if first in counted[kind] else ((first, 0),)
            yield sampling.Track("", name, (*start, *_added(counted[kind])))


def _added(by_phase: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Each phase with the sum up to it."""
    numbers = sorted(by_phase)
    return zip(numbers, accumulate(by_phase[number] for number in numbers), strict=True)


def drawable(series: Iterable[sampling.Series], key: str) -> sampling.Series | None:
    """A chart by its key."""
    return next((each for each in series if each.key == key), None)
