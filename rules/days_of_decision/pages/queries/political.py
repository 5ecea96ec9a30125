"""Questions with names, answered without changing anything; conformance cases ask them."""

from typing import Any

from rules.days_of_decision.display import objectives
from rules.days_of_decision.display.movement import Push, drive, own_steps, price, ways
from rules.days_of_decision.economy import gearing, production
from rules.days_of_decision.economy.bids import bid_tally, score
from rules.days_of_decision.entry import entry, pools, war_chart
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At, election_due, excused, grounds
from rules.days_of_decision.model.geometry import control_bar, controller, ideology, ring, zone
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.powers import FACTIONS, POWERS
from rules.days_of_decision.model.state import DecisionState, Hex
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.options import offered
from rules.days_of_decision.options.home import die_cost, naval_limit
from rules.days_of_decision.options.markers import DEMANDS, by_dice, difference, lowered, strongest
from rules.days_of_decision.options.vichy import may_roll, needed
from rules.days_of_decision.pages.previews import pass_odds, pressure_odds, six_odds, vichy_odds
from rules.days_of_decision.pages.queries.arguments import (
    ANYBODY,
    FLAG,
    HEADING,
    MINOR,
    OPTION,
    PLACE,
    POWER,
    POWERS_LIST,
    WHICH_MINOR,
    WITH,
    Spot,
    left_out,
    number,
    of_power,
    question,
)
from rules.kernel.questions import Argument, Number, OneOf, Question, Table, Words

VALUE = Argument(Number(-100, 100), 1)


def _push(power: str, value: int, cause: str | None) -> Push:
    """The push of a value, positive or negative; a power may push for another one."""
    return Push(power, cause or power, abs(value), toward=value > 0 or cause is not None)


def _step_cost(
    state: DecisionState,
    tables: Tables,
    power: str,
    minor: str,
    value: int,
    cause: str | None,
    start: Hex,
    end: Hex,
) -> int:
    return price(state, tables, minor, _push(power, value, cause), start, end)[1]


def _move(
    state: DecisionState,
    tables: Tables,
    power: str,
    minor: str,
    value: int,
    heading: str | None,
    cause: str | None,
    start: Hex | None,
) -> Any:
    """Hexes passed, points lost, where it ends."""
    push = _push(power, value, cause)
    way = drive(state, tables, minor, push, start or state.minor(minor).hex, heading or "")
    return {"hexes": len(way.path) - 1, "lost": way.lost, "ends": way.path[-1]}


def _activation(state: DecisionState, tables: Tables, *arguments: Any) -> Any:
    return [
        {"power": w.push.owner, "hexes": len(w.path) - 1, "lost": w.lost, "ends": w.path[-1]}
        for w in ways(state, tables, *arguments)
    ]


def _spot(state: DecisionState, tables: Tables, place: str | Hex) -> Hex:
    if not isinstance(place, str):
        return place
    if place in state.nations:
        return state.nation(place).marker
    if place in tables.display.centers:
        return tables.display.centers[place]
    return state.minors[place].hex


def _distance(state: DecisionState, tables: Tables, one: str | Hex, other: str | Hex) -> int:
    return distance(_spot(state, tables, one), _spot(state, tables, other))


def _score(
    state: DecisionState, tables: Tables, power: str, die: int, points: int, options: int
) -> str:
    total = bid_tally(power, state.nation(power).pe, points, die).net
    return str(score(total, options, floor=state.on("floor_at_zero")))


def _option(state: DecisionState, tables: Tables, power: str, key: str) -> Any:
    option = offered(At(state, tables, power, live=True), key)
    barred = option.barred
    return {
        "offered": barred is None,
        "cost": option.cost,
        "per": option.per,
        "why": barred.why if barred else "",
        "rule": barred.rule if barred else "",
    }


def _pressure(
    state: DecisionState, tables: Tables, power: str, target: str, dice: int | None
) -> str:
    """In hidden play by the difference, in open play by two dice."""
    by = difference(state, power, target)
    return strongest(tables, by) if dice is None else by_dice(tables, dice + by)


def _demand(
    state: DecisionState, tables: Tables, by: int, result: int | None, wish: str | None
) -> str:
    """By a difference (hidden) or a modified throw (open)."""
    limit = strongest(tables, by) if result is None else by_dice(tables, result)
    return limit if wish is None else lowered(limit, wish)


def _group(state: DecisionState, tables: Tables, power: str, group: str) -> Any:
    row = tables.groups[power][group]
    return {"territories": row.territories, "zones": row.zones, "distance": row.distance}


def _gear_up(state: DecisionState, tables: Tables, power: str) -> Any:
    bar = gearing.gear_bar(state, tables, power)
    return {"allowed": bar is None, "rule": bar.rule if bar else ""}


def _level(state: DecisionState, tables: Tables, power: str, level: int) -> Any:
    row = production.level_row(tables, power, level)
    return {"home": row.home or 0, "multiple": row.multiple, "year": row.year}


