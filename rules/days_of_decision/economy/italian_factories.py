"""Italian factories under the war game's house rule (its switch is ``house_production``)."""

from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.house_facts import PRODUCTION
from rules.days_of_decision.model.state import DecisionState
from rules.kernel.tally import Row, Tally
from rules.world_in_flames import house_rules


def readings(state: DecisionState) -> dict[str, str]:
    """How this campaign reads the house rules: always by their defaults."""
    return {key: switch.default for key, switch in house_rules.SWITCHES.items()}


def italian_tally(state: DecisionState) -> Tally:
    """How many factories Italy has under the house rule, from those printed on the map."""
    return house_rules.italian_production(house_rules.At(state.facts, readings(state)))


def italian_row(state: DecisionState, power: str, used: int) -> Row:
    """What the house rule takes off the home factories at work (one in each printed hex)."""
    over = 0
    if power == "italy" and state.on(PRODUCTION):
        over = min(0, italian_tally(state).net - used)
    reason = "One factory in each hex that has one printed"
    return Row("house", over, reason, R("Italian Production"))
