"""Whatever can be stated, of every fact of every book, is read from its text as it was written."""

import pytest

from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import Statement
from rules.kernel.dispatch.text import MOST_LINES, read, write
from rules.registry import BOOKS

every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.key)


def every_statement(book):
    for spec in book.facts:
        if spec.type == "yes":
            values = (True, False)
        elif spec.options:
            values = spec.options
        else:
            most = 7 if spec.most is None else spec.most
            values = (spec.least, most, *((-3,) if spec.type == "number" else ()))
        for value in values:
            yield Statement(key=spec.key, value=value)
        if spec.type == "count":
            yield Statement(key=spec.key, value=2, relative=True)
            yield Statement(key=spec.key, value=-2, relative=True)


@every_book
def test_every_statement_is_read_as_it_was_written(book):
    lexicon = Lexicon(book)
    every = list(every_statement(book))
    for at in range(0, len(every), MOST_LINES):
        part = every[at : at + MOST_LINES]
        lines = read(lexicon, write(lexicon, part))
        wrong = [line for line, each in zip(lines, part, strict=True) if line.statements != (each,)]
        assert wrong == []


@every_book
def test_every_name_means_its_facts(book):
    """By its label, and by each of its other names, a fact is found or offered."""
    lexicon = Lexicon(book)
    for spec in book.facts:
        for name in (spec.key, spec.label, *spec.also):
            if name:
                assert spec.key in lexicon.facts[lexicon.folded(name)]
