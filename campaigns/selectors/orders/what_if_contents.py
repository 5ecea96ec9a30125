"""What lies in a what-if, and how many of them there can be."""

from typing import Any

import msgspec

from campaigns.models import WhatIf
from campaigns.rulebooks.whatif.simulate import Simulation, SimulationRequest
from rules.kernel.serial import load

MOST_KEPT = 12
"""How many a player keeps in one campaign."""
STALE = 150
"""Seconds after which one that was not played never will be."""


class WhatIfContent(msgspec.Struct, frozen=True, kw_only=True):
    """What an envelope holds: where it begins, by which order of the power's own (with its name; the
    autopilot's without one), and the wish or, once it is played, the story.
    """

    phase: int
    title: str
    phases: int
    name: str = ""
    order: Any = None
    wish: SimulationRequest | None = None
    story: Simulation | None = None


def opened(row: WhatIf) -> WhatIfContent:
    """Open one. Only ever for its owner, and for playing it."""
    return load(row.content, WhatIfContent)
