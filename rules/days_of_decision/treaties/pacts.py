"""Neutrality pacts: waiting periods, garrisons, and when a pact may be broken (13.0)."""

from fractions import Fraction

import msgspec

from rules.days_of_decision.model.calendar import CALENDAR, turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import bound
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import POWERS, SEATS, name
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.treaties import Treaty
from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.audience import viewer
from rules.kernel.menus import Barred
from rules.kernel.tally import Row, Tally, tally

RULE = R("13.0")
YEAR = len(CALENDAR.periods)
OFFENSE, DEFENSE = "offense", "defense"


def couple(one: str, other: str) -> tuple[str, str]:
    """Two powers in their listed order."""
    first, second = sorted((one, other), key=SEATS.index)
    return first, second


def pact_of(state: DecisionState, one: str, other: str) -> Treaty | None:
    """The pact between two powers."""
    between = {one, other}
    return next((pact for pact in state.pacts if set(pact.powers) == between), None)


def pool_of(power: str, other: str) -> str:
    """The name of the chits that a power drew for its pact with another."""
    return f"pact:{power}:{other}"


def border_fact(one: str, other: str) -> str:
    """The fact that says whether two powers share a border."""
    first, second = couple(one, other)
    return f"border.{first}.{second}"


def period(state: DecisionState, tables: Tables, pact: Treaty, power: str) -> Tally:
    """How many turns after the signing a power may not attack: by its ideology, and as agreed.

    In the neutral zone the ideology counts that it came from.
    """
    side = ideology(state, power, tables)
    side = side if side in tables.treaties["waiting"] else state.nation(power).side
    base: int = tables.treaties["waiting"][side]
    rows = [Row("extension", pact.extension, "Agreed by both", RULE)]
    if state.switch("terms_waiting") == "total" and _by_surrender(state, pact):
        most = max(base, int(tables.war["extension"]))
        over = min(0, most - base - pact.extension)
        rows.append(Row("most", over, f"{most} in all", R("Ruling 23")))
    return tally(f"{POWERS[power].adjective} turns of waiting", rows, base, f"A {side} power", RULE)


def _by_surrender(state: DecisionState, pact: Treaty) -> bool:
    """Whether the terms of a surrender made a pact."""
    return any(
        line.manner == "terms"
        and line.turn == pact.since
        and {line.power, *line.to} == {*pact.powers}
        for line in state.surrenders
    )


def free_from(state: DecisionState, tables: Tables, pact: Treaty, power: str) -> int:
    """The first turn in which a power may break a pact; that of signing is not counted in."""
    return pact.since + period(state, tables, pact, power).net + 1


def offense(state: DecisionState, power: str, other: str) -> Tally:
    """A garrison as it threatens: its declared value and the chits that its owner knows of."""
    return tally(
        f"{POWERS[power].adjective} garrison toward {name(other)}",
        [_chits(state, power, other, OFFENSE)],
        state.count(f"garrison.{power}.{other}"),
        "Declared",
        R("15.5.2"),
    )


def _chits(state: DecisionState, power: str, other: str, use: str) -> Row:
    pool = pool_of(power, other)
    value = sum(c.value for c in state.chits if c.pool == pool and c.use == use)
    return Row("chits", value, f"Entry chits for {use}", RULE)


def defense(state: DecisionState, tables: Tables, power: str, other: str) -> Tally:
    """A garrison as it defends, in quarters: it counts for less with every year of the border."""
    pact = pact_of(state, power, other)
    years = (state.turn - pact.border) // YEAR if pact and pact.border else 0
    steps = tables.treaties["decay"]
    share = steps[min(years, len(steps) - 1)]
    value = state.count(f"garrison.{power}.{other}")
    chits = _chits(state, power, other, DEFENSE)
    return tally(
        f"{POWERS[power].adjective} garrison against {name(other)}, in quarters",
        [
            Row("years", value * (share - 4), f"Years of the common border: {years}", RULE),
            msgspec.structs.replace(chits, amount=4 * chits.amount),
        ],
        4 * value,
        f"Declared {value}",
        R("15.5.2"),
    )


