"""Interface 1: what crosses the border between the web and a book, and how the web tells its kinds apart."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.kernel import agreements, contract, events, menus, orders, phases, rulebook, tally
from rules.registry import BOOKS
from rules.revisions import loading
from tests.support.suite.sample import of_the_newest

ROOT = Path(__file__).parent.parent.parent
CROSSING = {
    name
    for module in (agreements, contract, events, menus, orders, phases, rulebook, tally)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and kind.__module__.startswith("rules.")
}
"""Types of which a frozen book has copies of its own."""


def web(*kinds: type[ast.AST]) -> Iterator[tuple[str, Any]]:
    """Every node of these kinds in the code on this side of the border."""
    for where, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, kinds):
                yield f"{where}:{node.lineno}", node


@cache
def trees() -> list[tuple[str, ast.Module]]:
    """The modules on this side of the border."""
    paths = [path for name in ("campaigns", "frontend") for path in (ROOT / name).rglob("*.py")]
    return [
        (str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8"))) for path in sorted(paths)
    ]


def names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} | {
        one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)
    }


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def test_the_web_never_asks_for_the_class_of_what_crosses() -> None:
    asked = []
    for where, node in web(ast.Call, ast.MatchClass):
        if isinstance(node, ast.MatchClass):
            asked += [f"{where} {name}" for name in names(node.cls) & CROSSING]
        elif called(node) in {"isinstance", "issubclass"}:
            asked += [f"{where} {name}" for name in names(node.args[1]) & CROSSING]
    assert asked == []


def test_what_the_web_calls_on_a_book_is_in_the_interface() -> None:
    called = {
        node.attr: where
        for where, node in web(ast.Attribute)
        if (
            (isinstance(node.value, ast.Name) and node.value.id == "book")
            or (isinstance(node.value, ast.Attribute) and node.value.attr == "book")
        )
        and "frontend/books" not in where
    }
    unknown = {name: where for name, where in called.items() if name not in loading.INTERFACE_1}
    assert unknown == {}


def test_the_interface_is_part_of_the_contract() -> None:
    fields = rulebook.Rulebook.__dataclass_fields__.keys()
    assert vars(rulebook.Rulebook).keys() | fields >= loading.INTERFACE_1


@pytest.mark.parametrize(
    ("key", "revision"),
    of_the_newest(
        (key, one.revision) for key, kept in loading.read_index().items() for one in kept
    ),
)
def test_every_kept_revision_has_all_of_it(key: str, revision: str) -> None:
    book = loading.load(key, revision)
    assert [name for name in sorted(loading.INTERFACE_1) if not hasattr(book, name)] == []
    assert book.key == BOOKS[key].key
