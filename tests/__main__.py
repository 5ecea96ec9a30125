"""`make test`: what drives a browser or starts programs runs last and one at a time; what failed is tried again alone.

A failure that does not come again is chance. It counts as passed, and the last lines name it, so that it is
mended next. Tests of secrecy and permissions get no second try: what leaks once has leaked. Nor does a run
in which more failed than chance can explain.

    python -m tests [ARGUMENT OF PYTEST...]
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

QUICK = "not long"
WITH_PROGRAMS = ("browser", "faults", "stack")
"""The folders of tests that are `alone`: they drive a browser or start programs. No other holds one."""
NO_SECOND_TRY = ("tests/secrecy/", "tests/permissions/")
MOST_BY_CHANCE = 20
"""More failures than this are not chance."""
PASSED, FAILED, NONE_FOUND = 0, 1, 5
"""What pytest ends with."""


def run(kept: Path, *arguments: str) -> tuple[int, list[str]]:
    """Run pytest; give what it ends with, and which tests failed (or broke) in it."""
    command = [sys.executable, "-m", "pytest", "-o", f"cache_dir={kept}", *arguments]
    code = subprocess.run(command, check=False).returncode
    written = kept / "v" / "cache" / "lastfailed"
    failed = json.loads(written.read_text()) if written.exists() else {}
    # A test that goes to one worker with others bears the name of that group at its end.
    return code, sorted({re.sub(r"@[^@\]]+$", "", each) for each in failed})


def narrowed(arguments: list[str]) -> tuple[list[str], list[str]]:
    """What spares each of the two runs the folders of the other; nothing where a path is given."""
    if any(Path(each.partition("::")[0]).exists() for each in arguments):
        return [], []
    found = [f"tests/{each}" for each in WITH_PROGRAMS if Path("tests", each).is_dir()]
    return [f"--ignore={folder}" for folder in found], found


def may_be_chance(failed: list[str]) -> bool:
    """Whether what failed is worth a second try."""
    return 0 < len(failed) <= MOST_BY_CHANCE and not any(
        each.startswith(NO_SECOND_TRY) for each in failed
    )


def main(arguments: list[str]) -> int:
    """Run everything that is not long; 0 where all of it passed, at the second try at the latest."""
    with tempfile.TemporaryDirectory(prefix="chancellery-tests-") as folder:
        place = Path(folder)
        without, within = narrowed(arguments)
        together, in_one = run(
            place / "together", *arguments, *without, "-m", f"{QUICK} and not alone"
        )
        if together not in (PASSED, FAILED, NONE_FOUND):
            return together
        alone, in_other = run(
            place / "alone", *arguments, *within, "-n", "0", "-m", f"{QUICK} and alone"
        )
        if alone not in (PASSED, FAILED, NONE_FOUND) or together == alone == NONE_FOUND:
            return alone
        failed = in_one + in_other
        if FAILED not in (together, alone):
            print("Nothing needed a second try.")
            return PASSED
        if not may_be_chance(failed):
            print(f"Nothing is tried again: {len(failed)} failed.", *failed, sep="\n  ")
            return FAILED
        names = place / "names"
        names.write_text("\n".join(failed))
        print(f"Tried again alone: {len(failed)}.", *failed, sep="\n  ", flush=True)
        again, still = run(place / "again", "-n", "0", f"@{names}")
    if again:
        print(f"{len(still)} failed again: {', '.join(still)}")
        return again
    print(f"{len(failed)} passed only alone: {', '.join(failed)}")
    return PASSED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
