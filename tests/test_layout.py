"""The two sizes of the suite: what a marker says, what tests/README.md says of it, and what no claim may lose.

And of the code: no modules import each other in a circle.
"""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from core.paths import BASE_DIR
from tests import __main__ as suite
from tests.support.suite.claims import NAMED, PAGES, file_of, rows

TESTS = Path(BASE_DIR, "tests")


def modules() -> list[Path]:
    return sorted(TESTS.rglob("test_*.py"))


def says_long(node: ast.AST) -> bool:
    """Whether a decorator or a list of marks has ``pytest.mark.long``."""
    return any(isinstance(part, ast.Attribute) and part.attr == "long" for part in ast.walk(node))


@cache
def of(path: Path) -> dict[str, bool]:
    """The tests at the top level of a module, and whether each is long."""
    tree = ast.parse(path.read_text())
    whole = any(
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "pytestmark"
        and says_long(node.value)
        for node in tree.body
    )
    return {
        node.name: whole or any(says_long(each) for each in node.decorator_list)
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and node.name.lower().startswith("test")
    }


def table() -> dict[str, str]:
    """Of each folder in the README's table what of it is in `make test`."""
    section = (TESTS / "README.md").read_text().split("## The two sizes")[1].split("\n## ")[0]
    found = re.findall(r"^\| `([\w.]+)` \| ([^|]*) \|", section, re.MULTILINE)
    assert len({folder for folder, _ in found}) == len(found)
    return dict(found)


def folders() -> dict[str, list[Path]]:
    """The modules of each folder; one that lies in none stands for itself."""
    found: dict[str, list[Path]] = {}
    for path in modules():
        found.setdefault(path.relative_to(TESTS).parts[0], []).append(path)
    return found


def test_the_table_of_the_two_sizes_has_every_folder() -> None:
    assert sorted(table()) == sorted(folders())


@pytest.mark.parametrize("folder", sorted(folders()))
def test_the_table_says_what_the_marks_say(folder: str) -> None:
    """All of a folder, most of it, or the modules that it names, and of those at least one test."""
    told, found = table()[folder], folders()[folder]
    marked = [path for path in found if re.search(r"mark\.long\b|\bone_in\(", path.read_text())]
    if told == "all":
        assert marked == [] or folder == "test_layout.py"
    elif told == "none":
        assert all(map(wholly, found))
    elif told == "most":
        assert marked
        assert any(path not in marked for path in found) or not all(map(wholly, found))
    else:
        assert re.findall(r"`(\w+)`", told) == [path.stem for path in found if not wholly(path)]


def wholly(path: Path) -> bool:
    """Whether `make test` runs nothing of a module."""
    return all(of(path).values())


@pytest.mark.parametrize("page", PAGES)
def test_every_claim_keeps_a_test_that_is_not_long(page: str) -> None:
    """A promise that only the long run holds could be broken for days."""
    lost = []
    for what, _, shown in rows(page):
        named = [(file_of(file), test) for file, test in NAMED.findall(shown)]
        quick = [
            test
            for path, test in named
            if path is not None and not (of(path)[test] if test else all(of(path).values()))
        ]
        if named and not quick:
            lost.append(what)
    assert lost == []


def test_no_test_of_a_campaign_sleeps() -> None:
    """Deadlines, absences and letters come when a test sets the clock, or waits for what happened."""
    slept = re.compile(r"\bsleep\(|wait_for_timeout")
    folders = ("browser", "campaigns", "secrecy", "permissions", "security")
    found = [
        path.name
        for folder in folders
        for path in sorted((TESTS / folder).rglob("*.py"))
        if slept.search(path.read_text())
    ]
    # The one waits to see that nothing happens, the other looks again and again at what another connection does.
    assert found == ["test_hex_inspector.py", "test_act_results.py"]


# No circles. An import counts wherever it stands: within a function and for types too.

APPS = ("accounts", "campaigns", "config", "core", "frontend", "rules", "verifier")
"""The packages whose modules make no circle, not through each other either."""
AS_PARTS = (
    "campaigns",
    "campaigns.selectors",
    "campaigns.services",
    "rules.kernel",
    "rules.days_of_decision",
    "rules.days_of_decision.model",
)
"""Of these the parts directly within make none either, where a package counts as one."""


@cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*APPS, cache_dir=None)


