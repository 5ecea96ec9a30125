"""The verifier in a Python that has no Django: as a command and as a library."""

import json
import lzma
import re
import subprocess
import sys
from pathlib import Path

import pytest

from campaigns.as_it_happened import files
from verifier import CHECKS

ROOT = Path(__file__).parents[2]
BOOKS = sorted(files.pinned())

BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {names}:
            raise ImportError(name + " is not here")
sys.meta_path.insert(0, Blocked())
""".format(
    names={
        *("django", "rest_framework", "channels", "celery", "asgiref", "psycopg", "redis"),
        *("config", "accounts", "frontend"),
    }
)
COMMAND = "import runpy; runpy.run_module('verifier', run_name='__main__')"


def run(code: str, *arguments: object, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", BLOCKED + code, *map(str, arguments)]
    return subprocess.run(
        words,
        check=False,
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.stdout, done.stderr
    return done.stdout.splitlines()[-1]


def thrown(book: str) -> bytes:
    """The file of a campaign whose dice were thrown, as the newest release exported it."""
    newest = max((ROOT / "tests" / "releases").glob(f"*/{book}.json.xz"))
    return lzma.decompress(newest.read_bytes())


@pytest.fixture
def exported(tmp_path):
    def write(book: str, before: str = "", after: str = "", *, data=thrown) -> Path:
        text = data(book).decode()
        assert before in text
        path = tmp_path / f"{book}.json"
        path.write_text(text.replace(before, after, 1) if before else text)
        return path

    return write


@pytest.mark.parametrize("book", BOOKS)
def test_a_campaign_of_each_book_is_found_sound(exported, book):
    done = run(COMMAND, exported(book))
    assert done.returncode == 0, done.stdout + done.stderr
    assert last_line(done) == f"{len(CHECKS) + 3} checks, 0 faults, 0 not checked"
    assert re.search(r"ok +replay: [1-9]\d* phases played again", done.stdout)


@pytest.mark.parametrize("book", BOOKS)
def test_so_is_one_that_follows_a_script(exported, book):
    done = run(COMMAND, exported(book, data=files.data))
    # Its dice are given by a script, so they cannot be checked, and the code says so.
    assert done.returncode == 3, done.stdout + done.stderr
    assert re.fullmatch(r"\d+ checks, 0 faults, 0 not checked; dice given.*", last_line(done))
    assert re.search(r"ok +replay: [1-9]\d* phases played again", done.stdout)


@pytest.mark.parametrize("book", BOOKS)
def test_a_file_that_was_tampered_with_is_found_unsound(exported, book):
    slug = json.loads(thrown(book))["campaign"]["slug"]
    done = run(COMMAND, exported(book, f'"slug":"{slug}"', '"slug":"another"'))
    assert done.returncode == 1, done.stdout + done.stderr
    assert last_line(done).startswith("first: ")


def test_several_files_are_checked_and_the_worst_counts(exported, tmp_path):
    good, bad = exported(BOOKS[0]), tmp_path / "no export.json"
    bad.write_text("{}")
    done = run(COMMAND, good, bad)
    assert done.returncode == 1
    assert done.stderr == "The file says format None, not 'chancellery-campaign'.\n"
    assert done.stdout.startswith(f"{good}:\n")
    assert run(COMMAND, tmp_path / "nowhere.json").stderr.endswith(
        "nowhere.json cannot be read: No such file or directory.\n"
    )


def test_the_example_of_the_documentation_runs(tmp_path):
    page = (ROOT / "docs" / "verification.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    book = files.smallest_first()[0]
    (tmp_path / "campaign.json").write_bytes(
        lzma.decompress((files.HERE / f"{book}{files.ENDING}").read_bytes())
    )
    done = run(example, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "sound\n"), done.stderr


@pytest.mark.parametrize("blocked", ["django", "celery"])
def test_what_is_blocked_is_not_there(blocked):
    assert f"{blocked} is not here" in run(f"import {blocked}").stderr
