"""What the ledger asks for or lets powers do: retaking what was lost, saying who took part."""

from collections.abc import Iterator

from rules.world_at_war.conquest.recapture import places
from rules.world_at_war.ledger.control import RANKS, conqueror, falling
from rules.world_at_war.ledger.income import RETAKE
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.obligation import Obligation
from rules.world_at_war.model.powers import SIDES, members
from rules.world_at_war.model.sequence import STAGES
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.status.status import power_name


def of_ledger(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """A last turn to retake an area, and conquests of this turn that allies may share."""
    for clock in state.clocks:
        if clock.kind == RETAKE:
            area = tables.areas[clock.area]
            key, span = f"retake-{area.key}", (clock.since, clock.due)
            text = f"Retake {places(area)}, or the BRPs of {area.name} are lost."
            yield Obligation(key, clock.power, text, R("83.31B"), *span, force="may")
    side = STAGES[state.step].side if state.step else ""
    for faction in SIDES.get(side, ()):
        if len(RANKS[faction]) < 2:
            continue
        for area in falling(state, faction):
            if state.facts.get(f"conquest.{area.key}.by", "none") == "none":
                now = power_name(conqueror(state, area, faction))
                key, span = f"credit-{area.key}", (state.turn, state.turn)
                text = f"Say who took part in taking {area.name}; otherwise it is {now}'s."
                yield Obligation(key, members(faction)[0], text, R("Ruling 49"), *span, force="may")
