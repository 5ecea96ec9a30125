"""How phases are headed: a style guide, with a file for each book. Each entry is what happened, the headline and the lede, if any.

The outcome first, in the present tense and the active voice, who did it before all; one event told once, the weightiest
before the others; several who do the same in one sentence. An attempt that failed is told as such, of who withstood it. What
everybody does each turn is no news. The lede says what follows, or why; nothing is claimed that the events do not show.
"""

import pytest

from rules.kernel.events import FactDeclared
from rules.kernel.tally import Tally
from rules.registry import BOOKS


def every_case(guide):
    """A test of every entry of a guide: ``{theme: {rule: (events, headline, *lede)}}``."""
    return pytest.mark.parametrize(
        ("events", "headline", "lede"),
        [
            pytest.param(events, headline, "".join(lede), id=f"{theme}: {rule}")
            for theme, rules in guide.items()
            for rule, (events, headline, *lede) in rules.items()
        ],
    )


def headed(book, events):
    """Headline and lede that a book gives a phase of these events."""
    return BOOKS[book].headline([BOOKS[book].tell(event) for event in events])


def sum_of(net):
    return Tally(title="", base=net, net=net)


def declared(key, label, after, by, rule=""):
    return FactDeclared(key=key, label=label, before=False, after=after, by=by, rule=rule)
