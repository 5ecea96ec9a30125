"""Questions about war, surrender and the map, for conformance cases."""

from typing import Any

from rules.days_of_decision.economy.italian_factories import italian_tally
from rules.days_of_decision.economy.production import commander
from rules.days_of_decision.entry import war_chart
from rules.days_of_decision.minors.minors_at_war import director, joins
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.pages.queries.arguments import (
    ANYBODY,
    COUNTRY,
    FLAG,
    ON,
    OPTION,
    POWER,
    POWERS_LIST,
    SIDE,
    WATERWAY,
    WHICH_MINOR,
    WHO,
    WITH,
    Arguments,
    number,
    question,
)
from rules.days_of_decision.surrender import vichy_peace
from rules.days_of_decision.surrender.conquest import may_reinforce, removed
from rules.days_of_decision.surrender.terms import Conditions, must_accept, reparation_limits
from rules.days_of_decision.surrender.vichy_limits import free_from, needs_leave, waiting
from rules.days_of_decision.treaties.obligations import obligations, rights
from rules.days_of_decision.war import impulses, intelligence
from rules.days_of_decision.war.casus_belli import open_targets, war_bar
from rules.days_of_decision.war.civil_wars import (
    HELD,
    beside,
    divided,
    side_points,
    sides_of,
)
from rules.days_of_decision.war.declarations import declare_bar, most_tally
from rules.days_of_decision.war.obligations import allowances, owed
from rules.days_of_decision.war.waterways import closing_bar, denial_bar, held_by, holder, passes
from rules.kernel.menus import Barred
from rules.kernel.questions import Argument, Number, OneOf, Question, Record, Table, Words


def _said(bar: Barred | None) -> dict[str, Any]:
    return {"may": bar is None, "why": bar.why if bar else "", "rule": bar.rule if bar else ""}


