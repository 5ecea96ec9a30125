"""Lengths of time in plain words, in the language of the one who reads them."""

from datetime import timedelta

from core.gettext import gettext as _
from core.gettext import ngettext


def duration(length: timedelta) -> str:
    """A length of time in plain words: ``72 hours``, ``90 minutes``, ``25 hours 1 minute``."""
    seconds = max(0, round(length.total_seconds()))
    minutes, over = divmod(seconds, 60)
    if minutes == 0:
        return _seconds(over)
    hours, rest = divmod(minutes, 60)
    if hours >= 3 or (hours and not rest):
        return _both(_hours(hours), _minutes(rest)) if rest else _hours(hours)
    return _both(_minutes(minutes), _seconds(over)) if over and not hours else _minutes(minutes)


def _hours(count: int) -> str:
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}


def _minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}


def _seconds(count: int) -> str:
    return ngettext("%(count)d second", "%(count)d seconds", count) % {"count": count}


def _both(long: str, short: str) -> str:
    # Translators: a length of time of two parts, such as "25 hours" and "1 minute".
    return _("%(long)s %(short)s") % {"long": long, "short": short}
