"""War status: what each step needs, its exact odds, the rolls, and the rise itself.

A status is settled in a nation's own turn before it collects (War Declarations); Full War alone
comes at once (W-16). It never falls (W-05).
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import msgspec

from rules.kernel.menus import NEVER_AGAIN, Barred
from rules.kernel.tally import Row, Tally, tally
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.events import FullWarCame, StatusRolled, StatusRose, ZoneEnacted
from rules.war_game_1939.model.powers import ALLIES
from rules.war_game_1939.model.state import FULL, Mark, Nation, WarGameState
from rules.war_game_1939.model.tables import ConditionRow, Tables
from rules.war_game_1939.money.land import SUMS

SIDES = 12


def conditions_of(tables: Tables, nation: str) -> tuple[ConditionRow, ...]:
    """The conditions of a nation, from the lowest step."""
    return tables.status.conditions.get(nation, ())


def rolls_of(tables: Tables, nation: str) -> tuple[ConditionRow, ...]:
    """Those of them that are rolled for."""
    return tuple(row for row in conditions_of(tables, nation) if row.how == "roll")


def target_tally(state: WarGameState, tables: Tables, row: ConditionRow) -> Tally:
    """The highest die with which a roll succeeds: land in Axis hands, less what is overlooked."""
    found = SUMS[row.of](state, tables)
    rule = R(row.rule)
    ignored = (
        [Row("ignored", -row.ignored, f"The first {row.ignored} are overlooked", rule)]
        if row.ignored
        else []
    )  # fmt: skip
    return tally(
        row.title,
        (*(msgspec.structs.replace(part, rule=rule) for part in found.rows), *ignored),
        base_rule=rule,
        passed=found.passed,
    )


def chance_of(target: int) -> Fraction:
    """The exact chance of a die of twelve at or below a target; nothing special about 1 and 12 (W-34)."""
    return Fraction(min(max(target, 0), SIDES), SIDES)


def settled(record: Nation) -> int:
    """The status that the conditions on record lead to, without any further roll."""
    level = record.status
    if record.naval or record.ten:
        level = max(level, 10)
    if record.naval and record.ten:
        level = max(level, 20)
    if record.controlled:
        level = max(level, 40)
    return level


def after_roll(record: Nation, row: ConditionRow) -> Nation:
    """A nation's record once a roll was made: the 10 per cent roll is remembered."""
    if row.key == "ten":
        record = msgspec.structs.replace(record, ten=True)
    else:
        record = msgspec.structs.replace(record, status=max(record.status, row.level))
    return msgspec.structs.replace(record, status=settled(record))


def useless(state: WarGameState, tables: Tables, nation: str, row: ConditionRow) -> Barred | None:
    """Why a roll is not offered now."""
    record = msgspec.structs.replace(state.nation(nation), status=settled(state.nation(nation)))
    rule = R(row.rule)
    after = after_roll(record, row)
    widens = nation == "usa" and row.key == "ten" and not (record.zone or record.ten)
    if after.status == record.status and not widens:
        title = tables.status.levels[str(record.status)].title
        return Barred(f"It could not raise a status of {title}.", rule, NEVER_AGAIN)
    number = target_tally(state, tables, row)
    if number.net <= 0:
        net = f"{number.net}".replace("-", "\N{MINUS SIGN}")
        opens = f"Opens when “{number.title}” is 1 or more; it is {net}."
        return Barred("There is nothing to roll under yet.", rule, opens)
    return None


def offered(state: WarGameState, tables: Tables, nation: str) -> tuple[ConditionRow, ...]:
    """The rolls that a nation may try now."""
    return tuple(
        row for row in rolls_of(tables, nation) if useless(state, tables, nation, row) is None
    )


