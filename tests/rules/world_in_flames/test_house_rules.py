"""The public module: what another rulebook may rely on."""

import ast
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules.world_in_flames as package
from campaigns import rulebooks
from campaigns.rulebooks import simulation
from rules.kernel.dice import LoadedDice
from rules.kernel.errors import NotUnderstood, TableError
from rules.kernel.facts import FactRegistry
from rules.kernel.serial import canonical
from rules.world_in_flames import BOOK, house_rules
from rules.world_in_flames.house_rules import SWITCHES, At
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.orders import Standing

PARTS = {"none": 0, "quarter": 1, "half": 2, "three_quarters": 3}


def facts_of(spec):
    if spec.type == "yes":
        return st.booleans()
    return st.sampled_from(spec.options) if spec.options else st.integers(0, 8)


any_facts = st.fixed_dictionaries({}, optional={spec.key: facts_of(spec) for spec in FACTS})
any_switches = st.fixed_dictionaries(
    {}, optional={key: st.sampled_from(sorted(s.choices)) for key, s in SWITCHES.items()}
)
often = settings(max_examples=150, deadline=None, derandomize=True)


@often
@given(facts=any_facts, switches=any_switches)
def test_the_chance_for_italy_is_the_share_of_faces_that_succeed(facts, switches):
    won = sum(
        house_rules.roll_italy(At(facts, switches), LoadedDice([die])).succeeded
        for die in range(1, 11)
    )
    assert house_rules.italian_chance(At(facts, switches)) == Fraction(won, 10)
    odds = house_rules.italian_chances(At(facts, switches))
    assert sum(Fraction(chance.parts, chance.whole) for chance in odds) == 1


@often
@given(facts=any_facts, switches=any_switches)
def test_a_die_succeeds_against_the_exact_garrison(facts, switches):
    exact = house_rules.italian_exact_garrison(At(facts, switches))
    for die in range(1, 11):
        assert house_rules.roll_italy(At(facts, switches), LoadedDice([die])).succeeded == (
            die <= exact
        )


@often
@given(facts=any_facts, switches=any_switches)
def test_the_chance_for_japan_is_the_share_of_faces_that_reach_fifteen(facts, switches):
    net = house_rules.japanese_modifiers(At(facts, switches)).net
    won = [die for die in range(1, 11) if die + net >= 15]
    rolls = [house_rules.roll_japan(At(facts, switches), LoadedDice([die])) for die in range(1, 11)]
    assert [roll.die for roll in rolls if roll.surrendered] == won
    assert house_rules.japanese_chance(At(facts, switches)) == Fraction(len(won), 10)
    if won:
        assert house_rules.japanese_needed(At(facts, switches)) == won[0]
    else:
        assert house_rules.japanese_needed(At(facts, switches)) > 10


@often
@given(facts=any_facts, switches=any_switches)
def test_every_number_is_the_sum_of_its_rows_and_every_row_has_its_rule(facts, switches):
    known = {entry.ref for entry in house_rules.RULES}
    for tally in (
        house_rules.italian_garrison(At(facts, switches)),
        house_rules.italian_production(At(facts, switches)),
        house_rules.japanese_factories_lost(At(facts, switches)),
        house_rules.japanese_modifiers(At(facts, switches)),
    ):
        assert tally.net == tally.base + sum(row.amount for row in tally.rows)
        assert all(row.rule in known for row in (*tally.rows, *tally.passed))
        assert all(key in FACTS for key in tally.reads())


@often
@given(facts=any_facts, switches=any_switches)
def test_a_roll_for_italy_needs_two_criteria_and_the_unit(facts, switches):
    found = house_rules.italian_criteria(At(facts, switches))
    assert found.count == sum(row.met for row in found.criteria)
    assert found.may_roll == (found.count >= 2 and found.unit.met)
    assert bool(found.why_not) != found.may_roll


@often
@given(facts=any_facts, switches=any_switches)
def test_the_cities_add_between_minus_four_and_four(facts, switches):
    rows = house_rules.japanese_modifiers(At(facts, switches)).rows
    cities = [row.amount for row in rows if row.rule == "Japanese Surrender: cities"]
    assert -4 <= sum(cities) <= 4
    assert len(cities) <= 4


def test_another_rulebook_can_hold_the_facts_and_rules_beside_its_own():
    mine = FactRegistry(house_rules.fact_groups, house_rules.fact_specs(("usa", "germany")))
    assert len(mine) == len(FACTS)
    assert all(spec.declares == ("usa", "germany") for spec in mine)
    ours = {entry.ref: entry for entry in house_rules.RULES}
    for other in rulebooks.every():
        for spec in mine:
            if spec.key in other.facts:
                theirs = other.facts[spec.key]
                assert (theirs.type, theirs.options) == (spec.type, spec.options), other.key
        for entry in other.index:
            assert entry.ref not in ours or entry.heading == ours[entry.ref].heading, other.key


def test_every_public_name_is_there():
    for name in house_rules.__all__:
        assert hasattr(house_rules, name), name


