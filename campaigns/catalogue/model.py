"""The typed models of a book's rows: which record a row of a table is read into, and what that says.

A book reads its rows into records (msgspec structs) before it plays by them. Which record is meant is found
by its fields: the one that has all of a row's keys and asks for none that a row lacks. So it works for the
packs of every revision, which bring types of their own.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

import msgspec

from rules.kernel.serial import shaped

Nothing = object()


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """What a typed model says of one key of its rows: the words it may be, and its default (``missing``
    where a row must have the key).
    """

    words: tuple[str, ...] = ()
    missing: bool = True
    default: Any = None


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """The record that rows are read into: what it is in one sentence, and its columns by key."""

    about: str
    columns: Mapping[str, Column]


def model_of(package: str, rows: Sequence[Mapping[Any, Any]]) -> Model | None:
    """The typed model of these rows; ``None`` where no record of the book fits, or several do equally."""
    keys = {str(key) for row in rows for key in row}
    always = set.intersection(*({str(key) for key in row} for row in rows)) if rows else set()
    fitting: dict[int, list[type]] = {}
    for kind in _records(package):
        fields = msgspec.structs.fields(kind)
        names = {field.encode_name for field in fields}
        needed = {field.encode_name for field in fields if field.required}
        if keys <= names and needed <= always and _reads(kind, rows):
            fitting.setdefault(len(names - keys), []).append(kind)
    best = fitting[min(fitting)] if fitting else []
    return _described(best[0]) if len({_columns(kind) for kind in best}) == 1 else None


def _reads(kind: type, rows: Iterable[Mapping[Any, Any]]) -> bool:
    try:
        for row in rows:
            shaped(row, kind)
    except msgspec.ValidationError:
        return False
    return True


@lru_cache(maxsize=64)
def _records(package: str) -> tuple[type, ...]:
    """The records of a book's package that stand in no union: those that its tables are read into."""
    return tuple(_found(package))


def _found(package: str) -> Iterator[type]:
    for name in sorted(sys.modules):
        if f"{name}.".startswith(f"{package}."):
            for kind in list(vars(sys.modules[name]).values()):
                if (
                    isinstance(kind, type)
                    and issubclass(kind, msgspec.Struct)
                    and kind.__module__ == name
                    and kind.__struct_config__.tag is None
                    and kind.__struct_fields__
                ):
                    yield kind


def _columns(kind: type) -> tuple[str, ...]:
    fields = msgspec.structs.fields(kind)
    return tuple(f"{f.encode_name} {f.type} {f.required}" for f in fields)


@lru_cache(maxsize=512)
def _described(kind: type) -> Model:
    columns = {}
    for field in msgspec.structs.fields(kind):
        default = _default(field)
        parts = get_args(field.type) if get_origin(field.type) is not Literal else ()
        literal = [field.type, *parts]
        words = next((get_args(one) for one in literal if get_origin(one) is Literal), ())
        columns[field.encode_name] = Column(
            words=tuple(word for word in words if isinstance(word, str)),
            missing=default is Nothing,
            default=None if default is Nothing else default,
        )
    return Model(about=(kind.__doc__ or "").strip().partition("\n\n")[0], columns=columns)


def _default(field: Any) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default)
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    return Nothing
