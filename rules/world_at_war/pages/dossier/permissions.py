"""Who may do what about a country now, and its diplomatic table with today's modifiers filled in."""

from functools import cache

import msgspec

from rules.kernel.serial import gathered
from rules.kernel.tally import Tally
from rules.world_at_war.diplomacy.eligibility import FREE, existence_bar, naming_bar
from rules.world_at_war.diplomacy.modifiers import Attempt, tally_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.powers import POWERS, SEATS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.sides.attacks import judge, price
from rules.world_at_war.tensions import declarations

FACES = range(1, 7)
SHORT = {"axis": "Axis", "western": "Western", "russia": "Russia"}
"""A side as the head of a narrow column."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Whether something may be done, why or why not, by which rule, and at what price in BRPs."""

    may: bool
    why: str
    rule: str
    price: int | None = None


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """What one power may do: attack the country, and name it for a roll (``None``: never asked)."""

    power: str
    name: str
    side: str
    mark: str
    mine: bool
    attack: Answer
    name_it: Answer | None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table and the faces of the die that reach it now (empty: none)."""

    row: str
    meaning: str
    side: str
    dice: str
    effects: tuple[str, ...]
    present: bool


class Roller(msgspec.Struct, frozen=True, kw_only=True):
    """One side's roll, without anybody's points: its tally, and the table that the die is read in."""

    side: str
    name: str
    tally: Tally
    rows: tuple[Row, ...]
    bar: str
    bar_rule: str


def deeds(state: WarState, area: Area, power: str | None) -> tuple[Deed, ...]:
    """What every seat may do, the reader's own power first marked. Points that the reader does not
    know of are not asked: naming says then what it hangs on.
    """
    return tuple(
        gathered(
            Deed,
            POWERS[seat],
            power=seat,
            side=POWERS[seat].faction,
            mine=seat == power,
            attack=_attack(state, area, seat),
            name_it=_naming(state, area, seat, mine=seat == power),
        )
        for seat in SEATS
    )


def _attack(state: WarState, area: Area, seat: str) -> Answer:
    told = judge(state, seat, area.key)
    name = area.diplomacy or area.key
    if not told.may or not told.declaration:
        return Answer(may=told.may, why=told.why, rule=told.rule)
    bar = declarations.bar(state, seat, name) if name in _offered(seat) else None
    if bar is not None:
        return Answer(may=False, why=bar.why, rule=bar.rule)
    return Answer(may=True, why=told.why, rule=told.rule, price=price(state, seat, area.key).net)


@cache
def _offered(seat: str) -> frozenset[str]:
    return frozenset(declarations.minors_of(seat))


def _naming(state: WarState, area: Area, seat: str, *, mine: bool) -> Answer | None:
    if not area.diplomacy:
        return None
    minor = tables_of(state).minors[area.diplomacy]
    if faction_of(seat) not in minor.lists:
        return None
    bar = naming_bar(state, seat, minor.key)
    if bar is not None and faction_of(seat) == "axis" and minor.key in FREE:
        bar = naming_bar(state, seat, minor.key, "free")
    if bar is None:
        return Answer(may=True, why="It may be named in the next targets step.", rule=R("49.4"))
    if bar.rule == R("49.4") and not mine:
        return Answer(may=True, why="With a point of its faction there.", rule=bar.rule)
    return Answer(may=False, why=bar.why, rule=bar.rule)


def rollers(state: WarState, area: Area) -> tuple[Roller, ...]:
    """The table of a country as each side that may win it would read its die today."""
    if not area.diplomacy:
        return ()
    tables = tables_of(state)
    minor = tables.minors[area.diplomacy]
    present = state.country(minor.key).result
    shut = existence_bar(state, minor)
    found = []
    for faction in minor.lists:
        told = tally_of(state, tables, Attempt(country=minor.key, faction=faction))
        reached: dict[str, list[int]] = {}
        for face in FACES:
            reached.setdefault(minor.row_for(face + told.net).key, []).append(face)
        found.append(
            Roller(
                side=faction,
                name=SHORT[faction],
                tally=told,
                rows=tuple(
                    gathered(
                        Row,
                        row,
                        row=row.key,
                        side=row.favours,
                        dice=_faces(reached.get(row.key, [])),
                        present=row.key == present,
                    )
                    for row in minor.rows
                ),
                bar=shut.why if shut else "",
                bar_rule=shut.rule if shut else "",
            )
        )
    return tuple(found)


def _faces(faces: list[int]) -> str:
    if not faces:
        return ""
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"
