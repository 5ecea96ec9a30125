"""What is remembered of a value is that value's own, and is no part of it."""

from typing import Any

import msgspec

from rules.kernel.memo import by_identity, with_it
from rules.kernel.serial import canonical
from rules.kernel.state import State


def counted() -> tuple[list[Any], Any]:
    asked: list[Any] = []

    def turn_of(state: Any) -> int:
        asked.append(state)
        return int(state.turn)

    return asked, turn_of


def test_what_follows_from_a_state_is_worked_out_once():
    asked, turn_of = counted()
    remembered = with_it(turn_of)
    state = State(turn=3)
    assert [remembered(state), remembered(state)] == [3, 3]
    assert len(asked) == 1


def test_a_changed_state_begins_with_nothing():
    asked, turn_of = counted()
    remembered = with_it(turn_of)
    state = State(turn=3)
    remembered(state)
    assert remembered(msgspec.structs.replace(state, turn=4)) == 4
    assert len(asked) == 2


def test_what_is_remembered_is_no_part_of_a_state():
    state = State(turn=3)
    before = canonical(state)
    with_it(lambda state: state.turn)(state)
    assert canonical(state) == before
    assert state == State(turn=3)


def test_an_answer_by_identity_is_never_that_of_an_equal_value():
    asked, turn_of = counted()
    remembered = by_identity(4)(turn_of)
    one, other = State(turn=3), State(turn=3)
    assert [remembered(one), remembered(other), remembered(one)] == [3, 3, 3]
    assert [id(state) for state in asked] == [id(one), id(other)]


def test_so_many_answers_are_kept_and_no_more():
    asked, turn_of = counted()
    remembered = by_identity(4)(turn_of)
    states = [State(turn=number) for number in range(1, 10)]
    for _ in range(2):
        assert [remembered(state) for state in states] == list(range(1, 10))
    assert len(asked) == 18
