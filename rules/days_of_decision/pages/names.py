"""What a key that stands in an order is called."""

from rules.days_of_decision.model.citations import PACKAGE
from rules.days_of_decision.model.names import minor
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.powers import name as power_name
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.options import kinds_of
from rules.days_of_decision.options.markers import DIRECTIONS, direction_name
from rules.days_of_decision.options.surrender import HOWS, manner
from rules.days_of_decision.options.treaty import AGREED, DEFAULT, MINE, PLAIN
from rules.days_of_decision.pages.log.political import card
from rules.kernel import tables
from rules.kernel.grammar import joined

WORDS = tables.words(PACKAGE)
TERMS = {
    PLAIN: "a treaty with {power}",
    MINE: "a treaty with {power}, on its own text",
    AGREED: "a treaty with {power}, on the agreed text",
    DEFAULT: "a treaty with {power}, on the default terms",
}
"""A treaty by the text that it was proposed on."""


def name(key: str) -> str:
    """Minors and options by their names, fields by their words; empty for the rest. A key of two parts may be a
    direction, a treaty, a surrender or a deal; ``germany>ussr.oil`` is what one gives another.
    """
    known = build({})
    if key in known.cards:
        return card(key)
    if key in known.minors:
        return known.minors[key].name
    if key in DIRECTIONS:
        return direction_name(key).lower()
    return _together(key) or kinds_of(known).get(key, "") or WORDS.get(key, "")


def _together(key: str) -> str:
    """A key that is made of others."""
    giver, _, given = key.partition(">")
    if given:
        taker, _, good = given.partition(".")
        goods = good.replace("_", " ")
        return f"{goods} of {minor(giver)} for {minor(taker)}"
    first, _, second = key.partition(":")
    if first in TERMS and second in POWERS:
        return TERMS[first].format(power=power_name(second))
    if first in HOWS and second:
        return f"{manner(first)}, to {joined(map(minor, second.split('+')))}"
    if first in build({}).minors and second:
        return f"{minor(first)}, {second.replace('_', ' ')}"
    return ""
