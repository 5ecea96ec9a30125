"""The initiative of the ideologies and their impulses (15.6.1, 15.6.2, 15.6.4)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.calendar import CALENDAR
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.events.war import (
    IdeologiesRolled,
    ImpulseEnded,
    ImpulseOrder,
    TrackMoved,
)
from rules.days_of_decision.model.orders.war import Initiative
from rules.days_of_decision.model.powers import FACTIONS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.tally import Row, Tally, tally

TRACK, LIMITS, LAST = R("15.6.1"), R("15.6.2"), R("15.6.4")
AGAIN, BEHIND, PLACE = "again", "behind", "place"
"""What is settled about the dice, in this order."""

KINDS = ("combined", "naval", "land", "air", "pass")
"""The impulses of the war game."""


def allowed(state: DecisionState, power: str) -> tuple[str, ...]:
    """The impulses that a power may take: at peace with every major power only two kinds."""
    if state.on("neutral_impulses") and not enemy_powers(state, power):
        return ("combined", "pass")
    return KINDS


def decider(tables: Tables, side: str) -> str:
    """The power that decides for an ideology."""
    found: str = tables.war["deciders"][side]
    return found


def side_of(tables: Tables, power: str) -> str:
    """The ideology that a power decides for, if any."""
    return next((s for s, p in tables.war["deciders"].items() if p == power), "")


def box(state: DecisionState, tables: Tables, side: str) -> int:
    """Where an ideology's marker stands on the track."""
    start: dict[str, int] = tables.war["initiative"]["start"]
    return state.impulses.track.get(side, start[side])


def _ranked(scores: Mapping[str, int], state: DecisionState, tables: Tables) -> tuple[str, ...]:
    """Highest die first; of equal dice the higher marker, then the printed order."""
    order = list(FACTIONS)
    return tuple(sorted(order, key=lambda s: (-scores[s], -box(state, tables, s), order.index(s))))


def _throw(course: Adjudication, again: str = "") -> dict[str, int]:
    sides = course.tables.war["initiative"]["die"]
    scores = {side: course.dice.roll(f"impulse initiative of {side}", sides) for side in FACTIONS}
    course.tell(IdeologiesRolled(scores=scores, again=again, rule=TRACK))
    return scores


def open_impulses(course: Adjudication) -> None:
    """The first throw of a turn, which every ideology sees before it says whether it calls."""
    scores = _throw(course)
    first = _ranked(scores, course.state, course.tables)[0]
    track = {side: box(course.state, course.tables, side) for side in FACTIONS}
    _now(
        course,
        track=track,
        scores=scores,
        first=first,
        again="",
        order=(),
        numbers=dict.fromkeys(FACTIONS, 1),
        taken=dict.fromkeys(FACTIONS, 0),
        over=(),
        behind=False,
    )
    _ask(course, AGAIN)


def _now(course: Adjudication, **parts: Any) -> None:
    course.change(impulses=msgspec.structs.replace(course.state.impulses, **parts))


def may_call(state: DecisionState, tables: Tables, side: str) -> bool:
    """Whether an ideology may have all throw again: in box 0 or higher, not the first, and only
    while nobody has done so this turn.
    """
    least: int = tables.war["initiative"]["call"]
    if state.impulses.again:
        return False
    return box(state, tables, side) >= least and state.impulses.first != side


def concerned(state: DecisionState, tables: Tables, asks: str) -> tuple[str, ...]:
    """Whom a question about the dice concerns: all who may call, then the second, then the highest."""
    if asks == AGAIN:
        return tuple(side for side in FACTIONS if may_call(state, tables, side))
    ranked = _ranked(state.impulses.scores, state, tables)
    return (ranked[1],) if asks == BEHIND else (ranked[0],)


def _ask(course: Adjudication, asks: str) -> None:
    """Put a question about the dice to those whom it concerns; standing orders answer it, and who
    is eliminated is not asked.
    """
    waits = tuple(
        side
        for side in concerned(course.state, course.tables, asks)
        if not _beforehand(course, side, asks)
        and not course.state.gone(decider(course.tables, side))
    )
    _now(course, asks=asks, awaited=waits)


def _beforehand(course: Adjudication, side: str, asks: str) -> str:
    """What standing orders say to a question about the dice."""
    left = course.standing(decider(course.tables, side))
    return {AGAIN: left.again, BEHIND: left.behind, PLACE: left.place}[asks]


