"""Which facts something open now may still read: what is added to the die of a valley."""

from examples.three_harbors.model.citations import R
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.valleys.chances import added
from rules.kernel.pages import RelevantFact


def relevant_facts(state: HarborState, power: str) -> tuple[RelevantFact, ...]:
    """The facts of every roll to come; a roll is the same for all harbors."""
    if state.ending is not None:
        return ()
    facts = added(state, 0, 0).reads()
    return (RelevantFact(key="die", title="A valley", sort="roll", facts=facts, rule=R("2")),)
