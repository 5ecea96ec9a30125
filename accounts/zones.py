"""The time zones that people choose among: one for each place that the tz database lists, and UTC.

The database has many names for one zone: former spellings (``Asia/Calcutta``), countries (``GB-Eire``), and
hours without a place (``Etc/GMT+5``). Browsers know some of them. A name that is not in the list becomes the one
that is; an hour without a place stays what it is.
"""

from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils.text import capfirst
from timezone_field import TimeZoneField

UTC = "UTC"
_RESPELT = {
    "Africa/Asmera": "Africa/Asmara",
    "Africa/Timbuktu": "Africa/Bamako",
    "America/Coral_Harbour": "America/Atikokan",
    "Atlantic/Faeroe": "Atlantic/Faroe",
    "Iceland": "Atlantic/Reykjavik",
    "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
    "Pacific/Yap": "Pacific/Chuuk",
    "CST6CDT": "America/Chicago",
    "EST5EDT": "America/New_York",
    "MST7MDT": "America/Denver",
    "PST8PDT": "America/Los_Angeles",
}
"""Names that the database leads elsewhere, to a place with the same hour."""
_NO_ZONES = frozenset({"Factory", "localtime"})


@cache
def names() -> tuple[str, ...]:
    """The zones of the list, UTC first."""
    lines = _lines("zone.tab")
    return (UTC, *sorted(line.split("\t")[2] for line in lines if not line.startswith("#")))


@cache
def other_names() -> dict[str, str]:
    """The names that are not in the list, each with the one that is."""
    listed = frozenset(names())
    leads = (
        {
            name: to
            for kind, to, name, *_ in (
                line.split() for line in _lines("tzdata.zi") if line[:2] == "L "
            )
        }
        | {"Etc/UTC": UTC, "Etc/GMT": UTC}
        | _RESPELT
    )
    found = {}
    for name in sorted(leads.keys() - listed):
        to = leads[name]
        while to not in listed and to in leads:
            to = leads[to]
        if to in listed:
            found[name] = to
    return found


def listed(name: str) -> str:
    """The name in the list of a zone; that of an hour without a place, and of what is no zone, as it is."""
    return other_names().get(name, name)


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones()) - _NO_ZONES


def _lines(file: str) -> tuple[str, ...]:
    text = (files("tzdata") / "zoneinfo" / file).read_text("utf-8")
    return tuple(line for line in text.splitlines() if line)


def _choices() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in names()]


class _Select(forms.Select):
    """A list that shows what is chosen already, also where that is none of its zones."""

    def optgroups(self, name: str, value: list[str], attrs: Any = None) -> Any:
        """As the library has them, with the zone that is chosen."""
        groups = super().optgroups(name, value, attrs)
        own = [one for one in value if one in _known() and one not in names()]
        options = [
            self.create_option(name, one, one.replace("_", " "), True, len(groups) + place)
            for place, one in enumerate(own)
        ]
        return [*groups, (None, options, len(groups))] if options else groups


class ZoneChoice(forms.TypedChoiceField):
    """A choice among the zones, by any of their names."""

    widget = _Select

    def __init__(self, **kwargs: Any) -> None:
        """`coerce` makes a ``ZoneInfo`` unless told."""
        super().__init__(choices=_choices, **{"coerce": ZoneInfo, **kwargs})

    def to_python(self, value: Any) -> str:
        """The name in the list."""
        return listed(str(super().to_python(value)).strip())

    def prepare_value(self, value: Any) -> Any:
        """The name in the list of what is chosen so far."""
        return listed(str(value)) if value else value

    def valid_value(self, value: str) -> bool:
        """Any zone there is: who has one without a place keeps it."""
        return value in _known()


class ZoneField(TimeZoneField):  # type: ignore[misc]  # the library carries no types
    """The zone of an account, chosen among those of the list."""

    def formfield(self, **kwargs: Any) -> Any:
        """The choice in a form."""
        given = {
            "label": capfirst(self.verbose_name),
            "help_text": self.help_text,
            "initial": self.get_default(),
        }
        kwargs.pop("choices_form_class", None)
        kwargs.pop("form_class", None)
        kwargs.pop("widget", None)
        return ZoneChoice(**{**given, **kwargs})

    def deconstruct(self) -> Any:
        """As the library's own: the database holds no more."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "timezone_field.fields.TimeZoneField", args, kwargs