def _entry(
    state: DecisionState,
    tables: Tables,
    power: str,
    option: str | None,
    value: int | None,
    year: int | None,
) -> Any:
    if value is not None:
        bare = (value,) * 4
        return entry.effect(state, tables, power, bare, title="Value", rule=R("8.4.5"), whole=True)
    if option is None:
        raise KeyError("option")
    row = tables.cards[option].entry
    return entry.effect(state, tables, power, row, title="Option", rule=R("8.4.5"), year=year or 0)


def _entry_level(state: DecisionState, tables: Tables, power: str) -> Any:
    return (pools if state.on("experimental") else entry).level(state, tables, power)


def _entry_chits(state: DecisionState, tables: Tables, value: int, half: bool) -> Any:
    certain, rest = pools.chits(value, half=half)
    return {"certain": certain, "roll": str(rest) if half else int(rest)}


def _objective(state: DecisionState, tables: Tables, who: str) -> Any:
    goal = tables.goals.get(who) or tables.side_goals[who]
    needed_now = state.nation(who).needed if who in state.nations else state.sides[who]
    return {"needed": needed_now, "high": goal.high}


def _election(state: DecisionState, tables: Tables, power: str) -> Any:
    due = election_due(state, tables, power)
    return {"due": due, "must": due and not excused(state, power)}


def _card(state: DecisionState, tables: Tables, option: str) -> Any:
    card = tables.cards[option]
    row = card.row
    return {
        "title": row.title,
        "effect": row.effect,
        "on_map": row.on_map,
        "rule": R(row.rule),
        "known": row.known,
        "cost": row.cost,
        "entry": card.entry,
        "limit": row.limit,
        "powers": row.powers,
        "needs": [need.why for need in card.needs],
    }


