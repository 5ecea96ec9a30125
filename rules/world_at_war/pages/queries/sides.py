"""Questions about status, attacks and association, by name; ``signatures`` declares what they take."""

from collections.abc import Callable
from typing import Any

from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.pages.queries.arguments import Arguments, area_in, power_in
from rules.world_at_war.sides import alignment, association, attacks
from rules.world_at_war.status import clocks, status
from rules.world_at_war.tensions import declarations


def _statuses(state: WarState, given: Arguments) -> Any:
    return {one.category: one.power for one in status.statuses(state, area_in(state, given))}


def _foes(state: WarState, given: Arguments) -> Any:
    return list(alignment.foes(state, area_in(state, given)))


def attack(state: WarState, power: str, key: str) -> attacks.Attack:
    """Whether a power may attack an area, tension included; what is declared already is free."""
    found = attacks.judge(state, power, key)
    if not found.may or not found.declaration:
        return found
    bar = declarations.tension_bar(state, power, declarations.country_on(key))
    if bar is None:
        return found
    return attacks.Attack(may=False, declaration=True, why=bar.why, rule=bar.rule)


def _attack(state: WarState, given: Arguments) -> Any:
    return attack(state, power_in(given), area_in(state, given, "on"))


def _price(state: WarState, given: Arguments) -> Any:
    return attacks.price(state, power_in(given), area_in(state, given, "on"))


def _joins(state: WarState, given: Arguments) -> Any:
    key = area_in(state, given)
    clock = clocks.running(state, association.ASSOCIATION, key)
    due = {
        "due": turn_title(state.scenario, clock.due) if clock else "",
        "with": clock.power if clock else "",
        "barred": list(alignment.barred(state, key)),
        "refused": list(state.area(key).refused),
    }
    if not state.area(key).attacker:
        return {"power": "", "why": "nobody attacked it", "rule": "", "waits": False, **due}
    found = alignment.prospect(state, key)
    return {
        "power": found.power, "why": found.why, "rule": found.rule, "waits": found.waits, **due
    }  # fmt: skip


def _alone(state: WarState, given: Arguments) -> Any:
    key, plan = area_in(state, given), tables_of(state).sides.alone
    steps = (*plan.steps, *plan.also.get(key, ()))
    return {
        "alone": status.standing(state, key, "independent") is not None,
        "steps": list(steps), "offensive": plan.offensive, "text": plan.text,
    }  # fmt: skip


ANSWERS: dict[str, Callable[[WarState, Arguments], Any]] = {
    "statuses": _statuses, "foes": _foes, "attack": _attack, "price": _price, "joins": _joins, "alone": _alone,
}  # fmt: skip
