"""The pictures that the documentation shows are those that `make docs-pictures` makes, of pages that there are."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

from tests.browser.docs_pictures import FOLDER, MOST_BYTES, PICTURES

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
SHOWN = {
    ((page.parent / address).resolve(), page.name)
    for page in PAGES
    for address in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text())
}


def test_each_picture_that_is_shown_is_there_and_each_that_is_there_is_shown() -> None:
    assert SHOWN
    missing = [(str(file), page) for file, page in SHOWN if not file.is_file()]
    assert missing == []
    there = {file.resolve() for file in FOLDER.iterdir()}
    assert there - {file for file, _page in SHOWN} == set()
    assert sum(file.stat().st_size for file in there) <= MOST_BYTES


def test_each_is_made_by_the_command() -> None:
    made = {name for picture in PICTURES for name in picture.files}
    assert {file.name for file, _page in SHOWN} == made
    assert "docs-pictures:" in (ROOT / "Makefile").read_text()


@pytest.mark.parametrize("picture", PICTURES, ids=lambda one: one.name)
def test_each_is_of_a_page_that_there_is(picture) -> None:
    path = re.sub(r"\{\w+\}", "abcdefgh", picture.path).partition("?")[0]
    assert resolve(path).view_name
