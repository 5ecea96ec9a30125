"""What the arguments of questions name."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.status import status

Arguments = Mapping[str, Any]


def power_in(given: Arguments, name: str = "of") -> str:
    """The power that an argument names. Raises :class:`NotUnderstood`."""
    power = str(given.get(name, ""))
    if power not in POWERS:
        raise NotUnderstood(
            f"There is no power {power!r}.", remedy=f"Powers are {', '.join(POWERS)}."
        )
    return power


def area_in(state: WarState, given: Arguments, name: str = "of") -> str:
    """The key of the area that an argument names. Raises :class:`NotUnderstood`."""
    return status.area_of(state, str(given.get(name, ""))).key
