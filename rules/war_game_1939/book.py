"""The rulebook as one record: its model, its turn, its pages."""

from dataclasses import dataclass

from rules.kernel import tables
from rules.kernel.contract import Turn
from rules.kernel.orders import Order
from rules.kernel.rulebook import Rulebook
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import PACKAGE, R
from rules.war_game_1939.model.consistency import FACT_CONSISTENCY
from rules.war_game_1939.model.events import Happening
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.map_events import MAP_EVENTS
from rules.war_game_1939.model.orders import ORDERS
from rules.war_game_1939.model.powers import FACTIONS, POWERS
from rules.war_game_1939.model.scenarios import SCENARIOS
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.variants import SWITCHES
from rules.war_game_1939.pages import (
    board,
    headlines,
    log,
    names,
    orders,
    owed,
    previews,
    queries,
    reference,
    relevant_facts,
    tracks,
    warnings,
)
from rules.war_game_1939.turn import acts, autopilot, menus, setup, steps

CHAPTERS = ("commerce", "money", "war", "neutrals", "france")
"""The chapters of rules; each may call those before it."""


@dataclass(frozen=True, kw_only=True)
class _WarGame(Rulebook[WarGameState]):
    """The lines of a commerce plan have words of their own."""

    def say(self, order: Order) -> str:
        return orders.in_words(order, self.name)


BOOK = _WarGame(
    key="war_game_1939",
    title="The War Game: World War II, 1939",
    revision="1.0.0",
    summary=(
        "Commerce dice, neutrals and provocation: eight nations on the way from peace in 1939 "
        "to Full War in 1942, half a year a turn."
    ),
    state_type=WarGameState,
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
    families=("commerce", "diplomacy", "status", "map", "replies"),
    refitted_orders=frozenset({"plan", "influence", "counter", "status", "turn", "stand"}),
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
        after_override=steps.after_override,
    ),
    board=board.build,
    tell=log.line,
    names=names.name,
    headline=headlines.headline,
    preview=previews.build,
    tables=reference.tables,
    questions=queries.QUESTIONS,
    relevant_facts=relevant_facts.relevant_facts,
    ledger=tracks.changes,
    owed=owed.build,
)
