"""Questions about war, surrender and the map, for conformance cases."""

from collections.abc import Callable, Iterable
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
    WITH,
    may,
    number,
    of_power,
    question,
)
from rules.days_of_decision.surrender import vichy_peace
from rules.days_of_decision.surrender.conquest import may_reinforce, removed
from rules.days_of_decision.surrender.terms import Conditions, must_accept, reparation_limits
from rules.days_of_decision.surrender.vichy_limits import free_from, needs_leave, waiting
from rules.days_of_decision.treaties.obligations import obligations, rights
from rules.days_of_decision.war import impulses, intelligence
from rules.days_of_decision.war.casus_belli import open_targets, war_bar
from rules.days_of_decision.war.civil_wars import HELD, beside, divided, side_points, sides_of
from rules.days_of_decision.war.declarations import declare_bar, most_tally
from rules.days_of_decision.war.obligations import allowances, owed
from rules.days_of_decision.war.waterways import closing_bar, denial_bar, held_by, holder, passes
from rules.kernel.agreements import Obligation
from rules.kernel.menus import Barred
from rules.kernel.questions import Argument, Number, OneOf, Question, Record, Table, Words


def _may_declare(
    state: DecisionState, tables: Tables, power: str, on: str, price: bool
) -> Barred | None:
    """With ``price`` whether it can pay too."""
    return (declare_bar if price else war_bar)(state, tables, power, on)


def _reparations(state: DecisionState, tables: Tables, power: str | None) -> Any:
    oil, bp = reparation_limits(tables)
    return {"oil": oil, "bp": bp}


def _split(state: DecisionState, tables: Tables, *shares: int) -> Any:
    one, other = divided(tables, *shares)
    return {"one": one, "other": other}


def _war_duties(state: DecisionState, tables: Tables, power: str) -> Any:
    return [
        {"text": each.text, "rule": each.rule, "due": each.due, "state": each.state}
        for each in (*owed(state, tables), *allowances(state, tables))
        if each.power == power
    ]


def _texts(
    *sources: Callable[[DecisionState, Tables], Iterable[Obligation]],
) -> Callable[..., list[str]]:
    """Answers what binds a power or is open to it, in words."""
    return lambda state, tables, power: [
        each.text for source in sources for each in source(state, tables) if each.power == power
    ]


