"""Sanctions: entry options of the war game that the USA adds to options of democracies (14.17)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.days_of_decision.economy.production import half_up
from rules.days_of_decision.entry import entry, pools, war_chart
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.events.treaties import SanctionAdded
from rules.days_of_decision.model.events.war import BurmaRoad
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import SanctionRow, Tables
from rules.days_of_decision.treaties.pacts import pact_of
from rules.days_of_decision.treaties.signing import record
from rules.kernel.menus import NEVER, NEVER_AGAIN, Barred, Choice, Pick
from rules.kernel.orders import Detail
from rules.kernel.tally import Row, Tally, tally

RULE = R("14.17")
BOTH = ("germany", "japan")
ROAD = "27"
"""The entry option that opens the Burma Road; it serves as often as that is closed."""


def columns(row: SanctionRow) -> tuple[str, ...]:
    """The columns of the war chart that a sanction goes by."""
    return BOTH if row.target == "both" else (row.target,)


def targets(state: DecisionState, tables: Tables, row: SanctionRow) -> tuple[str, ...]:
    """The fascists of the theater at which a sanction is aimed."""
    theaters: Mapping[str, list[str]] = tables.sanction_rules["theaters"]
    listed = [power for column in columns(row) for power in theaters[column]]
    return tuple(power for power in listed if ideology(state, power, tables) == "fascist")


def level(state: DecisionState, tables: Tables, row: SanctionRow) -> Tally:
    """The American entry level for a sanction: the totals of all at whom it is aimed, and half of
    their ideology's (8.4.5). In the experimental rules it is that of the fascist pool (14.16).
    """
    if state.on("experimental"):
        return tally(
            "American entry level for the sanction",
            [],
            pools.side_level(state, "fascist"),
            "Two thirds of the fascist pool",
            R("14.16"),
        )
    aimed = [entry.total(state, power).net for power in targets(state, tables, row)]
    fascists = [p for p in state.powers if ideology(state, p, tables) == "fascist"]
    summed = sum(entry.total(state, power).net for power in fascists)
    reason = "Half the total of the ideology"
    return tally(
        "American entry level for the sanction",
        [Row("ideology", half_up(Fraction(summed, 2)), reason, R("8.4.5"))],
        sum(aimed),
        "The totals of those at whom it is aimed",
        RULE,
    )


def cost(tables: Tables, key: str) -> Tally:
    """What a sanction costs in money: half of the war game's."""
    row = tables.sanctions[key]
    share = tables.sanction_rules["share"]
    half = half_up(Fraction(row.cost, share))
    return tally(
        f"Sanction {key}",
        [Row("half", half - row.cost, "One half of it", RULE)],
        row.cost,
        "The cost in the war game's chart",
        RULE,
    )


def first_turn(state: DecisionState, tables: Tables) -> int | None:
    """The first turn with sanctions: six after a democracy and a fascist power went to war."""
    since = [
        war.since
        for war in state.wars
        if {war.attacker, war.target} <= set(POWERS)
        and {ideology(state, each, tables) for each in (war.attacker, war.target)}
        == {"democratic", "fascist"}
    ]
    return min(since) + int(tables.sanction_rules["after"]) if since else None


def bar(state: DecisionState, tables: Tables, key: str) -> Barred | None:
    """Why the USA cannot add a sanction now."""
    row = tables.sanctions.get(key)
    if row is None:
        return Barred("It is none of those that can be added.", RULE, NEVER)
    if not state.on("sanctions"):
        return Barred("This campaign does not use sanctions.", RULE, NEVER)
    first = first_turn(state, tables)
    if first is None:
        opens = "Opens once a democracy is at war with a fascist power."
        return Barred("No democracy is at war with a fascist power.", RULE, opens)
    if state.turn < first:
        opens = f"Opens in {turn_title(first)}."
        return Barred(f"Sanctions can be added from {turn_title(first)} on.", RULE, opens)
    if key == ROAD and not state.burma_closed:
        opens = "Opens when the road is closed."
        return Barred("The Burma Road is open.", R("8.7.2 Japan Option 4(c)"), opens)
    if key in state.sanctions and key != ROAD:
        return Barred("It is in effect already.", RULE, NEVER_AGAIN)
    found = level(state, tables, row).net
    if found < int(key):
        opens = f"Opens at entry level {key}; it is {found}."
        return Barred(f"The entry level is {found}; it needs {key}.", R("Ruling 36"), opens)
    if state.nation("usa").money - tables.limits["debt"] < cost(tables, key).net:
        opens = f"Opens with {cost(tables, key).net} money to spend."
        return Barred("The United States cannot pay for it.", RULE, opens)
    return None