ASKED: dict[str, Question] = {
    "step_cost": of_power(
        _step_cost,
        "What one step costs by a power's value",
        "a number",
        minor=Argument(MINOR),
        value=VALUE,
        **{"for": ANYBODY, "from": Argument(Spot()), "to": Argument(Spot())},
    ),
    "move": of_power(
        _move,
        "How far a value drives a minor",
        "hexes, lost, ends",
        minor=Argument(MINOR),
        value=VALUE,
        heading=left_out(HEADING),
        **{"for": ANYBODY, "from": left_out(Spot())},
    ),
    "activation": question(
        _activation,
        "What activating a minor does, value after value",
        "a list of ways",
        minor=WHICH_MINOR,
        order=POWERS_LIST,
        use=Argument(Table(POWER, POWER), {}),
    ),
    "can_activate": of_power(
        lambda state, tables, power, minor: not control_bar(state, power, minor, tables),
        "Whether a power may activate a minor",
        "true or false",
        minor=Argument(MINOR),
    ),
    "controls": question(
        lambda state, tables, minor: controller(state, minor, tables),
        "Who controls a minor",
        "a power, or nothing",
        minor=WHICH_MINOR,
    ),
    "distance": question(
        _distance,
        "Hexes between two counters, centers or hexes",
        "a number",
        **{"from": Argument(PLACE), "to": Argument(PLACE)},
    ),
    "zone": question(
        lambda state, tables, place: zone(_spot(state, tables, place), tables.display),
        "The ideology that something stands in",
        "an ideology or neutral",
        of=Argument(PLACE),
    ),
    "ring": question(
        lambda state, tables, place: ring(_spot(state, tables, place), tables.display),
        "How far something stands from the center of the ideology it is in",
        "a number, or nothing",
        of=Argument(PLACE),
    ),
    "ideology": of_power(
        lambda state, tables, power: ideology(state, power, tables),
        "The ideology of a power",
        "an ideology or neutral",
    ),
    "directions": of_power(
        lambda state, tables, power: sorted(own_steps(state, tables, power)),
        "Where a power may move its own marker",
        "a list",
    ),
    "score": of_power(
        _score,
        "The score of a bid with a given die",
        "a fraction",
        die=number(1, 6),
        points=number(0, 100, 0),
        options=number(1, 10, 1),
    ),
    "option": of_power(
        _option,
        "Whether an option is offered, what it costs, and what bars it",
        "offered, cost, per, why, rule",
        option=Argument(OPTION),
    ),
    "card": question(
        _card,
        "What stands on an option's card",
        "title, effect, on_map, cost, entry and more",
        option=Argument(OPTION, also=("of",)),
    ),
    "pressure": of_power(
        _pressure,
        "What pressure allows, in the open game by two dice",
        "a demand, none or found",
        target=WITH,
        dice=number(2, 12, None),
    ),
    "demand": question(
        _demand,
        "What a wished demand becomes by a difference or a modified throw",
        "a demand, none or found",
        difference=number(-20, 20, 0),
        result=number(-20, 40, None),
        wish=left_out(OneOf((*DEMANDS, ""), "a demand")),
    ),
    "grounds": of_power(grounds, "On whom a power holds a casus belli", "a list of powers"),
    "pressure_odds": of_power(
        lambda state, tables, power, target: pressure_odds(
            tables, difference(state, power, target)
        ),
        "The chances of pressure in the open game",
        "chances",
        target=WITH,
    ),
    "test_odds": question(
        lambda state, tables, most: pass_odds(most),
        "The chance of a test that may show so much at most",
        "chances",
        most=number(-100, 100),
    ),
    "six_odds": question(
        lambda state, tables, dice: six_odds(dice),
        "The chance of a six among so many dice",
        "chances",
        dice=number(0, 40),
    ),
    "vichy_odds": question(
        lambda state, tables, far: vichy_odds(needed(tables, far)),
        "The chance of taking a group so far away",
        "chances",
        distance=number(0, 100),
    ),
    "vichy_roll": question(
        lambda state, tables, far: needed(tables, far),
        "What the die must show for a group so far away",
        "a number",
        distance=number(0, 100),
    ),
    "may_roll": of_power(
        lambda state, tables, power, target: may_roll(state, power, target),
        "Whether a power may roll for a group of a Vichy power",
        "true or false",
        target=WITH,
    ),
    "group": of_power(
        _group,
        "An administration group of a power",
        "territories, zones, distance",
        group=Argument(Words(80)),
    ),
    "factories": of_power(production.factories, "A power's factories at work", "a tally"),
    "resources": of_power(
        production.resources, "Resources that reach a power's factories", "a number"
    ),
    "multiple": of_power(
        production.multiple, "A power's production multiple, in twelfths", "a tally"
    ),
    "build_points": of_power(
        production.build_points, "A power's build points this turn", "a tally"
    ),
    "gear_cost": of_power(gearing.gear_cost, "What the next production level costs", "a tally"),
    "gear_up": of_power(_gear_up, "Whether a power may gear up", "allowed, rule"),
    "level": of_power(
        _level,
        "A production level of a power",
        "home (0: all), multiple, year",
        level=number(1, 40),
    ),
    "india_level": question(
        lambda state, tables: production.india_level(state),
        "The production level of India on its own",
        "a number",
    ),
    "india_points": question(
        production.india_points, "What India builds while it stands on its own", "a tally"
    ),
    "peace_level": of_power(
        lambda state, tables, power: production.peace_level(tables, power),
        "A power's peacetime maximum",
        "a number",
    ),
    "printed_level": of_power(
        lambda state, tables, power, multiple: production.printed_level(tables, power, multiple),
        "The level that a printed multiple asks for",
        "a number",
        multiple=Argument(OneOf((".2", ".5", "1", "2"), "a printed multiple")),
    ),
    "die_cost": of_power(
        lambda state, tables, power: die_cost(state.nation(power), tables),
        "What a die of option 0(a) costs",
        "a number",
    ),
    "naval_limit": of_power(
        lambda state, tables, power: naval_limit(At(state, tables, power)),
        "Capital ships a year under a naval treaty",
        "a tally",
    ),
    "naval_multiple": of_power(
        lambda state, tables, power: int(tables.limits["naval"].get(power, 0)),
        "A power's naval multiple",
        "a number",
    ),
    "entry": of_power(
        _entry,
        "What an option, or a bare value, adds to American entry",
        "a tally",
        option=left_out(OPTION),
        value=number(-1000, 1000, None),
        year=number(1936, 1999, None),
    ),
    "alliance_entry": question(
        lambda state, tables, year: int(tables.entry["alliance"]["row"][entry.band(tables, year)]),
        "What an alliance with the USA does to American entry in a year",
        "a number",
        year=number(1936, 1999),
    ),
    "entry_total": of_power(
        lambda state, tables, power: entry.total(state, power),
        "The total of American entry against a power",
        "a tally",
    ),
    "entry_level": of_power(
        _entry_level, "The level of American entry against a power", "a tally or a number"
    ),
    "chit_roll": question(
        lambda state, tables, turns: entry.democracy_tally(tables, turns),
        "What the die for a war with a democracy may show at most",
        "a tally",
        turns=number(),
    ),
    "china_roll": of_power(
        entry.china_tally, "What the die for a war with China may show at most", "a tally"
    ),
    "entry_chits": question(
        _entry_chits,
        "Chits that are certain, and what the die must not exceed (14.16)",
        "certain, roll",
        value=number(-1000, 1000),
        half=FLAG,
    ),
    "tension": of_power(
        lambda state, tables, power: pools.pool_total(state, pools.tension(power)),
        "The tension between the USA and a power",
        "a number",
    ),
    "may_try_war": of_power(
        pools.may_try_war,
        "Whether the entry level lets the USA roll for war on a power",
        "true or false",
    ),
    "war_roll": of_power(pools.war_roll, "What is added to the die of an American war", "a tally"),
    "objective": question(
        _objective,
        "Objective cities that a power or an ideology needs, and its high point",
        "needed, high",
        of=Argument(OneOf((*POWERS, *FACTIONS), "a power or an ideology")),
    ),
    "shares": question(objectives.shares, "Every power's part of its high point", "percentages"),
    "side_shares": question(
        objectives.side_shares, "Every ideology's part of its high point", "percentages"
    ),
    "americas": question(
        lambda state, tables: war_chart.americas(tables),
        "The minor countries of South America",
        "a list",
    ),
    "election": of_power(_election, "Whether a power must vote this turn", "due, must"),
}
