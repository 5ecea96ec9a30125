"""Moments in words, in the language of the one who reads them, where no template writes them."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from core.gettext import language, pgettext


def day_and_time(moment: datetime) -> str:
    """A moment to the minute in the zone that is active, the reader's on a page and in a letter, else UTC:
    ``2 November 2026, 20:00 UTC``.
    """
    local = language().local(moment)
    # Translators: a day and a time as Django's filter "date" writes them: j day, F month, Y year, H:i time.
    said = language().written(local, pgettext("a day and a time", "j F Y, H:i"))
    return f"{said} {local.tzname()}"


def weekday_and_time(moment: datetime, zone: ZoneInfo) -> str:
    """The same with the day of the week, in a zone: ``Monday 2 November 2026, 21:00 CET``."""
    local = moment.astimezone(zone)
    # Translators: as Django's filter "date" writes them: l weekday, j day, F month, Y year, H:i time.
    said = language().written(local, pgettext("a day and a time", "l j F Y, H:i"))
    return f"{said} {local.tzname()}"


def short_weekday_and_time(moment: datetime, zone: ZoneInfo) -> str:
    """The same as short as a subject needs it: ``Mon 2 Nov, 21:00``."""
    # Translators: as Django's filter "date" writes them: D weekday, j day, M month, H:i time.
    return language().written(moment.astimezone(zone), pgettext("a day and a time", "D j M, H:i"))


def to_the_second(moment: datetime, zone: ZoneInfo) -> str:
    """A moment as logs have it, in a zone: ``2026-11-02 21:00:07 CET``."""
    local = moment.astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M:%S} {local.tzname()}"


def zone_of(person: Any) -> ZoneInfo:
    """The zone of a person's account; UTC for whoever has none."""
    return ZoneInfo(str(getattr(person, "time_zone", "") or "UTC"))


def weekday_and_day(moment: datetime) -> str:
    """A day without its year: ``Monday 2 November``."""
    # Translators: as Django's filter "date" writes it: l weekday, j day, F month.
    return language().written(moment, pgettext("a day of a year", "l j F"))
