"""What must hold for every registered rulebook, played at random and by its autopilot."""

import itertools
from collections import deque
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.kernel.audience import Audience, viewer
from rules.kernel.dice import SealedDice
from rules.kernel.events import Event
from rules.kernel.orders import understand
from rules.kernel.serial import canonical
from rules.kernel.tally import Tally
from tests.support.books.playing import (
    a_year,
    asked_powers,
    every_book,
    key,
    menu_of,
    open_campaign,
    order_at_random,
    play_a_year,
    play_on,
    refused_values,
    sights,
    strangers_of,
    told_to,
)

few = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
fewer = settings(few, max_examples=2)
seeds = st.integers(0, 11)
"""Few enough that tests share the campaigns that were played for them."""


@pytest.mark.long
@pytest.mark.parametrize("manner", ["random", "autopilot", "silent"])
@every_book
@few
@given(seed=seeds)
def test_a_campaign_always_comes_to_its_end(book, manner, seed):
    turned = a_year(book, seed, manner)
    assert turned[-1].made.state.ending is not None


@pytest.mark.long
@every_book
@pytest.mark.parametrize("manner", ["autopilot", "mixed"])
def test_the_longest_scenario_comes_to_its_end(book, manner):
    longest = max(book.scenarios.values(), key=lambda scenario: scenario.turns)
    turned = deque(play_on(book, open_campaign(book, longest.key), 7, manner=manner), maxlen=1)
    assert turned[0].made.state.ending is not None


@pytest.mark.long
@every_book
@few
@given(seed=seeds)
def test_the_same_inputs_give_the_same_bytes(book, seed):
    first, second = play_a_year(book, seed), a_year(book, seed)
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert canonical(one.made.state) == canonical(other.made.state)
        assert canonical(one.made.events) == canonical(other.made.events)


@pytest.mark.long
@every_book
@few
@given(seed=seeds)
def test_states_events_and_orders_survive_their_own_json(book, seed):
    for turned in a_year(book, seed):
        written = canonical(turned.made.state)
        assert canonical(book.read_state(written)) == written
        assert book.read_state(written) == turned.made.state
        for event in turned.made.events:
            assert book.read_event(canonical(event)) == event
        for order in (*turned.orders.values(), *turned.standing.values()):
            assert understand(msgspec.to_builtins(order), type(order)) == order


@pytest.mark.long
@every_book
@few
@given(seed=seeds)
def test_a_phase_can_be_resolved_from_a_stored_state_alike(book, seed):
    for number, turned in enumerate(a_year(book, seed, "autopilot")):
        again = book.read_state(canonical(turned.before))
        made = book.resolve(again, turned.orders, turned.standing, SealedDice(key(seed, number)))
        assert canonical(made) == canonical(turned.made)


@every_book
@few
@given(seed=seeds)
def test_menu_and_validation_never_disagree(book, seed):
    for turned in a_year(book, seed):
        for power in book.powers:
            menu = menu_of(book, turned.before, power)
            assert (menu is not None) >= (power in asked_powers(book, turned.before))
            if menu is None:
                continue
            assert menu.power == power
            seen = book.view(turned.before, viewer(power))
            if power in turned.orders:
                assert menu.problems(turned.orders[power]) == []
                assert book.problems(seen, power, turned.orders[power]) == []
            for field, value in refused_values(menu):
                order = understand({**menu.blank(), field: value}, book.orders[menu.order])
                problems = menu.problems(order)
                assert book.problems(seen, power, order) == problems
                mine = [problem for problem in problems if problem.field.startswith(field)]
                assert mine, f"{menu.order}.{field} accepts {value!r}"
                assert all(problem.rule or len(problem.message) > 15 for problem in mine)


@pytest.mark.long
@every_book
@few
@given(seed=seeds)
def test_every_field_of_a_menu_is_a_part_of_its_order(book, seed):
    for turned in a_year(book, seed):
        for power in book.powers:
            seen = book.view(turned.before, viewer(power))
            for menu in (
                menu_of(book, turned.before, power),
                book.standing_menu(seen, power),
                *book.acts(seen, power),
            ):
                if menu is not None:
                    known = book.orders[menu.order].__struct_fields__
                    assert {field.key for field in menu.fields} <= set(known)


@every_book
@few
@given(seed=seeds)
def test_a_menu_from_everything_is_the_menu_from_the_own_view(book, seed):
    """A menu that needs more than its power knows would tell it, or refuse what it offered."""
    for turned in a_year(book, seed, "random"):
        for power in asked_powers(book, turned.before):
            assert canonical(book.menu(turned.before, power)) == canonical(
                menu_of(book, turned.before, power)
            )


