"""A commerce die that was thrown again shows both faces where its throw is told: the first struck, then the second."""

from typing import Any

from django.template import Context, Template

from campaigns import rulebooks
from campaigns.recordings.recording import steps_again
from campaigns.selectors.log.played_cards import first_face
from rules.war_game_1939 import BOOK
from tests.support.books import recordings
from tests.support.books.watched import Heard

STEPS = 60
"""So many steps of a recording are looked at."""


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
