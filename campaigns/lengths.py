"""Lengths of time in plain words."""

from datetime import timedelta


def duration(length: timedelta) -> str:
    """A length of time in plain words: ``72 hours``, ``90 minutes``, ``25 hours 1 minute``."""
    seconds = max(0, round(length.total_seconds()))
    minutes, over = divmod(seconds, 60)
    if minutes == 0:
        return _many(over, "second")
    hours, rest = divmod(minutes, 60)
    if hours >= 3 or (hours and not rest):
        return _many(hours, "hour") + (f" {_many(rest, 'minute')}" if rest else "")
    return _many(minutes, "minute") + (f" {_many(over, 'second')}" if over and not hours else "")


def _many(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