def odds_of(text: str) -> Fraction:
    """A ratio such as ``3:2`` as a number."""
    one, _, other = text.partition(":")
    return Fraction(int(one), int(other))


def reached(state: DecisionState, tables: Tables, power: str, other: str) -> str:
    """The ratio that a power's garrison reaches against another: a step of the ladder, or none.

    A Vichy power's is read one step lower, and against it one step higher (Ruling 35). Above the
    ladder every whole number more is a step, so that one step lower may still be its last.
    """
    ladder = tables.treaties["ladder"]
    attack = Fraction(4 * offense(state, power, other).net)
    against = defense(state, tables, other, power).net
    if against <= 0:
        step = len(ladder) + 1 if attack > 0 else 0
    else:
        ratio = attack / against
        step = sum(ratio >= odds_of(each) for each in ladder)
        step += max(0, int(ratio - odds_of(ladder[-1])))
    step += bound(state, other) - bound(state, power)
    return ladder[min(step, len(ladder)) - 1] if step > 0 else ""


def needed(state: DecisionState, tables: Tables, power: str, other: str) -> str:
    """The ratio that a war asks of a power: a pact's, or that of the USSR in any case."""
    pact = pact_of(state, power, other)
    asked = [pact.odds or tables.treaties["odds"]] if pact else []
    if power == "ussr":
        asked.append(tables.treaties["ussr_odds"])
    return max(asked, key=odds_of, default="")


def bordering(state: DecisionState, one: str, other: str) -> bool:
    """Whether two powers share a border, as it is declared."""
    return state.yes(border_fact(one, other))


def war_bar(state: DecisionState, tables: Tables, power: str, other: str) -> Barred | None:
    """Why a pact or its garrison keeps a power from declaring war on another.

    From a view only the chits count that its owner may know; what it does not know may bar a
    war all the same when it is declared.
    """
    pact = pact_of(state, power, other)
    if pact is not None:
        first = free_from(state, tables, pact, power)
        if state.turn < first:
            why = f"Your pact with {name(other)} bars a war before {turn_title(first)}."
            return Barred(why, RULE, f"Opens in {turn_title(first)}.")
        if not bordering(state, power, other):
            why = f"You share no border with {name(other)}, so the pact cannot be broken."
            opens = f"Opens when you share a border with {name(other)}."
            return Barred(why, R("Ruling 74"), opens)
    ratio = needed(state, tables, power, other)
    if not ratio or not bordering(state, power, other):
        return None
    found = reached(state, tables, power, other)
    if found and odds_of(found) >= odds_of(ratio):
        return None
    why = f"Your garrison stands at {found or 'less than 1:2'} and needs {ratio}."
    return Barred(why, RULE, f"Opens when your garrison stands at {ratio}.")


def spoken(state: DecisionState, tables: Tables, power: str, other: str) -> str:
    """What keeps a pact, for everybody to read; what chits show stays with their owners."""
    pact = pact_of(state, power, other)
    if pact is not None:
        first = free_from(state, tables, pact, power)
        if state.turn < first:
            return f"It binds {name(power)} until {turn_title(first)}."
        if not bordering(state, power, other):
            return "They share no border, so it cannot be broken."
    ratio = needed(state, tables, power, other)
    return f"The garrison of {name(power)} does not reach {ratio}, chits counted in."


def breakable(state: DecisionState, tables: Tables, power: str, other: str) -> Barred | None:
    """What is known to keep a power from breaking a pact, by its own knowledge alone.

    The same from a view and from the whole state, so a menu made of either says the same.
    """
    mine = viewer(power)
    known = tuple(c for c in state.chits if c.audience.admits(mine))
    return war_bar(msgspec.structs.replace(state, chits=known), tables, power, other)
