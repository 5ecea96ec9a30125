"""Warnings are true: what they foretell happens, and where they are silent nothing is lost."""

import itertools
from typing import Any

import msgspec
import pytest

from rules.days_of_decision import BOOK
from rules.days_of_decision.model.orders import (
    Agree,
    Answer,
    Offer,
    Plays,
    Produce,
    Standing,
)
from rules.days_of_decision.model.state import Proposal, Treaty
from rules.days_of_decision.model.state.treaties import Call, Terms
from rules.kernel.audience import viewer
from rules.kernel.dice import NoDice, SealedDice
from rules.kernel.orders import Chosen

OPENED = BOOK.start("1936", {}, {}).state
PAIRS = list(itertools.permutations(("germany", "ussr", "commonwealth", "japan"), 2))
IDLE = Chosen(option="0e", details={})


def options(count: int, **more: int) -> Any:
    """The opening with so many options for everybody."""
    nations = {
        key: msgspec.structs.replace(nation, options=more.get(key, count), money=40)
        for key, nation in OPENED.nations.items()
    }
    return msgspec.structs.replace(OPENED, nations=nations)


def agreed(state: Any, one: str, other: str) -> Any:
    offer = Offer(texts=(Chosen(option=f"{other}:raise", details={"give_works": {"bp": 1}}),))
    state = BOOK.perform(state, one, offer, NoDice()).state
    return BOOK.perform(state, other, Agree(power=one), NoDice()).state


def warned(state: Any, power: str, order: Any, standing: Any = None) -> list[str]:
    seen = BOOK.view(state, viewer(power))
    return [problem.message for problem in BOOK.warnings(seen, power, order, standing)]


def three(other: str) -> Chosen:
    return Chosen(option="3", details={"agreement": f"agreed:{other}"})


def signed(state: Any, one: str, other: str) -> bool:
    return any(t.kind == "treaty" and set(t.powers) == {one, other} for t in state.treaties)


def fails(state: Any, one: str, other: str) -> bool:
    """Whether the proposal of an agreed text came to nothing, rather than being on its way."""
    waits = any(p.option == "3" and {p.power, *p.to} == {one, other} for p in state.proposals)
    return not signed(state, one, other) and not waits


@pytest.mark.parametrize(("signer", "partner"), PAIRS)
@pytest.mark.parametrize(("has", "plays"), [(1, 0), (1, 1), (2, 1), (2, 2), (0, 0)])
def test_a_hand_is_warned_of_exactly_when_the_agreed_treaty_fails_by_it(
    signer, partner, has, plays
):
    state = agreed(options(2, **{partner: has}), signer, partner)
    kinds = ("ipo-12", "0e", "ipo-16")
    hand = Plays(plays=tuple(Chosen(option=kinds[n], details={}) for n in range(plays)))
    given = {signer: Plays(plays=(three(partner),)), partner: hand}
    made = BOOK.resolve(state, given, {}, SealedDice(b"w")).state
    assert bool(warned(state, partner, hand)) == fails(made, signer, partner)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_who_both_play_the_agreed_text_are_not_warned_and_sign(one, other):
    state = agreed(options(1), one, other)
    hands = {one: Plays(plays=(three(other),)), other: Plays(plays=(three(one),))}
    assert [warned(state, power, hand) for power, hand in hands.items()] == [[], []]
    made = BOOK.resolve(state, hands, {}, SealedDice(b"w")).state
    assert signed(made, one, other)


def test_a_card_that_answers_is_as_good_as_an_unused_option():
    state = agreed(options(1), "germany", "ussr")
    assert warned(state, "ussr", Plays(plays=(IDLE,)))
    answering = Plays(plays=(Chosen(option="0f", details={"from": "germany"}),))
    assert warned(state, "ussr", answering) == []
    made = BOOK.resolve(
        state, {"germany": Plays(plays=(three("ussr"),)), "ussr": answering}, {}, SealedDice(b"w")
    ).state
    assert signed(made, "germany", "ussr")
    elsewhere = Plays(plays=(Chosen(option="0f", details={"from": "japan"}),))
    assert warned(state, "ussr", elsewhere)


