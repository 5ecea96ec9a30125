"""Which facts something open now may still read: what is added to the die of an envoy."""

from examples.three_harbors.envoys.chances import added
from examples.three_harbors.model.citations import R
from examples.three_harbors.model.state import HarborState
from rules.kernel.pages import RelevantFact


def relevant_facts(state: HarborState, power: str) -> tuple[RelevantFact, ...]:
    """The facts of every roll to come; a roll is the same for all ports."""
    if state.ending is not None:
        return ()
    facts = added(state, 0, 0).reads()
    return (RelevantFact(key="die", title="An envoy asks", sort="roll", facts=facts, rule=R("4")),)
