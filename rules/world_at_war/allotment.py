"""Diplomatic points of a year, as tallies of public facts (49.11 to 49.15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Grammar
from rules.kernel.tally import Modifier, Row, Tally, tally, weigh
from rules.world_at_war.citations import PACKAGE, R
from rules.world_at_war.scenarios import POWERS, SETUPS
from rules.world_at_war.situation import Situation
from rules.world_at_war.state import WarState

HEADINGS = {
    key: R(f"{POWERS[key].name}: points")
    for key in ("germany", "italy", "britain", "france", "united_states", "russia")
    if key != "united_states"
}
HEADINGS["united_states"] = R("United States: points")


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    amount: int
    reason: str
    when: Any = None
    times: Any = 1
    most: int | None = None
    source: str = "seed"
    supplement: bool = False
    opening: bool = False


class _Power(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    basic: int
    lines: dict[str, _Line]
    surrender: dict[str, _Line] = {}
    sways: dict[str, int] = {}


@dataclass(frozen=True)
class Allotment:
    """The lines of one power: ``opening`` those that count in a basic opening, ``surrender``
    those that count only for the surrender level, ``sways`` what a faction's point there adds to it.
    """

    basic: int
    lines: tuple[Modifier, ...]
    opening: frozenset[str]
    surrender: tuple[Modifier, ...]
    sways: Mapping[str, int]


def read_allotments(raw: Mapping[str, Any], grammar: Grammar) -> dict[str, Allotment]:
    """The allotment tables (overrides already applied)."""
    where = f"{PACKAGE}/data/allotments.yaml"
    found = {}
    for power, given in tables.typed(raw, dict[str, _Power], where).items():

        def lines(rows: dict[str, _Line], rule: str, power: str = power) -> tuple[Modifier, ...]:
            return tuple(
                Modifier(
                    key=key,
                    amount=row.amount,
                    reason=row.reason,
                    rule=R("49.154") if key == "undefended" else rule,
                    when=grammar.condition(row.when, f"{where}: {power}.{key}"),
                    times=grammar.quantity(row.times, f"{where}: {power}.{key}"),
                    most=row.most,
                    source=row.source,
                )
                for key, row in rows.items()
            )

        found[power] = Allotment(
            basic=given.basic,
            lines=lines(given.lines, HEADINGS[power]),
            opening=frozenset(key for key, row in given.lines.items() if row.opening),
            surrender=lines(given.surrender, R("56.12")),
            sways=given.sways,
        )
    return found


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
        rows = [*rows, Row(key="surrendered", amount=-max(0, table.basic + sum(row.amount for row in rows)),
                           reason=f"{POWERS[power].name} has surrendered", rule=R("Ruling 2"))]  # fmt: skip
    floor = Row(key="floor", amount=0, reason="Never below zero", rule=R("Ruling 2"))
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
    rule = R("56.31") if power == "italy" else R("58.21E")
    for owner, count in points.items():
        rows.append(
            Row(
                key=f"points-{owner}",
                amount=table.sways.get(POWERS[owner].faction, 0) * count,
                reason=f"{POWERS[owner].adjective} points",
                rule=rule,
            )
        )
    return tally(f"{POWERS[power].name}: surrender level from diplomacy", rows, passed=passed)
