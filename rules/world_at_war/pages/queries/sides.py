"""Questions about status, attacks and association, by name."""

from typing import Any

from rules.kernel.questions import Argument
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.pages.queries.arguments import AREA, POWER, question
from rules.world_at_war.sides import alignment, association, attacks
from rules.world_at_war.status import clocks, status
from rules.world_at_war.tensions import declarations


def _statuses(state: WarState, key: str) -> Any:
    return {one.category: one.power for one in status.statuses(state, key)}


def _foes(state: WarState, key: str) -> Any:
    return list(alignment.foes(state, key))


def attack(state: WarState, power: str, key: str) -> attacks.Attack:
    """Whether a power may attack an area, tension included; what is declared already is free."""
    found = attacks.judge(state, power, key)
    if not found.may or not found.declaration:
        return found
    bar = declarations.tension_bar(state, power, declarations.country_on(key))
    if bar is None:
        return found
    return attacks.Attack(may=False, declaration=True, why=bar.why, rule=bar.rule)


def _joins(state: WarState, key: str) -> Any:
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


def _alone(state: WarState, key: str) -> Any:
    plan = tables_of(state).sides.alone
    steps = (*plan.steps, *plan.also.get(key, ()))
    return {
        "alone": status.standing(state, key, "independent") is not None,
        "steps": list(steps), "offensive": plan.offensive, "text": plan.text,
    }  # fmt: skip


QUESTIONS = {
    "statuses": question(_statuses, "Everything that an area is", "powers by category", of=Argument(AREA)),
    "foes": question(_foes, "The powers with which an area is at war", "a list of powers", of=Argument(AREA)),
    "attack": question(attack, "Whether a power may attack an area", "may, declaration, first, why, rule",
        of=Argument(POWER), on=Argument(AREA)),
    "price": question(attacks.price, "What a declaration of war on an area costs", "a tally", of=Argument(POWER), on=Argument(AREA)),
    "joins": question(_joins, "Whom an attacked area joins", "power, why, rule, waits, due, with, barred, refused", of=Argument(AREA)),
    "alone": question(_alone, "The turn of an area that fights alone", "alone, steps, offensive, text", of=Argument(AREA)),
}  # fmt: skip
