"""Questions about single countries and regions, by name."""

from collections.abc import Callable
from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.kernel.menus import Barred
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.pages.queries.arguments import Arguments
from rules.world_at_war.regions import decisions
from rules.world_at_war.status import status
from rules.world_at_war.status.local_rules import effects, number, permitted


def _number(state: WarState, given: Arguments) -> Any:
    key, known = str(given.get("of", "")), tables_of(state).regions.sums
    if key not in known:
        raise NotUnderstood(f"There is no number {key!r}.", remedy=f"There are {', '.join(known)}.")
    return number(state, key)


def _effects(state: WarState, given: Arguments) -> Any:
    return effects(state, status.area_of(state, str(given.get("of", ""))).key)


def _permitted(state: WarState, given: Arguments) -> Any:
    area = status.area_of(state, str(given.get("of", ""))).key
    return {
        one.key: {"may": one.in_force, "why": one.why, "rule": one.rule}
        for one in permitted(state, area, str(given.get("by", "")))
    }


def _area(state: WarState, given: Arguments) -> Any:
    return status.area_of(state, str(given.get("of", "")))


def _region(state: WarState, given: Arguments) -> Any:
    known, key = tables_of(state).regions.regions, str(given.get("of", ""))
    if key not in known:
        raise NotUnderstood(f"There is no region {key!r}.", remedy=f"There are {', '.join(known)}.")
    return known[key]


def _undertaking(state: WarState, given: Arguments) -> Any:
    bars: dict[str, Callable[[WarState, str], Barred | None]] = {
        decisions.MINING: decisions.mining_bar,
        decisions.ROUTE: decisions.route_bar,
    }
    key, power = str(given.get("of", "")), str(given.get("power", "britain"))
    if key not in bars or power not in POWERS:
        raise NotUnderstood(
            f"There is no undertaking {key!r} of {power!r}.",
            remedy=f"Undertakings are {', '.join(bars)}; powers are {', '.join(POWERS)}.",
        )
    bar = bars[key](state, power)
    return {"may": bar is None, "why": bar.why if bar else "", "rule": bar.rule if bar else ""}


ANSWERS: dict[str, Callable[[WarState, Arguments], Any]] = {
    "number": _number, "effects": _effects, "permitted": _permitted, "area": _area, "region": _region,
    "undertaking": _undertaking,
}  # fmt: skip
