"""Texts in the language of their reader, marked in code that runs without Django too.

The functions are called as Django's are, and the texts are found by the same extraction. They give English until
the site says how it translates (:func:`use`): ``campaigns.apps`` hands over Django's own translation. Where no
site runs, as in a verifier, English stays.
"""

from datetime import UTC, datetime
from typing import Any

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class Language:
    """How texts and moments are written. This one is English, in UTC."""

    def gettext(self, text: str) -> str:
        """A text."""
        return text

    def ngettext(self, one: str, several: str, count: int) -> str:
        """A text about one thing, or about several."""
        return one if count == 1 else several

    def pgettext(self, _context: str, text: str) -> str:
        """A text that means different things in different places."""
        return text

    def rulebook(self, text: str) -> str:
        """A text of a rulebook."""
        return text

    def local(self, moment: datetime) -> datetime:
        """A moment in the reader's zone."""
        return moment.astimezone(UTC)

    def written(self, moment: datetime, form: str) -> str:
        """A moment by a form of these letters, as Django's filter ``date`` has them: ``l d j F Y H i``."""
        letters = {
            "l": _DAYS[moment.weekday()],
            "d": f"{moment.day:02}",
            "j": str(moment.day),
            "F": _MONTHS[moment.month - 1],
            "Y": f"{moment.year:04}",
            "H": f"{moment.hour:02}",
            "i": f"{moment.minute:02}",
        }
        return "".join(letters.get(letter, letter) for letter in form)


class _Speaking:
    """The language that is in use."""

    language = Language()


class LazyText:
    """A text that is translated each time it is shown; made at import, when there is no reader yet."""

    __slots__ = ("_english",)

    def __init__(self, english: str) -> None:
        self._english = english

    def __str__(self) -> str:
        return gettext(self._english)

    def __repr__(self) -> str:
        return repr(str(self))

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def __mod__(self, slots: Any) -> str:
        shown: str = str(self) % slots
        return shown

    def __add__(self, other: Any) -> str:
        return str(self) + str(other)

    def __radd__(self, other: Any) -> str:
        return str(other) + str(self)

    def __contains__(self, part: str) -> bool:
        return part in str(self)

    def __len__(self) -> int:
        return len(str(self))

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, LazyText | str) else NotImplemented

    def __lt__(self, other: Any) -> bool:
        return str(self) < str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __getattr__(self, name: str) -> Any:
        # What a string can do. Special names are not handed on: they would make it look like another type.
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(str(self), name)


def use(language: Language) -> None:
    """Have all texts from now on written in this way."""
    _Speaking.language = language


def language() -> Language:
    """How texts are written now."""
    return _Speaking.language


def gettext(text: str) -> str:
    """A text in the language of its reader."""
    return _Speaking.language.gettext(text)


def ngettext(one: str, several: str, count: int) -> str:
    """A text about one thing, or about several, in the language of its reader."""
    return _Speaking.language.ngettext(one, several, count)


def pgettext(context: str, text: str) -> str:
    """A text that means different things in different places, in the language of its reader."""
    return _Speaking.language.pgettext(context, text)


gettext_lazy = LazyText

WEEKDAYS = tuple(map(LazyText, _DAYS))
"""The days from Monday on. Django's own translations have them."""
