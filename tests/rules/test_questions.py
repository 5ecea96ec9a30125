"""Questions take what they declare, and nothing else breaks them."""

from functools import cache
from typing import Any

import pytest

from campaigns.rulebooks.questions import table
from core.paths import BASE_DIR
from rules.kernel.errors import NotUnderstood
from rules.kernel.questions import REQUIRED, Argument, OneOf
from rules.registry import BOOKS

NONSENSE: tuple[Any, ...] = (
    None, True, -1, 10**30, 0.5, "", "teapot", "x" * 100_000,
    [], ["teapot"], [[]], {}, {"teapot": "teapot"}, {"of": {}}, {1: 2},
)  # fmt: skip
ALL = [(key, name) for key, book in sorted(BOOKS.items()) for name in book.questions]


@cache
def opened(key: str) -> Any:
    book = BOOKS[key]
    return book.start(next(iter(book.scenarios)), {}, {}).state


def example(one: Argument, state: Any) -> Any:
    """Something that an argument takes, as far as that can be guessed."""
    if isinstance(one.kind, OneOf):
        among = one.kind.among(state) if callable(one.kind.among) else one.kind.among
        return next(iter(among), "")
    return 1


@pytest.mark.long
@pytest.mark.parametrize(("key", "name"), ALL)
def test_nonsense_is_told_and_breaks_nothing(key: str, name: str) -> None:
    book, state = BOOKS[key], opened(key)
    question = book.questions[name]
    needed = {
        word: example(one, state)
        for word, one in question.arguments.items()
        if one.default is REQUIRED
    }
    for word, one in question.arguments.items():
        for value in NONSENSE:
            given = {**needed, word: value}
            try:
                book.ask(state, name, given)
                accepted = True
            except NotUnderstood:
                accepted = False
            assert not (accepted and isinstance(one.kind, OneOf) and value == "teapot"), given
    with pytest.raises(NotUnderstood, match="takes no"):
        book.ask(state, name, {"nonsense": 1})


@pytest.mark.parametrize(("key", "name"), ALL)
def test_what_is_needed_is_asked_for(key: str, name: str) -> None:
    book, state = BOOKS[key], opened(key)
    required = [w for w, one in book.questions[name].arguments.items() if one.default is REQUIRED]
    if required:
        with pytest.raises(NotUnderstood, match="needs"):
            book.ask(state, name, {})


@pytest.mark.parametrize("key", sorted({key for key, _ in ALL}))
def test_an_unknown_question_is_told_with_near_misses(key: str) -> None:
    name = next(iter(BOOKS[key].questions))
    with pytest.raises(NotUnderstood, match=f"Did you mean.*'{name}'"):
        BOOKS[key].ask(opened(key), f"{name}x", {})


def test_the_page_of_questions_is_the_one_the_code_makes() -> None:
    """Make it with ``manage.py rulebooks --questions > docs/questions.md``."""
    assert (BASE_DIR / "docs" / "questions.md").read_text("utf-8") == table()