def circle(part_of: Callable[[str], str]) -> list[str]:
    """A circle of the parts that modules belong to, if there is one; ``""`` is no part."""
    needs: dict[str, set[str]] = {}
    for module in imports().modules:
        needed = imports().find_modules_directly_imported_by(module)
        needs.setdefault(part_of(module), set()).update(map(part_of, needed))
    without = {part: found - {part, ""} for part, found in needs.items() if part}
    try:
        TopologicalSorter(without).prepare()
    except CycleError as error:
        # The sorter names each before the one that needs it.
        found: list[str] = error.args[1]
        return found[::-1]
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert " -> ".join(circle(str)) == ""


@pytest.mark.parametrize("package", AS_PARTS)
def test_no_parts_of_a_package_import_each_other_in_a_circle(package: str) -> None:
    inside = re.compile(re.escape(package) + r"\.\w+")
    found = circle(lambda module: part.group() if (part := inside.match(module)) else "")
    assert " -> ".join(found) == ""


# What `make test` does with a failure.

ALWAYS = "def test_it() -> None:\n    assert False\n"
ONCE = """
from pathlib import Path

def test_it() -> None:
    seen = Path(__file__).with_name("seen")
    first = not seen.exists()
    seen.touch()
    assert not first
"""
FINE = "def test_it() -> None:\n    pass\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of its own, without settings, where the runner finds its tests."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\nmarkers = ["long: x", "alone: x"]\n'
    )
    return tmp_path


def ran(project: Path, **files: str) -> tuple[int, str]:
    """What the runner ends with, and its last lines, for these tests."""
    for name, text in files.items():
        path = project / "tests" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    done = subprocess.run(
        [sys.executable, suite.__file__],
        cwd=project,
        # None of the project's plugins, which are long in loading.
        env={
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_ADDOPTS": "-p xdist.plugin",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_what_passes_alone_is_named_and_lands(project: Path) -> None:
    code, told = ran(project, test_once=ONCE, test_fine=FINE)
    assert code == 0
    assert told.endswith("1 passed only alone: tests/test_once.py::test_it\n")


def test_what_fails_twice_fails(project: Path) -> None:
    code, told = ran(project, test_always=ALWAYS, test_once=ONCE, test_fine=FINE)
    assert code == 1
    assert told.endswith("1 failed again: tests/test_always.py::test_it\n")


def test_where_all_pass_nothing_is_tried_again(project: Path) -> None:
    code, told = ran(project, test_fine=FINE)
    assert code == 0
    assert told.endswith("Nothing needed a second try.\n")


def test_a_file_that_cannot_be_read_fails_at_once(project: Path) -> None:
    code, told = ran(project, test_broken="import nothing_of_that_name\n", test_fine=FINE)
    assert code not in (0, 1)
    assert "only alone" not in told


@pytest.mark.parametrize(
    "folder", [each.rstrip("/").split("/")[-1] for each in suite.NO_SECOND_TRY]
)
def test_what_leaks_once_is_not_tried_again(project: Path, folder: str) -> None:
    code, told = ran(project, **{f"{folder}/test_once": ONCE, "test_fine": FINE})
    assert code == 1
    assert "Nothing is tried again: 1 failed." in told


def test_neither_run_reads_the_folders_of_the_other(project: Path) -> None:
    """What is broken in one is met once, by the run whose folder it is."""
    folder = suite.WITH_PROGRAMS[0]
    program = "import pytest\n@pytest.mark.alone\n"
    code, told = ran(project, **{f"{folder}/test_program": program + FINE, "test_fine": FINE})
    assert code == 0
    assert told.count("1 passed in ") == 2
    assert "deselected" not in told


def test_where_a_path_is_given_both_runs_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BASE_DIR)
    folder = f"tests/{suite.WITH_PROGRAMS[0]}"
    assert suite.narrowed(["-q", f"{folder}/test_drafts.py::test_it"]) == ([], [])
    without, within = suite.narrowed(["-q", "-n", "2"])
    assert f"--ignore={folder}" in without
    assert folder in within


def test_many_failures_are_not_chance() -> None:
    assert suite.may_be_chance(["tests/web/test_a.py::test_it"] * suite.MOST_BY_CHANCE)
    assert not suite.may_be_chance(["tests/web/test_a.py::test_it"] * (suite.MOST_BY_CHANCE + 1))
    assert not suite.may_be_chance([])


def test_a_name_loses_its_group_and_nothing_else(tmp_path: Path, monkeypatch) -> None:
    kept = tmp_path / "v" / "cache"
    kept.mkdir(parents=True)
    names = {"tests/a.py::test_it[one]@books": True, "tests/a.py::test_other[m@e.org]": True}
    (kept / "lastfailed").write_text(json.dumps(names))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 1))
    assert suite.run(tmp_path)[1] == ["tests/a.py::test_it[one]", "tests/a.py::test_other[m@e.org]"]
