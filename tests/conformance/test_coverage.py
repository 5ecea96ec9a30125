"""No file of cases is left out, and no rule of a book is without a case."""

from pathlib import Path

import pytest

from campaigns import conformance
from rules.registry import BOOKS

HERE = Path(__file__).parent
FILES = sorted(
    file
    for file in HERE.rglob("*")
    if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".py"
)
REPORT = conformance.read([HERE])


def test_every_file_here_is_read_as_cases_of_a_rulebook():
    """A misspelt suffix, or a folder that is named like no book, would leave cases out in silence."""
    read = {Path(case.file): case.rulebook for case in REPORT.cases}
    assert [str(file) for file in FILES if read.get(file) not in BOOKS] == []


def test_every_folder_here_is_named_like_a_book_and_holds_its_cases():
    folders = {folder.name for folder in HERE.iterdir() if folder.is_dir()} - {"__pycache__"}
    assert folders == set(BOOKS)
    strays = [c.file for c in REPORT.cases if c.rulebook not in Path(c.file).parts]
    assert strays == []


@pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.key)
def test_every_rule_of_a_book_is_named_by_a_case(book):
    assert REPORT.of(book).uncovered == []
