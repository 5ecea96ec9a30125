"""Lines of the log as they stand under each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from campaigns.selectors.history.log_page import Turn
from campaigns.selectors.phase.records import LogLine
from campaigns.selectors.press.quotable import IN_PASSING
from campaigns.selectors.reader.press_access import MOST_QUOTES


@dataclass(frozen=True)
class LogGroup:
    """Lines of the log that share one moment."""

    at: datetime
    lines: list[LogLine]

    @property
    def quoted(self) -> str:
        """Their entries as an address names them that has them quoted: as many as one message quotes, without
        what only the clock and seals tell, unless there is nothing else.
        """
        weighty = [line.seq for line in self.lines if line.kind not in IN_PASSING]
        numbers = dict.fromkeys(weighty or [line.seq for line in self.lines])
        return ",".join(map(str, list(numbers)[:MOST_QUOTES]))


def grouped(lines: Iterable[LogLine]) -> list[LogGroup]:
    """Lines under one time for each entry, in the order in which they come."""
    return [
        LogGroup(at, list(group))
        for at, group in groupby(lines, key=lambda line: line.at.replace(second=0, microsecond=0))
    ]


@dataclass(frozen=True)
class EntryLines:
    """The lines of one entry of the log; ``asked`` marks the one that its permanent address led to."""

    seq: int
    at: datetime
    lines: list[LogLine]
    asked: bool = False


def by_entry(lines: Iterable[LogLine], asked: int | None = None) -> list[EntryLines]:
    """Lines under the number and time of each entry, oldest first."""
    groups = [(seq, list(group)) for seq, group in groupby(lines, key=lambda line: line.seq)]
    return [EntryLines(seq, group[0].at, group, seq == asked) for seq, group in groups]


@dataclass(frozen=True)
class TurnLines:
    """The entries of a turn of which something is told; of its phases those that have a page, each with its number."""

    title: str
    entries: list[EntryLines]
    phases: list[int]

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return sum(len(entry.lines) for entry in self.entries)


def by_turn(lines: Iterable[LogLine], turns: Iterable[Turn], newest: int) -> list[TurnLines]:
    """Lines under the turns in which they were written, the latest first. ``newest`` is the last phase with a page."""
    found = []
    entries = by_entry(lines)
    for turn in turns:
        mine = [entry for entry in entries if turn.first <= entry.seq <= turn.last]
        numbers = {line.phase_number for entry in mine for line in entry.lines}
        phases = sorted(number for number in numbers if number and number <= newest)
        if mine:
            found.append(TurnLines(turn.title, mine, phases))
    return found[::-1]
