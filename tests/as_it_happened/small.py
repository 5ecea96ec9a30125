"""A script of one moment."""

from typing import Any

import msgspec

from campaigns.as_it_happened import script
from campaigns.as_it_happened.script import Moment, Script, Turn


def small(**moment: Any) -> Script:
    """The first turn of World in Flames with one moment in it."""
    found = script.of("world_in_flames")
    turn = Turn(turn="September/October 1939", history="x", phases=(Moment(**moment),))
    return msgspec.structs.replace(found, turns=(turn,))
