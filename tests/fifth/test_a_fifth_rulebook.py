"""A fifth rulebook is built from `examples/`, in a copy of the project, and played; the guide quotes it truly."""

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
EXAMPLE = ROOT / "examples" / BOOK
ELSEWHERE = {"face": f"frontend/books/{BOOK}", "cases": f"tests/conformance/{BOOK}"}
"""Where folders of the example belong; all else belongs to the rules."""
REGISTRY = "rules/registry.py"
BLOCK = re.compile(r"^```(\S*) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = shutil.ignore_patterns(
    ".*", "var", "staticfiles", "__pycache__", "recordings", "revisions"
)
COPIED = (
    "accounts",
    "campaigns",
    "config",
    "core",
    "examples",  # the book of the tests is made of it
    "frontend",
    "rules",
    "tests",
    "verifier",
)
BLOCKS = BLOCK.findall(PAGE.read_text("utf-8"))
"""What the page quotes in its order: the language, the file, and the words."""
(DIFF,) = (text for _, name, text in BLOCKS if name == REGISTRY)


def built() -> dict[str, str]:
    """The files of the book by where each belongs, as the page says it."""
    files = {}
    for file in sorted(each for each in EXAMPLE.rglob("*") if each.is_file()):
        first, *rest = file.relative_to(EXAMPLE).parts
        if "__pycache__" not in file.parts:
            folder = ELSEWHERE.get(first) if rest else None
            place = [folder, *rest] if folder else [f"rules/{BOOK}", first, *rest]
            text = file.read_text("utf-8")
            files["/".join(place)] = text.replace(f"examples.{BOOK}", f"rules.{BOOK}")
    return files


def edited(text: str, diff: str) -> str:
    """A file with the lines of a diff added where its other lines stand."""
    lines = diff.splitlines(keepends=True)
    assert {line[0] for line in lines} == {" ", "+"}
    before = "".join(line[1:] for line in lines if line[0] == " ")
    assert text.count(before) == 1
    return text.replace(before, "".join(line[1:] for line in lines))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the files of the book in it and its line in the registry, and nothing else changed."""
    top = tmp_path_factory.mktemp("fifth")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, top / folder, ignore=LEFT_OUT)
    shutil.copytree(ROOT / "rules" / "revisions", top / "rules" / "revisions")
    for file in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / file, top / file)
    registry = top / REGISTRY
    registry.write_text(edited(registry.read_text("utf-8"), DIFF), "utf-8")
    for name, text in built().items():
        file = top / name
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


def test_the_page_quotes_what_stands_there() -> None:
    """All that it shows as code is the example's, word for word, but for the line of the registry."""
    quoted = [(name, text) for _, name, text in BLOCKS if name != REGISTRY]
    assert len(quoted) >= 4
    for name, text in quoted:
        assert name.startswith(f"examples/{BOOK}/"), f"the page shows code of its own: {text}"
        assert text in (ROOT / name).read_text("utf-8"), name
    for first, folder in ELSEWHERE.items():
        row = f"| `{first}/` | `{folder.replace(BOOK, '<book>')}/` |"
        assert row in PAGE.read_text("utf-8")


def test_the_page_and_the_files_are_small() -> None:
    assert len(PAGE.read_text("utf-8").splitlines()) <= 200
    longest = max((len(text.splitlines()), name) for name, text in built().items())
    assert longest[0] < 150, longest


def test_nothing_is_touched_but_its_folders_and_one_line_of_the_registry() -> None:
    folders = (f"rules/{BOOK}/", *(f"{folder}/" for folder in ELSEWHERE.values()))
    assert all(name.startswith(folders) for name in built())
    assert all(any(name.startswith(folder) for name in built()) for folder in folders)
    added = [line for line in DIFF.splitlines() if line.startswith("+")]
    assert added == [f'+    "{BOOK}",']


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
