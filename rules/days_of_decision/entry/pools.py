"""The experimental American entry rules: pools by ideology, tension by power, and rolls (14.16)."""

from collections.abc import Sequence
from fractions import Fraction

from rules.days_of_decision.economy.production import half_up, peace_level
from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.political import EntryRolled
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import name
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.tally import Row, Tally, tally

RULE = R("14.16")
TEN = 10
HOSTILE = ("communist", "fascist")
YEAR = 1938
"""The experimental rules read the row of these two years, whatever the date."""


def tension(power: str) -> str:
    """The name of a power's tension pool."""
    return f"tension:{power}"


def value(state: DecisionState, tables: Tables, power: str, row: Sequence[int]) -> Tally:
    """What a ten-sided die is rolled against: the row of 1938-39 as modified."""
    side = ideology(state, power, tables)
    base = row[entry.band(tables, YEAR)]
    share = half_up(Fraction(base * 3, 4)) if side == "communist" else base
    rows = [
        Row("ideology", share - base, "A communist power counts three quarters"),
        entry.republican(state, share),
    ]
    return tally("American entry, 1938-39", rows, base, "The row", RULE)


def chits(amount: int, *, half: bool = False) -> tuple[int, Fraction]:
    """How many chits are certain, and what the die is rolled against (Rulings 25 and 27).

    ``half`` takes the exact half first, as for the option of a democracy.
    """
    size = abs(Fraction(amount, 2 if half else 1))
    certain = int(size // TEN) if size > TEN else 0
    return certain, size - TEN * certain


def roll(course: Adjudication, power: str, row: Sequence[int]) -> None:
    """Roll for an option that took effect, and move chits accordingly."""
    if not any(row):
        return
    parts = value(course.state, course.tables, power, row)
    side = entry.pool_side(course.state, course.tables, power)
    if power == "usa":
        _american(course, parts)
    elif ideology(course.state, power, course.tables) == "democratic":
        _democratic(course, power, parts)
    elif side in HOSTILE:
        _hostile(course, power, side, parts)


def _thrown(
    course: Adjudication, power: str, parts: Tally, pool: str, *, half: bool = False
) -> int:
    """How many chits an act draws or moves; no die is thrown against nothing."""
    certain, rest = chits(parts.net, half=half)
    if not certain and not rest:
        return 0
    die = course.dice.roll(f"American entry of {power}", TEN) if rest else 0
    drawn = certain + int(0 < die <= rest)
    course.tell(EntryRolled(power=power, die=die, tally=parts, drawn=drawn, pool=pool, rule=RULE))
    return drawn


def _hostile(course: Adjudication, power: str, side: str, parts: Tally) -> None:
    """A power that is no democracy: draw into its ideology's pool, or move one to its tension."""
    pool = tension(power) if course.standing("usa").entry == "tension" else side
    held = course.state.chit_counts
    for _ in range(_thrown(course, power, parts, pool)):
        if parts.net < 0:
            back = pool != side and held.get(pool, 0)
            entry.take(course, pool if back else side, into=side if back else "")
        elif pool != side and held.get(side, 0):
            entry.take(course, side, into=pool)
        else:
            entry.draw(course, side)


def _democratic(course: Adjudication, power: str, parts: Tally) -> None:
    """A democracy: on half the value or less a chit leaves both pools."""
    if parts.net <= 0:
        return
    for _ in range(_thrown(course, power, parts, "both", half=True)):
        for side in HOSTILE:
            entry.take(course, side)


def _american(course: Adjudication, parts: Tally) -> None:
    """The USA: it names a pool beforehand; success returns chits, or adds them if negative.

    Without a word of its own it is the fuller pool of an ideology.
    """
    counts = course.state.chit_counts
    fuller = max(reversed(HOSTILE), key=lambda side: counts.get(side, 0))
    pool = course.standing("usa").pool or fuller
    for _ in range(_thrown(course, "usa", parts, pool)):
        if parts.net > 0:
            entry.take(course, pool)
        else:
            entry.draw(course, pool)


def pool_total(state: DecisionState, pool: str) -> int:
    """The values in a pool, as far as this state (or view) knows them."""
    return sum(chit.value for chit in state.chits if chit.pool == pool)


def level(state: DecisionState, tables: Tables, power: str) -> int:
    """The entry level against a power: two thirds of the fascist pool, all of the communist."""
    return side_level(state, entry.pool_side(state, tables, power))


def side_level(state: DecisionState, side: str) -> int:
    """The entry level against all powers of an ideology."""
    held = pool_total(state, side)
    return half_up(Fraction(held * 2, 3)) if side == "fascist" else held


def may_try_war(state: DecisionState, tables: Tables, power: str) -> bool:
    """Whether the entry level lets the USA roll for war at all."""
    return level(state, tables, power) >= int(tables.entry["war_level"])


def war_roll(state: DecisionState, tables: Tables, power: str) -> Tally:
    """What is added to the die when the USA tries to declare war on a power."""
    position = state.nation("usa").position
    unready = state.nation("usa").level < peace_level(tables, "usa")
    first = -2 if position == 1 else -1 if position <= 4 else 0
    return tally(
        f"American war on {name(power)}",
        [
            Row("unready", int(unready), "The USA has not geared to its peacetime maximum", RULE),
            Row("initiative", first, "The American initiative", RULE),
        ],
    )
