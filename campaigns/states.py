"""States on their way in and out of the database, where they lie sealed."""

from typing import Any

from campaigns import rulebooks, sealing
from campaigns.models import Campaign, Phase
from rules.kernel.serial import canonical


def book_of(campaign: Campaign) -> rulebooks.Book:
    """The rulebook of a campaign, in the revision it began with."""
    return rulebooks.load(campaign.rulebook, campaign.revision)


def at_opening(phase: Phase) -> Any:
    """The full state with which a phase began. Show nobody but through a view of it."""
    return book_of(phase.campaign).read_state(
        sealing.unseal(phase.opening, bound_to=phase.place("opening"))
    )


def now(phase: Phase) -> Any:
    """The full state as it is, or as the phase left it. Show nobody but through a view of it."""
    return book_of(phase.campaign).read_state(
        sealing.unseal(phase.state, bound_to=phase.place("state"))
    )


def keep_opening(phase: Phase, state: Any) -> None:
    """Put the state with which a phase begins into its row. The caller saves."""
    phase.opening = sealing.seal(canonical(state), bound_to=phase.place("opening"))
    keep(phase, state)


def keep(phase: Phase, state: Any) -> None:
    """Put the present state into a phase's row. The caller saves."""
    phase.state = sealing.seal(canonical(state), bound_to=phase.place("state"))
