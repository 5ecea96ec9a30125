"""The messages in a rulebook's data files: what people read there, by its place."""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from frontend.languages.messages import Parts, parts_of, stripped
from frontend.languages.telling_apart import VOCABULARY, is_shown

SHOWN, HIDDEN = (frozenset(VOCABULARY["data"][name]) for name in ("shown", "hidden"))
"""Under keys of the first stands what is shown, be it one small word; under those of the second keys, citations and
words by which a line is read.
"""
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SILENT_FILES = frozenset({"spellings.yaml", "maps.yaml"})
NAMES = frozenset({"for", "conquest"})
"""Under these keys stand names by key."""


def read(path: str, content: str) -> Iterator[Parts]:
    """Every message of a file, in its order."""
    if path.rpartition("/")[2] in SILENT_FILES:
        return
    for text, sure in _texts(yaml.load(content, Loader=LOADER), ()):  # noqa: S506
        parts = stripped(parts_of(re.sub(r"\s+", " ", text)))
        if is_shown(parts, sure=sure):
            yield parts


def _texts(value: Any, way: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "for" and not isinstance(inner, dict):
                continue
            words = key not in HIDDEN or (key == "less" and isinstance(inner, dict))
            if words or (way and way[-1] == "for"):
                yield from _texts(inner, (*way, str(key)))
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, way)
    elif isinstance(value, str):
        if way[-1:] == ("effect",) and "; " in value and not value.endswith("."):
            yield from ((each, True) for each in value.split("; "))  # headlines list them
        named = " " in value or value[:1].isupper()
        yield (
            value,
            bool(way) and (way[-1] in SHOWN or (named and way[-2:-1] != () and way[-2] in NAMES)),
        )
