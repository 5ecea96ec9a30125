"""What a phase changed in declared facts, in words for a reader and not as the fact sheet asks for it."""

import re
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns.domain.wording import in_readers_words
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.reader.access import Reading
from rules.kernel.events import FactDeclared, Line
from rules.kernel.facts import FactSpec, FactValue

_ZERO = re.compile(r" \(0: (?P<words>[^()]+)\)$")
"""How the label of a number says what nought means."""
PLAIN = 8
"""The weight of a declared fact that is no news: less than that of a track that moved."""


class FactChange(NamedTuple):
    """A fact that changed: what it is called, what it was (empty for one that holds or does not), and what it is; by how
    much it ``moved``, where it counts something.
    """

    label: str
    before: str
    after: str
    moved: str = ""


def fact_change(spec: FactSpec, event: FactDeclared, at: Reading) -> FactChange:
    """One declared fact as a row of what changed."""
    if spec.type == "yes":
        return FactChange(event.label, "", _("now") if event.after else _("no more"))
    label = in_readers_words(event.label, at.campaign.rulebook)
    zero = _ZERO.search(label) if spec.type == "count" else None

    def words(value: FactValue) -> str:
        if zero and value == 0:
            return zero["words"]
        if spec.type == "control" and value == "neutral":
            return pgettext("who holds a place", "its own country")
        if value == "none" and any(at.badge(option) for option in spec.options):
            return pgettext("who holds or did something", "nobody")
        return value_in_words(spec, value, at)

    counts = spec.type == "count" and not zero
    return FactChange(
        _ZERO.sub("", label) if zero else event.label,
        words(event.before),
        words(event.after),
        step(int(event.after) - int(event.before)) if counts else "",
    )


def step(by: int) -> str:
    """How far a count moved: +4, −1."""
    return f"+{by}" if by > 0 else f"\N{MINUS SIGN}{abs(by)}"


def weight_of(line: Line) -> int:
    """How much a declared fact weighs among what changed: as the news that it is, else next to nothing."""
    news = getattr(line, "news", None)
    return (
        line.weight
        if news is not None and (news.one or news.slots or getattr(news, "why", ""))
        else PLAIN
    )
