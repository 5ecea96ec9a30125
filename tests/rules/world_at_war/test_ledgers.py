"""The BRP ledgers: they add up, they only grow, and a correction is a line of its own."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel import tables
from rules.kernel.dice import NoDice, SealedDice
from rules.kernel.fact_acts import Declare
from rules.world_at_war import BOOK
from rules.world_at_war.conquest import recapture
from rules.world_at_war.ledger import control, income, postings
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import PACKAGE
from rules.world_at_war.model.events.diplomacy import BrpsDue
from rules.world_at_war.model.events.ledger import AreaConquered, BrpsPosted, YearPosted
from rules.world_at_war.model.powers import POWERS, faction_of
from rules.world_at_war.model.state import Country, Received, WarState
from rules.world_at_war.model.state.areas import Record
from rules.world_at_war.model.tables.campaign import build
from tests.rules.world_at_war.helpers import of_kind, resolved, started, with_facts

HOLDERS = ("axis", "western", "russia", "japan", "neutral", "none")


def at(turn: int, step: str, **parts) -> WarState:
    """The classic game at a moment, with parts of the state replaced."""
    return msgspec.structs.replace(started(), turn=turn, step=step, **parts)


def on(state: WarState) -> Adjudication:
    """A resolution from this state, without dice."""
    return Adjudication(state, NoDice(), {})


# -- posting -------------------------------------------------------------------------------------


amounts = st.lists(st.integers(-40, 40), min_size=1, max_size=12)


@given(amounts=amounts, turn=st.integers(1, 40), way=st.sampled_from(("down", "nearest", "up")))
@settings(max_examples=200, deadline=None)
def test_the_lines_of_a_moment_add_up_to_its_rounded_sum(amounts, turn, way):
    state = msgspec.structs.replace(
        started(prorating=way), turn=turn, step="axis.rolls", entries=()
    )
    course = on(state)
    for amount in amounts:
        postings.post(course, "germany", "belgium", amount, "a line", "83.31A")
    whole = postings.share(state, sum(amounts), postings.percent(state))
    assert postings.total(course.state, "germany") == whole
    assert postings.statement(course.state, "germany").net == whole


@given(amounts=amounts)
@settings(max_examples=50, deadline=None)
def test_the_order_of_lines_moves_no_brp(amounts):
    def posted(order):
        course = on(at(5, "allied.facts", entries=()))
        for amount in order:
            postings.post(course, "britain", "", amount, "a line", "83.31A")
        return postings.total(course.state, "britain")

    assert posted(amounts) == posted(amounts[::-1])


def test_two_moments_are_rounded_apart():
    course = on(at(6, "axis.targets", entries=()))
    postings.post(course, "italy", "tunisia", 5, "a line", "83.31A")
    course.change(step="axis.facts")
    postings.post(course, "italy", "algeria", 5, "a line", "83.31A")
    assert [entry.amount for entry in postings.entries(course.state, "italy")] == [1, 1]


def test_a_loss_is_rounded_like_a_gain():
    course = on(at(6, "allied.facts", entries=()))
    postings.post(course, "france", "tunisia", -5, "a line", "83.33A")
    assert postings.total(course.state, "france") == -1


def test_a_declaration_of_war_is_never_prorated():
    course = on(at(6, "axis.targets", entries=()))
    entry = postings.post(course, "germany", "norway", -10, "war", "82.41", prorated=False)
    assert (entry.amount, entry.percent) == (-10, 100)


def test_nothing_is_posted_for_nothing():
    course = on(at(6, "axis.targets", entries=()))
    assert postings.post(course, "germany", "norway", 0, "nothing", "82.41") is None
    assert course.state.entries == ()
    assert course.events == []


def test_an_unknown_power_has_no_ledger():
    with pytest.raises(KeyError):
        postings.post(on(started()), "sweden", "norway", 5, "a line", "82.41")


def test_a_line_and_its_event_say_the_same():
    course = on(at(5, "axis.targets", entries=()))
    entry = postings.post(course, "germany", "belgium", 15, "a line", "83.31A")
    (event,) = of_kind(course.events, BrpsPosted)
    assert (event.amount, event.percent, event.full) == (entry.amount, 50, 15)
    assert event.total == postings.total(course.state, "germany", 1940)
    line = BOOK.tell(event)
    assert "7 BRPs" in line.head
    assert "50 per cent of 15" in line.rest


# -- corrections -----------------------------------------------------------------------------------


def corrected(state: WarState, **facts):
    """The state after a moderator's correction, with what follows."""
    return BOOK.corrected(state, with_facts(state, **facts))


def test_a_reversed_line_stays_and_is_countered():
    course = on(at(5, "axis.targets", entries=()))
    entry = postings.post(course, "germany", "belgium", 15, "a line", "83.31A")
    postings.reverse(course, entry, "a mistake")
    first, second = postings.entries(course.state, "germany")
    assert first == entry
    assert (second.full, second.amount) == (-15, -7)
    assert postings.total(course.state, "germany") == 0


