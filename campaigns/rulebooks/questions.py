"""The table of every question that can be put to a position, made from the code."""

from collections.abc import Iterator, Mapping

from campaigns import rulebooks
from rules.kernel.conformance.asking import EVERY_BOOK
from rules.kernel.questions import Argument

HEAD = """# Questions

What a conformance case can `ask` (docs/conformance.md), and what pages and the API ask as well. This page
is made from the code by `manage.py rulebooks --questions`; change the code, not this page. The first
argument may be given alone, without its name.
"""


def table() -> str:
    """All questions with their arguments and answers, as Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield HEAD
    yield "## Every rulebook"
    yield ""
    rows = {
        name: (about, gives, arguments) for name, (about, gives, arguments) in EVERY_BOOK.items()
    }
    yield from _table(rows)
    for book in rulebooks.every():
        yield ""
        yield f"## {book.title}"
        yield ""
        yield from _table(
            {name: (q.about, q.gives, q.arguments) for name, q in sorted(book.questions.items())}
        )
    yield ""


def _table(rows: Mapping[str, tuple[str, str, Mapping[str, Argument]]]) -> Iterator[str]:
    yield "| question | what it is about | arguments | answer |"
    yield "|---|---|---|---|"
    for name, (about, gives, arguments) in rows.items():
        said = "; ".join(f"`{key}` {one.said()}" for key, one in arguments.items())
        yield "| " + " | ".join(_cell(part) for part in (f"`{name}`", about, said, gives)) + " |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
