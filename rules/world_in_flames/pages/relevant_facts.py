"""Which facts something open now may still read: the criteria and rolls of both surrenders."""

from collections.abc import Iterator

from rules.kernel.pages import RelevantFact
from rules.world_in_flames.model.citations import R
from rules.world_in_flames.model.conditions import situation
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.surrender import italy
from rules.world_in_flames.surrender import japan as japanese
from rules.world_in_flames.turn import conquest_step

BLOCKADE = "japanese_surrender.blockade"


def relevant_facts(state: HouseState, power: str) -> tuple[RelevantFact, ...]:
    """Everything open, as a side may know it from its view."""
    return () if state.ending is not None else tuple(_open(state))


def _open(state: HouseState) -> Iterator[RelevantFact]:
    at = situation(state)
    if conquest_step.japan_open(state) and not conquest_step.japan_gone(state):
        told = japanese.modifiers(at)
        yield RelevantFact("each-turn", "Asked again each turn", "count", (BLOCKADE,), R("F-20"))
        places = tuple(key for key in told.reads() if FACTS[key].options)
        rule = R("Japanese Surrender: cities")
        yield RelevantFact("cities", "Cities that count", "war", places, rule)
        facts = tuple(dict.fromkeys((*told.reads(), *_of("japanese"))))
        rule = R("Japanese Surrender: roll")
        yield RelevantFact("japan", "Japan surrenders early", "roll", facts, rule)
    if conquest_step.italy_open(state) and not conquest_step.italy_gone(state):
        told = italy.garrison(at)
        found = italy.criteria(at)
        reads = tuple(key for row in (*found.criteria, found.unit) for key in row.reads)
        rule = R("Italian Surrender: criteria")
        places = tuple(key for key in reads if FACTS[key].type == "control")
        yield RelevantFact("italy-places", "Italian cities", "war", places, rule)
        facts = tuple(dict.fromkeys(reads))
        yield RelevantFact(
            "criteria", "Criteria of the Italian surrender", "threshold", facts, rule
        )
        facts = tuple(dict.fromkeys((*told.reads(), *reads, *_of("italian"))))
        rule = R("Italian Surrender: roll")
        yield RelevantFact("italy", "Italy surrenders early", "roll", facts, rule)


def _of(nation: str) -> tuple[str, ...]:
    """The facts of a nation's sheets."""
    return tuple(spec.key for spec in FACTS if spec.group.startswith(nation))