def test_a_moderators_correction_is_a_line_and_clears_its_fact():
    state = at(5, "axis.targets")
    done = corrected(state, ledger__italy__other=-3)
    assert postings.total(done.state, "italy") == postings.total(state, "italy") - 3
    assert done.state.entries[-1].rule == "Ruling 47"
    assert done.state.facts["ledger.italy.other"] == 0
    again = corrected(done.state, control__lisbon="neutral")
    assert postings.total(again.state, "italy") == postings.total(done.state, "italy")


def fallen_brussels() -> WarState:
    """Fall 1944, as the Allied turn begins: Germany has just lost Belgium's BRPs to Britain."""
    taken = Record(holder="germany", conqueror="germany", conquered=3)
    state = at(20, "allied.facts", areas={"belgium": taken}, entries=(), received=())
    state = with_facts(state, control__brussels="western", france__fallen=True)
    while (state.turn, state.step) != (21, "allied.facts"):
        state = BOOK.resolve(state, {}, {}, SealedDice(b"brussels")).state
    return state


def test_a_corrected_place_counters_the_lines_that_followed_from_it():
    before = fallen_brussels()
    assert (postings.total(before, "germany"), postings.total(before, "britain")) == (-7, 7)
    done = corrected(before, control__brussels="axis")
    assert done.state.entries[: len(before.entries)] == before.entries
    assert (postings.total(done.state, "germany"), postings.total(done.state, "britain")) == (0, 0)
    assert done.state.area("belgium").holder == "germany"
    assert not [clock for clock in done.state.clocks if clock.area == "belgium"]


def test_correcting_back_again_posts_the_lines_anew():
    before = fallen_brussels()
    there = corrected(before, control__brussels="axis").state
    back = corrected(there, control__brussels="western").state
    assert back.entries[: len(there.entries)] == there.entries
    assert (postings.total(back, "germany"), postings.total(back, "britain")) == (-7, 7)


@pytest.mark.parametrize(
    ("row", "had", "posted"), [("10", 10, []), ("7", 5, [-2])], ids=["ally", "interest"]
)
def test_a_conquest_that_was_none_ends_no_tie(row, had, posted):
    tie = Country(result=row, faction="axis", power="germany", turn=2)
    had_of_it = Received(power="germany", country="finland", amount=had)
    attacked = Record(attacker="russia", attacked=5, attacked_at="allied.targets")
    state = at(
        5, "allied.facts", countries={"finland": tie}, received=(had_of_it,), entries=(),
        areas={"finland": attacked},
    )  # fmt: skip
    state = with_facts(
        state, declared__russia__finland=True, war__germany__russia=True, control__helsinki="russia"
    )
    course = on(state)
    recapture.end_turn(course, "allied.facts")
    fell = msgspec.structs.replace(course.state, step="close")
    assert fell.facts["conquered.finland"] is True
    assert [entry.amount for entry in fell.entries] == posted
    done = corrected(fell, control__helsinki="neutral").state
    assert done.facts["conquered.finland"] is False
    record = done.country("finland")
    assert (record.result, record.faction, record.power) == (row, "axis", "germany")
    assert done.received == (had_of_it,)
    assert postings.total(done, "germany") == 0
    assert done.clocks == ()


def test_a_correction_elsewhere_moves_nothing():
    before = fallen_brussels()
    done = corrected(before, control__oslo="axis")
    assert done.state.entries == before.entries


# -- tables ----------------------------------------------------------------------------------------


def test_every_area_with_places_can_be_credited():
    listed = tables.raw(PACKAGE, "fact_names.yaml")["areas_to_conquer"]
    areas = {key for key, area in build({}).areas.items() if area.conquest}
    assert set(listed) == areas
    assert {key: build({}).areas[key].name for key in listed} == listed


def test_areas_and_diplomacy_agree_on_what_a_country_is_worth():
    known = build({})
    for key, area in known.areas.items():
        if income.slot(area) in known.minors and area.value is not None:
            assert known.minors[income.slot(area)].value in (area.value, None), key


def test_an_entered_worth_counts_everywhere():
    state = msgspec.structs.replace(started(), tables={"countries.countries.greece.value": 20})
    assert income.worth(state, "greece").net == 20
    assert income.worth(started(), "greece") is None


