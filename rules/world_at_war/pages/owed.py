"""What a power has to do and has not done, in words with a date."""

from rules.kernel.agreements import Obligation
from rules.kernel.serial import gathered
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.obligations import obligations
from rules.world_at_war.sides import war_entry

ACTS = {
    "units": "Mobilize",
    "support": "Support a minor",
    "press": "Answer Germany",
    "bound": "Declare war",
    "china": "Communist China",
    war_entry.DECLARATION: "Declare war",
}
"""By which act an obligation is met, by the beginning of its key; any other is met on the map."""


def build(state: WarState, power: str) -> tuple[Obligation, ...]:
    """What must be done, the soonest date first; what only may be done is not owed."""
    return tuple(
        gathered(
            Obligation,
            one,
            due=f"by the end of {turn_title(state.scenario, one.due)}" if one.due else "",
            soon=0 < one.due <= state.turn,
            how=_how(state, one.key),
        )
        for one in obligations(state)
        if one.power == power and one.force == "must"
    )


def _how(state: WarState, key: str) -> str:
    kind, _, _ = key.partition("-")
    if kind in ACTS:
        return f"Under “At once”: {ACTS[kind]}."
    if kind == "fleet":
        label = FACTS[tables_of(state).prewar.fleet.fact].label
        return f"Move it on the map, then declare there: {label}."
    return "Do it on the map, then declare there what it says."
