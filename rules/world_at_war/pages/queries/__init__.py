"""All questions about minor countries, joined; ``signatures`` declares what each takes."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.world_at_war.model.state import WarState
from rules.world_at_war.pages.queries import forces, ledger, sides
from rules.world_at_war.pages.queries import regions as regional

Arguments = Mapping[str, Any]
PARTS = (ledger, sides, forces, regional)
"""Modules with ``ANSWERS`` of their own."""

ANSWERS: dict[str, Callable[[WarState, Arguments], Any]] = {
    name: answer for part in PARTS for name, answer in part.ANSWERS.items()
}
