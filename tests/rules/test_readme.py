"""The README lists the rulebooks that the registry carries, and no others."""

import re
from pathlib import Path

from rules.registry import BOOKS

ROOT = Path(__file__).resolve().parents[2]
LISTED = re.findall(
    r"^\* \*\*([^*]+)\*\*.*?\(rules/(\w+)/README\.md\)",
    (ROOT / "README.md").read_text(),
    flags=re.MULTILINE | re.DOTALL,
)
"""Title and folder of every book that the README describes."""


def test_the_readme_describes_every_rulebook_and_no_other():
    assert sorted(folder for _, folder in LISTED) == sorted(BOOKS)


def test_the_readme_calls_each_by_its_title_and_leads_to_its_own_page():
    for title, folder in LISTED:
        assert BOOKS[folder].title.startswith(title.split(",")[0].split(":")[0]), title
        assert (ROOT / "rules" / folder / "README.md").is_file()


def test_the_readme_says_how_many_there_are():
    words = {3: "Three", 4: "Four", 5: "Five", 6: "Six"}
    assert f"{words[len(BOOKS)]} rulebooks." in (ROOT / "README.md").read_text()