def _may_declare(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether a power may declare war on a country; with ``price`` whether it can pay too."""
    ask = declare_bar if given.get("price") else war_bar
    return _said(ask(state, tables, given["power"], given["on"]))


def _war_targets(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    return list(open_targets(state, tables, given["power"]))


def _war_price(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return war_chart.price_tally(tables, given["on"])


def _war_entry(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What a war adds to American entry against whoever declares it."""
    part = given.get("part", False)
    return war_chart.entry_tally(state, tables, given["power"], given["on"], part=part)


def _war_value(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What a war does to the attacker's value in one minor."""
    part = given.get("part", False)
    return war_chart.value_tally(state, tables, given["minor"], given["on"], part=part)


def _war_values(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return war_chart.values(state, tables, given["on"], part=given.get("part", False))


def _directs(state: DecisionState, tables: Tables, given: Arguments) -> str:
    return director(state, given["minor"], tables)


def _drawn_to(state: DecisionState, tables: Tables, given: Arguments) -> str:
    """Whom an attacked minor joins by where it stands."""
    return joins(state, given["minor"], tables)


def _waterway(state: DecisionState, tables: Tables, given: Arguments) -> str:
    return holder(state, tables, given["of"])


def _waterways(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    return list(held_by(state, tables, given["power"]))


def _may_pass(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return _said(passes(state, tables, given["power"], given["through"]))


def _may_deny(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return _said(denial_bar(state, tables, given["power"], given["through"], given["to"]))


def _may_close(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return _said(closing_bar(state, tables, given["power"], given["to"]))


def _may_force(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return _said(vichy_peace.force_bar(state, tables, given["power"], given["target"]))


def _blocs(state: DecisionState, tables: Tables, given: Arguments) -> list[list[str]]:
    """The enemies of a power, those with combined war aims together."""
    return [list(bloc) for bloc in vichy_peace.blocs(state, given["power"])]


def _asked(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """Who must be asked whether it accepts a Vichy surrender."""
    return list(vichy_peace.asked(state, given["power"], tuple(given["to"])))


def _occupied(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    isolated = given.get("isolated", False)
    return vichy_peace.occupied_tally(state, given["power"], isolated=isolated)


def _must_accept(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    """Whether a Vichy power accepts a surrender on terms without being asked."""
    return must_accept(state, given["power"], given["loser"], given["terms"])


def _reparations(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    oil, bp = reparation_limits(tables)
    return {"oil": oil, "bp": bp}


def _vichy_waiting(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return waiting(state, tables, given["power"])


def _vichy_free(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """The first turn in which a Vichy power may declare war."""
    return free_from(state, tables, given["power"])


def _needs_leave(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    return needs_leave(state, given["power"], str(given["option"]))


def _removed(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """How many of so many units an incomplete conquest removes."""
    return removed(tables, given["units"])


def _may_reinforce(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    return may_reinforce(given["placed"], given["territory"])


def _split(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """The units of two sides by their percentages."""
    one, other = divided(tables, given["one"], given["other"])
    return {"one": one, "other": other}


def _side_points(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return side_points(state, given["side"])


def _sides(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    return list(sides_of(state, tables, given["of"]))


def _communists(state: DecisionState, tables: Tables, given: Arguments) -> str:
    """Who commands the Chinese Communists."""
    return commander(state)


def _beside(state: DecisionState, tables: Tables, given: Arguments) -> list[list[int]]:
    """Where a communist China may stand, the first choice first."""
    return [list(spot) for spot in beside(state, tables)]


def _impulses(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """The impulses that a power may take."""
    return list(impulses.allowed(state, given["power"]))


def _advance(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return impulses.advance(tables, state.turn, given["weather"], given["by"])


def _box(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """Where an ideology's marker stands on the initiative track."""
    return impulses.box(state, tables, given["of"])


def _may_call(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    return impulses.may_call(state, tables, given["of"])


def _operations(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return intelligence.operations(state, tables, given["power"], given.get("bought", 0))


def _intelligence(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether intelligence is rolled for at all."""
    return intelligence.active(state, tables)


def _outrolled(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return intelligence.outrolled(given["scores"])


def _can_shift(state: DecisionState, tables: Tables, given: Arguments) -> int:
    return intelligence.can_shift(state, tables, given["power"])


def _its_war(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What the modified die of an American war may show at most."""
    return most_tally(state, tables, given["on"])


def _italian_factories(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return italian_tally(state)


def _war_duties(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What a power owes or may do by the rules of war: texts with rule, date and state."""
    found = (*owed(state, tables), *allowances(state, tables))
    return [
        {"text": each.text, "rule": each.rule, "due": each.due, "state": each.state}
        for each in found
        if each.power == given["power"]
    ]


def _bonds(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """Everything that binds a power, in words."""
    found = (*obligations(state, tables), *owed(state, tables))
    return [each.text for each in found if each.power == given["power"]]


def _permissions(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """Everything that a power may do besides, or may not for want of a treaty, in words."""
    found = (*rights(state, tables), *allowances(state, tables))
    return [each.text for each in found if each.power == given["power"]]


ASKED: dict[str, Question] = {
    "may_declare": question(
        _may_declare,
        "Whether a power may declare war on a country, with its price if that is asked",
        "may, why, rule",
        power=WHO,
        on=Argument(COUNTRY),
        price=FLAG,
    ),
    "war_targets": question(
        _war_targets, "On whom a power may declare war", "a list of countries", power=WHO
    ),
    "war_price": question(
        _war_price, "What a war on a country costs", "a tally", on=ON, power=ANYBODY
    ),
    "war_entry": question(
        _war_entry,
        "What a war adds to American entry against whoever declares it",
        "a tally",
        power=WHO,
        on=Argument(COUNTRY),
        part=FLAG,
    ),
    "war_value": question(
        _war_value,
        "What a war does to the attacker's value in one minor",
        "a tally",
        minor=WHICH_MINOR,
        on=Argument(COUNTRY),
        part=FLAG,
        power=ANYBODY,
    ),
    "war_values": question(
        _war_values,
        "What a war does to the attacker's values",
        "numbers by minor",
        on=ON,
        part=FLAG,
        power=ANYBODY,
    ),
    "directs": question(
        _directs,
        "Who directs a minor at war that nobody controls",
        "a power, or nothing",
        minor=WHICH_MINOR,
    ),
    "drawn_to": question(
        _drawn_to,
        "Whom an attacked minor joins by where it stands",
        "a power, or nothing",
        minor=WHICH_MINOR,
    ),
    "waterway": question(
        _waterway, "Who controls a waterway", "a power, or nothing", of=Argument(WATERWAY)
    ),
    "waterways": question(_waterways, "The waterways that a power controls", "a list", power=WHO),
    "may_pass": question(
        _may_pass,
        "Whether a power may pass a waterway",
        "may, why, rule",
        power=WHO,
        through=Argument(WATERWAY),
    ),
    "may_deny": question(
        _may_deny,
        "Whether a power may keep another out of a waterway",
        "may, why, rule",
        power=WHO,
        through=Argument(WATERWAY),
        to=WITH,
    ),
    "may_close": question(
        _may_close,
        "Whether a power may close its passages to another by option 4(b)",
        "may, why, rule",
        power=WHO,
        to=WITH,
    ),
    "may_force": question(
        _may_force,
        "Whether a power may force another's surrender",
        "may, why, rule",
        power=WHO,
        target=WITH,
    ),
    "blocs": question(
        _blocs,
        "The enemies of a power, those with combined war aims together",
        "lists of powers",
        power=WHO,
    ),
    "asked": question(
        _asked,
        "Who must be asked whether it accepts a Vichy surrender",
        "a list of powers",
        power=WHO,
        to=POWERS_LIST,
    ),
    "occupied": question(
        _occupied, "The factories of the occupied country", "a tally", power=WHO, isolated=FLAG
    ),
    "must_accept": question(
        _must_accept,
        "Whether a Vichy power accepts a surrender on terms without being asked",
        "true or false",
        power=WHO,
        loser=WITH,
        terms=Argument(Record(Conditions, "the terms of a surrender"), Conditions()),
    ),
    "reparations": question(_reparations, "The most reparations a turn", "oil, bp", power=ANYBODY),
    "vichy_waiting": question(
        _vichy_waiting,
        "How many turns a Vichy power waits before it may declare war",
        "a tally",
        power=WHO,
    ),
    "vichy_free": question(
        _vichy_free, "The first turn in which a Vichy power may declare war", "a turn", power=WHO
    ),
    "needs_leave": question(
        _needs_leave,
        "Whether a Vichy power needs leave for an option",
        "true or false",
        power=WHO,
        option=Argument(OPTION),
    ),
    "removed": question(
        _removed,
        "How many of so many units an incomplete conquest removes",
        "a number",
        units=number(),
    ),
    "may_reinforce": question(
        _may_reinforce,
        "Whether a reinforcement may go to a territory when the home is conquered",
        "true or false",
        placed=Argument(Table(Words(80), Number()), {}),
        territory=Argument(Words(80)),
    ),
    "split": question(
        _split,
        "The units of two sides of Spain by their percentages",
        "units of one and of the other",
        one=number(0, 100),
        other=number(0, 100),
    ),
    "side_points": question(
        _side_points,
        "The build points of a side of the Spanish civil war",
        "a tally",
        side=Argument(OneOf(HELD, "a side"), also=("of",)),
    ),
    "sides": question(
        _sides, "The sides of a country in civil war", "a list", of=Argument(COUNTRY)
    ),
    "communists": question(_communists, "Who commands the Chinese Communists", "a power"),
    "beside": question(
        _beside, "Where a communist China may stand, the first choice first", "hexes"
    ),
    "impulses": question(_impulses, "The impulses that a power may take", "a list", power=WHO),
    "advance": question(
        _advance,
        "How far an impulse marker goes on",
        "a tally",
        weather=number(1, 10),
        by=number(0, 20),
    ),
    "box": question(
        _box,
        "Where an ideology's marker stands on the initiative track",
        "a number",
        of=Argument(SIDE),
    ),
    "may_call": question(
        _may_call, "Whether an ideology may call for new dice", "true or false", of=Argument(SIDE)
    ),
    "operations": question(
        _operations,
        "How many operations of intelligence a power conducts",
        "a tally",
        power=WHO,
        bought=number(0, 1000, 0),
    ),
    "intelligence": question(
        _intelligence, "Whether intelligence is rolled for at all", "true or false"
    ),
    "outrolled": question(
        _outrolled,
        "By how much each ideology out-rolled the best of the others",
        "numbers by ideology",
        scores=Argument(Table(SIDE, Number(-100, 100))),
    ),
    "can_shift": question(
        _can_shift, "By how much a power's ideology can shift its dice now", "a number", power=WHO
    ),
    "its_war": question(
        _its_war,
        "What the modified die of an American war may show at most",
        "a tally",
        on=Argument(POWER, also=("of",)),
    ),
    "italian_factories": question(
        _italian_factories, "How many factories Italy has under the house rule", "a tally"
    ),
    "war_duties": question(
        _war_duties,
        "What a power owes or may do by the rules of war",
        "text, rule, due, state of each",
        power=WHO,
    ),
    "bonds": question(
        _bonds, "Everything that binds a power, by treaty, war and surrender", "texts", power=WHO
    ),
    "permissions": question(
        _permissions,
        "What a power may do besides, or may not for want of a treaty",
        "texts",
        power=WHO,
    ),
}
"""By name."""
