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
    WHO,
    WITH,
    Arguments,
    number,
    question,
)
from rules.days_of_decision.treaties import access, pacts, sanctions
from rules.days_of_decision.treaties.obligations import obligations, rights
from rules.days_of_decision.treaties.signing import RAISE, VARY, chart, level_of, step_bar
from rules.days_of_decision.treaties.upkeep import chits_due, lend_limit
from rules.kernel.menus import Barred
from rules.kernel.questions import Argument, EitherOf, Number, OneOf, Question

SANCTION = OneOf(lambda state: tables_of(state).sanctions, "a sanction")


def _barred(bar: Barred | None) -> dict[str, Any]:
    return {"may": bar is None, "why": bar.why if bar else "", "rule": bar.rule if bar else ""}


def treaty_step(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether two powers may sign the next level (or ``step: vary``)."""
    step = given.get("step", RAISE)
    return _barred(step_bar(state, tables, given["power"], given["with"], step))


def treaty_level(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """The level of the treaty between two powers."""
    return level_of(state, given["power"], given["with"])


def treaty_entry(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Against whom a signature of a level moves American entry, and by how much."""
    who, row, rule = chart(state, tables, given["power"], given["with"], given["level"])
    if not any(row):
        return {"against": "", "amount": 0}
    whole = "usa" in (given["power"], given["with"])
    parts = entry.effect(state, tables, who, row, title="Treaty", rule=rule, whole=whole)
    return {"against": who, "amount": parts.net}


def trade(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What of a power's parts goes out this turn, and why the rest does not."""
    made = [each for each in running(state, tables) if each.part.giver == given["power"]]
    return {each.part.key: each.why or "arrives" for each in made}


def lend_limit_of(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """How many build points a power may give another away in a turn."""
    return lend_limit(state, tables, given["power"], given["to"])


def access_to(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """What of an ally's territory is open to a power."""
    return [row.key for row in access.opened(state, tables, given["power"], given["ally"])]


def may_enter(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether a power's forces may enter a minor that was attacked."""
    return _barred(access.entry_bar(state, tables, given["power"], given["minor"]))


def passage(state: DecisionState, tables: Tables, given: Arguments) -> bool:
    """Whether a power's passage through another's waterways is guaranteed."""
    return access.passage_guaranteed(state, given["owner"], given["power"])


def chinese_aircraft(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether China may build aircraft."""
    return _barred(access.aircraft_bar(state))


def french_carrier(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether the French carrier may be interned."""
    return _barred(access.carrier_bar(state, tables))


def garrison_units(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """Whose units count as a power's garrison."""
    return list(access.garrison_units(state, given["power"]))


def pact_period(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """A power's turns of waiting under its pact with another."""
    pact = pacts.pact_of(state, given["power"], given["with"])
    return pacts.period(state, tables, pact, given["power"]) if pact else None


def pact_free(state: DecisionState, tables: Tables, given: Arguments) -> str:
    """The first turn in which a power may break its pact with another."""
    pact = pacts.pact_of(state, given["power"], given["with"])
    return turn_title(pacts.free_from(state, tables, pact, given["power"])) if pact else ""


def war_bar(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether a pact or its garrison lets a power declare war on another."""
    return _barred(pacts.war_bar(state, tables, given["power"], given["on"]))


def garrison(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """A garrison as it defends, in quarters (or, with ``attack``, as it threatens)."""
    if given.get("attack"):
        return pacts.offense(state, given["power"], given["toward"])
    return pacts.defense(state, tables, given["power"], given["toward"])


def garrison_ratio(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """The ratio that a garrison reaches, and the one that a war asks for."""
    power, other = given["power"], given["toward"]
    return {
        "reached": pacts.reached(state, tables, power, other),
        "needed": pacts.needed(state, tables, power, other),
    }


def pact_chits(state: DecisionState, tables: Tables, given: Arguments) -> int:
    """How many chits a power may draw for a pact this turn."""
    return chits_due(state, tables, given["power"], given["toward"])


def sanction(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether the USA may add a sanction now."""
    return _barred(sanctions.bar(state, tables, str(given["of"])))


def sanction_cost(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """What a sanction costs."""
    return sanctions.cost(tables, str(given["of"]))


def sanction_level(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """The entry level that counts for a sanction."""
    return sanctions.level(state, tables, tables.sanctions[str(given["of"])])


def pearl_harbor(state: DecisionState, tables: Tables, given: Arguments) -> Any:
    """Whether Pearl Harbor is open to democratic fleets."""
    return _barred(sanctions.pearl_harbor_bar(state))


def owed(state: DecisionState, tables: Tables, given: Arguments) -> list[Any]:
    """A power's obligations by treaty."""
    return [each for each in obligations(state, tables) if each.power == given["power"]]


def allowed(state: DecisionState, tables: Tables, given: Arguments) -> list[str]:
    """What treaties allow a power, or forbid it for want of one, in words."""
    return [each.text for each in rights(state, tables) if each.power == given["power"]]


ASKED: dict[str, Question] = {
    "treaty_step": question(
        treaty_step,
        "Whether two powers may sign the next level, or vary the terms",
        "may, why, rule",
        power=WHO,
        step=Argument(OneOf((RAISE, VARY), "a step"), RAISE),
        **{"with": WITH},
    ),
    "treaty_level": question(
        treaty_level,
        "The level of the treaty between two powers",
        "a number",
        power=WHO,
        **{"with": WITH},
    ),
    "treaty_entry": question(
        treaty_entry,
        "Against whom a signature of a level moves American entry",
        "against, amount",
        power=WHO,
        level=number(1, 3),
        **{"with": WITH},
    ),
    "trade": question(
        trade,
        "What of a power's parts goes out this turn, and why the rest does not",
        "arrives or a reason by part",
        power=WHO,
    ),
    "lend_limit": question(
        lend_limit_of,
        "How many build points a power may give another away in a turn",
        "a number",
        power=WHO,
        to=WITH,
    ),
    "access": question(
        access_to, "What of an ally's territory is open to a power", "a list", power=WHO, ally=WITH
    ),
    "may_enter": question(
        may_enter,
        "Whether a power's forces may enter a minor that was attacked",
        "may, why, rule",
        power=WHO,
        minor=Argument(MINOR),
    ),
    "passage": question(
        passage,
        "Whether a power's passage through another's waterways is guaranteed",
        "true or false",
        power=WHO,
        owner=WITH,
    ),
    "chinese_aircraft": question(
        chinese_aircraft, "Whether China may build aircraft", "may, why, rule"
    ),
    "french_carrier": question(
        french_carrier, "Whether the French carrier may be interned", "may, why, rule"
    ),
    "garrison_units": question(
        garrison_units, "Whose units count as a power's garrison", "a list of powers", power=WHO
    ),
    "pact_period": question(
        pact_period,
        "A power's turns of waiting under its pact with another",
        "a tally, or nothing",
        power=WHO,
        **{"with": WITH},
    ),
    "pact_free": question(
        pact_free,
        "The first turn in which a power may break its pact with another",
        "a date",
        power=WHO,
        **{"with": WITH},
    ),
    "war_bar": question(
        war_bar,
        "Whether a pact or its garrison lets a power declare war on another",
        "may, why, rule",
        power=WHO,
        on=WITH,
    ),
    "garrison": question(
        garrison,
        "A garrison as it defends, in quarters, or as it threatens",
        "a tally",
        power=WHO,
        toward=WITH,
        attack=FLAG,
    ),
    "garrison_ratio": question(
        garrison_ratio,
        "The ratio that a garrison reaches, and the one that a war asks for",
        "reached, needed",
        power=WHO,
        toward=WITH,
    ),
    "pact_chits": question(
        pact_chits,
        "How many chits a power may draw for a pact this turn",
        "a number",
        power=WHO,
        toward=WITH,
    ),
    "sanction": question(
        sanction,
        "Whether the USA may add a sanction now",
        "may, why, rule",
        of=Argument(EitherOf(SANCTION, Number(1, 99))),
    ),
    "sanction_cost": question(
        sanction_cost, "What a sanction costs", "a tally", of=Argument(SANCTION)
    ),
    "sanction_level": question(
        sanction_level,
        "The entry level that counts for a sanction",
        "a tally",
        of=Argument(SANCTION),
    ),
    "pearl_harbor": question(
        pearl_harbor, "Whether Pearl Harbor is open to democratic fleets", "may, why, rule"
    ),
    "obligations": question(
        owed, "A power's obligations by treaty", "a list with their texts", power=WHO
    ),
    "rights": question(
        allowed, "What treaties allow a power, or forbid it for want of one", "texts", power=WHO
    ),
}
"""Every question about treaties by its name."""
