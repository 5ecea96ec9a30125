"""`make test-fast` and tests/README.md between them name every folder of tests, each once."""

import re
import subprocess
from pathlib import Path

from config.supervision.paths import BASE_DIR

TESTS = Path(BASE_DIR, "tests")


def run_every_day() -> list[str]:
    """The folders that the Makefile would run."""
    printed = subprocess.run(
        ["make", "--dry-run", "test-fast"], cwd=BASE_DIR, capture_output=True, text=True, check=True
    ).stdout
    return re.findall(r"\btests/(\w+)", printed)


def left_to_the_whole() -> list[str]:
    """The folders of the table in the README."""
    table = (TESTS / "README.md").read_text().split("## The test of every day")[1]
    rows = re.findall(r"^\| (`.+?) \|", table.split("## Where it goes")[0], re.MULTILINE)
    return re.findall(r"`(\w+)`", " ".join(rows))


def test_no_folder_of_tests_is_left_out_in_silence() -> None:
    folders = {path.relative_to(TESTS).parts[0] for path in TESTS.rglob("test_*.py")}
    assert sorted(run_every_day() + left_to_the_whole()) == sorted(folders)


def test_no_test_of_a_campaign_sleeps() -> None:
    """Deadlines, absences and letters come when a test sets the clock, or waits for what happened."""
    slept = re.compile(r"\bsleep\(|wait_for_timeout")
    folders = ("browser", "campaigns", "secrecy", "permissions", "security")
    found = [
        path.name
        for folder in folders
        for path in sorted((TESTS / folder).glob("*.py"))
        if slept.search(path.read_text())
    ]
    assert found == ["test_hex_inspector.py"], "which waits to see that nothing happens"
