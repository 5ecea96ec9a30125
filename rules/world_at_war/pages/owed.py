"""What a power has to do and has not done, in words with a date."""

from rules.kernel.agreements import Obligation
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.state import WarState
from rules.world_at_war.obligations import obligations


def build(state: WarState, power: str) -> tuple[Obligation, ...]:
    """What must be done, the soonest date first; what only may be done is not owed."""
    return tuple(
        Obligation(
            power=power,
            text=one.text,
            due=f"by the end of {turn_title(state.scenario, one.due)}" if one.due else "",
            rule=one.rule,
            otherwise=one.otherwise,
            soon=0 < one.due <= state.turn,
        )
        for one in obligations(state)
        if one.power == power and one.force == "must"
    )
