"""Gearing up, and what a factory costs (8.7.2 Options 0(d) and 2)."""

from fractions import Fraction

from rules.days_of_decision.economy.production import (
    build_points,
    half_up,
    level_row,
    peace_level,
    top_level,
)
from rules.days_of_decision.model.calendar import first_turn
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers, grounds
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.menus import NEVER_AGAIN, Barred
from rules.kernel.tally import Row, Tally, tally


def gear_cost(state: DecisionState, tables: Tables, power: str) -> Tally:
    """What the next level costs: printed on the card, or before its year the build points that
    were possible last turn, if those are more.
    """
    level = state.nation(power).level + 1
    printed = tables.limits["gear_factor"] * (level - 1)
    early = state.turn < first_turn(level_row(tables, power, level).year)
    rows = []
    if early and not american_alarm(state, power):
        possible = state.possible.get(power)
        if possible is None:
            possible = build_points(state, tables, power, supplied=True).net
        rows.append(
            Row(
                "early",
                max(0, possible - printed),
                f"Before its year: the {possible} build points that were possible",
                R("8.7.2 Option 2"),
            )
        )
    rows.append(Row("embargo", _embargo(state, tables, power), "Arms embargo", R("8.7.1 IPO 17")))
    return tally(f"Gearing up to level {level}", rows, printed, "Printed cost", R("8.7.2 Option 2"))


def american_alarm(state: DecisionState, power: str) -> bool:
    """Whether foreign units in America let the USA gear up whatever else holds."""
    return power == "usa" and state.yes("americas.foreign_units")


def lost_quarter(state: DecisionState, tables: Tables, power: str) -> bool:
    """Whether enemies hold or isolate a quarter of the original home factories (Ruling 19)."""
    whole = tables.economy["original"][power]
    return state.count(f"factories.lost.{power}") >= half_up(Fraction(whole, 4))


PRESSED = "with a war against a major power, a casus belli, or a quarter of the home factories lost"
"""What lets a power gear up beyond its peacetime maximum and before the year."""


def gear_bar(state: DecisionState, tables: Tables, power: str) -> Barred | None:
    """Why a power may not gear up now."""
    nation = state.nation(power)
    level = nation.level + 1
    top = top_level(tables, power)
    rule = R("8.7.2 Option 2")
    if top is not None and level > top:
        return Barred("There is no higher level.", rule, NEVER_AGAIN)
    if american_alarm(state, power):
        return None
    row = level_row(tables, power, level)
    casus = bool(grounds(state, tables, power))
    pressed = bool(enemy_powers(state, power)) or casus or lost_quarter(state, tables, power)
    if level > peace_level(tables, power) and not pressed:
        why = f"Level {level} is beyond the peacetime maximum of {peace_level(tables, power)}."
        return Barred(why, rule, f"Opens {PRESSED}.")
    if state.turn < first_turn(row.year) and not pressed:
        date = f"January/February {row.year}"
        return Barred(f"Barred until {date}.", rule, f"Opens in {date}, or before that {PRESSED}.")
    return None


def at_war_cost(state: DecisionState, tables: Tables, power: str) -> int:
    """What a factory costs by option 0(d)."""
    key = "factory_cost_war" if enemy_powers(state, power) else "factory_cost_peace"
    return int(tables.limits[key]) + _embargo(state, tables, power)


def _embargo(state: DecisionState, tables: Tables, power: str) -> int:
    """What an arms embargo adds to the price of factories and gearing up."""
    lasts = state.nation(power).embargoed_until >= state.turn
    return int(tables.limits["embargo_points"]) if lasts else 0
