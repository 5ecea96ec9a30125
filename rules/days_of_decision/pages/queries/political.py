"""Questions with names, answered without changing anything; conformance cases ask them."""

from typing import Any

from rules.days_of_decision.display import objectives
from rules.days_of_decision.display.movement import (
    Push,
    drive,
    own_steps,
    price,
    ways,
)
from rules.days_of_decision.economy import gearing, production
from rules.days_of_decision.economy.bids import bid_tally, score
from rules.days_of_decision.entry import entry, pools, war_chart
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import (
    At,
    election_due,
    excused,
    grounds,
)
from rules.days_of_decision.model.geometry import control_bar, controller, ideology, ring, zone
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.powers import FACTIONS, POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.options import offered
from rules.days_of_decision.options.home import die_cost, naval_limit
from rules.days_of_decision.options.markers import DEMANDS, by_dice, difference, lowered, strongest
from rules.days_of_decision.options.vichy import may_roll, needed
from rules.days_of_decision.pages.previews import (
    pass_odds,
    pressure_odds,
    six_odds,
    vichy_odds,
)
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
    WHO,
    WITH,
    Arguments,
    Spot,
    left_out,
    number,
    question,
)
from rules.kernel.questions import Argument, Number, OneOf, Question, Table, Words

VALUE = Argument(Number(-100, 100), 1)


def _push(state: DecisionState, given: Arguments) -> Push:
    value = given.get("value", 1)
    owner = given["power"]
    return Push(owner, given.get("for", owner), abs(value), toward=value > 0 or "for" in given)


def _hex(given: Arguments, key: str) -> tuple[int, int]:
    spot: tuple[int, int] = given[key]
    return spot


