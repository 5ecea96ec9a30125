"""What a power has to do and has not done: by treaty, by a war it announced."""

from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.treaties.obligations import obligations
from rules.days_of_decision.war.obligations import owed
from rules.kernel.agreements import Obligation

UNDONE = ("open", "failed")


def build(state: DecisionState, power: str) -> tuple[Obligation, ...]:
    """What is open or was not met, this turn's first. What only binds a power while something
    lasts stands on the page of treaties.
    """
    tables = tables_of(state)
    found = (*obligations(state, tables), *owed(state, tables))
    mine = [each for each in found if each.power == power and each.state in UNDONE]
    return tuple(sorted(mine, key=lambda each: not each.soon))
