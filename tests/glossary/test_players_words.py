"""A player's word leads to the rule: its page, its data, its code and its case."""

import importlib
from typing import Any

import pytest

from campaigns.rulebooks import conformance
from rules.registry import BOOKS
from tests.glossary import PAGE, ROOT, Word, look_up, row_of_data, words, written
from tests.support.accounts import person, signed_in
from tests.support.books.playing import shortest
from tests.support.campaigns import a_campaign

ALL = [pytest.param(book, each, id=each.word) for book in words() for each in words()[book]]
every_word = pytest.mark.parametrize(("book", "word"), ALL)
every_book = pytest.mark.parametrize("book", BOOKS)


@every_book
def test_every_game_has_twenty_words(book: str) -> None:
    said = {each.word.casefold() for each in words()[book]}
    assert len(said) == len(words()[book]) >= 20


def test_a_word_is_found_however_it_is_written() -> None:
    assert look_up("world_at_war", "lend-lease").term == "grants"


@every_word
def test_its_rule_is_in_the_index(book: str, word: Word) -> None:
    assert word.rule in BOOKS[book].index


@every_word
def test_its_data_is_there(book: str, word: Word) -> None:
    assert row_of_data(book, word.data) is not None


@every_word
def test_its_code_is_there(book: str, word: Word) -> None:
    module, _, name = word.code.partition(":")
    assert callable(getattr(importlib.import_module(f"rules.{book}.{module}"), name))


@every_book
def test_its_case_is_a_case_of_that_rule(book: str) -> None:
    named = {each.case: each.rule for each in words()[book]}
    files = {case.partition("/")[0] for case in named}
    folder = ROOT / "tests" / "conformance" / book
    report = conformance.read([folder / f"{file}.yaml" for file in sorted(files)])
    there: dict[str, Any] = {f"{_stem(case.file)}/{case.case}": case.rule for case in report.cases}
    assert [case for case, rule in named.items() if rule not in there.get(case, ())] == []


def _stem(file: str) -> str:
    return file.rpartition("/")[2].removesuffix(".yaml")


@pytest.mark.django_db
@every_book
def test_its_page_is_shown_and_its_rule_has_a_page(book: str) -> None:
    first = BOOKS[book].scenarios[shortest(BOOKS[book])]
    reader = person("reader")
    slug = a_campaign(book=book, by=reader, seats={first.seats[0]: reader}).slug
    client = signed_in(reader)
    pages = {page: client.get(f"/c/{slug}/{page}") for page in {w.page for w in words()[book]}}
    assert [page for page, answer in pages.items() if answer.status_code != 200] == []
    refs = {each.rule for each in words()[book]}
    assert [
        ref for ref in refs if client.get(f"/rules/{book}/rule/", {"ref": ref}).status_code != 200
    ] == []


def test_the_glossary_says_the_same() -> None:
    assert PAGE.read_text() == written(), "Run `.venv/bin/python -m tests.glossary`."
