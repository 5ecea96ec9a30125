"""Conquest, complete and incomplete, as the map declares it (15.8, 10.2)."""

from fractions import Fraction

from rules.days_of_decision.economy.production import half_up
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.surrender import PoolsDue
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.surrender.terms import out_of_the_war

RULE = R("15.8")


def removed(tables: Tables, units: int) -> int:
    """How many units of a kind and cost an incomplete conquest takes out of the force pools."""
    return half_up(Fraction(tables.war["incomplete"]) * units)


def conquest_settles(course: Adjudication) -> None:
    """See how far powers were conquered since: force pools shrink, a power without land is out."""
    for power in course.state.powers:
        now = str(course.state.facts.get(f"conquered.{power}", "no"))
        if course.state.gone(power):
            now = "complete"
        before = course.state.conquests.get(power, "no")
        if now == before:
            continue
        course.change(conquests={**course.state.conquests, power: now})
        if now != "no":
            course.tell(PoolsDue(power=power, what=now, rule=RULE))
        if now == "complete":
            out_of_the_war(course, power)


def may_reinforce(placed: dict[str, int], territory: str) -> bool:
    """Whether a reinforcement of a power whose home is conquered may go to a territory: a first
    one always, a further one when each other territory has at least one (10.2).
    """
    if not placed.get(territory, 0):
        return True
    return all(count >= 1 for key, count in placed.items() if key != territory)
