"""Victory: objective cities by power and ideology, and ideologies left or entered."""

from collections.abc import Mapping
from fractions import Fraction

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.political import SideChanged
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import FACTIONS, POWERS, name
from rules.days_of_decision.model.scenarios import SCENARIOS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.grammar import capital, joined
from rules.kernel.state import Ending
from rules.kernel.tally import Row, Tally, tally

LONG = 60
"""A scenario of so many turns ends as the switches say."""


def entering_cost(tables: Tables, power: str) -> int:
    """How many objective cities more a power needs after entering an ideology (14.4)."""
    great = power in tables.victory["great"]
    return int(tables.victory["entering_great" if great else "entering"])


def settle_side(course: Adjudication, power: str, before: str) -> None:
    """After a marker moved: what leaving or entering an ideology does to victory (14.3, 14.4)."""
    after = ideology(course.state, power, course.tables)
    if after == before:
        return
    nation = course.state.nation(power)
    sides = dict(course.state.sides)
    needed = nation.needed
    if after != "neutral":
        sides[nation.side] = sides.get(nation.side, 0) - needed
        back = nation.pool_back
        if before == "neutral":
            needed += entering_cost(course.tables, power)
            back = course.state.turn + course.tables.victory["pool_back"]
        sides[after] = sides.get(after, 0) + needed
        course.nation(
            power, needed=needed, side=after, entered_side=course.state.turn, pool_back=back
        )
        course.change(sides=sides)
    rule = R("14.3") if after == "neutral" else R("14.4")
    course.tell(
        SideChanged(power=power, before=before, after=after, needed=needed, sides=sides, rule=rule)
    )


def cities(state: DecisionState, side: str) -> Tally:
    """The objective cities of an ideology: those of every power that counts for it."""
    rows = [
        Row(
            power,
            state.count(f"cities.{power}"),
            POWERS[power].name,
            R("4"),
            reads=(f"cities.{power}",),
        )
        for power in state.powers
        if state.nation(power).side == side
    ]
    return tally(f"{FACTIONS[side].name if side in FACTIONS else side} objective cities", rows)


def exact_share(state: DecisionState, tables: Tables, power: str) -> Fraction:
    """A power's objective cities as a part of its historical high point."""
    return Fraction(state.count(f"cities.{power}"), tables.goals[power].high)


def share(state: DecisionState, tables: Tables, power: str) -> int:
    """The same in percent, the fraction left off."""
    return int(exact_share(state, tables, power) * 100)


def shares(state: DecisionState, tables: Tables) -> dict[str, int]:
    """Every power's percentage."""
    return {power: share(state, tables, power) for power in state.powers}


def side_high(state: DecisionState, tables: Tables, side: str) -> int:
    """The high point of an ideology: as printed, less those of the powers that it lost and with
    those of the powers that it gained (Ruling 121).
    """
    high = tables.side_goals[side].high
    for power in state.powers:
        before, now = POWERS[power].faction, state.nation(power).side
        if before != now:
            high += tables.goals[power].high * ((now == side) - (before == side))
    return high


def exact_side_share(state: DecisionState, tables: Tables, side: str) -> Fraction:
    """An ideology's objective cities as a part of its historical high point."""
    high = side_high(state, tables, side)
    return Fraction(cities(state, side).net, high) if high else Fraction(0)


def side_shares(state: DecisionState, tables: Tables) -> dict[str, int]:
    """Every ideology's percentage, the fraction left off."""
    return {side: int(exact_side_share(state, tables, side) * 100) for side in FACTIONS}


def _bitter(state: DecisionState) -> bool:
    """Whether one ideology is conquered completely and all but one of a second are eliminated."""
    members: dict[str, list[str]] = {}
    for power in state.powers:
        members.setdefault(state.nation(power).side, []).append(power)

    def conquered(side: str) -> bool:
        return all(
            state.gone(power) or state.facts.get(f"conquered.{power}") == "complete"
            for power in members[side]
        )

    def nearly_gone(side: str) -> bool:
        gone = sum(state.gone(power) for power in members[side])
        return gone >= len(members[side]) - 1

    return any(
        conquered(one) and nearly_gone(two) for one in members for two in members if one != two
    )


def ending(state: DecisionState, tables: Tables) -> Ending | None:
    """Whether the game is over with this turn, and why."""
    if all(state.gone(power) for power in state.powers):
        return Ending(key="nobody", text="No major power controls any territory.")
    if state.on("bitter_end"):
        if _bitter(state):
            return Ending(key="bitter_end", text=_best(state, tables))
        return _last_turn(state, tables)
    for side in FACTIONS:
        if cities(state, side).net >= state.sides[side]:
            text = f"The {FACTIONS[side].name.lower()} powers hold their objective cities."
            return Ending(key=side, text=text)
    return _last_turn(state, tables)


def _last_turn(state: DecisionState, tables: Tables) -> Ending | None:
    """The end that comes with time alone (Ruling 54)."""
    if state.scenario in SCENARIOS and SCENARIOS[state.scenario].turns < LONG:
        last = SCENARIOS[state.scenario].turns
    elif state.on("bitter_end"):
        last = tables.victory["bitter_last"]
    else:
        last = tables.victory["last"][state.switch("last")]
    if state.turn < last:
        return None
    return Ending(key="last_turn", text=_best(state, tables))


def _best(state: DecisionState, tables: Tables) -> str:
    """Which ideology stands best by the exact share, and which power; equal shares stand together
    (Rulings 67, 121).
    """
    sides = {f"the {side} powers": exact_side_share(state, tables, side) for side in FACTIONS}
    powers = {name(power): exact_share(state, tables, power) for power in state.powers}
    who, most, _ = _foremost(sides)
    single, part, stands = _foremost(powers)
    return (
        f"{capital(who)} stand best, with {most} per cent of their high point; "
        f"of single powers {single} {stands} best, with {part} per cent."
    )


def _foremost(found: Mapping[str, Fraction]) -> tuple[str, int, str]:
    """Who has the largest share, its percentage, and the verb that fits."""
    most = max(found.values())
    names = [who for who, share in found.items() if share == most]
    return joined(names), int(most * 100), "stands" if len(names) == 1 else "stand"
