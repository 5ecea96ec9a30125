"""What the turn does to treaties: borders, aircraft, deliveries, lent points, chits for pacts."""

from collections.abc import Mapping

import msgspec

from rules.days_of_decision.economy.deliveries import without
from rules.days_of_decision.economy.production import running
from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.calendar import turn_title, year_of
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.events.treaties import (
    BorderShared,
    DeliveryFailed,
    GroundGained,
    PactChit,
    PactChitsDrawn,
    PointsLent,
)
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.orders import Produce
from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.treaties import Treaty
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.treaties.grounds import ground
from rules.days_of_decision.treaties.pacts import bordering, pool_of
from rules.days_of_decision.treaties.signing import level_of, record
from rules.kernel.audience import only
from rules.kernel.orders import Order

PACT, TRADE = R("13.0"), R("8.7.2 Option 3")
NONE = "none"


def turn_begins(course: Adjudication) -> None:
    """Who could have broken a pact last turn because of aircraft holds a casus belli until the
    end of this political phase; the facts of aircraft are asked anew, calls to war are over.
    """
    for treaty in course.state.pacts:
        for power, other in (treaty.powers, treaty.powers[::-1]):
            if course.state.facts.get(f"aircraft.{power}") == other:
                give_ground(
                    course, power, other, course.state.turn, "Its aircraft let us break the pact"
                )
    facts = {
        key: NONE if key.startswith("aircraft.") else value
        for key, value in course.state.facts.items()
    }
    # Without a map step nobody could have joined yet whom a war of the last turn called.
    late = course.state.switch("map") == "none"
    calls = tuple(c for c in course.state.calls if late and c.turn == course.state.turn - 1)
    course.change(facts=facts, calls=calls, sanctioned=())
    borders(course)


def give_ground(course: Adjudication, power: str, other: str, until: int, why: str) -> None:
    """A casus belli through the political phase of a turn, and the news of it."""
    if ground(course, power, other, until, why, PACT):
        title = turn_title(until)
        course.tell(GroundGained(power=power, to=other, why=why, until=title, rule=PACT))


def borders(course: Adjudication) -> None:
    """See which pacts' powers share a border now; the years of it count from here."""
    for treaty in course.state.pacts:
        shared = bordering(course.state, *treaty.powers)
        if shared == bool(treaty.border):
            continue
        since = course.state.turn if shared else 0
        _replace(course, treaty, msgspec.structs.replace(treaty, border=since))
        one, other = treaty.powers
        course.tell(BorderShared(power=one, to=other, shared=shared, rule=PACT))


def _replace(course: Adjudication, old: Treaty, new: Treaty) -> None:
    course.change(treaties=tuple(new if each is old else each for each in course.state.treaties))


def deliver(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Lay down what is left out and honored this turn, and say which parts do not arrive."""
    given = {p: o for p, o in orders.items() if isinstance(o, Produce)}
    course.change(
        withheld=tuple(key for order in given.values() for key in order.withhold),
        honored=tuple(f"{p}>{other}" for p, order in given.items() for other in order.honor),
    )
    made = running(course.state, course.tables)
    failing: dict[tuple[frozenset[str], str], list[str]] = {}
    for each in made:
        if each.runs:
            continue
        part = each.part
        course.tell(
            DeliveryFailed(
                power=part.giver,
                to=part.taker,
                good=part.good,
                amount=part.amount,
                why=each.why,
                breach=each.fault,
                rule=TRADE,
            )
        )
        if each.fault:
            failing.setdefault((part.pair, part.kind), []).append(part.giver)
    for treaty in course.state.treaties:
        agreement = (frozenset(treaty.powers), treaty.kind)
        failed = tuple(dict.fromkeys(failing.get(agreement, ())))
        if treaty.terms is None or treaty.failed == failed:
            continue
        for power in failed:
            if power not in treaty.failed:
                other = next(each for each in treaty.powers if each != power)
                record(course, "failed", power, other, rule=TRADE)
        _replace(course, treaty, msgspec.structs.replace(treaty, failed=failed))


def delivered(course: Adjudication) -> None:
    """Production is reckoned: what was said for this turn holds no longer."""
    course.change(withheld=(), honored=())


def lose_what_was_lent(course: Adjudication) -> None:
    """The resources lent by those who could not pay their debts are lost from now on (Ruling 68)."""
    for power in course.state.powers:
        if course.state.nation(power).lost_trade:
            changed = tuple(without(treaty, power) for treaty in course.state.treaties)
            course.change(treaties=changed)


def lend(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Give build points away, within what the treaty allows and the giver has saved."""
    cap = course.tables.limits["bp_cap"]
    for power in course.state.powers:
        order = orders.get(power)
        for other, points in (order.lend if isinstance(order, Produce) else {}).items():
            held = course.state.nation(power).bp
            room = cap - course.state.nation(other).bp
            allowed = lend_limit(course.state, course.tables, power, other)
            amount = max(0, min(points, held, allowed, room))
            if not amount:
                continue
            course.nation(power, bp=held - amount)
            after = course.nation(other, bp=course.state.nation(other).bp + amount).bp
            course.tell(PointsLent(power=power, to=other, amount=amount, after=after, rule=TRADE))


def lend_limit(state: DecisionState, tables: Tables, power: str, other: str) -> int:
    """How many build points a power may give another away in a turn, by their treaty's level."""
    level = level_of(state, power, other)
    return tables.levels_of_treaty[level - 1].lend if level else 0


def chits_due(state: DecisionState, tables: Tables, power: str, other: str) -> int:
    """How many chits a power may draw for a pact this turn: one, and one more while it fights.

    None before 1937, without a common border, or within one ideology (Ruling 76).
    """
    rows = tables.treaties["chits"]
    sides = {ideology(state, each, tables) for each in (power, other)}
    if year_of(state.turn) < rows["from"] or len(sides) == 1:
        return 0
    if not bordering(state, power, other):
        return 0
    return int(rows["each"] + (rows["at_war"] if enemy_powers(state, power) else 0))


def draw_chits(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Draw the chits that powers asked for, in the order of the pacts and then of the powers."""
    asked = {p: o.chits for p, o in orders.items() if isinstance(o, Produce)}
    for pact in sorted(
        course.state.pacts, key=lambda t: [SEATS.index(power) for power in t.powers]
    ):
        wishes = {p: asked.get(p, {}).get(o, "") for p, o in (pact.powers, pact.powers[::-1])}
        first = any(use and not use.startswith("if_") for use in wishes.values())
        for power, other in (pact.powers, pact.powers[::-1]):
            use = wishes[power]
            if use and first:
                _draw(course, power, other, use.removeprefix("if_"))


def _draw(course: Adjudication, power: str, other: str, use: str) -> None:
    count = chits_due(course.state, course.tables, power, other)
    pool, mine = pool_of(power, other), only(power)
    for _ in range(count):
        value = entry.drawn(course, pool, mine, use)
        course.tell(PactChit(power=power, to=other, value=value, use=use, audience=mine, rule=PACT))
    if count:
        course.tell(PactChitsDrawn(power=power, to=other, count=count, rule=PACT))
