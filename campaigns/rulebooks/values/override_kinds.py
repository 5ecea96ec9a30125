"""What a public value can become: its choices, and which tables of a state take another key.

Read from the types of the state's own records, whatever the rulebook and its revision. Where they say
nothing of a name, it may be a power or a side where it, or another value of the same name, is one.
"""

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.rulebooks.values import overrides
from campaigns.rulebooks.values.overrides import NOBODY, Path

MOST = 60
"""A value with more choices than these is typed."""
ANOTHER = ""
"""Stands at the end of the path of a table for a key that is not in it yet."""


def choices(
    book: rulebooks.Book, view: Any, path: Path, powers: Set[str] = NOBODY
) -> tuple[tuple[str, str], ...]:
    """What a value can be, as it is written and in words; empty where it is typed."""
    kind = _kind_at(view, path, powers)
    if isinstance(kind, msgspec.inspect.LiteralType):
        return _named(book, [str(value) for value in kind.values])
    if isinstance(kind, msgspec.inspect.BoolType):
        return (("yes", _("yes")), ("no", _("no")))
    if not isinstance(kind, msgspec.inspect.StrType):
        return ()
    seen = {
        value
        for other, value in overrides.values(view, powers)
        if isinstance(value, str) and (other[0], other[-1]) == (path[0], path[-1])
    }
    known = [names for names in (book.powers, book.factions) if seen & set(names)]
    sides = [key for names in known for key in names]
    if not sides or not seen <= {*sides, ""}:
        return ()
    return _named(book, ["", *sides])


def tables(view: Any) -> Iterator[Path]:
    """The tables of single values in a spectator's view that can have another key; paths end in
    :data:`ANOTHER`.
    """
    for name in type(view).__struct_fields__:
        if name in getattr(type(view), "shown", ()) and name not in overrides.APART:
            yield from _tables_below(getattr(view, name), (name,), view)


def _tables_below(value: Any, path: Path, view: Any) -> Iterator[Path]:
    if isinstance(value, dict):
        kind = _kind_at(view, (*path, ANOTHER))
        if isinstance(kind, msgspec.inspect.IntType | msgspec.inspect.StrType):
            yield (*path, ANOTHER)
            return
    for key, part in overrides.parts(value):
        yield from _tables_below(part, (*path, key), view)


def keyed(book: rulebooks.Book, path: Sequence[str]) -> tuple[bool, ...]:
    """Of each word of a path into a book's states whether it is a key of a table, and so perhaps the name of a
    country, a track or a power, and not the name of a field or the number of a record.
    """
    state: Any = book.state_type
    try:
        kinds = [_described(state)]
    except (TypeError, NameError):
        kinds = []
    found = []
    for word in path:
        kinds = [part for kind in kinds for part in _alternatives(kind)]
        held = [kind for kind in kinds if isinstance(kind, msgspec.inspect.DictType)]
        found.append(bool(held) and not word.isdecimal())
        kinds = [kind.value_type for kind in held] or [
            below for kind in kinds for below in _below(kind, word)
        ]
    return tuple(found)


def _alternatives(kind: Any) -> Sequence[Any]:
    """The kinds that a value of this kind may be of."""
    if isinstance(kind, msgspec.inspect.Metadata):
        kind = kind.type
    return kind.types if isinstance(kind, msgspec.inspect.UnionType) else [kind]


def _below(kind: Any, word: str) -> Iterator[Any]:
    """The kinds of what stands under a word in a record or a list."""
    if isinstance(kind, msgspec.inspect.StructType):
        yield from (field.type for field in kind.fields if field.name == word)
    elif isinstance(kind, msgspec.inspect.TupleType):
        yield from kind.item_types[int(word) :][:1] if word.isdecimal() else ()
    elif (item := getattr(kind, "item_type", None)) is not None:
        yield item


def _named(book: rulebooks.Book, keys: list[str]) -> tuple[tuple[str, str], ...]:
    if len(keys) > MOST:
        return ()
    words = {**{key: power.name for key, power in book.powers.items()}}
    words |= {key: faction.name for key, faction in book.factions.items()}
    found = {key: words.get(key, key.replace("_", " ").replace(".", ", ")) for key in keys}
    return tuple((key, said or _("none")) for key, said in found.items())


def _kind_at(view: Any, path: Path, powers: Set[str] = NOBODY) -> Any:
    """The kind of the value at a path, as msgspec describes types; ``None`` where that cannot be told."""
    try:
        kind: Any = _described(view.__class__)
    except (TypeError, NameError):
        return None
    value = view
    for word in path:
        kind = _of_value(kind, value)
        if isinstance(kind, msgspec.inspect.StructType):
            kind = next((one.type for one in kind.fields if one.name == word), None)
        elif isinstance(kind, msgspec.inspect.DictType):
            kind = kind.value_type
        elif isinstance(kind, msgspec.inspect.TupleType):
            kind = kind.item_types[int(word)] if int(word) < len(kind.item_types) else None
        else:
            kind = getattr(kind, "item_type", None)
        value = overrides.part(value, word, powers)
    return _of_value(kind, value)


@lru_cache(maxsize=32)
def _described(state: Any) -> Any:
    """The type of a book's states, as msgspec describes it: all its records and tables, which takes a while."""
    return msgspec.inspect.type_info(state)


def _of_value(kind: Any, value: Any) -> Any:
    """Of several kinds the one that a value has; what is left of an optional one."""
    if isinstance(kind, msgspec.inspect.Metadata):
        kind = kind.type
    if not isinstance(kind, msgspec.inspect.UnionType):
        return kind
    own = [one for one in kind.types if getattr(one, "cls", None) is type(value)]
    other = [one for one in kind.types if not isinstance(one, msgspec.inspect.NoneType)]
    return own[0] if own else other[0] if len(other) == 1 else None
