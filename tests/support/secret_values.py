"""Corrections of values that only some may know."""

from typing import Any

from campaigns.rulebooks import states
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.services.repair import secret_overrides as service
from tests.support.campaigns import Table

WHY = "The table was misread"


def propose(table: Table, power: str = "north", after: Any = 3, **more: Any) -> str:
    path = more.pop("path", ("purses", power, "points", "east"))
    change = ValueChange(path=path, before=more.pop("before", 2), after=after)
    by = more.pop("by", table.players[power])
    return service.propose(table.slug, by=by, power=power, change=change, **{"reason": WHY, **more})


def accept(table: Table, key: str, **more: Any) -> None:
    by = more.pop("by", table.moderator)
    service.decide(table.slug, by=by, key=key, accept=True, **more)


def value(table: Table, power: str = "north") -> Any:
    return states.now(table.phase).purses[power].points["east"]