def test_a_worth_that_stands_on_the_map_is_told_without_an_amount():
    taken = Record(holder="germany", conqueror="germany", conquered=3)
    state = at(20, "allied.facts", areas={"greece": taken}, entries=(), received=())
    state = with_facts(state, control__athens="western", conquered__greece=True)
    found = []
    while (state.turn, state.step) != (21, "allied.facts"):
        done = BOOK.resolve(state, {}, {}, SealedDice(b"athens"))
        state, found = done.state, [*found, *done.events]
    told = [event for event in of_kind(found, BrpsDue) if event.country == "greece"]
    assert [(event.power, event.lost) for event in told] == [("germany", True), ("britain", False)]
    assert [BOOK.tell(event).head for event in told] == [
        "Germany loses all BRPs of Greece, by the map",
        "Britain receives all BRPs of Greece, by the map",
    ]
    assert state.entries == ()


# -- ten years -------------------------------------------------------------------------------------


PLACES = sorted(
    {p for area in build({}).areas.values() for p in (*area.conquest, *area.income)} - {"ethiopia"}
)
"""Ethiopia is left out: once it is neutral nobody declares it otherwise."""
OTHERS = ("declared.germany.norway", "declared.russia.rumania", "declared.western.sweden", "war.us.axis",
          "declared.germany.belux", "war.germany.russia", "france.fallen", "war.japan.britain", "italy.surrendered")  # fmt: skip


def declarations(chance: random.Random) -> dict:
    """A handful of facts that move what areas hang on."""
    facts = {
        f"control.{chance.choice(PLACES)}": chance.choice(HOLDERS)
        for _ in range(chance.randrange(6))
    }
    if chance.random() < 0.2:
        facts[chance.choice(OTHERS)] = chance.random() < 0.8
    if chance.random() < 0.3:
        area = chance.choice(sorted(build({}).areas))
        key = f"conquest.{area}.by"
        if key in started().facts:
            facts[key] = chance.choice(("none", *POWERS))
    return facts


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ten_years_of_a_restless_map_add_up(seed):
    chance = random.Random(seed)
    state, told = started(), []
    dice = SealedDice(str(seed).encode())
    while state.ending is None:
        before = state
        if state.step.endswith(".facts"):
            done = BOOK.perform(state, "germany", Declare(facts=declarations(chance)), dice)
            state, told = done.state, [*told, *done.events]
            if chance.random() < 0.1:
                facts = declarations(chance)
                changed = msgspec.structs.replace(state, facts={**state.facts, **facts})
                done = BOOK.corrected(state, changed)
                state, told = done.state, [*told, *done.events]
        done = BOOK.resolve(state, {}, {}, dice)
        state, told = done.state, [*told, *done.events]
        assert state.entries[: len(before.entries)] == before.entries
        check_year(list(done.events))
        check_clocks(state)
    assert len(state.entries) > 100
    assert of_kind(told, AreaConquered)
    for power in POWERS:
        mine = postings.entries(state, power)
        whole = sum(entry.amount for entry in mine)
        assert postings.total(state, power) == whole == postings.statement(state, power).net
        assert whole == sum(postings.total(state, power, year) for year in range(1939, 1950))
    check_told(told, state)


def check_year(events: list) -> None:
    """No area pays two powers in a new year."""
    paid = [area for event in of_kind(events, YearPosted) for area in event.amounts]
    assert len(paid) == len(set(paid))


def check_clocks(state: WarState) -> None:
    """One clock of a kind for an area, none overdue, and a recapture only for who has something."""
    kinds = [(c.kind, c.area) for c in state.clocks if c.kind in ("recapture", "income")]
    assert len(kinds) == len(set(kinds))
    for clock in state.clocks:
        if clock.kind == "recapture":
            assert clock.due >= state.turn
            held = control.titled(state, build({}).areas[clock.area])
            assert held == clock.power, clock
        if clock.kind == "income":
            assert faction_of(clock.power) in HOLDERS


def check_told(told: list, state: WarState) -> None:
    """Every line of every ledger was told, as one sum of posted, yearly and diplomatic BRPs."""
    opening = BOOK.start("fall-1939", {}, {}).events
    for power in POWERS:
        posted = sum(e.amount for e in of_kind(told, BrpsPosted) if e.power == power)
        yearly = sum(e.sum for e in of_kind([*opening, *told], YearPosted) if e.power == power)
        due = sum(e.posted for e in of_kind(told, BrpsDue) if e.power == power)
        assert posted + yearly + due == postings.total(state, power), power


def test_a_quiet_year_pays_what_the_last_one_paid():
    state = started()
    while (state.turn, state.step) != (4, "axis.facts"):
        state = BOOK.resolve(state, {}, {}, SealedDice(b"quiet")).state
    for power, amount in (("britain", 50), ("france", 30), ("italy", 10), ("russia", 10)):
        assert postings.total(state, power, 1939) == postings.total(state, power, 1940) == amount
    assert postings.total(state, "united_states", 1940) == 10


def test_a_phase_with_nothing_to_judge_posts_nothing():
    state = at(5, "axis.facts", entries=())
    state, events = resolved(state)
    assert state.entries == ()
    assert not of_kind(events, BrpsPosted)
