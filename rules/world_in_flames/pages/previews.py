"""The rolls that this turn's Conquest Step may bring, with tallies and exact chances."""

from collections.abc import Iterator

from rules.kernel.orders import Order
from rules.kernel.pages import Assumed, Panel
from rules.world_in_flames.model.conditions import At, situation
from rules.world_in_flames.model.orders import RollItaly
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.surrender import italy
from rules.world_in_flames.surrender import japan as japanese
from rules.world_in_flames.turn import conquest_step


def build(state: HouseState, power: str, order: Order | None) -> tuple[Panel, ...]:
    """Italy while a roll may be made (left out when a draft says no), Japan while one is due."""
    if state.ending is not None:
        return ()
    return (*_italian(state, order), *_japanese(state))


def _italian(state: HouseState, order: Order | None) -> Iterator[Panel]:
    at = situation(state)
    declined = isinstance(order, RollItaly) and not order.roll and state.step == "roll"
    found = conquest_step.italian_criteria(state)
    if declined or not found.may_roll:
        return
    told = italy.garrison(at)
    reads = (key for row in (*found.criteria, found.unit) for key in row.reads)
    yield Panel(
        key="italy",
        title="Italy surrenders early",
        tally=told,
        chances=italy.chances(at),
        facts=tuple(dict.fromkeys((*told.reads(), *reads))),
    )


def _japanese(state: HouseState) -> Iterator[Panel]:
    if not conquest_step.japan_due(state):
        return
    at = situation(state)
    told = japanese.modifiers(at)
    blockade = "japanese_surrender.blockade"
    facts = {**at.facts, blockade: at.facts.get(blockade) is not True}
    other = At(facts, at.switches, at.tables)
    word = "nothing had reached Japan" if facts[blockade] else "something had reached Japan"
    yield Panel(
        key="japan",
        title="Japan surrenders early",
        tally=told,
        chances=japanese.chances(at),
        others=(Assumed(label=f"if {word} this turn", chances=japanese.chances(other)),),
        facts=told.reads(),
    )
