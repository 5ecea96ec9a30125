"""Questions about diplomacy, by name."""

from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.kernel.questions import Argument, Number, OneOf, Table, Words, YesNo
from rules.world_at_war.diplomacy.allotments import allotment, surrender_tally
from rules.world_at_war.diplomacy.eligibility import naming_bar, placing_bar
from rules.world_at_war.diplomacy.modifiers import Attempt, tally_of
from rules.world_at_war.diplomacy.points import NAMES, cap
from rules.world_at_war.diplomacy.roll_outcomes import (
    allowed_lesser,
    beneficiary,
    chances,
    favoured,
)
from rules.world_at_war.forces.limits import allowed_in
from rules.world_at_war.model.conditions import status_of
from rules.world_at_war.model.powers import POWERS, SEATS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.countries import Minor, ResultRow
from rules.world_at_war.pages.queries.arguments import (
    COUNTRY,
    FACTION,
    MAY,
    ROLLERS,
    SEAT,
    permission,
    question,
)

MANNER = Argument(OneOf(("ordinary", "free", "reaction", "demand"), "a kind of roll"), "ordinary")
ROLL = {
    "of": Argument(COUNTRY),
    "by": Argument(OneOf((*ROLLERS, *SEATS), "a power or faction"), "axis"),
    "manner": MANNER,
    "points": Argument(Table(SEAT, Number(0, 100)), {}),
    "operations": Argument(Table(FACTION, Number(0, 10)), {}),
    "subverted": Argument(YesNo(), False),
    "bound": Argument(YesNo(), False),
}


def _attempt(country: str, by: str, *others: Any) -> Attempt:
    """The roll that the arguments of :data:`ROLL` describe."""
    faction = faction_of(by) if by in POWERS else by
    named = dict(zip(tuple(ROLL)[2:], others, strict=True))
    return Attempt(country=country, faction=faction, **named)


def _allotment(state: WarState, power: str, opening: bool | None) -> Any:
    return allotment(state, tables_of(state).allotments[power], power, opening=opening)


def _modifiers(state: WarState, *roll: Any) -> Any:
    return tally_of(state, tables_of(state), _attempt(*roll))


def _odds(state: WarState, *roll: Any) -> Any:
    return chances(state, _attempt(*roll), _modifiers(state, *roll))


def _roll(state: WarState, *asked: Any) -> Any:
    """What a given die brings, with the points that are said to count."""
    *roll, die = asked
    attempt, told = _attempt(*roll), _modifiers(state, *roll)
    row = tables_of(state).minors[attempt.country].row_for(die + told.net)
    favours = favoured(state, attempt.country, attempt.faction, row, attempt.points)
    return {
        "die": die,
        "net": told.net,
        "total": die + told.net,
        "row": row.key,
        "meaning": row.meaning,
        "rule": row.rule,
        "favours": favours,
        "tally": told,
    }


def _row(state: WarState, country: str, total: int | None, key: str | None) -> Any:
    minor = tables_of(state).minors[country]
    return _row_of(minor, key) if key is not None or total is None else minor.row_for(total)


def _row_of(minor: Minor, key: str | None) -> ResultRow:
    rows = {row.key: row for row in minor.rows}
    if not key or key not in rows:
        text = f"row: {key!r} is unknown." if key else "row: missing."
        raise NotUnderstood(text, remedy=f"Possible are {', '.join(rows)}.")
    return rows[key]


def _lesser(state: WarState, country: str, key: str, faction: str | None) -> Any:
    row = _row_of(tables_of(state).minors[country], key)
    faction = faction or ("axis" if row.favours == "axis" else "western")
    return [lesser.key for lesser in allowed_lesser(state, country, row, faction)]


def _naming(state: WarState, country: str, power: str, manner: str) -> Any:
    return permission(naming_bar(state, power, country, manner))


def _placing(state: WarState, target: str, power: str) -> Any:
    return permission(placing_bar(state, power, target))


def _status(state: WarState, key: str) -> Any:
    status, faction = status_of(state, key)
    record = state.country(key)
    return {
        "status": status,
        "faction": faction,
        "row": record.result,
        "power": record.power,
        "closed": record.closed,
    }


def _surrender(state: WarState, power: str) -> Any:
    lying = state.lying(power, SEATS)
    return surrender_tally(state, tables_of(state).allotments[power], power, lying)


QUESTIONS = {
    "allotment": question(_allotment, "How many diplomatic points a power is allotted", "a tally",
        of=Argument(SEAT), opening=Argument(YesNo(), None)),
    "modifiers": question(_modifiers, "What modifies a roll", "a tally", **ROLL),
    "odds": question(_odds, "The chances of a roll", "a list of chances", **ROLL),
    "roll": question(_roll, "What a given die brings", "total, row, meaning, favours, tally",
        **ROLL, die=Argument(Number(1, 6))),
    "row": question(_row, "A row of a country's table, by its name or by a total", "the row",
        of=Argument(COUNTRY), total=Argument(Number(-1000, 1000), None), row=Argument(Words(20), None)),
    "lesser": question(_lesser, "Which lesser rows may be taken", "a list of rows",
        of=Argument(COUNTRY), row=Argument(Words(20)), faction=Argument(FACTION, None)),
    "naming": question(_naming, "Whether a power may name a country", MAY,
        of=Argument(COUNTRY), power=Argument(SEAT), manner=MANNER),
    "placing": question(_placing, "Whether a power may place points on a target", MAY,
        of=Argument(OneOf(lambda state: (*tables_of(state).minors, *NAMES), "a target")), power=Argument(SEAT)),
    "benefits": question(beneficiary, "Which power of a faction has the benefit of a result", "a power",
        of=Argument(COUNTRY), faction=Argument(FACTION)),
    "status": question(_status, "What a country is by its result", "status, faction, row, power, closed", of=Argument(COUNTRY)),
    "surrender": question(_surrender, "A surrender level, as far as diplomacy knows it", "a tally",
        of=Argument(OneOf(("italy", "france"), "a power whose surrender is judged"))),
    "cap": question(cap, "The most points a power may place on one target", "a number, or nothing", of=Argument(SEAT)),
    "limit": question(allowed_in, "How many foreign factors may be in a country", "a number (0: none), or nothing where no limit is",
        of=Argument(COUNTRY)),
}  # fmt: skip
