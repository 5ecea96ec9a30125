"""The rolls that this turn's Conquest Step may bring, with tallies and exact chances."""

from collections.abc import Iterator

from rules.kernel.orders import Order
from rules.kernel.pages import Assumed, Panel
from rules.world_in_flames.model.orders import RollItaly
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.tables import tables_of
from rules.world_in_flames.surrender import italy
from rules.world_in_flames.surrender import japan as japanese
from rules.world_in_flames.turn import conquest_step


def build(state: HouseState, power: str, order: Order | None) -> tuple[Panel, ...]:
    """Italy while a roll may be made (left out when a draft says no), Japan while one is due."""
    if state.ending is not None:
        return ()
    return (*_italian(state, order), *_japanese(state))


def _italian(state: HouseState, order: Order | None) -> Iterator[Panel]:
    tables, facts, switches = tables_of(state), state.facts, state.variants
    declined = isinstance(order, RollItaly) and not order.roll and state.step == "roll"
    found = conquest_step.italian_criteria(state)
    if declined or not found.may_roll:
        return
    told = italy.garrison(facts, switches, tables)
    reads = (key for row in (*found.criteria, found.unit) for key in row.reads)
    yield Panel(
        key="italy",
        title="Italy surrenders early",
        tally=told,
        chances=italy.chances(facts, switches, tables),
        facts=tuple(dict.fromkeys((*told.reads(), *reads))),
    )


def _japanese(state: HouseState) -> Iterator[Panel]:
    if not conquest_step.japan_due(state):
        return
    tables, facts, switches = tables_of(state), state.facts, state.variants
    told = japanese.modifiers(facts, switches, tables)
    blockade = "japanese_surrender.blockade"
    other = {**facts, blockade: facts.get(blockade) is not True}
    word = "nothing had reached Japan" if other[blockade] else "something had reached Japan"
    yield Panel(
        key="japan",
        title="Japan surrenders early",
        tally=told,
        chances=japanese.chances(facts, switches, tables),
        others=(
            Assumed(
                label=f"if {word} this turn", chances=japanese.chances(other, switches, tables)
            ),
        ),
        facts=told.reads(),
    )
