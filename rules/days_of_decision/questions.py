"""Questions with names, answered without changing anything; conformance cases ask them."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.days_of_decision import economy, entry, entry_pools, gearing, victory
from rules.days_of_decision.bidding import bid_tally, score
from rules.days_of_decision.citations import R
from rules.days_of_decision.display import can_control, controller, distance, ideology, ring, zone
from rules.days_of_decision.movement import Push, drive, own_steps, price, ways
from rules.days_of_decision.options import offered
from rules.days_of_decision.options.home import die_cost, naval_limit
from rules.days_of_decision.options.markers import by_dice, difference, lowered, strongest
from rules.days_of_decision.options.vichy import may_roll, needed
from rules.days_of_decision.preview import pass_odds, pressure_odds, six_odds, vichy_odds
from rules.days_of_decision.situation import At, election_due, excused, grounds
from rules.days_of_decision.state import DecisionState
from rules.days_of_decision.tables import Tables, tables_of
from rules.days_of_decision.treaties.asked import ASKED
from rules.days_of_decision.war import chart
from rules.days_of_decision.war.asked import ASKED as ASKED_OF_WAR
from rules.kernel.errors import NotUnderstood

Arguments = Mapping[str, Any]
Question = Callable[[DecisionState, Tables, Arguments], Any]
QUESTIONS: dict[str, Question] = {**ASKED, **ASKED_OF_WAR}


def _question(ask: Question) -> Question:
    QUESTIONS[ask.__name__.strip("_")] = ask
    return ask


def ask(state: DecisionState, question: str, arguments: Arguments) -> Any:
    """Answer a question by name."""
    if question not in QUESTIONS:
        raise NotUnderstood(
            f"There is no question {question!r}.",
            remedy=f"There are: {', '.join(sorted(QUESTIONS))}.",
        )
    given = {"power": arguments["of"], **arguments} if "of" in arguments else arguments
    try:
        return QUESTIONS[question](state, tables_of(state), given)
    except KeyError as error:
        raise NotUnderstood(
            f"{question}: {error} is missing or unknown.", remedy="Compare the README."
        ) from error


def _push(state: DecisionState, given: Arguments) -> Push:
    value = given.get("value", 1)
    owner = given["power"]
    return Push(owner, given.get("for", owner), abs(value), toward=value > 0 or "for" in given)


def _hex(given: Arguments, key: str) -> tuple[int, int]:
    q, r = given[key]
    return q, r


@_question
def _step_cost(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """What one step costs by a power's value (positive or negative)."""
    push = _push(state, given)
    return price(state, tables, given["minor"], push, _hex(given, "from"), _hex(given, "to"))[1]