@every_book
def test_every_field_of_the_state_is_shown_or_hidden_on_purpose(book):
    kind = book.state_type
    assert kind.shown | kind.hidden == set(kind.__struct_fields__)
    assert not kind.shown & kind.hidden


def _changes(book: Any, state: Any, power: str, seed: int) -> Any:
    """Two legal orders of one power for the phase, as different as chance makes them."""
    menu = menu_of(book, state, power)
    assert menu is not None
    return tuple(order_at_random(book, menu, SealedDice(key(seed, side))) for side in "ab")


@every_book
@fewer
@given(seed=seeds)
def test_no_stranger_is_touched_by_a_sealed_order_before_its_reveal(book, seed):
    """Change one power's sealed order: what others can be shown stays the same, byte by byte."""
    tried, kept = 0, False
    for number, turned in enumerate(a_year(book, seed, "random")):
        if book.phase(turned.before).release != "later":
            continue
        kept = True
        for power in turned.orders:
            one, other = _changes(book, turned.before, power, seed)
            if one == other:
                continue
            tried += 1
            made = [
                book.resolve(
                    turned.before,
                    {**turned.orders, power: order},
                    turned.standing,
                    SealedDice(key(seed, number)),
                )
                for order in (one, other)
            ]
            for who in strangers_of(book, power, made[0]):
                assert told_to(made[0], who) == told_to(made[1], who), (power, who)
                assert sights(book, made[0].state, who) == sights(book, made[1].state, who), (
                    power,
                    who,
                )
    assert tried or not kept


def _walk(value: Any) -> Any:
    yield value
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _walk(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from _walk(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _walk(item)


def _rules_in(value: Any) -> set[str]:
    return {
        rule
        for part in _walk(value)
        if isinstance(part, msgspec.Struct)
        for name in ("rule", "cap_rule", "base_rule")
        if isinstance(rule := getattr(part, name, None), str)
    }


@pytest.mark.long
@every_book
@few
@given(seed=seeds)
def test_every_rule_and_fact_that_is_named_exists(book, seed):
    for turned in a_year(book, seed):
        phase = book.phase(turned.before)
        menus = [menu_of(book, turned.before, power) for power in book.powers]
        for rule in _rules_in([*turned.made.events, phase, *menus]):
            assert rule == "" or rule in book.index, rule
        for part in itertools.chain(*map(_walk, (*turned.made.events, *menus))):
            if isinstance(part, Tally):
                assert all(fact in book.facts for fact in part.reads())
                assert part.net == part.base + sum(row.amount for row in part.rows)


@every_book
def test_every_switch_scenario_and_power_is_well_formed(book):
    assert all(switch.default in switch.choices for switch in book.switches.values())
    assert all(switch.bots in ("", *switch.choices) for switch in book.switches.values())
    assert all(switch.rule == "" or switch.rule in book.index for switch in book.switches.values())
    assert all(seat in book.powers for each in book.scenarios.values() for seat in each.seats)
    assert all(power.faction in book.factions for power in book.powers.values())
    assert all(book.facts[spec.key].problem(spec.default) is None for spec in book.facts)
    assert all(
        name in book.powers or name in book.factions
        for spec in book.facts
        for name in spec.declares
    )


@every_book
@few
@given(seed=seeds)
def test_everything_that_happens_can_be_told_and_makes_a_headline(book, seed):
    for turned in a_year(book, seed):
        lines = [book.tell(event) for event in turned.made.events]
        assert all(line.head for line in lines)
        assert all(0 <= line.weight <= 100 for line in lines)
        head, _ = book.headline(lines)
        assert head


@every_book
@few
@given(seed=seeds)
def test_every_event_has_an_audience_somebody_decided(book, seed):
    for turned in a_year(book, seed):
        for event in turned.made.events:
            assert isinstance(event, Event)
            assert event.audience != Audience(), event


@every_book
@few
@given(seed=seeds)
def test_odds_of_a_preview_are_whole(book, seed):
    for turned in a_year(book, seed, "autopilot"):
        for power in asked_powers(book, turned.before):
            seen = book.view(turned.before, viewer(power))
            for panel in book.preview(seen, power, turned.orders.get(power)):
                # What no die decides has none: a level that moves by the points.
                for chances in filter(
                    None, (panel.chances, *(one.chances for one in panel.others))
                ):
                    assert sum(Fraction(chance.parts, chance.whole) for chance in chances) == 1
