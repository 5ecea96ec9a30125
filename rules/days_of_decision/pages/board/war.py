"""War and peace as the board shows them: who fights whom, what is announced, who surrendered."""

from collections.abc import Iterator

import msgspec

from rules.days_of_decision.minors.minors_at_war import directed
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.conditions import bound, us_casus_on_japan
from rules.days_of_decision.model.geometry import controller
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.powers import FACTIONS, POWERS, name, title
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.options.surrender import manner
from rules.days_of_decision.war.casus_belli import notice_spell
from rules.days_of_decision.war.declarations import LASTING
from rules.days_of_decision.war.impulses import box
from rules.days_of_decision.war.waterways import holder
from rules.kernel.grammar import capital, figure


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """A heading with its lines, in words."""

    title: str
    lines: tuple[str, ...]


def chapters(state: DecisionState, tables: Tables) -> tuple[Chapter, ...]:
    """All there is to say of war and peace; headings without a line are left out."""
    found = (
        ("Wars", _wars(state, tables)),
        ("Announced", _announced(state, tables)),
        ("Grounds for war", _grounds(state, tables)),
        ("Combined war aims", _aims(state)),
        ("Surrenders", _surrenders(state, tables)),
        ("Directed minors", _directed(state, tables)),
        ("Restricted waterways", _waterways(state, tables)),
        ("Initiative of the ideologies", _initiative(state, tables)),
        ("Intelligence", _intelligence(state)),
    )
    return tuple(
        Chapter(title=heading, lines=lines) for heading, each in found if (lines := tuple(each))
    )


def _head(tables: Tables, key: str) -> str:
    return capital(country_name(tables, key))


def _wars(state: DecisionState, tables: Tables) -> Iterator[str]:
    for war in state.wars:
        since = turn_title(war.since)
        target = country_name(tables, war.target)
        yield f"{_head(tables, war.attacker)} against {target}, since {since}"


def _announced(state: DecisionState, tables: Tables) -> Iterator[str]:
    for power, targets in sorted(state.announced.items()):
        waiting = [t for t in targets if not state.at_war(power, t)]
        if waiting:
            names = ", ".join(country_name(tables, target) for target in waiting)
            yield f"{title(power)}: war on {names}"
    for notice in state.notices:
        first, last = notice_spell(tables, notice)
        if state.turn <= last and not state.at_war(notice.power, notice.against):
            yield (
                f"{title(notice.power)} gave {name(notice.against)} notice: "
                f"from {turn_title(first)} to {turn_title(last)}"
            )


def _grounds(state: DecisionState, tables: Tables) -> Iterator[str]:
    for each in state.casus:
        if each.until < state.turn or state.at_war(each.power, each.against):
            continue
        until = (
            "until it is conquered"
            if each.until >= LASTING
            else (f"through {turn_title(each.until)}")
        )
        yield f"{title(each.power)} on {name(each.against)}, {until}: {each.why}"
    if us_casus_on_japan(state, tables):
        yield "The United States on Japan, while it fights a democracy"


def _aims(state: DecisionState) -> Iterator[str]:
    for pair in state.aims:
        against = state.aimed.get("+".join(pair), ())
        whom = " and ".join(name(power) for power in against) or "anybody they fight"
        yield f"{title(pair[0])} and {name(pair[1])}, against {whom}"


def _surrenders(state: DecisionState, tables: Tables) -> Iterator[str]:
    for line in state.surrenders:
        to = " and ".join(name(power) for power in line.to) or "nobody"
        yield f"{title(line.power)} to {to}, {manner(line.manner)}, {turn_title(line.turn)}"
    for power, vichy in sorted(state.vichy.items()):
        who = name(vichy.conqueror)
        free = "" if bound(state, power) else "; it is bound no longer"
        yield f"{title(power)} has a Vichy government; the conquering power is {who}{free}"
        if vichy.factories or vichy.historical:
            border = ", divided by the borders of 1940" if vichy.historical else ""
            works = "factory works" if vichy.factories == 1 else "factories work"
            yield f"Occupied {name(power)}{border}: {vichy.factories} {works} for {who}"
        for each, hexes in vichy.kept.items():
            yield f"{title(each)} keeps {hexes}"
        groups = tables.groups.get(power, {})
        for key, each in vichy.taken.items():
            yield f"{groups[key].name if key in groups else key}: {POWERS[each].adjective} now"


def _directed(state: DecisionState, tables: Tables) -> Iterator[str]:
    for minor, power in directed(state, tables).items():
        yield f"{_head(tables, minor)} by {name(power)}"
    for side in tables.war["spain"]["sides"] if state.yes("civil_war.spain") else ():
        power = controller(state, side, tables)
        yield f"{_head(tables, side)} by {name(power) if power else 'nobody'}"


def _waterways(state: DecisionState, tables: Tables) -> Iterator[str]:
    for key, row in tables.waterways.items():
        owner = holder(state, tables, key)
        denied = [
            name(other)
            for other in POWERS
            if f"{key}:{other}" in state.denied.get(owner, ()) or state.at_war(owner, other)
        ]
        if owner and denied:
            closed = ", ".join(denied)
            yield f"{capital(row.name)}, of {name(owner)}: closed to {closed}"


def _initiative(state: DecisionState, tables: Tables) -> Iterator[str]:
    if not state.on("impulses"):
        return
    for side in state.impulses.order or FACTIONS:
        number = state.impulses.numbers.get(side)
        over = ", turn over" if side in state.impulses.over else ""
        at = f", impulse {number}" if number else ""
        box_now = figure(box(state, tables, side))
        yield f"{FACTIONS[side].name}: box {box_now}{at}{over}"


def _intelligence(state: DecisionState) -> Iterator[str]:
    for side, points in state.intelligence.items():
        if points:
            yield f"{FACTIONS[side].name}: {points} points"
