"""Keys of facts and of tables in words: files and programs name things by keys, pages do not."""

import re
from collections.abc import Iterator

from rules.kernel.facts import FactRegistry

_KEY = re.compile(
    r"(?<![\w.])([a-z][a-z0-9_]*(?:\.(?:[a-z0-9_]*<[a-z]+>|[a-z0-9_]+))+)|(?<=, )\.([a-z0-9_]+)"
)


def in_words(text: str, facts: FactRegistry) -> str:
    """A text with every dotted key in it replaced by what it is called on a page.

    A fact is called by its label, a family of facts (``factories.lost.<power>``) by the heading it
    stands under, a number of a table by the words of its key. ``a.b, .c`` means ``a.b, a.c``.
    """
    return re.sub(r"\s+", " ", "".join(_said(text, facts))) if _KEY.search(text) else text


def _said(text: str, facts: FactRegistry) -> Iterator[str]:
    at, before = 0, ""
    for found in _KEY.finditer(text):
        yield text[at : found.start()]
        key, short = found.groups()
        key = key or f"{before}.{short}"
        before = key.rpartition(".")[0]
        yield _family(key, facts) if "<" in key else _name(key, facts)
        at = found.end()
    yield text[at:]


def _name(key: str, facts: FactRegistry) -> str:
    if key in facts:
        return f"“{facts[key].label}”"
    return ", ".join(part.strip("_").replace("_", " ") for part in key.split("."))


def _family(key: str, facts: FactRegistry) -> str:
    stem = key.partition("<")[0]
    groups = {spec.group for spec in facts if spec.key.startswith(stem)}
    titles = [f"“{group.title}”" for group in facts.groups if group.key in groups]
    return f"facts under {' and '.join(titles)}" if titles else _name(stem.rstrip("."), facts)
