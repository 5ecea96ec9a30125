"""Whose the BRPs are once an associate or ally has surrendered or changed sides (85.52C, 85.53C).

They stay with, or go to, the faction that has the capital after the hexes have been dealt with: by
its units, or because an empty capital passed with the other hexes.
"""

from collections.abc import Mapping

from rules.world_at_war.ledger import postings
from rules.world_at_war.ledger.control import conqueror, held_by
from rules.world_at_war.ledger.income import book, had_by_result, received, slot, worth
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.diplomacy import BrpsDue
from rules.world_at_war.model.names import country_name
from rules.world_at_war.model.powers import FACTIONS, POWERS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.areas import Area


def hand_over(
    course: Adjudication,
    country: str,
    before: Mapping[str, str],
    winner: str,
    *,
    switched: bool,
    to: str,
) -> None:
    """Deal with the BRPs of areas that stood by the powers in ``before``.

    ``winner`` benefits from the row; ``to`` is the power that an empty capital belongs to now:
    the winner, or empty where it stays with the former power.
    """
    rule = R("85.53C") if switched else R("85.52C")
    had_by_result(course, country, before)
    for key, power in before.items():
        area = course.tables.areas[key]
        old = course.state.area(key).holder
        old = old if old in POWERS else power
        new = _owner_of_capital(course.state, area, old, winner, to or old)
        course.set_area(key, holder=new)
        if new != old:
            _move(course, area, old, -1, rule)
            _move(course, area, new, 1, rule)


def _owner_of_capital(state: WarState, area: Area, old: str, winner: str, empty: str) -> str:
    faction = held_by(state, area.income)
    if faction not in FACTIONS:
        return empty
    for power in (old, winner):
        if faction_of(power) == faction:
            return power
    return conqueror(state, area, faction)


def _move(course: Adjudication, area: Area, power: str, sign: int, rule: str) -> None:
    now = worth(course.state, area.key)
    name = country_name(area.key)
    if now is None:
        course.tell(
            BrpsDue(power=power, country=slot(area), amount=0, whole=True, lost=sign < 0, rule=rule)
        )
        return
    had = received(course.state, power, slot(area))
    book(course, power, slot(area), now.net - had if sign > 0 else -min(had, now.net))
    reason = f"{name}, with its capital" if sign > 0 else f"{name} is lost with its capital"
    key = "gained" if sign > 0 else "lost"
    postings.post(course, power, area.key, sign * now.net, reason, rule, key=key)
