"""What the rules of single countries ask of powers, or let them do for now."""

from collections.abc import Iterator

from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.conditions.regions import russian_war_past, season
from rules.world_at_war.model.obligation import Obligation
from rules.world_at_war.model.powers import members
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.regions import decisions, ethiopia
from rules.world_at_war.regions.northern_europe import MINED
from rules.world_at_war.status import clocks
from rules.world_at_war.status.local_rules import number


def of_china(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """Communist China's choice, while it is open."""
    if state.regions.china:
        text = "Say whether Communist China becomes Russia's ally or fights on alone."
        turn = state.regions.china
        yield Obligation("china", "russia", text, R("85.61"), turn, turn)


def of_regions(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """Ethiopia's clock, and what the Western Allies may undertake."""
    clock = clocks.running(state, ethiopia.KIND, ethiopia.KIND)
    if clock is not None:
        text = "Bring the Western Allies in Ethiopia below two to one, or it falls with the Axis player turn."
        span = (clock.since, clock.due)
        yield Obligation("ethiopia", "italy", text, R("88.43"), *span, force="may")
    here = Situation(state)
    mining = season(here, "fall", "winter") and not state.yes(MINED)
    route = state.regions.route is None and russian_war_past(here)
    for power in members("western") if mining or route else ():
        if mining and decisions.mining_bar(state, power) is None:
            text = "Mine Norwegian waters in a fall or winter player turn, if Germany does not control Norway."
            yield Obligation(f"mining-{power}", power, text, R("86.33"), state.turn, force="may")
        if route and decisions.route_bar(state, power) is None:
            text = f"Open the Persian route for {number(state, decisions.ROUTE).net} BRPs."
            yield Obligation(f"route-{power}", power, text, R("88.64"), state.turn, force="may")