def _step_cost(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """What one step costs by a power's value (positive or negative)."""
    push = _push(state, given)
    return price(state, tables, given["minor"], push, _hex(given, "from"), _hex(given, "to"))[1]


def _move(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """How far a value drives a minor: hexes passed, points lost, where it ends."""
    push = _push(state, given)
    start = _hex(given, "from") if "from" in given else state.minor(given["minor"]).hex
    way = drive(state, tables, given["minor"], push, start, given.get("heading", ""))
    return {"hexes": len(way.path) - 1, "lost": way.lost, "ends": list(way.path[-1])}


def _activation(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What activating a minor does, value after value."""
    found = ways(state, tables, given["minor"], given.get("order", ()), given.get("use", {}))
    return [
        {"power": w.push.owner, "hexes": len(w.path) - 1, "lost": w.lost, "ends": list(w.path[-1])}
        for w in found
    ]


def _can_activate(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    return not control_bar(state, given["power"], given["minor"], tables)


def _controls(state: DecisionState, tables: Tables, given: Arguments) -> str:
    return controller(state, given["minor"], tables)


def _distance(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """Hexes between a power (or a minor) and a hex, another power or a center."""
    return distance(_spot(state, tables, given["from"]), _spot(state, tables, given["to"]))


def _spot(state: DecisionState, tables: Tables, where: Any) -> tuple[int, int]:
    if isinstance(where, list | tuple):
        return (where[0], where[1])
    if where in state.nations:
        return state.nation(where).marker
    if where in tables.display.centers:
        return tables.display.centers[where]
    return state.minors[where].hex


def _zone(state: DecisionState, tables: Tables, given: Arguments) -> str:
    return zone(_spot(state, tables, given["of"]), tables.display)


def _ring(state: DecisionState, tables: Tables, given: Arguments) -> int | None:
    """How far a power, minor or hex stands from the center of the ideology it is in."""
    return ring(_spot(state, tables, given["of"]), tables.display)


def _ideology(state: DecisionState, tables: Tables, given: Arguments) -> str:
    return ideology(state, given["power"], tables)


def _directions(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """Where a power may move its own marker."""
    return sorted(own_steps(state, tables, given["power"]))


def _score(state: DecisionState, tables: Tables, given: Arguments) -> str:
    """The score of a bid with a given die."""
    pe = state.nation(given["power"]).pe
    total = bid_tally(given["power"], pe, given.get("points", 0), given["die"]).net
    return str(score(total, given.get("options", 1), floor=state.on("floor_at_zero")))


def _option(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether an option is offered, what it costs, and what bars it."""
    option = offered(At(state, tables, given["power"], live=True), given["option"])
    barred = option.barred
    return {
        "offered": barred is None,
        "cost": dict(option.cost),
        "per": {key: dict(costs) for key, costs in option.per.items()},
        "why": barred.why if barred else "",
        "rule": barred.rule if barred else "",
    }


def _pressure(state: DecisionState, tables: Tables, given: Arguments) -> str:
    """What pressure allows: in hidden play by the difference, in open play by two dice."""
    by = difference(state, given["power"], given["target"])
    return by_dice(tables, given["dice"] + by) if "dice" in given else strongest(tables, by)


def _demand(state: DecisionState, tables: Tables, given: Arguments) -> str:
    """What a wished demand becomes by a difference (hidden) or a modified throw (open)."""
    if "result" in given:
        limit = by_dice(tables, given["result"])
    else:
        limit = strongest(tables, given["difference"])
    return lowered(limit, given["wish"]) if "wish" in given else limit


def _grounds(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """On whom a power holds a casus belli."""
    return list(grounds(state, tables, given["power"]))


def _pressure_odds(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return pressure_odds(tables, difference(state, given["power"], given["target"]))


def _test_odds(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return pass_odds(given["most"])


def _six_odds(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return six_odds(given["dice"])


def _vichy_odds(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return vichy_odds(needed(tables, given["distance"]))


def _vichy_roll(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """What the die must show for a group this far away."""
    return needed(tables, given["distance"])


def _may_roll(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    return may_roll(state, given["power"], given["target"])


def _group(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    row = tables.groups[given["power"]][given["group"]]
    return {"territories": list(row.territories), "zones": row.zones, "distance": row.distance}


def _factories(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return production.factories(state, tables, given["power"])


def _resources(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """Resources that reach a power's factories."""
    return production.resources(state, tables, given["power"])


def _multiple(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return production.multiple(state, tables, given["power"])


def _build_points(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return production.build_points(state, tables, given["power"])


def _gear_cost(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return gearing.gear_cost(state, tables, given["power"])


def _gear_up(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    bar = gearing.gear_bar(state, tables, given["power"])
    return {"allowed": bar is None, "rule": bar.rule if bar else ""}


def _level(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """A production level of a power: home factories (0: all), multiple and year."""
    row = production.level_row(tables, given["power"], given["level"])
    return {"home": row.home or 0, "multiple": row.multiple, "year": row.year}


def _india_level(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """The production level of India on its own."""
    return production.india_level(state)


def _india_points(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What India builds while it stands on its own."""
    return production.india_points(state, tables)


def _peace_level(state: DecisionState, tables: Tables, given: Arguments) -> int:
    return production.peace_level(tables, given["power"])


def _printed_level(state: DecisionState, tables: Tables, given: Arguments) -> int:
    return production.printed_level(tables, given["power"], str(given["multiple"]))


def _die_cost(state: DecisionState, tables: Tables, given: Arguments) -> int:
    return die_cost(state.nation(given["power"]), tables)


def _naval_limit(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return naval_limit(At(state, tables, given["power"]))


def _naval_multiple(state: DecisionState, tables: Tables, given: Arguments) -> int:
    return int(tables.limits["naval"].get(given["power"], 0))


def _entry(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What an option adds to American entry, or what a bare ``value`` does."""
    if "value" in given:
        bare = (given["value"],) * 4
        return entry.effect(
            state, tables, given["power"], bare, title="Value", rule=R("8.4.5"), whole=True
        )
    row = tables.cards[given["option"]].entry
    year = given.get("year", 0)
    return entry.effect(
        state, tables, given["power"], row, title="Option", rule=R("8.4.5"), year=year
    )


def _alliance_entry(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """What an alliance with the USA does to American entry in a year."""
    return int(tables.entry["alliance"]["row"][entry.band(tables, given["year"])])


def _entry_total(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return entry.total(state, given["power"])


def _entry_level(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    if state.on("experimental"):
        return pools.level(state, tables, given["power"])
    return entry.level(state, tables, given["power"])


def _chit_roll(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What the die for a war with a democracy may show at most."""
    return entry.democracy_tally(tables, given["turns"])


def _china_roll(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What the die for a war with China may show at most."""
    return entry.china_tally(state, tables, given["power"])


def _entry_chits(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """In the experimental rules: chits that are certain, and what the die must not exceed."""
    half = given.get("half", False)
    certain, rest = pools.chits(given["value"], half=half)
    return {"certain": certain, "roll": str(rest) if half else int(rest)}


def _tension(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """The tension between the USA and a power."""
    return pools.pool_total(state, pools.tension(given["power"]))


def _may_try_war(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    """Whether the entry level lets the USA roll for war on a power."""
    return pools.may_try_war(state, tables, given["power"])


def _war_roll(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return pools.war_roll(state, tables, given["power"])


def _objective(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Objective cities that a power or an ideology needs, and its high point."""
    who = given["of"]
    goal = tables.goals.get(who) or tables.side_goals[who]
    needed_now = state.nation(who).needed if who in state.nations else state.sides[who]
    return {"needed": needed_now, "high": goal.high}


def _shares(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return objectives.shares(state, tables)


def _election(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether a power must vote this turn."""
    power = given["power"]
    due = election_due(state, tables, power)
    return {"due": due, "must": due and not excused(state, power)}


def _side_shares(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return objectives.side_shares(state, tables)


def _americas(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return list(war_chart.americas(tables))


def _card(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What stands on a card."""
    card = tables.cards[given["option"]]
    row = card.row
    return {
        "title": row.title,
        "effect": row.effect,
        "on_map": row.on_map,
        "rule": R(row.rule),
        "known": row.known,
        "cost": dict(row.cost),
        "entry": list(card.entry),
        "limit": row.limit,
        "powers": list(row.powers),
        "needs": [need.why for need in card.needs],
    }


ASKED: dict[str, Question] = {
    "step_cost": question(
        _step_cost,
        "What one step costs by a power's value",
        "a number",
        power=WHO,
        minor=Argument(MINOR),
        value=VALUE,
        **{"for": ANYBODY, "from": Argument(Spot()), "to": Argument(Spot())},
    ),
    "move": question(
        _move,
        "How far a value drives a minor",
        "hexes, lost, ends",
        power=WHO,
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
    "can_activate": question(
        _can_activate,
        "Whether a power may activate a minor",
        "true or false",
        power=WHO,
        minor=Argument(MINOR),
    ),
    "controls": question(
        _controls, "Who controls a minor", "a power, or nothing", minor=WHICH_MINOR
    ),
    "distance": question(
        _distance,
        "Hexes between two counters, centers or hexes",
        "a number",
        **{"from": Argument(PLACE), "to": Argument(PLACE)},
    ),
    "zone": question(
        _zone, "The ideology that something stands in", "an ideology or neutral", of=Argument(PLACE)
    ),
    "ring": question(
        _ring,
        "How far something stands from the center of the ideology it is in",
        "a number, or nothing",
        of=Argument(PLACE),
    ),
    "ideology": question(_ideology, "The ideology of a power", "an ideology or neutral", power=WHO),
    "directions": question(
        _directions, "Where a power may move its own marker", "a list", power=WHO
    ),
    "score": question(
        _score,
        "The score of a bid with a given die",
        "a fraction",
        power=WHO,
        die=number(1, 6),
        points=number(0, 100, 0),
        options=number(1, 10, 1),
    ),
    "option": question(
        _option,
        "Whether an option is offered, what it costs, and what bars it",
        "offered, cost, per, why, rule",
        power=WHO,
        option=Argument(OPTION),
    ),
    "card": question(
        _card,
        "What stands on an option's card",
        "title, effect, on_map, cost, entry and more",
        option=Argument(OPTION, also=("of",)),
    ),
    "pressure": question(
        _pressure,
        "What pressure allows, in the open game by two dice",
        "a demand, none or found",
        power=WHO,
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
    "grounds": question(
        _grounds, "On whom a power holds a casus belli", "a list of powers", power=WHO
    ),
    "pressure_odds": question(
        _pressure_odds,
        "The chances of pressure in the open game",
        "chances",
        power=WHO,
        target=WITH,
    ),
    "test_odds": question(
        _test_odds,
        "The chance of a test that may show so much at most",
        "chances",
        most=number(-100, 100),
    ),
    "six_odds": question(
        _six_odds, "The chance of a six among so many dice", "chances", dice=number(0, 40)
    ),
    "vichy_odds": question(
        _vichy_odds, "The chance of taking a group so far away", "chances", distance=number(0, 100)
    ),
    "vichy_roll": question(
        _vichy_roll,
        "What the die must show for a group so far away",
        "a number",
        distance=number(0, 100),
    ),
    "may_roll": question(
        _may_roll,
        "Whether a power may roll for a group of a Vichy power",
        "true or false",
        power=WHO,
        target=WITH,
    ),
    "group": question(
        _group,
        "An administration group of a power",
        "territories, zones, distance",
        power=WHO,
        group=Argument(Words(80)),
    ),
    "factories": question(_factories, "A power's factories at work", "a tally", power=WHO),
    "resources": question(
        _resources, "Resources that reach a power's factories", "a number", power=WHO
    ),
    "multiple": question(
        _multiple, "A power's production multiple, in twelfths", "a tally", power=WHO
    ),
    "build_points": question(
        _build_points, "A power's build points this turn", "a tally", power=WHO
    ),
    "gear_cost": question(_gear_cost, "What the next production level costs", "a tally", power=WHO),
    "gear_up": question(_gear_up, "Whether a power may gear up", "allowed, rule", power=WHO),
    "level": question(
        _level,
        "A production level of a power",
        "home (0: all), multiple, year",
        power=WHO,
        level=number(1, 40),
    ),
    "india_level": question(_india_level, "The production level of India on its own", "a number"),
    "india_points": question(
        _india_points, "What India builds while it stands on its own", "a tally"
    ),
    "peace_level": question(_peace_level, "A power's peacetime maximum", "a number", power=WHO),
    "printed_level": question(
        _printed_level,
        "The level that a printed multiple asks for",
        "a number",
        power=WHO,
        multiple=Argument(OneOf((".2", ".5", "1", "2"), "a printed multiple")),
    ),
    "die_cost": question(_die_cost, "What a die of option 0(a) costs", "a number", power=WHO),
    "naval_limit": question(
        _naval_limit, "Capital ships a year under a naval treaty", "a tally", power=WHO
    ),
    "naval_multiple": question(_naval_multiple, "A power's naval multiple", "a number", power=WHO),
    "entry": question(
        _entry,
        "What an option, or a bare value, adds to American entry",
        "a tally",
        power=WHO,
        option=left_out(OPTION),
        value=number(-1000, 1000, None),
        year=number(1936, 1999, None),
    ),
    "alliance_entry": question(
        _alliance_entry,
        "What an alliance with the USA does to American entry in a year",
        "a number",
        year=number(1936, 1999),
    ),
    "entry_total": question(
        _entry_total, "The total of American entry against a power", "a tally", power=WHO
    ),
    "entry_level": question(
        _entry_level,
        "The level of American entry against a power",
        "a tally or a number",
        power=WHO,
    ),
    "chit_roll": question(
        _chit_roll,
        "What the die for a war with a democracy may show at most",
        "a tally",
        turns=number(),
    ),
    "china_roll": question(
        _china_roll, "What the die for a war with China may show at most", "a tally", power=WHO
    ),
    "entry_chits": question(
        _entry_chits,
        "Chits that are certain, and what the die must not exceed (14.16)",
        "certain, roll",
        value=number(-1000, 1000),
        half=FLAG,
    ),
    "tension": question(_tension, "The tension between the USA and a power", "a number", power=WHO),
    "may_try_war": question(
        _may_try_war,
        "Whether the entry level lets the USA roll for war on a power",
        "true or false",
        power=WHO,
    ),
    "war_roll": question(
        _war_roll, "What is added to the die of an American war", "a tally", power=WHO
    ),
    "objective": question(
        _objective,
        "Objective cities that a power or an ideology needs, and its high point",
        "needed, high",
        of=Argument(OneOf((*POWERS, *FACTIONS), "a power or an ideology")),
    ),
    "shares": question(_shares, "Every power's part of its high point", "percentages"),
    "side_shares": question(_side_shares, "Every ideology's part of its high point", "percentages"),
    "americas": question(_americas, "The minor countries of South America", "a list"),
    "election": question(_election, "Whether a power must vote this turn", "due, must", power=WHO),
}
