"""What changed on a board is found by the parts that its face watches, and each has its element."""

import re
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.test import Client

from campaigns.cache import LazyPart
from frontend.books import face_of
from frontend.change_markers import between, changed_on
from rules.registry import BOOKS
from tests.support.accounts import person
from tests.web.support import first_of


def board(key: str) -> Any:
    """The first board of a book, as plain data."""
    book = BOOKS[key]
    state = book.start(next(iter(book.scenarios)), {}, {}).state
    found = book.board(state, None)
    return msgspec.to_builtins(found, enc_hook=str, str_keys=True)


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_a_board_that_did_not_change_has_no_marks(key: str) -> None:
    same = board(key)
    assert list(between(face_of(key).marks, same, same)) == []


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_every_watched_part_has_its_element_on_the_page(db: None, key: str) -> None:
    html = Client().get(f"/c/{first_of(key, person('moderator')).slug}/").text
    ids = set(re.findall(r'id="([^"]+)"', html))
    marked = [mark for kind in face_of(key).marks for mark in between([kind], {}, board(key))]
    assert marked
    assert {mark.anchor for mark in marked} <= ids
    assert all(mark.title and mark.title != "None" for mark in marked)


def test_only_what_counts_makes_a_mark() -> None:
    before, after = board("world_at_war"), board("world_at_war")
    country = after["countries"][0]
    country["note"] = "Something about this step"
    assert list(between(face_of("world_at_war").marks, before, after)) == []
    country["words"] = "Axis minor ally"
    after["tensions"]["tracks"][0]["level"] += 1
    found = list(between(face_of("world_at_war").marks, before, after))
    assert [mark.anchor for mark in found] == [f"country-{country['key']}", "track-rgt"]


def test_a_book_without_a_face_has_no_marks() -> None:
    boards = LazyPart(1, lambda: SimpleNamespace(before={}, after={}))
    assert changed_on("tiny", boards) == ()
    assert changed_on("world_at_war", None) == ()
