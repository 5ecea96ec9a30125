"""Campaigns of every kept revision have dispatches too: read, written, checked and weighed."""

from typing import Any

import pytest

from rules.kernel.audience import viewer
from rules.kernel.dispatch.checking import completions, contradictions
from rules.kernel.dispatch.effects import effects
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import Statement
from rules.kernel.dispatch.text import read, write
from rules.revisions import loading
from tests.support.suite.sample import of_the_newest

KEPT = [(key, one.revision) for key, kept in loading.read_index().items() for one in kept]
STATED = {
    "world_at_war": ("control.paris", "axis"),
    "days_of_decision": ("control.kiev", "germany"),
    "war_game_1939": ("control.norway", "germany"),
    "world_in_flames": ("italian_surrender.rome", "allied"),
}


@pytest.mark.parametrize(("key", "revision"), of_the_newest(KEPT))
def test_a_kept_revision_has_dispatches(key: str, revision: str) -> None:
    book: Any = loading.load(key, revision)
    lexicon = Lexicon(book)
    fact, value = STATED[key]
    statement = Statement(key=fact, value=value)
    (line,) = read(lexicon, write(lexicon, [statement]))
    assert line.statements == (statement,)
    scenario = min(book.scenarios.values(), key=lambda each: each.turns)
    state = book.start(scenario.key, {}, {}).state
    power = scenario.seats[0]
    view = book.view(state, viewer(power))
    assert contradictions(book, view, {fact: value}) == ()
    completions(book, view, {fact: value})
    found = effects(book, view, power, {fact: value})
    assert found.unknown == ()
    assert [(each.key, each.after) for each in found.stated] == [(fact, value)]
