"""Whole campaigns with wars and surrenders: what must hold in every position, under all switches."""

import msgspec
import pytest

from rules.days_of_decision import BOOK
from rules.days_of_decision.model.events.war import WarDeclared
from rules.days_of_decision.model.powers import POWERS
from rules.kernel.dice import SealedDice
from tests.support.books.days_of_decision import key, mixed, orders_for, piloted

LOST = {
    150: {"capital.france": False, "capital_held.france": "germany", "factories.taken.france": 8},
    330: {"capital.italy": False, "capital_held.italy": "usa", "factories.taken.italy": 7},
}
"""What the map declares before these phases: two capitals fall, with most of the home."""


def consistent(state):
    """What no position may break."""
    for war in state.wars:
        assert war.attacker != war.target
        assert not any(
            set(treaty.powers) == {war.attacker, war.target} for treaty in state.treaties
        ), war
    pairs = [frozenset((war.attacker, war.target)) for war in state.wars]
    assert len(pairs) == len(set(pairs))
    for power, nation in state.nations.items():
        assert -6 <= nation.pe <= 6
        assert nation.money >= -5, power
        assert 0 <= nation.bp <= 20 or nation.bp == -1
        assert 0 <= nation.bids <= 20
    for minor in state.minors.values():
        assert sum(abs(part) for part in minor.hex) <= 26
        assert minor.joined in ("", *POWERS)
    for loser, vichy in state.vichy.items():
        assert loser not in vichy.acceptors
        assert vichy.conqueror in vichy.acceptors
    for power, targets in state.announced.items():
        assert power not in targets
    for deal in state.deals:
        assert not state.at_war(deal.power, deal.minor), deal
    for notice in state.notices:
        assert not state.at_war(notice.power, notice.against), notice
    for call in state.calls:
        assert call.turn == state.turn or state.switch("map") == "none"
    for duty in BOOK.agreements(state, None).obligations:
        assert duty.state in ("open", "met", "failed", "lasting", "released")
        assert duty.rule in BOOK.index


def campaign(choose, *, seed, turns=60, variants=None, declared=None):
    """Play a campaign, declaring facts before some of its phases; gives the state and events."""
    state, events, number = BOOK.start("1936", variants or {}, {}).state, [], 0
    while not state.ending and state.turn <= turns:
        for spot, facts in (declared or {}).items():
            if spot == number:
                now = {**state.facts, **BOOK.named_now(state, facts)}
                state = msgspec.structs.replace(state, facts=now)
        orders = orders_for(state, choose, number, seed)
        made = BOOK.resolve(state, orders, {}, SealedDice(key(seed, number)))
        state, number = made.state, number + 1
        events += made.events
        consistent(state)
    return state, events


def kinds(events):
    return {event.__struct_config__.tag for event in events}


@pytest.mark.long
def test_ten_years_bring_wars_and_surrenders():
    state, events = campaign(piloted, seed=1, declared=LOST)
    assert state.ending is not None
    assert state.turn == 60 or state.ending.key in BOOK.factions
    assert {nation.level for nation in state.nations.values()} != {1}
    assert any(minor.joined for minor in state.minors.values())
    assert {"war_declared", "notice_given", "surrendered", "home_divided"} <= kinds(events)
    between = [e for e in events if isinstance(e, WarDeclared) and e.target in POWERS]
    assert len(between) >= 3
    assert {line.power for line in state.surrenders} >= {"france"}
    for event in events:
        assert BOOK.tell(event).head


OPTIONAL = (
    "winter_roll", "ussr_naval", "alternate", "oil", "africa_aflame", "intelligence",
    "experimental", "sanctions", "force_vichy", "passages", "burma_road", "ships", "impulses",
    "neutral_impulses", "leaving", "bitter_end", "house_isolated", "house_production",
    "house_italy", "house_japan",
)  # fmt: skip


def every_pair(names):
    """A few campaigns in which any two switches meet in all four ways: each switch has a column of
    its own among the even splits of the campaigns.
    """
    rows = 8
    columns = [
        [bool(word >> row & 1) for row in range(rows)]
        for word in range(1 << rows)
        if word.bit_count() == rows // 2 and word & 1
    ]
    chosen = []
    for column in columns:
        if all(_meet(column, other) for other in chosen):
            chosen.append(column)
    assert len(chosen) >= len(names), f"{len(chosen)} columns for {len(names)} switches"
    return [
        {name: "on" if chosen[place][row] else "off" for place, name in enumerate(names)}
        for row in range(rows)
    ]


def _meet(one, other):
    return {(a, b) for a, b in zip(one, other, strict=True)} == {
        (a, b) for a in (False, True) for b in (False, True)
    }


PAIRS = every_pair(OPTIONAL)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_optional_rules_in_all_pairs(number):
    """Late enough for wars, with a capital lost on the way."""
    state, events = campaign(
        piloted if number % 2 else mixed,
        seed=number,
        turns=24,
        variants=PAIRS[number],
        declared={60: LOST[150]},
    )
    assert state.turn > 24 or state.ending
    assert "war_declared" in kinds(events)
