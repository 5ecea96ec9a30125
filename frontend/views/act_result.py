"""What came of an act, in the words of the log: the answer to a form that was sent."""

from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from campaigns.domain.wording import in_readers_words
from campaigns.selectors.log import log_lines
from campaigns.selectors.reader.access import reading

AT_MOST = 2
"""So many lines are told; the log has the others."""
LONGEST = 300
"""So many letters of a text are told: the answer lies in a cookie."""


class ActResult:
    """The log as it stands for somebody before an act of a power of theirs."""

    def __init__(self, slug: str, person: Any, power: str) -> None:
        self._reader = (slug, person, power)
        self._before = log_lines.told_so_far(reading(*self._reader))

    def in_words(self) -> str:
        """What the log tells of the act, whatever others did meanwhile."""
        told = [head.rstrip(".") for head, _rest in self._lines()[:AT_MOST]]
        return " ".join(f"{head}." for head in told) or _("That is done.")

    def text(self) -> str:
        """The beginning of a text that was put on the table; empty where it has none."""
        return Truncator(next((rest for _head, rest in self._lines()), "")).chars(LONGEST)

    def _lines(self) -> list[tuple[str, str]]:
        at = reading(*self._reader)
        book = at.campaign.rulebook
        return [
            (in_readers_words(one.line.head, book), in_readers_words(one.line.rest, book))
            for one in log_lines.told_since(at, self._before)
        ]
