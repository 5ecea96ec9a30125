"""Every rulebook stands on the same floors, and what a file needs lies below it (docs/adding-a-rulebook.md)."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from rules.registry import BOOKS

ROOT = Path(__file__).parents[2]
WORDS = (
    "citations",
    "powers",
    "variants",
    "scenarios",
    "facts",
    "orders",
    "events",
    "state",
    "tables",
)
PLAY = ("setup", "steps", "menus", "acts", "autopilot")
READING = ("board", "log", "previews", "queries", "reference")

# All of these read the same files, each of them once where one worker has them all.
pytestmark = pytest.mark.xdist_group("layout")

books = pytest.mark.parametrize("key", sorted(BOOKS))


def modules(key: str) -> dict[str, Path]:
    """The modules of a book by their name within it (``model.state``); the book itself is ``""``."""
    top = ROOT / "rules" / key
    found = {}
    for path in top.rglob("*.py"):
        parts = path.relative_to(top).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(path: Path) -> tuple[ast.AST, ...]:
    """All that stands in a file, from the whole inward."""
    return tuple(ast.walk(ast.parse(path.read_text())))


def imports(key: str, files: Mapping[str, Path]) -> Iterator[tuple[str, str, bool]]:
    """Every import of one file of a book by another: who, whom, and whether for types alone."""
    start = f"rules.{key}"
    for name, path in files.items():
        typing = {
            inner
            for node in tree(path)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in ast.walk(node)
        }
        for node in tree(path):
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith(start):
                continue
            inside = (node.module or "").removeprefix(start).removeprefix(".")
            for alias in node.names:
                whole = f"{inside}.{alias.name}".removeprefix(".")
                target = whole if whole in files else inside
                if target != name:
                    yield name, target, node in typing


def floors(key: str) -> list[str]:
    """The folders of a book from the lowest up."""
    chapters = import_module(f"rules.{key}.book").CHAPTERS
    return ["model", *chapters, "turn", "pages", "book", ""]


def floor(name: str, order: list[str]) -> float:
    """On which floor a module stands. What other books may use (``house_rules``) is a chapter's."""
    top = name.split(".", maxsplit=1)[0]
    return order.index("turn") - 0.5 if top == "house_rules" else order.index(top)


@books
def test_imports_go_down_only(key: str) -> None:
    files, order = modules(key), floors(key)
    up = [
        f"{who} needs {whom}"
        for who, whom, _ in imports(key, files)
        if floor(whom, order) > floor(who, order)
    ]
    assert not up


@books
def test_no_files_import_each_other_in_a_circle(key: str) -> None:
    needs: dict[str, set[str]] = {}
    files = modules(key)
    for who, whom, typing in imports(key, files):
        if typing:
            continue
        # to import a part imports the folders around it too, but for those that one stands in
        parts = whom.split(".")
        around = {".".join(parts[:depth]) for depth in range(1, len(parts))} & files.keys()
        outside = {folder for folder in around if not f"{who}.".startswith(f"{folder}.")}
        needs.setdefault(who, set()).update(outside, {whom})
    while leaves := {whom for found in needs.values() for whom in found} - needs.keys():
        needs = {who: left for who, found in needs.items() if (left := found - leaves)}
    assert not needs


@books
def test_the_same_roles_have_the_same_names(key: str) -> None:
    files = modules(key)
    expected = {
        *(f"model.{name}" for name in WORDS),
        *(f"turn.{name}" for name in PLAY),
        *(f"pages.{name}" for name in READING),
        "book",
    }
    assert expected <= files.keys()


@books
def test_every_folder_is_a_floor(key: str) -> None:
    folders = {name.split(".")[0] for name in modules(key) if "." in name}
    assert folders == set(floors(key)) - {"book", ""}


SHARED = {("days_of_decision", "rules.world_in_flames.house_rules")}
"""What of one book another may use: the games themselves combine there."""


def named(path: Path) -> set[str]:
    """Every module of ``rules`` that a file imports, by its full name as far as it is written."""
    found = set()
    for node in tree(path):
        match node:
            case ast.Import():
                found |= {alias.name for alias in node.names}
            case ast.ImportFrom(module=str(module), level=0):
                found |= {f"{module}.{alias.name}" for alias in node.names}
            case ast.ImportFrom(level=level) if level:
                raise AssertionError(f"{path} imports by dots")
    return {name for name in found if name.split(".")[0] == "rules"}


@books
def test_a_book_imports_the_kernel_and_itself_alone(key: str) -> None:
    others = [
        f"{path}: {name}"
        for path in modules(key).values()
        for name in named(path)
        if name.split(".")[1] not in ("kernel", key)
        and (key, ".".join(name.split(".")[:3])) not in SHARED
    ]
    assert not others


def test_the_kernel_and_the_revisions_import_no_book() -> None:
    for path in (
        *(ROOT / "rules" / "kernel").rglob("*.py"),
        *(ROOT / "rules" / "revisions").rglob("*.py"),
    ):
        assert not {name.split(".")[1] for name in named(path)} - {"kernel", "revisions"}, path


@books
def test_every_kind_of_event_has_words(key: str) -> None:
    words = import_module(f"rules.{key}.pages.log").WORDS
    assert words.kinds == set(BOOKS[key].event_types.__args__)
