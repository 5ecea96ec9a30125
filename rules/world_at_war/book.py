"""The rulebook as one record: its model, its turn, its pages."""

from rules.kernel import tables
from rules.kernel.contract import Turn
from rules.kernel.rulebook import Rulebook
from rules.world_at_war.diplomacy.points import NAMES
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.consistency import FACT_CONSISTENCY
from rules.world_at_war.model.events import Happening
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.map_events import MAP_EVENTS
from rules.world_at_war.model.orders import ORDERS
from rules.world_at_war.model.powers import FACTIONS, POWERS, SEATS
from rules.world_at_war.model.scenarios import SCENARIOS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.model.variants import SWITCHES
from rules.world_at_war.pages import (
    board,
    drafts,
    log,
    names,
    owed,
    queries,
    reference,
    relevant_facts,
    tracks,
    warnings,
)
from rules.world_at_war.tensions import levels
from rules.world_at_war.turn import acts, autopilot, facts, menus, setup, steps, supposing

CHAPTERS = (
    "status", "ledger", "forces", "sides", "diplomacy", "tensions", "conquest", "regions",
    "obligations",
)  # fmt: skip
"""The chapters of rules; each may call those before it."""

_SHIPPED = build({})

BOOK = Rulebook[WarState](
    key="world_at_war",
    title="A World at War",
    revision="1.0.0",
    summary=(
        "Diplomacy from Fall 1939: points placed in secret, minors rolled for, three tensions with "
        "their mobilizations and wars, and every minor country with its forces and ledgers."
    ),
    state_type=WarState,
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
    keys_of={
        "countries": _SHIPPED.minors,
        "areas": _SHIPPED.areas,
        "tracks": _SHIPPED.scales,
        "subversions": _SHIPPED.minors,
        "points.target": (*_SHIPPED.minors, *NAMES),
        "points.power": SEATS,
    },
    seeded=True,
    families=("placement", "targets", "reply", "facts"),
    refitted_orders=frozenset({"place", "targets"}),
    turn=Turn(
        adjudication=Adjudication,
        opening=setup.opening,
        facts_first=True,
        begin=steps.begin,
        run=steps.run,
        asked=steps.asked,
        phase=steps.phase,
        menu=menus.menu,
        autopilot=autopilot.order,
        supposed=supposing.supposed,
        acts=acts.menus,
        perform=acts.perform,
        standing=menus.standing,
        warnings=warnings.build,
        corrected=acts.corrected,
        after_override=levels.as_reached,
        resolve_alias=facts.resolve_alias,
    ),
    board=board.build,
    tell=log.line,
    names=names.name,
    headline=log.headline,
    planned=drafts.planned,
    preview=drafts.build,
    tables=reference.tables,
    questions=queries.QUESTIONS,
    relevant_facts=relevant_facts.relevant_facts,
    ledger=tracks.changes,
    owed=owed.build,
)
