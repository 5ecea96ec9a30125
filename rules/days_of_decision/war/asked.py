"""Questions about war, surrender and the map, for conformance cases."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.days_of_decision.economy import commander
from rules.days_of_decision.state import DecisionState
from rules.days_of_decision.surrender import house, peace
from rules.days_of_decision.surrender.conquest import may_reinforce, removed
from rules.days_of_decision.surrender.terms import Conditions, must_accept, reparation_limits
from rules.days_of_decision.surrender.vichy import free_from, needs_leave, waiting
from rules.days_of_decision.tables import Tables
from rules.days_of_decision.war import chart, impulses, intelligence
from rules.days_of_decision.war.civil import beside, divided, side_points, sides_of
from rules.days_of_decision.war.declaring import declare_bar, most_tally
from rules.days_of_decision.war.grounds import open_targets, war_bar
from rules.days_of_decision.war.minors import director, joins
from rules.days_of_decision.war.obligations import allowances, owed
from rules.days_of_decision.war.waterways import closing_bar, denial_bar, held_by, holder, passes
from rules.kernel.menus import Barred

Arguments = Mapping[str, Any]
Question = Callable[[DecisionState, Tables, Arguments], Any]


def _said(bar: Barred | None) -> dict[str, Any]:
    return {"may": bar is None, "why": bar.why if bar else "", "rule": bar.rule if bar else ""}


def _may_declare(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether a power may declare war on a country; with ``price`` whether it can pay too."""
    ask = declare_bar if given.get("price") else war_bar
    return _said(ask(state, tables, given["power"], given["on"]))


def _war_targets(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    return list(open_targets(state, tables, given["power"]))


def _war_price(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return chart.price_tally(tables, given["on"])


def _war_entry(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What a war adds to American entry against whoever declares it."""
    part = given.get("part", False)
    return chart.entry_tally(state, tables, given["power"], given["on"], part=part)


def _war_value(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What a war does to the attacker's value in one minor."""
    part = given.get("part", False)
    return chart.value_tally(state, tables, given["minor"], given["on"], part=part)


def _war_values(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    return chart.values(state, tables, given["on"], part=given.get("part", False))


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
    return _said(peace.force_bar(state, tables, given["power"], given["target"]))


def _blocs(state: DecisionState, tables: Tables, given: Arguments) -> list[list[str]]:
    """The enemies of a power, those with combined war aims together."""
    return [list(bloc) for bloc in peace.blocs(state, given["power"])]


def _asked(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """Who must be asked whether it accepts a Vichy surrender."""
    return list(peace.asked(state, given["power"], tuple(given["to"])))


def _occupied(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    isolated = given.get("isolated", False)
    return peace.occupied_tally(state, given["power"], isolated=isolated)


def _must_accept(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    """Whether a Vichy power accepts a surrender on terms without being asked."""
    words = Conditions(**given.get("terms", {}))
    return must_accept(state, given["power"], given["loser"], words)


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
    return house.italian_tally(state)


def _war_duties(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What a power owes or may do by the rules of war: texts with rule, date and state."""
    found = (*owed(state, tables), *allowances(state, tables))
    return [
        {"text": each.text, "rule": each.rule, "due": each.due, "state": each.state}
        for each in found
        if each.power == given["power"]
    ]


ASKED: dict[str, Question] = {
    each.__name__.strip("_"): each
    for each in (
        *(_may_declare, _war_targets, _war_price, _war_entry, _war_value, _war_values),
        *(_directs, _drawn_to, _waterway, _waterways, _may_pass, _may_deny, _may_close),
        *(_may_force, _blocs, _asked, _occupied, _must_accept, _reparations, _vichy_waiting),
        *(_vichy_free, _needs_leave, _removed, _may_reinforce, _split, _side_points, _sides),
        *(_communists, _beside, _impulses, _advance, _box, _may_call, _operations),
        *(_intelligence, _outrolled, _can_shift, _its_war, _italian_factories, _war_duties),
    )
}
"""By name; most take ``power`` (a bare word means the power)."""