def test_a_warning_names_the_partner_the_rule_and_what_to_do():
    state = agreed(options(1), "germany", "ussr")
    seen = BOOK.view(state, viewer("ussr"))
    (problem,) = BOOK.warnings(seen, "ussr", Plays(plays=(IDLE,)))
    assert "Germany" in problem.message
    assert "Leave an option unused, or play option 3 on the text yourself" in problem.message
    assert problem.rule == "Ruling 78"


def test_a_text_is_no_reason_to_refuse_a_hand():
    state = agreed(options(1), "germany", "ussr")
    seen = BOOK.view(state, viewer("ussr"))
    assert BOOK.menu(seen, "ussr").problems(Plays(plays=(IDLE,))) == []


def test_whoever_signs_without_the_agreed_terms_hears_that_the_text_goes():
    state = agreed(options(1), "germany", "ussr")
    plain = Plays(plays=(Chosen(option="3", details={"agreement": "plain:germany"}),))
    assert any("signed without it" in each for each in warned(state, "ussr", plain))


def test_war_on_a_partner_ends_the_text():
    state = agreed(options(1), "germany", "ussr")
    war = Plays(plays=(Chosen(option="4", details={"named": ("germany",)}),))
    assert any("War on it ends the text" in each for each in warned(state, "ussr", war))


def test_standing_orders_that_accept_need_an_option_too():
    left = Standing(powers={"italy": "accept"})
    (said,) = warned(options(1), "ussr", Plays(plays=(IDLE,)), left)
    assert "Italy" in said
    assert "They would lapse" in said
    assert warned(options(2), "ussr", Plays(plays=(IDLE,)), left) == []
    assert warned(options(1), "ussr", Plays(), left) == []


def test_an_acceptance_that_takes_the_option_of_an_agreed_text_is_warned_of():
    state = agreed(options(2), "germany", "ussr")
    naval = Proposal(power="japan", option="ipo-15", kind="naval", to=("ussr",))
    treaty = Proposal(
        power="germany", option="3", kind="treaty-terms", to=("ussr",),
        details={"agreement": "agreed:ussr"},
    )  # fmt: skip
    waiting = msgspec.structs.replace(
        state, step="answer", awaited="ussr", proposals=(naval, treaty), spare={"ussr": 1}
    )
    (said,) = warned(waiting, "ussr", Answer(answer="accept"))
    assert "Germany" in said
    assert warned(waiting, "ussr", Answer(answer="refuse")) == []
    richer = msgspec.structs.replace(waiting, spare={"ussr": 2})
    assert warned(richer, "ussr", Answer(answer="accept")) == []


def test_a_call_to_war_that_lapses_with_the_turn_is_warned_of():
    call = Call(power="ussr", ally="germany", aggressor="japan", turn=1)
    state = msgspec.structs.replace(OPENED, step="map", calls=(call,))
    (said,) = warned(state, "ussr", Produce())
    assert "Japan" in said
    assert "Germany" in said


def test_what_will_not_arrive_is_warned_of_where_production_is_sealed():
    terms = Terms(gives={"china": {"bp": 2}, "ussr": {"resources": 1}})
    treaty = Treaty(powers=("china", "ussr"), kind="treaty", terms=terms)
    poor = msgspec.structs.replace(OPENED.nation("china"), bp=0)
    state = msgspec.structs.replace(
        OPENED, step="map", treaties=(treaty,), nations={**OPENED.nations, "china": poor}
    )
    assert any(
        "China gives the USSR 2 build points" in each for each in warned(state, "china", Produce())
    )
    assert not any("China gives" in each for each in warned(state, "ussr", Produce()))


def test_both_read_beside_the_text_what_is_still_needed():
    offered = BOOK.perform(
        OPENED, "germany", Offer(texts=(Chosen(option="ussr:raise", details={}),)), NoDice()
    ).state
    for power, first in (("ussr", "You stand by it."), ("germany", "The USSR stands by it.")):
        (paper,) = BOOK.agreements(BOOK.view(offered, viewer(power)), power).papers
        assert paper.needs[0].text == first
        assert "option 3 on this text, for 4 money" in paper.needs[1].text
        assert "an option that it has not used" in paper.needs[2].text
        assert [need.rule for need in paper.needs] == ["Ruling 78", "8.7.2 Option 3", "Ruling 78"]
    both = agreed(OPENED, "germany", "ussr")
    (paper,) = BOOK.agreements(BOOK.view(both, viewer("ussr")), "ussr").papers
    assert len(paper.needs) == 2