def choices(at: At) -> Iterator[Choice]:
    """Every sanction of the table, barred with its reason, for the American player."""
    for key, row in at.tables.sanctions.items():
        note = f"{cost(at.tables, key).net} money"
        effect = f": {row.effect}" if row.effect else ""
        yield Choice(
            key, f"Entry option {key}{effect}", note=note, barred=bar(at.state, at.tables, key)
        )


def field(at: At, key: str = "sanction") -> Pick:
    """The field in which the USA names a sanction."""
    return Pick(key, "Add a sanction", choices=tuple(choices(at)), rule=RULE)


def add(course: Adjudication, power: str, details: Mapping[str, Detail]) -> None:
    """After an option took effect: the sanction that the USA wished with it, if it is allowed.

    One with each option of its own, and one a turn with that of another democracy (Ruling 37).
    """
    if (
        not course.state.on("sanctions")
        or ideology(course.state, power, course.tables) != "democratic"
    ):
        return
    if power == "usa":
        key = str(details.get("sanction", ""))
    else:
        used = any(each != "usa" for each in course.state.sanctioned)
        key = "" if used else course.standing("usa").sanction
    if not key or bar(course.state, course.tables, key):
        return
    _carry_out(course, power, key)


def _carry_out(course: Adjudication, power: str, key: str) -> None:
    row, paid = course.tables.sanctions[key], cost(course.tables, key)
    course.nation("usa", money=course.state.nation("usa").money - paid.net)
    course.change(
        sanctions=tuple(dict.fromkeys((*course.state.sanctions, key))),
        sanctioned=(*course.state.sanctioned, power),
    )
    die = row.die
    course.tell(SanctionAdded(power=power, sanction=key, cost=paid, die=die, rule=RULE))
    record(course, "sanction", power, "usa", note=key, rule=RULE)
    if key == ROAD:
        course.change(burma_closed=False)
        course.tell(BurmaRoad(power="usa", closed=False, rule=R("8.7.2 Japan Option 4(c)")))
    _values(course, row)
    effect = half_up(Fraction(die, course.tables.sanction_rules["share"]))
    if course.state.on("experimental"):
        pools.roll(course, "usa", (effect,) * 4)
        return
    aimed = targets(course.state, course.tables, row)
    for against in aimed:
        parts = tally(
            f"Sanction {key}",
            [
                Row("half", die - effect, "One half of it", RULE),
                entry.republican(course.state, -effect),
            ],
            -die,
            "The die of the option, spent",
            RULE,
        )
        entry.move(course, "usa", against, "", parts)


def _values(course: Adjudication, row: SanctionRow) -> None:
    """Half of what a war would cost in minors, or a quarter by each of two columns."""
    columned = columns(row)
    share = course.tables.sanction_rules["share"] * len(columned)
    changed: dict[str, int] = {}
    for column in columned:
        for key, full in war_chart.values(course.state, course.tables, column).items():
            changed[key] = changed.get(key, 0) + half_up(Fraction(full, share))
    kept = {key: amount for key, amount in changed.items() if amount}
    course.values("usa", kept, "A sanction was added", RULE)


def pearl_harbor_bar(state: DecisionState) -> Barred | None:
    """Why Pearl Harbor is closed to democratic fleets, where sanctions are used.

    The USA must be at war or have a pact with Japan, or have moved its fleet there by sanction 31.
    """
    if not state.on("sanctions"):
        return None
    opened = (
        state.at_war("usa", "japan") or pact_of(state, "usa", "japan") or "31" in state.sanctions
    )
    if opened:
        return None
    opens = "Opens when the United States is at war or has a pact with Japan, or with sanction 31."
    return Barred("Pearl Harbor is closed to democratic fleets as yet.", RULE, opens)
