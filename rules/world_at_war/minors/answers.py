"""All questions about minor countries, joined; ``asking`` declares what each takes."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.world_at_war.minors import asked_forces, asked_ledger, asked_sides
from rules.world_at_war.minors.regions import answers as regional
from rules.world_at_war.state import WarState

Arguments = Mapping[str, Any]
PARTS = (asked_ledger, asked_sides, asked_forces, regional)
"""Modules with ``ANSWERS`` of their own."""

ANSWERS: dict[str, Callable[[WarState, Arguments], Any]] = {
    name: answer for part in PARTS for name, answer in part.ANSWERS.items()
}
