"""What can be done in which state of a campaign's clock: every act in every state, against docs/clock.md.

`WRITE_CLOCK=1` writes the page as it is found; look through the difference.
"""

import ast
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from campaigns import services
from campaigns.domain import vote_kinds
from tests.campaigns.clock.clock_acts import ACTS, ASKS, PARTS, Act, put_questions
from tests.campaigns.clock.clock_outcomes import Outcome, outcome, seen
from tests.campaigns.clock.clock_states import (
    STATES,
    begun_once,
    everybody,
    in_state,
    revisions,
    with_questions,
)
from tests.campaigns.clock.clock_table import PAGE, meaningless, page, read
from tests.support.suite.sample import one_in

WRITES = bool(os.environ.get("WRITE_CLOCK"))
PARTS_OF_IT = 4
"""So many tests share the cells, each with acts of every part and with every state."""

LEFT_OUT: Mapping[str, str] = {
    "announcements": "what the staff say on every page",
    "campaigns.create_campaign": "there is no campaign yet",
    "dice_collection.hand_link_over": "the dice come in another way",
    "dice_seeds": "what a seat's dice are made of",
    "first_games": "a tour for one person",
    "from_vassal": "changes nothing",
    "hand_over": "words for a successor",
    "invitations.open_table": "`manage.py demo` alone does it, to its own tables",
    "mappings": "how saved games are read",
    "notes": "for oneself",
    "plans": "for oneself",
    "press_messages.edit": "words for words",
    "press_settings.agree": "private threads after the end",
    "press_settings.mark_read": "for oneself",
    "press_settings.mute": "for oneself",
    "press_settings.report": "between a player and the staff",
    "press_settings.show_reading": "for oneself",
    "seat_keys": "by what a seat signs",
    "webhooks": "who else is told",
    "what_ifs": "for oneself",
}
"""Services that do nothing to a campaign's course, with what they do."""


def services_of_people() -> Iterator[str]:
    """Every public service that people call."""
    for path in sorted(Path(*services.__path__).rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                marks = {
                    each.id
                    for mark in node.decorator_list
                    for each in ast.walk(mark)
                    if isinstance(each, ast.Name)
                }
                if marks & {"service", "rate_limited"}:
                    yield f"{path.stem}.{node.name}"


def test_every_service_that_people_call_is_in_the_table() -> None:
    called = [act.service for act in ACTS.values() if act.service is not None]
    known = {f"{one.__module__.rpartition('.')[2]}.{one.__name__}" for one in called}
    every = list(services_of_people())
    assert len(every) > 80
    assert [
        name
        for name in every
        if name not in known and name not in LEFT_OUT and name.partition(".")[0] not in LEFT_OUT
    ] == []
    stems = {name.partition(".")[0] for name in every}
    assert [name for name in LEFT_OUT if name not in {*every, *stems} or name in known] == []


def test_every_kind_of_question_is_in_the_table() -> None:
    assert sorted(ASKS) == sorted(vote_kinds.KINDS)


def test_every_act_is_in_a_part_of_the_table_and_none_is_left_out_that_there_is_not() -> None:
    assert {act.part for act in ACTS.values()} == set(PARTS)
    assert {act for act, _ in meaningless()} <= set(ACTS)
    assert {state for _, state in meaningless()} <= set(STATES)


def test_the_page_is_written_as_it_is_read() -> None:
    text = PAGE.read_text("utf-8")
    assert page(read(text)) == text, f"{PAGE} was edited by hand. {AGAIN}"


AGAIN = "Write it again: WRITE_CLOCK=1 .venv/bin/python -m pytest tests/campaigns/clock/test_clock_matrix.py -n 0"


@pytest.fixture
def people(db: None, settings: Any) -> Mapping[str, Any]:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000 per minute")
    settings.BEACON_URL, settings.BEACON_PUBLIC_KEY = "http://127.0.0.1:1", "00" * 96
    settings.BEACON_GENESIS, settings.BEACON_PERIOD = 1_577_836_800, 1
    return everybody()


@pytest.mark.parametrize("part", one_in(PARTS_OF_IT, range(PARTS_OF_IT)))
def test_every_act_does_in_every_state_what_the_page_says(
    people: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    with revisions(monkeypatch):
        found = executed(people, part)
    if WRITES:
        nothing = {key: dict.fromkeys(STATES, Outcome()) for key in ACTS}
        PAGE.write_text(page({key: nothing[key] | found[key] for key in ACTS}), "utf-8")
    said = read(PAGE.read_text("utf-8"))
    other = [
        f"{act}, {state}: {one.refusal or one.words}, not {said[act][state]}"
        for act, cells in found.items()
        for state, one in cells.items()
        if one != said[act][state]
    ]
    assert not other, "\n".join([f"Not as {PAGE} says. {AGAIN}", *other])


def executed(people: Mapping[str, Any], part: int) -> dict[str, dict[str, Outcome]]:
    """What came of the acts of this part in each state."""
    found: dict[str, dict[str, Outcome]] = {}
    for begins in dict.fromkeys(state.begins for state in STATES.values()):
        with begun_once(begins, people) as begun:
            for put in (None, put_questions):
                with with_questions(begun, put) as asked:
                    for key, state in STATES.items():
                        if state.begins == begins and (acts := chosen(key, part, put is not None)):
                            with in_state(key, asked, put) as scene:
                                first = seen(scene)
                                for act in acts:
                                    found.setdefault(act.key, {})[key] = outcome(act, scene, first)
    return found


def chosen(state: str, part: int, asked: bool) -> list[Act]:
    """The acts of this part in a state: about questions that were put before, all in one part; of the others some
    in each.
    """
    nothing, place = meaningless(), list(STATES).index(state)
    return [
        act
        for number, act in enumerate(ACTS.values())
        if bool(act.asked) == asked and (act.key, state) not in nothing
        if WRITES or (place if asked else number + place) % PARTS_OF_IT == part
    ]
