"""Rulings on minor countries between the sides, over ten years of whatever happens."""

from collections import Counter

import msgspec
import pytest

from rules.kernel.audience import viewer
from rules.kernel.dice import NoDice, SealedDice
from rules.kernel.errors import NotAllowed
from rules.kernel.fact_acts import Declare
from rules.world_at_war import BOOK
from rules.world_at_war.ledger.postings import total
from rules.world_at_war.model.events.diplomacy import PolicyEnded
from rules.world_at_war.model.events.ledger import ClockStarted
from rules.world_at_war.model.events.sides import AreaJoined
from rules.world_at_war.model.powers import FACTIONS, POWERS, SEATS, faction_of
from rules.world_at_war.model.sequence import SEQUENCE
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.status import clocks, status
from tests.rules.world_at_war.helpers import at_step, by_autopilots, of_kind, started
from tests.support.books.playing import key, order_at_random

ORDER = {stage.key: index for index, stage in enumerate(SEQUENCE)}
ALONE = frozenset({"neutral", "independent", "conquered", "colony", "commonwealth"})
TELLING = (
    "declared.",
    "factors.",
    "naval.",
    "control.",
    "war.",
    "joined.",
    "britain.surrendered",
    "border_war.",
)
KINDS = ("association", "eviction", "capital", "declaration")


def some_declaration(state, power, dice):
    """A fact that bears on who stands where, at random, if this power may declare it; often, units
    in a country whose hexes a result gave away.
    """
    menu = BOOK.acts(BOOK.view(state, viewer(power)), power)[0]
    facts = [spec for spec in menu.fields[0].facts if spec.key.startswith(TELLING)]
    open_ = {f"factors.{key}.{record.faction}" for key, record in state.countries.items()}
    units = [spec for spec in facts if spec.key in open_]
    facts = units if units and dice.roll("units", 3) == 3 else facts
    spec = facts[dice.roll("fact", len(facts)) - 1]
    values = spec.options or ((False, True) if spec.type == "yes" else tuple(range(8)))
    return Declare(facts={spec.key: values[dice.roll("value", len(values)) - 1]})


def ten_years(seed):
    """Every phase of a campaign in which everybody does something at random, at once and in turn."""
    state = started()
    dice = SealedDice(key("sides", seed))
    while state.ending is None:
        events = []
        for power in SEATS if state.step.endswith(".facts") else ():
            menus = BOOK.acts(BOOK.view(state, viewer(power)), power)
            menu = menus[dice.roll("menu", len(menus)) - 1]
            for act in (order_at_random(BOOK, menu, dice), some_declaration(state, power, dice)):
                try:
                    made = BOOK.perform(state, power, act, dice)
                except NotAllowed:
                    continue
                state, events = made.state, [*events, *made.events]
        made = by_autopilots(state, dice)
        state = made.state
        yield state, [*events, *made.events]


once = pytest.mark.xdist_group("ten years of sides")
"""On one worker, so that the ten years are played once."""


@pytest.fixture(scope="module")
def campaigns():
    """As many campaigns, two at least, as it takes until every clock has run, phase by phase, with
    what happened in each.
    """
    found, missing = [], set(KINDS)
    for seed in range(8, 30):
        found.append(list(ten_years(seed)))
        for _, events in found[-1]:
            missing -= {event.clock for event in of_kind(events, ClockStarted)}
        if len(found) > 1 and not missing:
            break
    return found


def nothing_at_once(state):
    """That no area is what cannot go together, and none is nothing."""
    for name, area in tables_of(state).areas.items():
        found = {one.category: one.power for one in status.statuses(state, name)}
        there = status.exists(state, area)
        assert found if there else found.keys() <= {"hexes"}, (name, found)
        assert len(found.keys() & ALONE) <= 1, (name, found)
        sides = found.keys() & {"associated", "allied"}
        assert len(sides) <= 1, (name, found)
        assert not (sides and found.keys() & (ALONE - {"commonwealth"})), (name, found)
        assert all(
            power in POWERS or power in tables_of(state).areas or not power
            for power in found.values()
        )


def nothing_overdue(state):
    """That every clock of these rules still lies ahead."""
    for clock in state.clocks:
        if clock.kind in KINDS:
            ahead = (clock.due, ORDER[clock.stage]) >= (state.turn, ORDER[state.step])
            assert ahead, (clock, state.turn, state.step)


@pytest.mark.long
@once
def test_in_ten_years_no_country_is_two_things_that_exclude_each_other(campaigns):
    for campaign in campaigns:
        for state, _ in campaign:
            nothing_at_once(state)


@pytest.mark.long
@once
def test_in_ten_years_every_clock_strikes_or_is_stopped(campaigns):
    seen = Counter()
    for campaign in campaigns:
        for state, events in campaign:
            nothing_overdue(state)
            seen.update(event.clock for event in of_kind(events, ClockStarted))
    assert set(KINDS) <= set(seen)


@pytest.mark.long
@once
def test_in_ten_years_whoever_joins_is_no_friend_of_its_attacker(campaigns):
    joined = 0
    for campaign in campaigns:
        for state, events in campaign:
            for event in of_kind(events, AreaJoined):
                record = state.area(event.area)
                if record.attacker and record.associated == event.power:
                    joined += 1
                    assert faction_of(record.attacker) != faction_of(event.power)
    assert joined > 3


def test_a_declaration_taken_back_leaves_no_trace_but_two_lines_in_the_ledger():
    state = at_step(started(), "axis.facts")
    for name in ("greece", "denmark", "norway", "belux", "turkey", "spain"):
        fact = f"declared.germany.{name}"
        there = BOOK.perform(state, "germany", Declare(facts={fact: True}), NoDice()).state
        assert any(clock.kind == "association" for clock in there.clocks)
        back = BOOK.perform(there, "germany", Declare(facts={fact: False}), NoDice()).state
        assert (back.areas, back.clocks) == (state.areas, state.clocks)
        assert total(back, "germany") == total(state, "germany")


def test_a_moderators_correction_undoes_an_attack_like_a_players():
    state = at_step(started(), "axis.facts")
    there = BOOK.perform(
        state, "italy", Declare(facts={"declared.italy.greece": True}), NoDice()
    ).state
    again = {**there.facts, "declared.italy.greece": False}
    after = BOOK.corrected(there, msgspec.structs.replace(there, facts=again)).state
    assert after.clocks == state.clocks
    assert status.is_neutral(after, "greece")


def test_a_stage_that_is_being_played_has_begun_and_not_ended():
    state = at_step(started(), "axis.facts")
    assert clocks.next_beginning(state, "axis.targets") == state.turn + 1
    assert clocks.next_beginning(state, "allied.targets") == state.turn
    assert clocks.next_ending(state, "axis.facts") == state.turn
    assert clocks.next_ending(state, "axis.targets") == state.turn + 1


def test_the_rules_page_says_whom_an_attacked_country_joins():
    rows = next(sheet.rows for sheet in BOOK.tables() if sheet.key == "sides-friends")
    joins = {
        power.name: friend
        for power, friend in ((POWERS[p], f) for p, f in tables_of(started()).sides.friends.items())
    }
    assert {first.removeprefix("The ") for first, _ in rows} == set(joins)
    for power in POWERS.values():
        if power.name in joins:
            assert faction_of(joins[power.name]) != power.faction


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("how", ["negated", "replaced", "surrendered", "switched", "conquered"])
def test_the_end_of_ties_can_be_told_whoever_they_were_with(faction, how):
    event = PolicyEnded(country="belux", faction=faction, power="", row="", how=how)
    assert BOOK.tell(event).head
