"""Lines of the log as they stand under each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from campaigns.selectors.records import LogLine


@dataclass(frozen=True)
class LogGroup:
    """Lines of the log that share one moment."""

    at: datetime
    lines: list[LogLine]


def grouped(lines: Iterable[LogLine]) -> list[LogGroup]:
    """Lines under one time for each entry, newest first, as a log is read."""
    return [
        LogGroup(at, list(group))
        for at, group in groupby(lines, key=lambda line: line.at.replace(second=0, microsecond=0))
    ]
