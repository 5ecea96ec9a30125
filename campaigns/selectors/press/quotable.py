"""Entries of the log as a message quotes them, and those that a writer is offered: as everybody is told them. What was
done in secret after an entry its writer need not know of.
"""

from collections.abc import Sequence
from typing import NamedTuple

from campaigns.domain.entries.phases import PhaseResolved
from campaigns.selectors.log.log_lines import lines_between, lines_of
from campaigns.selectors.phase.records import LogLine
from campaigns.selectors.press.press_records import Quote
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.press_access import MOST_QUOTES

QUOTED_LINES = 3
RECENT = 8
"""So many of the last entries are offered,"""
LOOKED_AT = 40
"""out of so many."""
IN_PASSING = frozenset(("seal", "clock"))
"""Kinds of lines that are not offered: seals, and what the clock does."""


class QuoteRequest(NamedTuple):
    """What a writer wants to quote: entries by their ``numbers``, what came of a ``phase``; and whether they want
    to ``pick`` out of the last ones.
    """

    numbers: tuple[int, ...] = ()
    phase: int = 0
    pick: bool = False


NO_QUOTES = QuoteRequest()


class QuoteOffer(NamedTuple):
    """What is wanted, as it would stand in the message, and the last entries to choose from."""

    quoted: tuple[Quote, ...] = ()
    recent: tuple[Quote, ...] = ()


def offered_to_quote(at: Reading, wanted: QuoteRequest) -> QuoteOffer:
    """The entries that a reader is offered to quote; of such as say nothing to everybody none."""
    at = at.everybody
    numbers = list(wanted.numbers)
    if wanted.phase:
        numbers += _resolutions(at, wanted.phase)
    lines = lines_of(at, numbers[:MOST_QUOTES])
    quoted = tuple(quote(number, lines[number]) for number in lines if lines[number])
    return QuoteOffer(
        quoted, tuple(_recent(at, {one.number for one in quoted})) if wanted.pick else ()
    )


def quote(number: int, lines: Sequence[LogLine]) -> Quote:
    """An entry with its first lines."""
    return Quote(number=number, lines=tuple(lines[:QUOTED_LINES]), more=len(lines) > QUOTED_LINES)


def _resolutions(at: Reading, phase: int) -> list[int]:
    """The entry that tells what came of a phase, where it is over."""
    rows = at.entries().filter(kind=PhaseResolved.tag, phase__number=phase).order_by("-seq")
    return list(rows.values_list("seq", flat=True)[:1])


def _recent(at: Reading, but: set[int]) -> list[Quote]:
    """The last entries of which something is told, the newest first."""
    last = at.campaign.log_seq
    entries: dict[int, list[LogLine]] = {}
    for line in lines_between(at, max(1, last - LOOKED_AT + 1), last):
        if line.kind not in IN_PASSING:
            entries.setdefault(line.seq, []).append(line)
    numbers = [number for number in sorted(entries, reverse=True) if number not in but]
    return [quote(number, entries[number]) for number in numbers[:RECENT]]
