"""A release asks a book of any revision whether it has a door, and does without where it has not."""

from collections.abc import Callable
from typing import Any

import pytest

from campaigns import rulebooks
from rules.registry import BOOKS
from rules.revisions import capabilities, loading
from rules.revisions.capabilities import Door
from tests.revisions.conftest import Revise
from tests.sample import of_the_newest

KEY = "world_in_flames"

GREETING: Door[Callable[[str], str]] = Door(
    name="greeting", version=1, without=lambda power: f"(nobody greets {power})", title="greetings"
)
OTHER = Door[Callable[[str], str]](
    name="greeting", version=2, without=lambda power: "(another form)", title="greetings"
)
WITH_IT = {
    "    key: str\n    title: str\n    revision: str\n    summary: str\n    model: Model[S]\n": (
        "    doors = {'greeting': 1}\n\n"
        "    def greeting(self, power: str) -> str:\n"
        "        return f'Good day, {self.powers[power].name}.'\n\n"
        "    key: str\n    title: str\n    revision: str\n    summary: str\n    model: Model[S]\n"
    )
}


def power() -> str:
    return min(BOOKS[KEY].powers)


@pytest.mark.long
def test_a_book_without_the_door_is_served_without_it(folder: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(loading, "HERE", folder)
    old = loading.load(KEY, loading.kept(folder)[KEY][-1].revision)
    for book in (old, BOOKS[KEY]):
        assert not rulebooks.has(book, GREETING)
        assert rulebooks.behind(book, GREETING)(power()) == f"(nobody greets {power()})"


def test_a_book_with_the_door_answers_by_itself(revise: Revise) -> None:
    book = rulebooks.load(KEY, revise(KEY, WITH_IT))
    assert rulebooks.has(book, GREETING)
    name = BOOKS[KEY].powers[power()].name
    assert rulebooks.behind(book, GREETING)(power()) == f"Good day, {name}."


def test_another_version_of_a_door_is_no_door(revise: Revise) -> None:
    book = rulebooks.load(KEY, revise(KEY, WITH_IT))
    assert not rulebooks.has(book, OTHER)
    assert rulebooks.behind(book, OTHER)(power()) == "(another form)"


def test_the_index_tells_the_doors_of_a_revision(revise: Revise) -> None:
    with_it = loading.frozen(KEY, revise(KEY, WITH_IT))
    assert with_it
    assert with_it.doors == {"greeting": 1}


@pytest.mark.parametrize(
    ("key", "revision"),
    of_the_newest((key, one.revision) for key, kept in loading.kept().items() for one in kept),
)
def test_the_index_tells_the_doors_of_each_kept_revision(key: str, revision: str) -> None:
    entry = loading.frozen(key, revision)
    assert entry
    assert dict(loading.load(key, revision).doors) == entry.doors


def test_every_door_of_this_release_has_a_name_of_its_own_that_the_interface_does_not_have() -> (
    None
):
    names = [door.name for door in capabilities.DOORS]
    assert len(set(names)) == len(names)
    assert not loading.INTERFACE_1 & set(names)
    assert all(door.version >= 1 and door.title for door in capabilities.DOORS)
