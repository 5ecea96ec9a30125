"""What a sealed sheet would let lapse is said to the one who seals it."""

import msgspec

from rules.kernel.fact_acts import Declare
from rules.world_at_war import BOOK
from rules.world_at_war.model.orders import Done, Place, Targets
from rules.world_at_war.model.state import Reaction
from tests.rules.world_at_war.helpers import resolved, seen, started, with_facts

EARNED = Reaction(country="turkey", faction="axis", fact="conquered.greece", turn=1)


def at(step: str, **more: object):
    return msgspec.structs.replace(started(), step=step, **more)


def test_an_earned_reaction_roll_that_is_not_named_is_lost_and_said_to_be():
    state = at("axis.targets", reactions=(EARNED,))
    (said,) = BOOK.warnings(seen(state, "germany"), "germany", Targets())
    assert "Turkey" in said.message
    assert said.rule == "Ruling 11"
    done, _ = resolved(state, {"germany": Targets()})
    assert done.reactions == ()


def test_a_reaction_roll_that_is_named_is_no_reason_to_warn():
    state = at("axis.targets", reactions=(EARNED,))
    assert BOOK.warnings(seen(state, "germany"), "germany", Targets(reactions=("turkey",))) == ()
    assert BOOK.warnings(seen(state, "britain"), "britain", Targets()) == ()


def test_what_is_due_in_this_turn_is_named_before_one_says_that_one_is_done():
    state = at("axis.facts", bound_turn=started().turn)
    (said,) = BOOK.warnings(seen(state, "germany"), "germany", Done())
    assert said.message == (
        "You still owe this in this turn: declare war on Russia, as Germany bound itself to do."
    )
    assert BOOK.warnings(seen(state, "italy"), "italy", Done()) == ()
    at_war = with_facts(state, war__germany__russia=True)
    assert BOOK.warnings(seen(at_war, "germany"), "germany", Done()) == ()


def test_points_that_hang_on_an_old_brp_total_are_said_to_do_so():
    assert BOOK.warnings(started(), "germany", Place()) == ()
    spring = at("place", turn=3)
    (said,) = BOOK.warnings(seen(spring, "germany"), "germany", Place())
    assert "150 BRPs of Fall 1939" in said.message
    declared = BOOK.perform(spring, "germany", Declare(facts={"brps.germany.yss": 150}), None).state
    assert BOOK.warnings(seen(declared, "germany"), "germany", Place()) == ()
    (other,) = BOOK.warnings(seen(declared, "britain"), "britain", Place())
    assert other.rule == "Ruling 98"
