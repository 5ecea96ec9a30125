"""The page of the log: a turn at a time, oldest first, with filters and a search.

A search goes over the words as this reader is told them, worked out for the request: there is no index
that could hold a secret, and what is not told is not found.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db.models import Min
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from msgspec import Struct

from campaigns.domain.entries.phases import PhaseOpened
from campaigns.errors import NoSuchPage
from campaigns.selectors.history.chronicle_parts.phases import year_of
from campaigns.selectors.log.log_lines import lines_between
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage, LogLine
from campaigns.selectors.reader.access import Reading, power_badge, reading
from campaigns.selectors.reader.power_badges import Badge

PAGE_LINES = 42
"""Lines of one page, as a spectator counts them; an entry is never cut in two. With the times of its entries such a
page is at most four screens long, on a phone too."""
FOUND_LINES = 100
"""So many lines found end a search; one can go on from there."""
SEARCHED_LINES = 3000
"""So many lines one request looks through."""
LONGEST_SEARCH = 100

KINDS = {
    "result": _lazy("Results"),
    "track": _lazy("Tracks"),
    "fact": _lazy("Facts of the map"),
    "treaty": _lazy("Treaties"),
    "seal": _lazy("Seals"),
    "clock": _lazy("Clock"),
    "moderator": _lazy("Moderator and votes"),
    "seat": _lazy("Seats"),
}
"""The kinds of lines that every game has, as they are called."""


class Turn(Struct, frozen=True, kw_only=True):
    """A turn of the log: the numbers of its first and last entry."""

    title: str
    first: int
    last: int


class LogFilter(Struct, frozen=True, kw_only=True):
    """What is looked for. ``rule`` is a reference that lines and the sums behind them cite. ``turn`` is the number of an entry in the turn that is meant; ``before``
    goes on with an earlier search.
    """

    power: str = ""
    kind: str = ""
    mine: bool = False
    words: str = ""
    rule: str = ""
    turn: int | None = None
    before: int | None = None

    @property
    def filters(self) -> bool:
        """Whether not every line is wanted."""
        return bool(self.power or self.kind or self.mine or self.words or self.rule)


class LogPage(BasePage, frozen=True, kw_only=True):
    """One page of the log, its lines oldest first.

    ``turn`` is the turn shown, ``None`` for all that a search went through; ``earlier`` and ``later``
    are numbers of entries on the pages beside it. ``searched_to`` is the entry down to which a
    search got, if it did not get to the beginning. ``at`` is the entry that was asked for.
    """

    asked: LogFilter
    lines: tuple[LogLine, ...]
    turns: tuple[Turn, ...]
    turn: Turn | None
    earlier: int | None
    later: int | None
    searched_to: int | None
    at: int | None
    powers: tuple[Badge, ...]

    @property
    def years(self) -> tuple[tuple[str, int, bool], ...]:
        """The years of its turns, where there are several: the year, its first entry, whether it is shown."""
        first: dict[str, int] = {}
        for turn in self.turns:
            first[year_of(turn.title)] = min(turn.first, first.get(year_of(turn.title), turn.first))
        now = year_of(self.turn.title) if self.turn else ""
        found = sorted(first.items(), key=lambda one: one[1])
        return tuple((year, seq, year == now) for year, seq in found) if len(found) > 1 else ()


def log_page(
    slug: str, person: Any = None, asked: LogFilter | None = None, at: int | None = None
) -> LogPage:
    """A page of the log: the one with the entry ``at``, else the newest; or what is asked for.

    Raises ``NoSuchCampaign``, and ``NoSuchPage`` for an entry that there is not.
    """
    here, wanted = reading(slug, person), asked or LogFilter()
    newest = here.campaign.log_seq
    turns = turns_of(here)
    found: dict[str, Any]
    if wanted.filters:
        turn = _turn_of(turns, wanted.turn) if wanted.turn else None
        last = turn.last if turn else newest
        if wanted.before is not None:
            last = min(last, wanted.before - 1)
        first = turn.first if turn else 1
        lines, to = _search(here, first, last, _test(here, wanted))
        found = {"lines": lines, "turn": turn, "searched_to": to if to > first else None}
    else:
        before = min(newest, max(1, wanted.before - 1)) if wanted.before else newest
        number = at or wanted.turn or before
        if not 1 <= number <= newest:
            raise NoSuchPage(
                _("There is no entry %(number)s in this log.") % {"number": number},
                remedy=_("Its entries are numbered from 1 to %(newest)s.") % {"newest": newest},
            )
        turn = _turn_of(turns, number)
        first, last = _part(here, turn, number if at or not wanted.turn else turn.first)
        found = {
            "lines": lines_between(here, first, last),
            "turn": turn,
            "earlier": first - 1 if first > 1 else None,
            "later": last + 1 if last < newest else None,
        }
    return LogPage(
        head=head_of(here),
        reader=reader_of(here),
        asked=wanted,
        turns=turns,
        at=at,
        powers=tuple(power_badge(here.book, seat.power) for seat in here.seats),
        **{"earlier": None, "later": None, "searched_to": None, **found},
    )


def entry_is_there(slug: str, number: int, person: Any = None) -> bool:
    """Whether a log that this reader may read has an entry of this number."""
    return 1 <= number <= reading(slug, person).campaign.log_seq


def turns_of(at: Reading) -> tuple[Turn, ...]:
    """The turns in their order; before the first stands what was done until play began."""
    opened = (
        at.entries(PhaseOpened)
        .order_by()
        .values_list("phase__line", "phase__turn", "phase__turn_title")
        .annotate(first=Min("seq"))
    )
    begins = sorted((first, title) for _, _, title, first in opened)
    if not begins or begins[0][0] > 1:
        begins.insert(0, (1, _("Before the first turn")))
    ends = [first - 1 for first, _ in begins[1:]]
    ends.append(max(at.campaign.log_seq, begins[-1][0]))
    return tuple(
        Turn(title=title, first=first, last=last)
        for (first, title), last in zip(begins, ends, strict=True)
    )


def _turn_of(turns: tuple[Turn, ...], number: int) -> Turn:
    """The turn with an entry; the nearest, if there is no such entry."""
    return next((turn for turn in reversed(turns) if turn.first <= number), turns[0])


def _part(at: Reading, turn: Turn, number: int) -> tuple[int, int]:
    """The page of a turn that has an entry: the numbers of its first and last."""
    for first, last, _weight in parts_of_log(at, turn.first, turn.last):
        if first <= number <= last:
            return first, last
    return turn.first, turn.last


def parts_of_log(at: Reading, first: int, last: int) -> Iterator[tuple[int, int, int]]:
    """The entries between two in parts of about a page: first and last entry, and how many lines."""
    weights = at.campaign.log.filter(seq__range=(first, last)).order_by("seq")
    first, last, sum_ = 0, 0, 0
    for seq, lines in weights.values_list("seq", "lines"):
        if first and sum_ + lines > PAGE_LINES:
            yield first, last, sum_
            first, sum_ = 0, 0
        first, last, sum_ = first or seq, seq, sum_ + lines
    if first:
        yield first, last, sum_


def _search(
    at: Reading, first: int, last: int, wanted: Callable[[LogLine], bool]
) -> tuple[tuple[LogLine, ...], int]:
    """The lines between two entries for which a test holds, oldest first, and the entry down to which
    was looked: from the newest on, until there are many or very many were looked at.
    """
    parts = [*parts_of_log(at, first, last)]
    found: list[LogLine] = []
    looked = 0
    for begins, ends, lines in reversed(parts):
        found[:0] = [line for line in lines_between(at, begins, ends) if wanted(line)]
        looked += lines
        if len(found) >= FOUND_LINES or looked >= SEARCHED_LINES:
            return tuple(found), begins
    return tuple(found), first


def _test(at: Reading, asked: LogFilter) -> Callable[[LogLine], bool]:
    """What a line must be like."""
    words = asked.words[:LONGEST_SEARCH].casefold().split()
    keys = {asked.power} if asked.power else set()
    of_power = about(at, keys) if keys else None
    of_mine = about(at, at.powers) if asked.mine else None

    def holds(line: LogLine) -> bool:
        return (
            (not asked.kind or line.kind == asked.kind)
            and (of_power is None or of_power(line))
            and (of_mine is None or of_mine(line))
            and (not words or all(word in _text(line) for word in words))
            and (not asked.rule or asked.rule in cited(line.line))
        )

    return holds


def cited(line: Any) -> Iterator[str]:
    """Every rule that a line, or a sum or roll that explains it, names."""
    for name in ("rule", "base_rule"):
        if rule := getattr(line, name, ""):
            yield rule
    for name in ("detail", "tally", "rows"):
        part = getattr(line, name, None)
        for one in part if isinstance(part, tuple | list) else (part,) if part else ():
            yield from cited(one)


def _text(line: LogLine) -> str:
    said = line.line
    actor = line.actor.name if line.actor else ""
    return f"{said.head} {said.rest} {said.rule} {actor}".casefold()


def about(at: Reading, powers: Iterable[str]) -> Callable[[LogLine], bool]:
    """Whether a line is about one of these powers: it is theirs, or it names them."""
    keys = set(powers)
    names = [badge.name for key in keys if (badge := at.badge(key)) is not None]
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names)) if names else None

    def holds(line: LogLine) -> bool:
        if line.actor is not None and line.actor.key in keys:
            return True
        said = f"{line.line.head} {line.line.rest}"
        return pattern is not None and pattern.search(said) is not None

    return holds
