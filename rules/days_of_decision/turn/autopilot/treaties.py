"""What a power without a player thinks of treaties: friends first, rivals only for peace."""

from rules.days_of_decision.model.calendar import year_of
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.state import DecisionState, Proposal
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.options.base import text
from rules.days_of_decision.options.treaty import written
from rules.days_of_decision.treaties.drafts import waiting
from rules.days_of_decision.treaties.signing import RAISE, TOP, level_of, step_bar

PACE = 6
"""Every so many turns a power looks for a treaty, each in a turn of its own."""
WORTH = {"resources": 1, "oil": 2, "factories": 3, "bp": 3}
"""What a good is worth to one who weighs terms; a house measure of the autopilot alone."""


def _friends(state: DecisionState, tables: Tables, one: str, other: str) -> bool:
    return ideology(state, one, tables) == ideology(state, other, tables)


def _limit(state: DecisionState, tables: Tables, power: str, other: str) -> int:
    """The highest level that a power wants with another one."""
    if _friends(state, tables, power, other):
        return TOP if enemy_powers(state, power) or enemy_powers(state, other) else TOP - 1
    return 1


def sought(state: DecisionState, tables: Tables, power: str) -> str:
    """Whom to propose a treaty to this turn, if anybody: friends at first, before war a rival."""
    if (state.turn + SEATS.index(power)) % PACE:
        return ""
    own = [each for each in state.powers if each != power]
    friends = [each for each in own if _friends(state, tables, power, each)]
    rivals = [each for each in own if each not in friends]
    late = year_of(state.turn) >= 1939 and not enemy_powers(state, power)
    for other in (*friends, *(rivals[:1] if late else ())):
        level = level_of(state, power, other)
        open_now = step_bar(state, tables, power, other, RAISE) is None
        if open_now and level < _limit(state, tables, power, other):
            return "" if waiting(state, power, other) else other
    return ""


def welcome(state: DecisionState, tables: Tables, power: str, proposal: Proposal) -> bool:
    """Whether to accept a treaty: not beyond the level one wants, and no bad bargain."""
    found = written(state, proposal.power, text(proposal.details, "agreement"))
    step = found.step if found else RAISE
    level = level_of(state, power, proposal.power) + (step == RAISE)
    if level > _limit(state, tables, power, proposal.power):
        return False
    gives = found.terms.gives if found else {}
    worth = {
        each: sum(WORTH[good] * count for good, count in gives.get(each, {}).items())
        for each in (power, proposal.power)
    }
    patience = 2 if _friends(state, tables, power, proposal.power) else 0
    return worth[power] <= worth[proposal.power] + patience
