"""The ladder of war status: for each Ally where it stands, and what every next step needs."""

import msgspec

from rules.kernel.serial import gathered
from rules.kernel.tally import Tally
from rules.war_game_1939.model.powers import POWERS
from rules.war_game_1939.model.state import FULL, Nation, WarGameState
from rules.war_game_1939.model.tables import ConditionRow, Tables
from rules.war_game_1939.money.funds import part_of
from rules.war_game_1939.money.land import land_tally
from rules.war_game_1939.war import status


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """One way to a status.

    ``how``: ``flag`` (it happened or not), ``both`` (naval aggression and the 10 per cent roll) or
    ``roll``. ``state``: ``met``; ``open`` (a roll that can be tried, or a flag not set yet); ``closed``
    (``why`` says why it is of no use now). For a roll ``tally`` is its target and ``parts`` of
    ``whole`` the exact chance of one try.
    """

    key: str
    title: str
    how: str
    rule: str
    level: int
    state: str
    why: str = ""
    tally: Tally | None = None
    parts: int = 0
    whole: int = 1


class LadderStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of the ladder: its share of income and what it ``pays`` of the land of now, whether it is reached or stood
    on, and its ways.
    """

    level: int
    title: str
    share: int
    pays: int
    reached: bool
    present: bool
    conditions: tuple[Condition, ...]


class LevelOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The exact chance of standing at a level after the nation's next declarations."""

    level: int
    title: str
    parts: int
    whole: int


class LadderRow(msgspec.Struct, frozen=True, kw_only=True):
    """One Ally on the ladder.

    ``status`` is what counts now, ``due`` what its conditions on record lead to when it next declares.
    ``outlook``: every status it may have then, if it tries each roll that can help.
    """

    nation: str
    name: str
    code: str
    mark: str
    status: int
    title: str
    due: int
    due_title: str
    steps: tuple[LadderStep, ...]
    outlook: tuple[LevelOdds, ...]
    full_rule: str


def ladder(state: WarGameState, tables: Tables, nation: str) -> LadderRow:
    """The row of one Ally."""
    record = state.nation(nation)
    power = POWERS[nation]
    due = status.settled(record)
    levels = status.levels_of(tables)
    chances = status.outlook(state, tables, nation)
    land = land_tally(state, tables, nation).net
    return gathered(
        LadderRow,
        record,
        power,
        nation=nation,
        title=status.level_title(tables, record.status),
        due=due,
        due_title=status.level_title(tables, due),
        steps=tuple(
            LadderStep(
                level=level,
                title=status.level_title(tables, level),
                share=tables.status.levels[str(level)].share,
                pays=part_of(land, tables.status.levels[str(level)].share),
                reached=record.status >= level,
                present=record.status == level,
                conditions=tuple(
                    _condition(state, tables, nation, row)
                    for row in status.conditions_of(tables, nation)
                    if row.level == level
                ),
            )
            for level in levels
        ),
        outlook=tuple(
            LevelOdds(
                level=level,
                title=status.level_title(tables, level),
                parts=chance.numerator,
                whole=chance.denominator,
            )
            for level, chance in chances.items()
        ),
        full_rule=tables.status.full_rules[nation],
    )


def _condition(state: WarGameState, tables: Tables, nation: str, row: ConditionRow) -> Condition:
    record = state.nation(nation)
    if row.how != "roll":
        met = _met(record, row)
        passed = record.status >= row.level and not met
        return gathered(
            Condition,
            row,
            state="met" if met else "closed" if passed else "open",
            why="The status is as high already." if passed else "",
        )
    useless = status.useless(state, tables, nation, row)
    why = f"{useless.why} {useless.opens}" if useless else ""
    found = status.target_tally(state, tables, row)
    chance = status.chance_of(found.net)
    met = row.key == "ten" and record.ten
    at_war = record.status >= FULL
    return gathered(
        Condition,
        row,
        state="met" if met else "closed" if why or at_war else "open",
        why="" if met else why,
        tally=found,
        parts=chance.numerator,
        whole=chance.denominator,
    )


def _met(record: Nation, row: ConditionRow) -> bool:
    if row.how == "both":
        return record.naval and record.ten
    return bool(getattr(record, row.key))
