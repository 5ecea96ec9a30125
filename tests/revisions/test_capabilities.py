"""A release asks a book of any revision whether it has a capability, and does without where it has not."""

from collections.abc import Callable
from typing import Any

import pytest

from campaigns import rulebooks
from rules.registry import BOOKS
from rules.revisions import capabilities, loading
from rules.revisions.capabilities import Capability
from tests.revisions.playing import Revise
from tests.support.suite.sample import of_the_newest

KEY = "world_in_flames"

GREETING: Capability[Callable[[str], str]] = Capability(
    name="greeting", version=1, default=lambda power: f"(nobody greets {power})", title="greetings"
)
OTHER = Capability[Callable[[str], str]](
    name="greeting", version=2, default=lambda power: "(another form)", title="greetings"
)
WITH_IT = {
    "    key: str\n    title: str\n    revision: str\n    summary: str\n    model: Model[S]\n": (
        "    capabilities = {'greeting': 1}\n\n"
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
    old = loading.load(KEY, loading.read_index(folder)[KEY][-1].revision)
    for book in (old, BOOKS[KEY]):
        assert not rulebooks.has_capability(book, GREETING)
        assert (
            rulebooks.capability_or_default(book, GREETING)(power()) == f"(nobody greets {power()})"
        )


def test_a_book_with_the_door_answers_by_itself(revise: Revise) -> None:
    book = rulebooks.load(KEY, revise(KEY, WITH_IT))
    assert rulebooks.has_capability(book, GREETING)
    name = BOOKS[KEY].powers[power()].name
    assert rulebooks.capability_or_default(book, GREETING)(power()) == f"Good day, {name}."


def test_another_version_of_a_door_is_no_door(revise: Revise) -> None:
    book = rulebooks.load(KEY, revise(KEY, WITH_IT))
    assert not rulebooks.has_capability(book, OTHER)
    assert rulebooks.capability_or_default(book, OTHER)(power()) == "(another form)"


def test_the_index_tells_the_doors_of_a_revision(revise: Revise) -> None:
    with_it = loading.find_entry(KEY, revise(KEY, WITH_IT))
    assert with_it
    assert with_it.capabilities == {"greeting": 1}


@pytest.mark.parametrize(
    ("key", "revision"),
    of_the_newest(
        (key, one.revision) for key, kept in loading.read_index().items() for one in kept
    ),
)
def test_the_index_tells_the_doors_of_each_kept_revision(key: str, revision: str) -> None:
    entry = loading.find_entry(key, revision)
    assert entry
    assert dict(loading.load(key, revision).capabilities) == entry.capabilities


def test_every_door_of_this_release_has_a_name_of_its_own_that_the_interface_does_not_have() -> (
    None
):
    names = [capability.name for capability in capabilities.CAPABILITIES]
    assert len(set(names)) == len(names)
    assert not loading.INTERFACE_1 & set(names)
    assert all(
        capability.version >= 1 and capability.title for capability in capabilities.CAPABILITIES
    )
