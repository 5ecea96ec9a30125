"""Dice on pages have the number of sides that was thrown; one that was thrown again shows both faces."""

from typing import Any

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string

from campaigns import rulebooks
from campaigns.recordings.recording import steps_again
from campaigns.selectors.history.dice_rows import purpose_in_words
from campaigns.selectors.log.dice_sides import Sides
from campaigns.selectors.log.played_cards import first_face
from frontend.templatetags.marks import within
from rules.kernel.events import Line
from rules.kernel.tally import Tally
from rules.war_game_1939 import BOOK
from tests.support.books import recordings
from tests.support.books.watched import Heard

STEPS = 60
"""So many steps of a recording are looked at."""
COMMERCE, INFLUENCE, SPLIT = (6, 3), (12, 8), (12, 3)


@pytest.mark.parametrize(
    ("thrown", "value", "sides"),
    [
        ({INFLUENCE}, 8, 12),
        ({INFLUENCE}, 3, 12),
        ({COMMERCE, INFLUENCE}, 3, 6),
        ({COMMERCE, INFLUENCE}, 8, 12),
        # A number that was not thrown as it is: of a die that was shifted, say.
        ({COMMERCE, INFLUENCE}, 9, 12),
        ({COMMERCE, SPLIT}, 3, 0),
        (set(), 3, 0),
        ({COMMERCE}, 0, 0),
    ],
)
def test_a_die_has_the_sides_of_what_was_thrown(
    thrown: set[tuple[int, int]], value: int, sides: int
) -> None:
    assert Sides(frozenset(thrown)).of(value) == sides


@pytest.mark.parametrize(
    ("value", "sides", "shown"),
    [
        (8, 12, "d12: 8"),
        (3, 12, "d12: 3"),
        (9, 10, "d10: 9"),
        (3, 6, 'aria-label="die 3"'),
        (3, 0, ">3<"),
    ],
)
def test_a_tally_shows_its_die_as_it_was_thrown(value: int, sides: int, shown: str) -> None:
    line = Line(head="Greece", die=value, detail=Tally(title="Influence", base=0))
    page = render_to_string("frontend/history/_detail.html", {"line": line, "sides": sides})
    assert shown in page
    assert ("<svg" in page) == (sides == 6)


@pytest.mark.parametrize(
    ("head", "said", "named"),
    [
        ("Turkey did not follow Germany", "The die is 11; 4 or less was needed.", True),
        ("The Allies roll 11 for Italy", "4 or less was needed.", True),
        ("Turkey did not follow Germany", "4 or less was needed; 11 is more.", False),
        ("Turkey did not follow Germany", "The die is 1; 11 or less was needed.", False),
    ],
)
def test_a_die_that_its_words_name_is_not_told_twice(head: str, said: str, named: bool) -> None:
    line = Line(head=head, die=11, detail=Tally(title="Influence", base=0))
    given = {"line": line, "said": said, "sides": 12}
    page = render_to_string("frontend/history/_detail.html", given)
    assert ("d12: 11" in page) != named


@pytest.mark.parametrize(
    ("book", "purpose", "words"),
    [
        ("war_game_1939", "influence uk greece", "Influence on neutrals: Britain, Greece"),
        ("days_of_decision", "effectiveness of japan", "Effectiveness: Japan"),
        ("world_at_war", "diplomacy turkey", "Diplomacy: Turkey"),
        ("world_at_war", "of an older book", "Of an older book"),
    ],
)
def test_a_die_says_in_words_what_it_was_thrown_for(book: str, purpose: str, words: str) -> None:
    assert purpose_in_words(book, "", purpose) == words


def test_a_name_within_a_sentence_begins_small() -> None:
    assert within("The Axis") == "the Axis"
    assert within("Germany") == "Germany"


def test_the_stored_event_of_a_second_throw_holds_both_faces_and_no_other_event_seems_to() -> None:
    file = recordings.HERE / BOOK.key / BOOK.revision / f"chance-1939-1{recordings.ENDING}"
    book: Any = Heard(rulebooks.load(BOOK.key, BOOK.revision))
    again, once = 0, 0
    for number, _step in enumerate(steps_again(book, recordings.read(file))):
        for event in book.events:
            was = first_face(event, book.tell(event).die)
            if type(event).__name__ == "DieRerolled":
                again += 1
                assert 1 <= was == event.before <= 12
            else:
                once += 1
                assert was == 0
        if number == STEPS:
            break
    assert again > 2
    assert once > 100


def test_the_first_face_is_struck_and_read_out_as_the_first() -> None:
    shown = Template("{% load chancellery %}{% die_again 3 11 %}").render(Context())
    first, _, second = shown.partition("</s>")
    assert "<s>" in first
    assert "first" in first
    assert "3" in first
    assert "thrown again" in second
    assert "11" in second
