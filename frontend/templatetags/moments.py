"""Times in the reader's zone, and the time that is left."""

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def moment(when: datetime | None) -> SafeString | str:
    """A time for the reader's zone: the day if it is not today, and the hour; the date if it is more
    than six days away. It reads the same from midnight to midnight.
    """
    if when is None:
        return ""
    local = timezone.localtime(when)
    now = timezone.localtime()
    form = "TIME_FORMAT" if local.date() == now.date() else "SHORT_DATETIME_FORMAT"
    if abs((now.date() - local.date()).days) > 6:
        form = "SHORT_DATE_FORMAT"
    words = date_format(local, form)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', when.isoformat(), full_moment(when), words
    )


@register.filter
def full_moment(when: datetime | None) -> str:
    """Day, date, hour and zone in full."""
    if when is None:
        return ""
    local = timezone.localtime(when)
    return f"{date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"


def is_today(due: datetime | None) -> bool:
    """Whether a moment falls on the reader's today, or before."""
    return due is not None and timezone.localdate(due) <= timezone.localdate()


@register.inclusion_tag("frontend/parts/reads_as.html")
def reads_as(field: str, zone: Any) -> dict[str, str]:
    """The line below a field for a day and a time, by its id, which says in full what the field does (moments.js);
    ``zone`` is the one it is read in.
    """
    place = str(zone).rpartition("/")[2].replace("_", " ")
    # Translators: after a day and an hour: in the time zone of a place
    return {
        "field": field,
        "place": place if place == "UTC" else _("in %(place)s") % {"place": place},
    }


@register.inclusion_tag("frontend/parts/countdown.html")
def countdown(due: datetime | None) -> dict[str, Any]:
    """The time left, in days, hours and minutes; the browser renews it every minute (countdown.js)."""
    if due is None:
        return {"due": None}
    left = int((due - timezone.now()).total_seconds())
    over = left <= 0
    minutes = abs(left) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    # Translators: days, hours and minutes that are left, as short as they can be
    parts = [(days, _("d")), (hours, _("h")), (minutes, _("min"))]
    if not days:
        parts = parts[1:]
    if over:  # long ago is not counted in minutes
        parts = parts[:2]
    return {
        "due": due,
        "over": over,
        "soon": left < 86400,
        "parts": [(f"{n:02d}" if i else str(n), unit) for i, (n, unit) in enumerate(parts)],
    }