def settle(course: Adjudication, said: Mapping[str, Initiative]) -> None:
    """Settle the question in play by what the ideologies say now or said beforehand, and go on to the
    next: new dice (once; the caller's marker moves down first), then whether the second goes behind
    the lowest, then where the highest goes.
    """
    match course.state.impulses.asks:
        case "behind":
            (second,) = concerned(course.state, course.tables, BEHIND)
            spoken = said[second].after_lowest if second in said else None
            behind = _beforehand(course, second, BEHIND) == "yes" if spoken is None else spoken
            _now(course, behind=behind)
            _ask(course, PLACE)
        case "place":
            (highest,) = concerned(course.state, course.tables, PLACE)
            place = said[highest].place if highest in said else _beforehand(course, highest, PLACE)
            _put_in_order(course, place)
        case _:
            _call(course, said)
            _ask(course, BEHIND)


def _call(course: Adjudication, said: Mapping[str, Initiative]) -> None:
    """Throw again if somebody calls for it; of several the highest does."""
    for side in _ranked(course.state.impulses.scores, course.state, course.tables):
        if side not in concerned(course.state, course.tables, AGAIN):
            continue
        calls = said[side].again if side in said else _beforehand(course, side, AGAIN) == "call"
        if calls:
            _shift(course, side, [Row("call", -1, "A new throw", TRACK)])
            _now(course, scores=_throw(course, side), again=side)
            return


def _put_in_order(course: Adjudication, place: str) -> None:
    now = course.state.impulses
    highest, second, lowest = _ranked(now.scores, course.state, course.tables)
    rest = [lowest, second] if now.behind else [second, lowest]
    rest.insert({"second": 1, "last": 2}.get(place, 0), highest)
    order = tuple(rest)
    _now(course, order=order, asks="", awaited=())
    course.tell(ImpulseOrder(order=order, rule=TRACK))


def advance(tables: Tables, turn: int, weather: int, advance_by: int) -> Tally:
    """How far an impulse marker goes on: as the weather says, and one more except in the fine or
    foul weather of the middle of the year.
    """
    rows = tables.war["impulse"]
    period = CALENDAR.at(turn).period
    short = (period == 2 and weather >= rows["may_june"]) or (
        period == 3 and weather <= rows["july_august"]
    )
    reason = "One space more"
    extra = Row("extra", 0 if short else rows["extra"], reason, LAST)
    return tally("Advance of the impulse marker", [extra], advance_by, "By the weather", LAST)


def end_impulse(course: Adjudication, side: str, weather: int, advance_by: int) -> None:
    """An ideology's impulse ends: less than its number on the die ends the turn for all, else its
    marker goes on (Ruling 30).
    """
    now = course.state.impulses
    number = now.numbers.get(side, 1)
    die = course.dice.roll(f"last impulse of {side}", course.tables.war["impulse"]["die"])
    over = die < number
    parts = advance(course.tables, course.state.turn, weather, advance_by)
    after = number if over else number + parts.net
    course.change(
        impulses=msgspec.structs.replace(
            now,
            numbers={**now.numbers, side: after},
            taken={**now.taken, side: now.taken.get(side, 0) + 1},
            over=tuple(FACTIONS) if over else now.over,
        )
    )
    course.tell(
        ImpulseEnded(
            side=side, die=die, number=number, over=over, advance=parts, after=after, rule=LAST
        )
    )


def close_impulses(course: Adjudication) -> None:
    """The turn ends: whoever had more impulses than another goes down a box, whoever had fewer up
    (Ruling 31).
    """
    taken = course.state.impulses.taken
    if not any(taken.values()):
        return
    for side in FACTIONS:
        others = [taken.get(each, 0) for each in FACTIONS if each != side]
        mine = taken.get(side, 0)
        more, fewer = "More impulses than another", "Fewer impulses than another"
        _shift(
            course,
            side,
            [
                Row("more", -(mine > min(others)), more, LAST),
                Row("fewer", int(mine < max(others)), fewer, LAST),
            ],
        )


def _shift(course: Adjudication, side: str, rows: list[Row]) -> None:
    table = course.tables.war["initiative"]
    before = box(course.state, course.tables, side)
    parts = tally("The initiative track", rows, before, "Its box", LAST)
    after = max(table["least"], min(table["most"], parts.net))
    if after != before:
        track = {**course.state.impulses.track, side: after}
        course.change(impulses=msgspec.structs.replace(course.state.impulses, track=track))
        course.tell(TrackMoved(side=side, before=before, after=after, tally=parts, rule=TRACK))
