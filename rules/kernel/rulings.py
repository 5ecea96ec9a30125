"""The answers to what a rulebook leaves open, read from the book's ``data/rulings.md``.

An answer begins a line with its number and its title in bold: ``**7. Title.** ...``, ``7. **Title.** ...`` or
``- **W-07. Title.** ...``; it goes on to the next one, over as many paragraphs as it takes.
"""

import re
from functools import cache
from importlib import resources

_BEGINS = re.compile(
    r"^(?:- )?\*\*(?P<bold>[A-Z]*-?\d+)\. |^(?P<listed>\d+)\. (?=\*\*)", re.MULTILINE
)
_HEADING = re.compile(r"^#+ .*\n?", re.MULTILINE)


@cache
def answers(package: str) -> dict[str, str]:
    """The whole answer of each ruling of a book, by its number as written; without marks of emphasis.

    Paragraphs stand apart by an empty line.
    """
    text = resources.files(package).joinpath("data", "rulings.md").read_text("utf-8")
    found: dict[str, str] = {}
    begun = list(_BEGINS.finditer(text))
    for place, begin in enumerate(begun):
        end = begun[place + 1].start() if place + 1 < len(begun) else len(text)
        answer = _HEADING.sub("", text[begin.end() : end]).replace("**", "").replace("`", "")
        paragraphs = (" ".join(part.split()) for part in re.split(r"\n\s*\n", answer))
        found[begin["bold"] or begin["listed"]] = "\n\n".join(filter(None, paragraphs))
    return found
