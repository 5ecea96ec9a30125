"""The rulebook as one record: its model, its turn, its pages."""

from dataclasses import dataclass

from rules.kernel import tables
from rules.kernel.contract import Turn
from rules.kernel.orders import Order
from rules.kernel.rulebook import Rulebook
from rules.world_in_flames.model.adjudication import Adjudication
from rules.world_in_flames.model.citations import PACKAGE, R
from rules.world_in_flames.model.consistency import FACT_CONSISTENCY
from rules.world_in_flames.model.events import Happening
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.map_events import MAP_EVENTS
from rules.world_in_flames.model.orders import ORDERS
from rules.world_in_flames.model.powers import FACTIONS, POWERS
from rules.world_in_flames.model.scenarios import SCENARIOS
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.variants import SWITCHES
from rules.world_in_flames.pages import (
    board,
    log,
    names,
    orders,
    previews,
    queries,
    reference,
    relevant_facts,
    tracks,
    warnings,
)
from rules.world_in_flames.turn import acts, autopilot, menus, setup, steps

CHAPTERS = ("isolation", "surrender")
"""The chapters of rules; each may call those before it."""


@dataclass(frozen=True, kw_only=True)
class _House(Rulebook[HouseState]):
    """The Allied choice to roll for Italy has words of its own."""

    def say(self, order: Order) -> str:
        return orders.in_words(order, self.name)


BOOK = _House(
    key="world_in_flames",
    title="World in Flames: house rules",
    revision="1.0.0",
    summary=(
        "Isolated hexes, Italian production, and the early surrenders of Italy and Japan, "
        "beside a World in Flames that is played elsewhere."
    ),
    state_type=HouseState,
    powers=POWERS,
    factions=FACTIONS,
    switches=SWITCHES,
    scenarios=SCENARIOS,
    facts=FACTS,
    index=R,
    orders=ORDERS,
    event_types=Happening,
    fact_consistency=FACT_CONSISTENCY,
    spellings=tables.load(PACKAGE, "spellings.yaml", dict[str, str]),
    map_events=MAP_EVENTS,
    seeded=True,
    families=("facts", "check", "roll"),
    turn=Turn(
        adjudication=Adjudication,
        opening=setup.opening,
        begin=steps.begin,
        run=steps.run,
        asked=steps.asked,
        phase=steps.phase,
        menu=menus.menu,
        autopilot=autopilot.order,
        acts=acts.menus,
        perform=acts.perform,
        standing=menus.standing,
        stands=menus.stands,
        warnings=warnings.build,
    ),
    board=board.build,
    tell=log.line,
    headline=log.headline,
    ledger=tracks.changes,
    names=names.name,
    preview=previews.build,
    tables=reference.tables,
    questions=queries.QUESTIONS,
    relevant_facts=relevant_facts.relevant_facts,
)
