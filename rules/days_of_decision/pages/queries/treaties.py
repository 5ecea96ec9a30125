"""Questions about treaties, answered without changing anything; conformance cases ask them."""

from typing import Any

from rules.days_of_decision.economy.production import running
from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.pages.queries.arguments import (
    FLAG,
    MINOR,
    WITH,
    may,
    number,
    of_power,
    permission,
    question,
)
from rules.days_of_decision.treaties import access, pacts, sanctions
from rules.days_of_decision.treaties.obligations import obligations, rights
from rules.days_of_decision.treaties.signing import RAISE, VARY, chart, level_of, step_bar
from rules.days_of_decision.treaties.upkeep import chits_due, lend_limit
from rules.kernel.questions import Argument, EitherOf, Number, OneOf, Question

SANCTION = OneOf(lambda state: tables_of(state).sanctions, "a sanction")


def _entry(state: DecisionState, tables: Tables, power: str, level: int, other: str) -> Any:
    who, row, rule = chart(state, tables, power, other, level)
    if not any(row):
        return {"against": "", "amount": 0}
    whole = "usa" in (power, other)
    parts = entry.effect(state, tables, who, row, title="Treaty", rule=rule, whole=whole)
    return {"against": who, "amount": parts.net}


def _trade(state: DecisionState, tables: Tables, power: str) -> Any:
    made = [each for each in running(state, tables) if each.part.giver == power]
    return {each.part.key: each.why or "arrives" for each in made}


def _pact_period(state: DecisionState, tables: Tables, power: str, other: str) -> Any:
    pact = pacts.pact_of(state, power, other)
    return pacts.period(state, tables, pact, power) if pact else None


def _pact_free(state: DecisionState, tables: Tables, power: str, other: str) -> str:
    pact = pacts.pact_of(state, power, other)
    return turn_title(pacts.free_from(state, tables, pact, power)) if pact else ""


def _garrison(state: DecisionState, tables: Tables, power: str, toward: str, attack: bool) -> Any:
    if attack:
        return pacts.offense(state, power, toward)
    return pacts.defense(state, tables, power, toward)


def _garrison_ratio(state: DecisionState, tables: Tables, power: str, toward: str) -> Any:
    return {
        "reached": pacts.reached(state, tables, power, toward),
        "needed": pacts.needed(state, tables, power, toward),
    }


ASKED: dict[str, Question] = {
    "treaty_step": may(
        lambda state, tables, power, step, other: step_bar(state, tables, power, other, step),
        "Whether two powers may sign the next level, or vary the terms",
        step=Argument(OneOf((RAISE, VARY), "a step"), RAISE),
        **{"with": WITH},
    ),
    "treaty_level": of_power(
        lambda state, tables, power, other: level_of(state, power, other),
        "The level of the treaty between two powers",
        "a number",
        **{"with": WITH},
    ),
    "treaty_entry": of_power(
        _entry,
        "Against whom a signature of a level moves American entry",
        "against, amount",
        level=number(1, 3),
        **{"with": WITH},
    ),
    "trade": of_power(
        _trade,
        "What of a power's parts goes out this turn, and why the rest does not",
        "arrives or a reason by part",
    ),
    "lend_limit": of_power(
        lend_limit,
        "How many build points a power may give another away in a turn",
        "a number",
        to=WITH,
    ),
    "access": of_power(
        lambda *arguments: [row.key for row in access.opened(*arguments)],
        "What of an ally's territory is open to a power",
        "a list",
        ally=WITH,
    ),
    "may_enter": may(
        access.entry_bar,
        "Whether a power's forces may enter a minor that was attacked",
        minor=Argument(MINOR),
    ),
    "passage": of_power(
        lambda state, tables, power, owner: access.passage_guaranteed(state, owner, power),
        "Whether a power's passage through another's waterways is guaranteed",
        "true or false",
        owner=WITH,
    ),
    "chinese_aircraft": permission(
        lambda state, tables: access.aircraft_bar(state), "Whether China may build aircraft"
    ),
    "french_carrier": permission(access.carrier_bar, "Whether the French carrier may be interned"),
    "garrison_units": of_power(
        lambda state, tables, power: access.garrison_units(state, power),
        "Whose units count as a power's garrison",
        "a list of powers",
    ),
    "pact_period": of_power(
        _pact_period,
        "A power's turns of waiting under its pact with another",
        "a tally, or nothing",
        **{"with": WITH},
    ),
    "pact_free": of_power(
        _pact_free,
        "The first turn in which a power may break its pact with another",
        "a date",
        **{"with": WITH},
    ),
    "war_bar": may(
        pacts.war_bar, "Whether a pact or its garrison lets a power declare war on another", on=WITH
    ),
    "garrison": of_power(
        _garrison,
        "A garrison as it defends, in quarters, or as it threatens",
        "a tally",
        toward=WITH,
        attack=FLAG,
    ),
    "garrison_ratio": of_power(
        _garrison_ratio,
        "The ratio that a garrison reaches, and the one that a war asks for",
        "reached, needed",
        toward=WITH,
    ),
    "pact_chits": of_power(
        chits_due, "How many chits a power may draw for a pact this turn", "a number", toward=WITH
    ),
    "sanction": permission(
        lambda state, tables, key: sanctions.bar(state, tables, str(key)),
        "Whether the USA may add a sanction now",
        of=Argument(EitherOf(SANCTION, Number(1, 99))),
    ),
    "sanction_cost": question(
        lambda state, tables, key: sanctions.cost(tables, key),
        "What a sanction costs",
        "a tally",
        of=Argument(SANCTION),
    ),
    "sanction_level": question(
        lambda state, tables, key: sanctions.level(state, tables, tables.sanctions[key]),
        "The entry level that counts for a sanction",
        "a tally",
        of=Argument(SANCTION),
    ),
    "pearl_harbor": permission(
        lambda state, tables: sanctions.pearl_harbor_bar(state),
        "Whether Pearl Harbor is open to democratic fleets",
    ),
    "obligations": of_power(
        lambda state, tables, power: [o for o in obligations(state, tables) if o.power == power],
        "A power's obligations by treaty",
        "a list with their texts",
    ),
    "rights": of_power(
        lambda state, tables, power: [r.text for r in rights(state, tables) if r.power == power],
        "What treaties allow a power, or forbid it for want of one",
        "texts",
    ),
}
"""Every question about treaties by its name."""