ASKED: dict[str, Question] = {
    "may_declare": may(
        _may_declare,
        "Whether a power may declare war on a country, with its price if that is asked",
        on=Argument(COUNTRY),
        price=FLAG,
    ),
    "war_targets": of_power(open_targets, "On whom a power may declare war", "a list of countries"),
    "war_price": question(
        lambda state, tables, on, power: war_chart.price_tally(tables, on),
        "What a war on a country costs",
        "a tally",
        on=ON,
        power=ANYBODY,
    ),
    "war_entry": of_power(
        lambda state, tables, power, on, part: war_chart.entry_tally(
            state, tables, power, on, part=part
        ),
        "What a war adds to American entry against whoever declares it",
        "a tally",
        on=Argument(COUNTRY),
        part=FLAG,
    ),
    "war_value": question(
        lambda state, tables, minor, on, part, power: war_chart.value_tally(
            state, tables, minor, on, part=part
        ),
        "What a war does to the attacker's value in one minor",
        "a tally",
        minor=WHICH_MINOR,
        on=Argument(COUNTRY),
        part=FLAG,
        power=ANYBODY,
    ),
    "war_values": question(
        lambda state, tables, on, part, power: war_chart.values(state, tables, on, part=part),
        "What a war does to the attacker's values",
        "numbers by minor",
        on=ON,
        part=FLAG,
        power=ANYBODY,
    ),
    "directs": question(
        lambda state, tables, minor: director(state, minor, tables),
        "Who directs a minor at war that nobody controls",
        "a power, or nothing",
        minor=WHICH_MINOR,
    ),
    "drawn_to": question(
        lambda state, tables, minor: joins(state, minor, tables),
        "Whom an attacked minor joins by where it stands",
        "a power, or nothing",
        minor=WHICH_MINOR,
    ),
    "waterway": question(
        holder, "Who controls a waterway", "a power, or nothing", of=Argument(WATERWAY)
    ),
    "waterways": of_power(held_by, "The waterways that a power controls", "a list"),
    "may_pass": may(passes, "Whether a power may pass a waterway", through=Argument(WATERWAY)),
    "may_deny": may(
        denial_bar,
        "Whether a power may keep another out of a waterway",
        through=Argument(WATERWAY),
        to=WITH,
    ),
    "may_close": may(
        closing_bar, "Whether a power may close its passages to another by option 4(b)", to=WITH
    ),
    "may_force": may(
        vichy_peace.force_bar, "Whether a power may force another's surrender", target=WITH
    ),
    "blocs": of_power(
        lambda state, tables, power: vichy_peace.blocs(state, power),
        "The enemies of a power, those with combined war aims together",
        "lists of powers",
    ),
    "asked": of_power(
        lambda state, tables, power, to: vichy_peace.asked(state, power, to),
        "Who must be asked whether it accepts a Vichy surrender",
        "a list of powers",
        to=POWERS_LIST,
    ),
    "occupied": of_power(
        lambda state, tables, power, isolated: vichy_peace.occupied_tally(
            state, power, isolated=isolated
        ),
        "The factories of the occupied country",
        "a tally",
        isolated=FLAG,
    ),
    "must_accept": of_power(
        lambda state, tables, power, loser, terms: must_accept(state, power, loser, terms),
        "Whether a Vichy power accepts a surrender on terms without being asked",
        "true or false",
        loser=WITH,
        terms=Argument(Record(Conditions, "the terms of a surrender"), Conditions()),
    ),
    "reparations": question(_reparations, "The most reparations a turn", "oil, bp", power=ANYBODY),
    "vichy_waiting": of_power(
        waiting, "How many turns a Vichy power waits before it may declare war", "a tally"
    ),
    "vichy_free": of_power(
        free_from, "The first turn in which a Vichy power may declare war", "a turn"
    ),
    "needs_leave": of_power(
        lambda state, tables, power, option: needs_leave(state, power, option),
        "Whether a Vichy power needs leave for an option",
        "true or false",
        option=Argument(OPTION),
    ),
    "removed": question(
        lambda state, tables, units: removed(tables, units),
        "How many of so many units an incomplete conquest removes",
        "a number",
        units=number(),
    ),
    "may_reinforce": question(
        lambda state, tables, placed, territory: may_reinforce(placed, territory),
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
        lambda state, tables, side: side_points(state, side),
        "The build points of a side of the Spanish civil war",
        "a tally",
        side=Argument(OneOf(HELD, "a side"), also=("of",)),
    ),
    "sides": question(
        sides_of, "The sides of a country in civil war", "a list", of=Argument(COUNTRY)
    ),
    "communists": question(
        lambda state, tables: commander(state), "Who commands the Chinese Communists", "a power"
    ),
    "beside": question(
        beside, "Where a communist China may stand, the first choice first", "hexes"
    ),
    "impulses": of_power(
        lambda state, tables, power: impulses.allowed(state, power),
        "The impulses that a power may take",
        "a list",
    ),
    "advance": question(
        lambda state, tables, weather, by: impulses.advance(tables, state.turn, weather, by),
        "How far an impulse marker goes on",
        "a tally",
        weather=number(1, 10),
        by=number(0, 20),
    ),
    "box": question(
        impulses.box,
        "Where an ideology's marker stands on the initiative track",
        "a number",
        of=Argument(SIDE),
    ),
    "may_call": question(
        impulses.may_call,
        "Whether an ideology may call for new dice",
        "true or false",
        of=Argument(SIDE),
    ),
    "operations": of_power(
        intelligence.operations,
        "How many operations of intelligence a power conducts",
        "a tally",
        bought=number(0, 1000, 0),
    ),
    "intelligence": question(
        intelligence.active, "Whether intelligence is rolled for at all", "true or false"
    ),
    "outrolled": question(
        lambda state, tables, scores: intelligence.outrolled(scores),
        "By how much each ideology out-rolled the best of the others",
        "numbers by ideology",
        scores=Argument(Table(SIDE, Number(-100, 100))),
    ),
    "can_shift": of_power(
        intelligence.can_shift, "By how much a power's ideology can shift its dice now", "a number"
    ),
    "its_war": question(
        most_tally,
        "What the modified die of an American war may show at most",
        "a tally",
        on=Argument(POWER, also=("of",)),
    ),
    "italian_factories": question(
        lambda state, tables: italian_tally(state),
        "How many factories Italy has under the house rule",
        "a tally",
    ),
    "war_duties": of_power(
        _war_duties,
        "What a power owes or may do by the rules of war",
        "text, rule, due, state of each",
    ),
    "bonds": of_power(
        _texts(obligations, owed),
        "Everything that binds a power, by treaty, war and surrender",
        "texts",
    ),
    "permissions": of_power(
        _texts(rights, allowances),
        "What a power may do besides, or may not for want of a treaty",
        "texts",
    ),
}
"""By name."""
