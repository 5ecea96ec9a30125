"""Where things are and what they are called: few entries in each folder, no circle, and none of the names that nobody
could guess."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from drf_spectacular.generators import SchemaGenerator

from core.paths import BASE_DIR

MOST = 16
"""Entries of a folder of `campaigns`."""
MOST_MODULES = 8
"""Modules beside the folders of `campaigns`."""
LONG_LISTS = ("models", "commands", "migrations")
"""Folders with one module for each noun, command or change."""
APPS = ("accounts", "campaigns", "config", "core", "frontend", "rules", "verifier")

FORMER_MODULES = frozenset(
    [
        "telling",
        "letters",
        "mail",
        "waiting",
        "wishes",
        "newskinds",
        "hearing",
        "bell",
        "deliveries",
        "carrying",
        "acts",
        "looks",
        "looking",
        "last_seen",
        "holding",
        "secrets",
        "held",
        "hands",
        "once",
        "pacing",
        "putting",
        "consents",
        "consenting",
        "desks",
        "heirs",
        "standbys",
        "desk",
        "seating",
        "reseating",
        "standing_in",
        "standing",
        "expiring",
        "stretching",
        "disorder",
        "being_away",
        "more_time",
        "added_time",
        "duesteps",
        "voiding",
        "releasing",
        "confirming",
        "delaying",
        "lines_of",
        "rolling_back",
        "forking",
        "moving_on",
        "undo",
        "faults",
        "playing_on",
        "playing_on_apart",
        "hung",
        "owed",
        "saying",
        "plainly",
        "eyes",
        "checked",
        "vitals",
        "mended",
        "warming",
        "guard",
        "sure",
        "loglines",
        "untrusted",
        "own_pages",
        "secret_addresses",
        "outbound",
        "unavailable",
        "loaded",
        "beside",
        "foresight",
        "agreeing",
        "declaring",
        "supposing",
        "doors",
    ]
)
"""Modules that stood here once, and whose names told nobody what was in them."""

FORMER_NAMES = frozenset(
    [
        "Wish",
        "Told",
        "Letter",
        "Look",
        "Held",
        "Secret",
        "Asked",
        "Said",
        "Found",
        "Content",
        "Carrier",
        "Put",
        "moot",
        "Hand",
        "Answer",
        "Chair",
        "Desk",
        "Thought",
        "NewsWish",
        "ToldWaiting",
        "writing",
        "paced",
        "sit",
        "rise",
        "fall",
        "reckon",
        "wakes",
        "stumble",
        "stumble_unwritten",
        "strike",
        "struck",
        "hung",
        "vitals",
        "bell",
        "wishes",
        "owed",
        "deliveries",
        "disclosed",
        "heirs",
        "holding",
        "mended",
        "watched",
        "amiss",
        "after_override",
        "behind",
        "Rising",
        "Thinking",
        "Leaving",
        "HandingIn",
        "Founding",
        "Joining",
        "Saying",
        "without",
        "plainly",
        "secrets",
        "desk",
        "Allowing",
    ]
)
"""Classes, functions and records of the API that did so."""

NAMED_SO_IN_RULES = frozenset(["acts", "deliveries", "owed", "standing", "supposing"])
"""Words of the games themselves, or of what a book hands over."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for app in APPS:
        for path in sorted(Path(BASE_DIR, app).rglob("*.py")):
            name = ".".join(path.relative_to(BASE_DIR).with_suffix("").parts)
            yield name.removesuffix(".__init__"), ast.parse(path.read_text())


def names(tree: ast.Module) -> Iterator[str]:
    """The classes and public functions of a module."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def entries(folder: Path) -> list[str]:
    """What lies in a folder that somebody reads: modules and folders."""
    return sorted(
        each.name
        for each in folder.iterdir()
        if each.suffix == ".py" or (each.is_dir() and not each.name.startswith(("_", ".")))
    )


FOLDERS = sorted(
    path.parent
    for path in Path(BASE_DIR, "campaigns").rglob("__init__.py")
    if path.parent.name != "campaigns"
)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: str(path.relative_to(BASE_DIR)))
def test_a_folder_is_looked_through_at_a_glance(folder: Path) -> None:
    assert folder.name in LONG_LISTS or len(entries(folder)) <= MOST, entries(folder)


def test_few_modules_stand_beside_the_folders() -> None:
    found = [name for name in entries(Path(BASE_DIR, "campaigns")) if name.endswith(".py")]
    assert len(found) <= MOST_MODULES, found


def test_no_former_module_is_left() -> None:
    found = [
        module
        for module, _ in modules()
        if (last := module.rpartition(".")[2]) in FORMER_MODULES
        and not (module.startswith("rules.") and last in NAMED_SO_IN_RULES)
    ]
    assert not found


def test_no_former_name_is_left() -> None:
    found = [
        f"{module}.{name}"
        for module, tree in modules()
        if not module.startswith("rules.")
        for name in sorted({*names(tree)} & FORMER_NAMES)
    ]
    assert not found


def test_no_former_name_is_left_in_the_schema_of_the_api() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    assert not {*schema["components"]["schemas"]} & FORMER_NAMES


def test_every_package_says_what_it_holds() -> None:
    for folder in FOLDERS:
        said = ast.get_docstring(ast.parse((folder / "__init__.py").read_text()))
        assert said or folder.name in ("management", *LONG_LISTS), folder


# The tests themselves.

TESTS = Path(BASE_DIR, "tests")
LISTS = (
    "tests.as_it_happened.playing",
    "tests.browser.docs_pictures",
    "tests.fuzz.world",
    "tests.secrecy.doors",
    "tests.security.walking",
)
"""What `tests/web` compares with the table of addresses and with the documentation, and how a script is played."""


@cache
def imported() -> dict[str, set[str]]:
    """What each module of the tests imports of them, within its functions too."""
    trees = {}
    for path in sorted(TESTS.rglob("*.py")):
        name = ".".join(path.relative_to(BASE_DIR).with_suffix("").parts)
        trees[name.removesuffix(".__init__")] = ast.parse(path.read_text())
    found: dict[str, set[str]] = {name: set() for name in trees}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                found[name] |= inside & trees.keys() or {node.module} & trees.keys()
            elif isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names} & trees.keys()
    return found


def folder_of(module: str) -> str:
    """The folder of `tests` that a module lies in; empty for one that lies in none."""
    return module.split(".")[1] if module.count(".") > 1 else ""


def test_no_test_module_and_no_conftest_is_imported() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imported().items()
        for other in others
        if other.rpartition(".")[2].startswith(("test_", "conftest"))
    ]
    assert not wrong


def test_a_folder_of_tests_knows_itself_and_what_all_share() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imported().items()
        for other in others
        if folder_of(name)
        and folder_of(other) not in ("", "support", folder_of(name))
        and other not in LISTS
    ]
    assert not wrong


def test_what_tests_share_has_no_circle() -> None:
    shared = {name: others for name, others in imported().items() if folder_of(name) == "support"}
    TopologicalSorter(shared).prepare()


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in TESTS.glob("support/**/__init__.py"))
)
def test_what_tests_share_is_looked_through_at_a_glance(folder: Path) -> None:
    modules = [name for name in entries(folder) if name.endswith(".py") and name[0] != "_"]
    assert len(modules) <= MOST