def outlook(
    state: WarGameState, tables: Tables, nation: str, rolls: Iterable[str] | None = None
) -> dict[int, Fraction]:
    """The exact chances of each status after a nation's next declarations, if it tries these rolls."""
    rows = [
        row for row in offered(state, tables, nation) if rolls is None or row.key in tuple(rolls)
    ]
    record = state.nation(nation)
    start = msgspec.structs.replace(record, status=settled(record))
    chances: dict[int, Fraction] = {}
    parts = [chance_of(target_tally(state, tables, row).net) for row in rows]
    for made in product((True, False), repeat=len(rows)):
        weight, after = Fraction(1), start
        for success, row, part in zip(made, rows, parts, strict=True):
            weight *= part if success else 1 - part
            after = after_roll(after, row) if success else after
        if weight:
            chances[after.status] = chances.get(after.status, Fraction(0)) + weight
    return dict(sorted(chances.items()))


def declare_status(course: Adjudication, nation: str, wanted: tuple[str, ...]) -> None:
    """Settle a nation's status: conditions on record first, then the rolls it wants, lowest first."""
    record = course.state.nation(nation)
    if record.status >= FULL:
        return
    for row in conditions_of(course.tables, nation):
        now = course.state.nation(nation)
        if row.how == "flag" and getattr(now, row.key) and now.status < row.level:
            _raise(course, nation, row.level, row.title, R(row.rule))
        if row.how == "both" and now.naval and now.ten and now.status < row.level:
            _raise(course, nation, row.level, row.title, R(row.rule))
        if row.how == "roll" and row.key in wanted and useless(course.state, course.tables, nation, row) is None:  # fmt: skip
            _roll(course, nation, row)
    _widen(course, nation)


def _roll(course: Adjudication, nation: str, row: ConditionRow) -> None:
    found = target_tally(course.state, course.tables, row)
    certain = found.net >= SIDES
    die = 0 if certain else course.dice.roll(f"{row.key} {nation}", SIDES)
    made = die <= found.net
    course.tell(
        StatusRolled(nation=nation, condition=row.key, title=row.title, die=die, tally=found,
                     made=made, rule=R(row.rule))
    )  # fmt: skip
    if made:
        record = course.state.nation(nation)
        after = after_roll(record, row)
        course.nation(nation, ten=after.ten)
        if after.status > record.status:
            _raise(course, nation, min(after.status, row.level), row.title, R(row.rule))


def _raise(course: Adjudication, nation: str, level: int, why: str, rule: str) -> None:
    before = course.state.nation(nation).status
    if level <= before:
        return
    course.nation(nation, status=level)
    mark = Mark(turn=course.state.turn, nation=nation, status=level, rule=rule)
    course.change(marks=(*course.state.marks, mark))
    course.tell(StatusRose(nation=nation, before=before, after=level, why=why, rule=rule))


def _widen(course: Adjudication, nation: str) -> None:
    """Naval aggression or the zone roll widens American movement; other steps do not (W-29)."""
    record = course.state.nation(nation)
    if nation != "usa" or record.zone or not (record.naval or record.ten):
        return
    course.nation(nation, zone=True)
    naval = record.naval
    why = "the navy was attacked" if naval else "neutrals fell to the Axis"
    ref = "Naval Aggression" if naval else "Neutral Encroachment"
    course.tell(ZoneEnacted(why=why, rule=R(f"Security Zone: {ref}")))


def full_war(course: Adjudication, nations: Iterable[str], why: str, rule: str) -> None:
    """Full War at once for these nations, as far as they are not at it."""
    raised = [
        n for n in nations if course.state.nation(n).status < FULL and n in course.state.nations
    ]
    for nation in raised:
        parts = {"status": FULL}
        record = course.state.nation(nation)
        if course.state.yes("full_war_frees_banked"):
            parts |= {"cash": record.total, "commerce": 0, "lent": 0}
        course.nation(nation, **parts)
        mark = Mark(turn=course.state.turn, nation=nation, status=FULL, rule=rule)
        course.change(marks=(*course.state.marks, mark))
    if raised:
        course.tell(FullWarCame(nations=tuple(raised), why=why, rule=rule))


def everybody(course: Adjudication, why: str, rule: str) -> None:
    """Full War for every Ally."""
    full_war(course, ALLIES, why, rule)


def levels_of(tables: Tables) -> tuple[int, ...]:
    """The statuses in rising order."""
    return tuple(sorted(int(key) for key in tables.status.levels))


def level_title(tables: Tables, level: int) -> str:
    """A status by name."""
    return tables.status.levels[str(level)].title
