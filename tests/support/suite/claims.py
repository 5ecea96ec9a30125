"""The tables of claims in docs/, and the tests that they name."""

import re
from pathlib import Path

from core.paths import BASE_DIR

HERE = BASE_DIR / "tests"

DOCS = HERE.parent / "docs"

NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")

PAGES = ("security.md", "moderators.md")


def rows(page: str) -> list[tuple[str, str, str]]:
    """The rows of the page's tables: who does what, whether they can, and what shows it."""
    found = []
    for line in (DOCS / page).read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3 and re.match("can|not", cells[1]):
            found.append((cells[0], cells[1], cells[2]))
    return found


def file_of(name: str) -> Path | None:
    """The file that a page calls so; the folder may be left out where only one has such a file."""
    if (HERE / name).is_file():
        return HERE / name
    found = list(HERE.rglob(name))
    return found[0] if len(found) == 1 else None
