"""A number as one counts with it: 1st, 2nd, 3rd, 4th, 11th, 21st."""

from django.utils.translation import gettext as _


def ordinal(number: int) -> str:
    """A place or a turn in figures, in the language of the reader."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    said = {1: _("%(number)sst"), 2: _("%(number)snd"), 3: _("%(number)srd")}
    return said.get(last, _("%(number)sth")) % {"number": number}
