"""docs/security.md promises only what a test shows, and every test that it names is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.suite.claims import DOCS, NAMED, PAGES, file_of, rows


@cache
def in_file(path: Path) -> frozenset[str]:
    """The tests of a file that pytest would collect from its top level."""
    tree = ast.parse(path.read_text())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(
        node.name for node in tree.body if isinstance(node, kinds) and node.name.startswith("test_")
    )


def missing(text: str) -> list[str]:
    """Tests that are named in a text and are not there."""
    gone = []
    for name, test in NAMED.findall(text):
        path = file_of(name)
        if path is None or (test and test not in in_file(path)):
            gone.append(f"{name}::{test}")
    return gone


@pytest.mark.parametrize("page", PAGES)
def test_every_cannot_names_a_test(page: str) -> None:
    told = rows(page)
    assert len(told) > 8
    for what, whether, shown in told:
        assert re.match(r"(can|cannot|not in practice)\b", whether), what
        if not re.match(r"can\b", whether):
            assert any(test for _, test in NAMED.findall(shown)), what


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_is_named_is_there(page: str) -> None:
    assert missing((DOCS / page).read_text()) == []


def test_a_test_that_is_gone_is_noticed() -> None:
    """And a file; or the test above could not fail."""
    assert missing("`security/test_the_page.py::test_that_never_was`")
    assert missing("`security/test_of_nothing.py::test_a_test_that_is_gone_is_noticed`")
    assert not missing("`security/test_the_page.py::test_a_test_that_is_gone_is_noticed`")


def test_everybody_whom_the_page_is_about_has_a_table() -> None:
    text = (DOCS / "security.md").read_text()
    for who in ("stranger", "player", "former player", "moderator", "Staff", "program", "owner"):
        section = next(part for part in text.split("\n## ")[1:] if who in part.splitlines()[0])
        assert "| cannot" in section, who
        assert "| can" in section.replace("| cannot", ""), who
