"""A fifth rulebook is built from docs/adding-a-rulebook.md alone, in a copy of the project, and played."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-rulebook.md"
BOOK = "three_harbors"
FOLDERS = (f"rules/{BOOK}/", f"tests/conformance/{BOOK}/", f"frontend/books/{BOOK}/")
REGISTRY = "rules/registry.py"
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = shutil.ignore_patterns(
    ".*", "var", "staticfiles", "__pycache__", "recordings", "revisions"
)
COPIED = ("accounts", "campaigns", "config", "core", "frontend", "rules", "tests", "verifier")
BLOCKS = BLOCK.findall(PAGE.read_text("utf-8"))
"""The files of the page in its order: where each belongs, and what it holds."""


def edited(text: str, diff: str) -> str:
    """A file with the lines of a diff added where its other lines stand."""
    lines = diff.splitlines(keepends=True)
    assert {line[0] for line in lines} == {" ", "+"}
    before = "".join(line[1:] for line in lines if line[0] == " ")
    assert text.count(before) == 1
    return text.replace(before, "".join(line[1:] for line in lines))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the files of the page in it, and nothing else changed."""
    top = tmp_path_factory.mktemp("fifth")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, top / folder, ignore=LEFT_OUT)
    shutil.copytree(ROOT / "rules" / "revisions", top / "rules" / "revisions")
    for file in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / file, top / file)
    for name, text in BLOCKS:
        file = top / name
        if name == REGISTRY:
            file.write_text(edited(file.read_text("utf-8"), text), "utf-8")
            continue
        assert not file.exists(), f"{name} is there already"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return top


def run(copy: Path, *command: str) -> str:
    """What a command says in the copy, by the Python of this test; it must succeed."""
    known = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "CHANCELLERY"))}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env={**known, "DJANGO_SETTINGS_MODULE": "config.settings.test"},
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


def test_nothing_is_touched_but_its_folders_and_one_line_of_the_registry() -> None:
    names = [name for name, _ in BLOCKS]
    assert len(names) == len(set(names))
    assert [name for name in names if not name.startswith(FOLDERS)] == [REGISTRY]
    assert all(any(name.startswith(folder) for name in names) for folder in FOLDERS)
    added = [line for line in dict(BLOCKS)[REGISTRY].splitlines() if line.startswith("+")]
    assert added == [f'+    "{BOOK}",']


def test_its_files_are_small() -> None:
    longest = max((len(text.splitlines()), name) for name, text in BLOCKS)
    assert longest[0] < 150, longest


@pytest.mark.long
def test_its_cases_hold_and_name_every_rule(copy: Path) -> None:
    cases = f"tests/conformance/{BOOK}"
    said = run(copy, "manage.py", "conformance", cases)
    assert re.search(r"^[1-9]\d* passed, 0 failed$", said, re.MULTILINE), said
    assert run(copy, "manage.py", "conformance", "--uncovered", cases) == ""


@pytest.mark.long
def test_it_keeps_to_the_plan_and_is_played_on_real_pages(copy: Path) -> None:
    files = (
        "tests/rules/test_layout.py",
        "tests/properties",
        "tests/secrecy/test_no_leaks.py",
        "tests/web/test_faces.py",
        "tests/fifth/played.py",
    )
    said = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", BOOK, *files)
    assert " passed" in said
    assert " skipped" not in said
