"""What a dispatch says together, and what declaring it would change, from what its author may know."""

import pytest

from rules.kernel.audience import viewer
from rules.kernel.dice import NoDice
from rules.kernel.dispatch.checking import completions, contradictions
from rules.kernel.dispatch.effects import SAME, STILL, effects
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import settled
from rules.kernel.dispatch.text import read
from rules.registry import BOOKS
from tests.support import dispatches
from tests.support.dispatches import opening

WAR = BOOKS["world_at_war"]
DECISION = BOOKS["days_of_decision"]


def meant(book, view, text):
    lines = read(Lexicon(book), text)
    assert all(line.understood for line in lines)
    return settled(book.facts, view.facts, [each for line in lines for each in line.statements])


def test_statements_that_a_bound_forbids_together_are_told_with_its_rule():
    view = opening(WAR)
    (found,) = contradictions(WAR, view, {"war.germany.russia": True, "pact.in_effect": True})
    assert set(found.facts) == {"war.germany.russia", "pact.in_effect"}
    assert found.note == "The Pact ends with war"
    assert found.rule == "Ruling 90"


def test_a_statement_that_can_be_put_right_contradicts_nothing():
    view = opening(WAR)
    assert contradictions(WAR, view, {"war.germany.russia": True}) == ()
    assert contradictions(WAR, view, {}) == ()


def test_what_follows_is_said_with_what_it_follows_from():
    view = opening(WAR)
    (found,) = completions(WAR, view, {"war.germany.russia": True})
    assert (found.key, found.before, found.after) == ("pact.in_effect", True, False)
    assert found.because == ("war.germany.russia",)
    assert found.rule == "Ruling 90"


def test_what_is_stated_anyway_is_no_completion():
    view = opening(WAR)
    stated = {"war.germany.russia": True, "pact.in_effect": False}
    assert completions(WAR, view, stated) == ()


@pytest.mark.parametrize(
    ("book", "name"), [(WAR, "summer_1940"), (DECISION, "barbarossa")], ids=["war", "decision"]
)
def test_what_follows_is_what_declaring_enters(book, name):
    view = opening(book)
    values = meant(book, view, dispatches.text(name))
    assert contradictions(book, view, values) == ()
    act = book.orders["declare"](facts=values)
    after = book.perform(view, "germany", act, NoDice()).state
    for each in completions(book, view, values):
        assert after.facts[each.key] == each.after


def test_paris_moves_the_tracks():
    view = opening(WAR)
    found = effects(WAR, view, "germany", {"control.paris": "axis"})
    (stated,) = found.stated
    assert (stated.before, stated.after) == ("western", "axis")
    moved = {row.label: (row.before, row.after) for row in found.ledger}
    assert moved["Russo-German tension"] == ("0", "2")
    assert any("Paris" in told.rest for told in found.told)
    assert found.still == ""
    assert found.unknown == ()


def test_a_summer_closes_points_in_france_and_begins_duties():
    view = opening(WAR)
    found = effects(WAR, view, "germany", meant(WAR, view, dispatches.text("summer_1940")))
    assert "france.fallen_year" in {each.key for each in found.follows}
    (france,) = [each for each in found.choices if each.label == "France"]
    assert not france.opens
    assert (france.why, france.rule) == ("It is out of the war.", "Italy and France")


def test_barbarossa_opens_an_option():
    view = opening(DECISION)
    found = effects(DECISION, view, "germany", meant(DECISION, view, dispatches.text("barbarossa")))
    assert any(each.opens and "Ukrainian" in each.label for each in found.choices)


def test_pending_rolls_are_weighed_anew():
    state = WAR.start("fall-1939", {}, {}).state
    view = WAR.view(state, viewer("germany"))
    draft = WAR.orders["place"](points={"rumania": 1})
    found = effects(WAR, view, "germany", {"unbuilt.rumania": 2}, draft)
    (moved,) = found.rolls
    assert moved.key == "rumania"
    assert moved.before != moved.after
    assert moved.chances
    assert all(each.before != each.after for each in moved.chances)


def test_what_moves_nothing_says_so():
    view = opening(WAR)
    found = effects(WAR, view, "germany", {"control.bhutan": "japan"})
    assert found.still == STILL
    assert effects(WAR, view, "germany", {"control.paris": "western"}).still == SAME


def test_what_may_not_be_declared_is_refused_in_words():
    view = opening(WAR)
    found = effects(WAR, view, "germany", {"ledger.germany.other": 50})
    assert found.unknown
    assert "not yours to declare" in found.unknown[0]


def test_nothing_that_a_book_stumbles_over_is_a_crash():
    view = opening(WAR)

    class Stumbling:
        def __getattr__(self, name):
            return getattr(WAR, name)

        def preview(self, *_):
            raise KeyError("hidden")

    found = effects(Stumbling(), view, "germany", {"control.paris": "axis"})
    assert found.ledger
    assert found.unknown == ("What becomes of the rolls cannot be worked out from what you know.",)


def test_the_view_stays_as_it_is():
    view = opening(WAR)
    before = dict(view.facts)
    effects(WAR, view, "germany", {"control.paris": "axis"})
    assert view.facts == before


def test_of_a_declaration_of_war_each_consequence_is_told_once():
    """Its price, and what the country owes and becomes: neither as an event, a posting and a duty."""
    view = opening(WAR)
    found = effects(WAR, view, "germany", meant(WAR, view, dispatches.text("summer_1940")))
    (war,) = [
        each
        for each in found.told
        if f"{each.text} {each.rest}".count("Denmark") and "10 BRPs" in each.rest
    ]
    assert (war.text, war.rest) == (
        "Germany attacks Denmark",
        "It costs 10 BRPs. It has no forces of its own.",
    )
    assert not any("declaration of war on Denmark" in each.text for each in found.told)
    duties = [each.text for each in found.told if "set up the forces of Belgium" in each.text]
    associates = [each.text for each in found.told if each.text.startswith("If Belgium survives")]
    assert len(duties) == len(associates) == 1
    begun = [each.title for each in found.begun]
    assert not any("et up the forces" in each or "gains it" in each for each in begun)
    assert any("Refuse Belgium" in each for each in begun), "what nothing else tells stays"
    assert len([each for each in found.told if each.text.startswith("U.S.-Axis tension")]) == 4
