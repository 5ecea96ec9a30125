"""The data of a book as it ships: which files are tables, their content, and where a path leads in it."""

import re
import sys
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from importlib import resources
from typing import Any

from campaigns import rulebooks
from rules.kernel import tables as kernel

Step = str | int
Spot = tuple[Any, Any]
"""A mapping or list, and the key or number in it."""


@dataclass(frozen=True, eq=False)
class Shipped:
    """The tables of one book in one revision: its content by file, what comments say of a file or of a key
    in it, what its fields are called where their own names do not say it (``words``), and the ``package`` that its
    records stand in.
    """

    package: str
    content: Mapping[str, Any]
    comments: Mapping[tuple[str, ...], str]
    words: Mapping[str, str]

    def present(self, overrides: Mapping[str, Any]) -> dict[str, Any]:
        """The content under a campaign's overrides."""
        tree = deepcopy(dict(self.content))
        for path in sorted(overrides):
            spot = spot_of(tree, path)
            if spot is not None:
                spot[0][spot[1]] = deepcopy(overrides[path])
        return tree


def spot_of(tree: Any, path: str) -> Spot | None:
    """Where a dotted path leads, as books read it: through mappings by key, one that holds dots too, through
    lists by number or by the ``key`` of a row. The last key of a mapping may be one that is left out there.
    """
    held, rest = tree, path
    while True:
        found = _step(held, rest)
        if found is None:
            return None
        key, rest = found
        if not rest:
            return held, key
        if isinstance(held, dict) and key not in held:
            return None
        held = held[key]


def _step(held: Any, rest: str) -> tuple[Any, str] | None:
    if isinstance(held, dict):
        parts = rest.split(".")
        for length in range(len(parts), 0, -1):
            name = ".".join(parts[:length])
            for key in (name, int(name)) if _is_number(name) else (name,):
                if key in held:
                    return key, ".".join(parts[length:])
        return (rest, "") if len(parts) == 1 else None
    if isinstance(held, list):
        name, _, left = rest.partition(".")
        if _is_number(name) and -len(held) <= int(name) < len(held):
            return int(name) % len(held), left
        for number, row in enumerate(held):
            if isinstance(row, dict) and row.get("key") == name:
                return number, left
    return None


def _is_number(part: str) -> bool:
    return part.removeprefix("-").isdecimal()


def shipped(book: rulebooks.Book) -> Shipped:
    """The tables that a book ships, in the revision that it is; none where it brings no data."""
    package = rulebooks.package_of(book)
    content, comments, files = {}, dict[tuple[str, ...], str](), _files(package)
    for name in _tables_among(book, files):
        content[name] = kernel.raw(package, f"{name}.yaml")
        text = resources.files(package).joinpath("data", f"{name}.yaml").read_text("utf-8")
        comments |= {(name, *key): said for key, said in _comments(text).items()}
    words = kernel.words(package) if "words" in files else {}
    return Shipped(package=package, content=content, comments=comments, words=words)


def _files(package: str) -> list[str]:
    if package not in sys.modules:
        return []
    folder = resources.files(package).joinpath("data")
    if not folder.is_dir():
        return []
    names = (entry.name for entry in folder.iterdir())
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def _tables_among(book: rulebooks.Book, names: list[str]) -> list[str]:
    """Which of these files a book reads its tables from: it names them where it refuses a path that leads
    nowhere; a book that does not is asked file by file.
    """
    if not names:
        return []
    said = set(re.findall(r"\w+", refusal(book, {"?": 0})))
    named = [name for name in names if name in said]
    if named and _takes(book, named[0]):
        return named
    return [name for name in names if _takes(book, name)]


def _takes(book: rulebooks.Book, name: str) -> bool:
    """Whether the book takes a value of this file that is the same as it ships."""
    leaf = next(_leaves(kernel.raw(rulebooks.package_of(book), f"{name}.yaml"), name), None)
    return leaf is not None and not refusal(book, dict([leaf]))


def _leaves(held: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(held, dict):
        for key, value in held.items():
            yield from _leaves(value, f"{path}.{key}")
    elif isinstance(held, list):
        for number, value in enumerate(held):
            yield from _leaves(value, f"{path}.{number}")
    else:
        yield path, held


def refusal(book: rulebooks.Book, overrides: Mapping[str, Any]) -> str:
    """What the book says against these overrides when it loads its tables with them; empty if it takes
    them.
    """
    scenario = next(iter(book.scenarios))
    return " ".join(rulebooks.table_refusal(book, scenario, {}, overrides) or ()).strip()


_KEY = re.compile(r"^(\"?)([\w-]+)\1:")
_OF_FILES = re.compile(r"[`/:{]|\b[a-z_]+\.[a-z_.]+\b|<|>")


def _comments(text: str) -> dict[tuple[str, ...], str]:
    """What stands above a file's first key, and above each other key of its own: the sentences of it that
    are for readers, without those that tell of files and keys.
    """
    found: dict[tuple[str, ...], str] = {}
    held: list[str] = []
    first = True
    for line in text.splitlines():
        if line.startswith("#"):
            held.append(line[1:].strip())
        elif key := _KEY.match(line):
            found[() if first else (key[2],)] = _for_readers(" ".join(held))
            held, first = [], False
        elif not line.strip():
            # A blank line ends what is said of a key; what stands above the first key is of the file.
            held = held if first else []
    return {key: said for key, said in found.items() if said}


def _for_readers(text: str) -> str:
    sentences = re.split(r"(?<=[.!?])\s+", text)
    kept = [one for one in sentences if one and not _OF_FILES.search(one.rstrip("."))]
    return " ".join(kept[:3])
