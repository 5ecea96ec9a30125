"""What follows when the state of an open phase changes other than by its resolution, or who plays in it.

To be called with the campaign locked, after the entry of the log that says why.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from campaigns.models import Campaign, Phase
from campaigns.rulebooks import states
from campaigns.services.log import push
from campaigns.services.phases import phase_opening, void_seals


def state_changed(
    campaign: Campaign,
    phase: Phase,
    state: Any,
    *,
    at: datetime,
    topics: Sequence[push.Topic],
    voided: Sequence[str] = (),
    reason: str = "",
) -> None:
    """Keep the new state, ask again, set the clock; saves both rows and tells the open pages (``topics``).

    ``voided`` are the powers whose seals are void by it (:func:`void_seals.void_seals`), ``reason`` says why. An act,
    an override, a correction or another revision may ask what was not asked before, and autopilots seal at once.
    """
    states.keep(phase, state)
    phase_opening.describe(phase, state)
    phase.save()
    void_seals.ask_again(campaign, phase, voided, reason=reason, at=at)
    phase_opening.seal_and_wake(campaign, phase, state, at=at)
    push.save_and_tell(campaign, topics)
