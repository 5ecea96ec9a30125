"""No file of cases is left out, no case stands twice, and no rule of a book is without a case."""

from collections import Counter
from pathlib import Path

import pytest

from rules.registry import BOOKS
from tests.conformance.cases import FILES, HERE, report

pytestmark = pytest.mark.xdist_group("cases")

EVERYTHING = sorted(
    file
    for file in HERE.rglob("*")
    if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".py"
)


def test_every_file_here_is_read_as_cases_of_a_rulebook():
    """A misspelt suffix, or a folder that is named like no book, would leave cases out in silence."""
    read = {Path(case.file): case.rulebook for case in report().cases}
    assert [str(file) for file in EVERYTHING if read.get(file) not in BOOKS] == []
    assert sorted(FILES.values()) == EVERYTHING


def test_every_folder_here_is_named_like_a_book_and_holds_its_cases():
    folders = {folder.name for folder in HERE.iterdir() if folder.is_dir()} - {"__pycache__"}
    assert folders == set(BOOKS)
    strays = [c.file for c in report().cases if c.rulebook not in Path(c.file).parts]
    assert strays == []


def test_no_case_stands_in_two_files():
    names = Counter((case.rulebook, case.case) for case in report().cases)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.key)
def test_every_rule_of_a_book_is_named_by_a_case(book):
    assert report().of(book).uncovered == []
