"""Diplomatic points of a year, as tallies of public facts (49.11 to 49.15)."""

from collections.abc import Mapping

from rules.kernel.tally import Row, Tally, tally, weigh
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.scenarios import SETUPS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.allotments import Allotment

LEVELS = {"italy": R("56.31"), "france": R("58.21E")}
"""The powers whose surrender level points move, and by which rule."""


def surrendered(state: WarState, power: str) -> bool:
    """Whether a power is out of the war and has no points any more."""
    return state.yes("france.fallen" if power == "france" else f"{power}.surrendered")


def allotment(
    state: WarState, table: Allotment, power: str, *, opening: bool | None = None
) -> Tally:
    """A power's points for the year that begins now.

    ``opening`` tells whether it is the first, basic allotment; by default the turn and the
    scenario decide. The net is never below zero.
    """
    if opening is None:
        opening = state.turn == 1 and SETUPS[state.scenario].opening == "basic"
    lines = [line for line in table.lines if not opening or line.key in table.opening]
    rows, passed = weigh(lines, Situation(state))
    if surrendered(state, power):
        lost = max(0, table.basic + sum(row.amount for row in rows))
        rows.append(
            Row("surrendered", -lost, f"{POWERS[power].name} has surrendered", R("Ruling 2"))
        )
    floor = Row("floor", 0, "Never below zero", R("Ruling 2"))
    return tally(
        f"{POWERS[power].name}: diplomatic points",
        rows,
        base=table.basic,
        base_reason="Basic allotment",
        base_rule=R("49.12"),
        passed=passed,
        least=0,
        least_row=floor,
    )


def surrender_tally(
    state: WarState, table: Allotment, power: str, points: Mapping[str, int]
) -> Tally:
    """What diplomacy adds to the surrender level of Italy or France (56.31, 58.21E).

    What a point is worth to each side is in the table (``sways``, ruling 7); for Italy the
    territorial lines and the two surrender lines count as well.
    """
    rows: list[Row] = []
    passed: list[Row] = []
    if power == "italy":
        rows, passed = weigh(
            [*(line for line in table.lines if line.key != "brps"), *table.surrender],
            Situation(state),
        )
    for owner, count in points.items():
        swayed = table.sways.get(POWERS[owner].faction, 0) * count
        reason = f"{POWERS[owner].adjective} points"
        rows.append(Row(f"points-{owner}", swayed, reason, LEVELS[power]))
    return tally(f"{POWERS[power].name}: surrender level from diplomacy", rows, passed=passed)
