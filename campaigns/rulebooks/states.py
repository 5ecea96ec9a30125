"""States on their way in and out of the database, where they lie sealed.

The present state of a phase is read with every request about it. Reading it again gives the very
same object, for as long as it is kept; nothing changes a state in place.
"""

from typing import Any

from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.cache import Cache, state_name
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, Phase
from rules.kernel.serial import canonical

MOST_BYTES = 3_000_000
"""How much of their JSON present states may have together; in memory it takes three times that."""

_present = Cache(MOST_BYTES, weigh=lambda found: int(found[1]), wordless=True)


def book_of(campaign: Campaign) -> rulebooks.Book:
    """The rulebook of a campaign, in the revision by which its open phase is played."""
    return rulebooks.load(campaign.rulebook, campaign.revision)


def require_rule(book: rulebooks.Book, rule: str) -> str:
    """A reference of the book's index."""
    if (rule := rule.strip()) not in book.index:
        raise NotOnTheMenu(
            _("%(title)s has no rule %(rule)r in this revision.")
            % {"title": book.title, "rule": rule},
            field="rule",
            remedy=_("Name one from the contents of the rules."),
        )
    return rule


def book_of_phase(phase: Phase) -> rulebooks.Book:
    """The rulebook in the revision by which a phase, past or open, is played and read."""
    return rulebooks.load(phase.campaign.rulebook, phase.revision or phase.campaign.revision)


def at_opening(phase: Phase) -> Any:
    """The full state with which a phase began. Show nobody but through a view of it."""
    return book_of_phase(phase).read_state(phase.opening)


def now(phase: Phase) -> Any:
    """The full state as it is, or as the phase left it. Show nobody but through a view of it."""

    def work_out() -> tuple[Any, int]:
        return book_of_phase(phase).read_state(phase.state), len(phase.state)

    key = phase.campaign.slug, phase.line, phase.number, state_name(phase)
    return _present.get(key, work_out)[0]


BOTH = (at_opening, now)
"""How the state before a phase and the one after it are read."""
HEAVY = ("opening", "state", "rolls", "about")
"""What of a phase's row is large, and not read where only the phase is named."""


def keep_opening(phase: Phase, state: Any) -> None:
    """Put the state with which a phase begins into its row. The caller saves."""
    phase.opening = canonical(state)
    keep(phase, state)


def keep(phase: Phase, state: Any) -> None:
    """Put the present state into a phase's row. The caller saves."""
    phase.state = canonical(state)