@_question
def _move(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """How far a value drives a minor: hexes passed, points lost, where it ends."""
    push = _push(state, given)
    start = _hex(given, "from") if "from" in given else state.minor(given["minor"]).hex
    way = drive(state, tables, given["minor"], push, start, given.get("heading", ""))
    return {"hexes": len(way.path) - 1, "lost": way.lost, "ends": list(way.path[-1])}


@_question
def _activation(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What activating a minor does, value after value."""
    found = ways(state, tables, given["minor"], given.get("order", ()), given.get("use", {}))
    return [
        {"power": w.push.owner, "hexes": len(w.path) - 1, "lost": w.lost, "ends": list(w.path[-1])}
        for w in found
    ]


@_question
def _can_activate(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    return not can_control(state, given["power"], given["minor"], tables)


@_question
def _controls(state: DecisionState, tables: Tables, given: Arguments) -> str:
    return controller(state, given["minor"], tables)


@_question
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


@_question
def _zone(state: DecisionState, tables: Tables, given: Arguments) -> str:
    return zone(_spot(state, tables, given["of"]), tables.display)


@_question
def _ring(state: DecisionState, tables: Tables, given: Arguments) -> int | None:
    """How far a power, minor or hex stands from the center of the ideology it is in."""
    return ring(_spot(state, tables, given["of"]), tables.display)


@_question
def _ideology(state: DecisionState, tables: Tables, given: Arguments) -> str:
    return ideology(state, given["power"], tables)


@_question
def _directions(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """Where a power may move its own marker."""
    return sorted(own_steps(state, tables, given["power"]))


@_question
def _score(state: DecisionState, tables: Tables, given: Arguments) -> str:
    """The score of a bid with a given die."""
    pe = state.nation(given["power"]).pe
    total = bid_tally(given["power"], pe, given.get("points", 0), given["die"]).net
    return str(score(total, given.get("options", 1), floor=state.on("floor_at_zero")))


@_question
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


@_question
def _pressure(state: DecisionState, tables: Tables, given: Arguments) -> str:
    """What pressure allows: in hidden play by the difference, in open play by two dice."""
    by = difference(state, given["power"], given["target"])
    return by_dice(tables, given["dice"] + by) if "dice" in given else strongest(tables, by)


@_question
def _demand(state: DecisionState, tables: Tables, given: Arguments) -> str:
    """What a wished demand becomes by a difference (hidden) or a modified throw (open)."""
    if "result" in given:
        limit = by_dice(tables, given["result"])
    else:
        limit = strongest(tables, given["difference"])
    return lowered(limit, given["wish"]) if "wish" in given else limit


@_question
def _grounds(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """On whom a power holds a casus belli."""
    return list(grounds(state, tables, given["power"]))


@_question
def _pressure_odds(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return pressure_odds(tables, difference(state, given["power"], given["target"]))


@_question
def _test_odds(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return pass_odds(given["most"])


@_question
def _six_odds(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return six_odds(given["dice"])


@_question
def _vichy_odds(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return vichy_odds(needed(tables, given["distance"]))


@_question
def _vichy_roll(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """What the die must show for a group this far away."""
    return needed(tables, given["distance"])


@_question
def _may_roll(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    return may_roll(state, given["power"], given["target"])


@_question
def _group(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    row = tables.groups[given["power"]][given["group"]]
    return {"territories": list(row.territories), "zones": row.zones, "distance": row.distance}


@_question
def _factories(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return economy.factories(state, tables, given["power"])


@_question
def _resources(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """Resources that reach a power's factories."""
    return economy.resources(state, tables, given["power"])


@_question
def _multiple(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return economy.multiple(state, tables, given["power"])


@_question
def _build_points(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return economy.build_points(state, tables, given["power"])


@_question
def _gear_cost(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return gearing.gear_cost(state, tables, given["power"])


@_question
def _gear_up(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    why, rule = gearing.gear_bar(state, tables, given["power"])
    return {"allowed": not why, "rule": rule}


@_question
def _level(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """A production level of a power: home factories (0: all), multiple and year."""
    row = economy.level_row(tables, given["power"], given["level"])
    return {"home": row.home or 0, "multiple": row.multiple, "year": row.year}


@_question
def _india_level(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """The production level of India on its own."""
    return economy.india_level(state)


@_question
def _india_points(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What India builds while it stands on its own."""
    return economy.india_points(state, tables)


@_question
def _peace_level(state: DecisionState, tables: Tables, given: Arguments) -> int:
    return economy.peace_level(tables, given["power"])


@_question
def _printed_level(state: DecisionState, tables: Tables, given: Arguments) -> int:
    return economy.printed_level(tables, given["power"], str(given["multiple"]))


@_question
def _die_cost(state: DecisionState, tables: Tables, given: Arguments) -> int:
    return die_cost(state.nation(given["power"]), tables)


@_question
def _naval_limit(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return naval_limit(At(state, tables, given["power"]))


@_question
def _naval_multiple(state: DecisionState, tables: Tables, given: Arguments) -> int:
    return int(tables.limits["naval"].get(given["power"], 0))


@_question
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


@_question
def _alliance_entry(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """What an alliance with the USA does to American entry in a year."""
    return int(tables.entry["alliance"]["row"][entry.band(tables, given["year"])])


@_question
def _entry_total(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return entry.total(state, given["power"])


@_question
def _entry_level(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    if state.on("experimental"):
        return entry_pools.level(state, tables, given["power"])
    return entry.level(state, tables, given["power"])


@_question
def _chit_roll(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What the die for a war with a democracy may show at most."""
    return entry.democracy_tally(tables, given["turns"])


@_question
def _china_roll(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What the die for a war with China may show at most."""
    return entry.china_tally(state, tables, given["power"])


@_question
def _entry_chits(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """In the experimental rules: chits that are certain, and what the die must not exceed."""
    half = given.get("half", False)
    certain, rest = entry_pools.chits(given["value"], half=half)
    return {"certain": certain, "roll": str(rest) if half else int(rest)}


@_question
def _tension(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """The tension between the USA and a power."""
    return entry_pools.pool_total(state, entry_pools.tension(given["power"]))


@_question
def _may_try_war(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    """Whether the entry level lets the USA roll for war on a power."""
    return entry_pools.may_try_war(state, tables, given["power"])


@_question
def _war_roll(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return entry_pools.war_roll(state, tables, given["power"])


@_question
def _objective(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Objective cities that a power or an ideology needs, and its high point."""
    who = given["of"]
    goal = tables.goals.get(who) or tables.side_goals[who]
    needed_now = state.nation(who).needed if who in state.nations else state.sides[who]
    return {"needed": needed_now, "high": goal.high}


@_question
def _shares(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return victory.shares(state, tables)


@_question
def _election(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether a power must vote this turn."""
    power = given["power"]
    due = election_due(state, tables, power)
    return {"due": due, "must": due and not excused(state, power)}


@_question
def _side_shares(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return victory.side_shares(state, tables)


@_question
def _americas(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return list(chart.americas(tables))
