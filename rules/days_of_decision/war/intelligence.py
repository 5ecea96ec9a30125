"""Intelligence by the war game's optional rule, as the errata change it (14.15)."""

from collections.abc import Mapping

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers, powers_at_war
from rules.days_of_decision.model.events.war import DieShifted, IntelligenceRolled
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import FACTIONS, POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.tally import Row, Tally, tally

RULE = R("14.15")


def active(state: DecisionState, tables: Tables) -> bool:
    """Whether intelligence is rolled for: from three major powers at war on."""
    least: int = tables.war["intelligence"]["majors"]
    return state.on("intelligence") and len(powers_at_war(state)) >= least


def alone(state: DecisionState, tables: Tables, power: str) -> bool:
    """Whether a power is the only one of its ideology."""
    side = ideology(state, power, tables)
    if side not in FACTIONS or state.gone(power):
        return False
    return not any(
        other != power and ideology(state, other, tables) == side for other in state.playing
    )


def operations(state: DecisionState, tables: Tables, power: str, bought: int) -> Tally:
    """How many operations a power conducts: bought ones, those of option 0(h), two where it is the
    only one of its ideology; never more than there are major powers at war.
    """
    free = tables.war["intelligence"]["free"] if alone(state, tables, power) else 0
    rows = [
        Row("campaign", state.operations.get(power, 0), "Option 0(h)", RULE),
        Row("free", free, "The only power of its ideology", RULE),
    ]
    total = bought + sum(row.amount for row in rows)
    most = len(powers_at_war(state))
    over = min(0, most - total)
    rows.append(Row("most", over, f"Major powers at war: {most}", RULE))
    return tally(f"{POWERS[power].adjective} intelligence operations", rows, bought, "Bought", RULE)


def most_bought(state: DecisionState, tables: Tables, power: str) -> int:
    """How many operations a power may buy."""
    if not active(state, tables):
        return 0
    return max(0, len(powers_at_war(state)) - operations(state, tables, power, 0).net)


def outrolled(scores: Mapping[str, int]) -> dict[str, int]:
    """By how much each ideology out-rolled the best of the others, ties by the rule.

    Democrats in a tie for the highest win by one over all; Fascists and Communists in one both
    win by one over their opponent.
    """
    found = dict.fromkeys(FACTIONS, 0)
    top = max(scores.values(), default=0)
    if not top:
        return found
    best = [side for side in FACTIONS if scores.get(side, 0) == top]
    if len(best) == 1:
        rest = max((n for side, n in scores.items() if side != best[0]), default=0)
        found[best[0]] = top - rest
    elif "democratic" in best:
        found["democratic"] = 1
    else:
        found.update(dict.fromkeys(best, 1))
    return found


def roll(course: Adjudication, bought: Mapping[str, int]) -> None:
    """Roll a ten-sided die for each operation; the highest of an ideology counts, and points last
    until they are rolled for again.
    """
    if not course.state.on("intelligence"):
        return
    if not active(course.state, course.tables):
        course.change(operations={})
        return
    rows = course.tables.war["intelligence"]
    dice: dict[str, tuple[int, ...]] = {}
    tallies: dict[str, Tally] = {}
    for power in course.state.powers:
        side = ideology(course.state, power, course.tables)
        count = operations(course.state, course.tables, power, bought.get(power, 0)).net
        if count <= 0 or side not in FACTIONS:
            continue
        thrown = tuple(
            course.dice.roll(f"intelligence of {power}", rows["die"]) for _ in range(count)
        )
        dice[power] = thrown
        mine = highest(power, thrown, neutral=not enemy_powers(course.state, power))
        if side not in tallies or mine.net > tallies[side].net:
            tallies[side] = mine
    scores = {side: parts.net for side, parts in tallies.items()}
    won = outrolled(scores)
    points = {side: by * rows["each"] for side, by in won.items() if by}
    course.change(intelligence=points, operations={})
    if dice:
        course.tell(IntelligenceRolled(dice=dice, scores=tallies, points=points, rule=RULE))


def highest(power: str, thrown: tuple[int, ...], *, neutral: bool) -> Tally:
    """A power's highest die; one less for a neutral one."""
    reason = "At war with no major power"
    return tally(
        f"{POWERS[power].adjective} intelligence",
        [Row("neutral", -int(neutral), reason, RULE)],
        max(thrown),
        "The highest die",
        RULE,
    )


def can_shift(state: DecisionState, tables: Tables, power: str) -> int:
    """By how much a power's ideology can shift its dice now."""
    side = ideology(state, power, tables)
    per: int = tables.war["intelligence"]["points"]
    return state.intelligence.get(side, 0) // per if state.on("intelligence") else 0


def raised(course: Adjudication, power: str, dice: tuple[int, int], wish: int) -> tuple[int, int]:
    """Two six-sided dice thrown together, shifted up by intelligence as far as is wished."""
    found = []
    for die in dice:
        after = shifted(course, power, die, wish, up=True)
        wish -= after - die
        found.append(after)
    return found[0], found[1]


def shifted(course: Adjudication, power: str, die: int, wish: int, *, up: bool) -> int:
    """A six-sided die shifted by intelligence points, within its faces; the points are spent."""
    by = min(wish, can_shift(course.state, course.tables, power), 6 - die if up else die - 1)
    if by <= 0:
        return die
    side = ideology(course.state, power, course.tables)
    spent = by * course.tables.war["intelligence"]["points"]
    left = course.state.intelligence[side] - spent
    course.change(intelligence={**course.state.intelligence, side: left})
    after = die + by if up else die - by
    course.tell(DieShifted(power=power, before=die, after=after, points=spent, rule=RULE))
    return after