def test_the_book_imports_only_itself_and_the_kernel():
    for file in Path(package.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("rules."):
                assert str(node.module).split(".")[1] in ("kernel", "world_in_flames"), file


def test_isolated_control_draws_its_ties_by_the_dice_of_the_host():
    text = "GE GE GE IT IT\n GE GE SU IT IT\nGE GE GE IT IT\n"
    dice = LoadedDice([2])
    answer = house_rules.isolated_control(text, {}, dice)
    assert [(held.before, held.after) for held in answer.changes] == [("ussr", "italy")]
    assert [(roll.purpose, roll.sides) for roll in dice.rolls] == [("isolated hexes at 2,1", 2)]
    assert house_rules.isolated_control(text, {}).open == 1


@pytest.mark.parametrize(("shown", "counts"), [(0, 10), (1, 1), (9, 9), (10, 10)])
def test_nought_on_a_ten_sided_die_is_ten(shown, counts):
    assert house_rules.table_die(shown) == counts


@pytest.mark.parametrize("shown", [-1, 11])
def test_a_die_cannot_show_what_is_not_on_it(shown):
    with pytest.raises(NotUnderstood, match="0 to 10"):
        house_rules.table_die(shown)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"italy.printed.milan.blue": "two"}, "not a str"),
        ({"italy.printed.oslo.blue": 1}, "there is no"),
        ({"italy.printed.milan.blue": -1}, "blue"),
        ({"japan.die": 1}, "A die has"),
    ],
)
def test_an_override_that_does_not_fit_is_named(change, words):
    with pytest.raises(TableError, match=words):
        house_rules.tables_with(change)


def test_an_override_reaches_the_number():
    easier = house_rules.tables_with({"japan.surrender": 12})
    assert house_rules.japanese_needed(At({"japanese_surrender.bombed": 5}, {}, easier)) == 7


@pytest.mark.parametrize(
    ("italy", "step", "answers"),
    [
        ("roll", "roll", True),
        ("wait", "roll", True),
        ("", "roll", False),
        ("roll", "declare", False),
    ],
)
def test_a_standing_order_about_italy_keeps_the_autopilot_quiet(italy, step, answers):
    state = msgspec.structs.replace(BOOK.start("grand-campaign", {}, {}).state, step=step)
    assert BOOK.stands(state, "allied", Standing(italy=italy)) == answers


def test_a_simulation_with_one_seed_is_the_same_every_time():
    def played(seed):
        return [
            (phase.title, phase.lines, canonical(phase.state))
            for phase in simulation.play(BOOK, "printed-example", turns=7, seed=seed)
        ]

    assert played(11) == played(11)
    assert any(played(11) != played(seed) for seed in range(3))


def test_a_simulation_of_the_printed_example_rolls_for_japan_each_turn_until_it_surrenders():
    phases = list(simulation.play(BOOK, "printed-example", turns=7, seed=3))
    lines = [line.head for phase in phases for line in phase.lines]
    rolls = [head for head in lines if head.startswith("The roll for Japan")]
    assert len(rolls) == 7 or "Japan surrenders" in lines
    assert lines.count("Japan surrenders") == len(phases[-1].state.conquered) <= 1


ITALY_FALLS = {
    "italian_surrender.rome": "allied",
    "italian_surrender.tripoli": "allied",
    "italian_surrender.supplied": True,
    "italian_surrender.garrison": 9,
}


@pytest.mark.parametrize(
    ("meanwhile", "why"),
    [
        ({}, ""),
        ({"italian_surrender.surrendered": True}, "Italy has surrendered by the ordinary rules"),
        ({"italian_surrender.tripoli": "axis"}, "1 of 2 criteria are met"),
    ],
)
def test_whoever_tells_of_the_roll_for_italy_reads_one_source(meanwhile, why):
    """Question, board, preview, sheet and autopilot agree, whatever is declared while it is asked."""
    state = msgspec.structs.replace(
        BOOK.start("grand-campaign", {}, {}).state, step="roll", facts={**ITALY_FALLS, **meanwhile}
    )
    menu, board, answer = (
        BOOK.menu(state, "allied"),
        BOOK.board(state, None),
        BOOK.ask(state, "italy", {}),
    )
    assert (answer["may_roll"], answer["why_not"]) == (not why, why)
    assert (board.italy.may_roll, board.italy.why_not) == (not why, why)
    assert menu.notes == ((f"No die will be thrown: {why}.",) if why else ())
    panels = BOOK.preview(state, "allied", None)
    assert ("italy" in {panel.key for panel in panels}) is not bool(why)
    assert BOOK.autopilot(state, "allied").roll is not bool(why)


def test_no_fact_is_suggested_for_a_surrender_that_has_come():
    start = BOOK.start("grand-campaign", {}, {}).state
    over = msgspec.structs.replace(start, conquered={"italy": 3, "japan": 4})
    assert BOOK.relevant_facts(start, "allied")
    assert BOOK.relevant_facts(over, "allied") == ()
