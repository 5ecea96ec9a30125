"""Dotted paths into a state: read what is there, or put something else there.

``countries.turkey.result`` walks through records (by field), tables (by key) and lists (by
number). A key of a table may itself hold dots, as fact keys do; the longest one that fits is
taken. A path that leads nowhere is told with the names that were possible.
"""

import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin

import msgspec

from rules.kernel.errors import NotUnderstood
from rules.kernel.near_misses import suggestion
from rules.kernel.serial import shaped

T = TypeVar("T")


class _Nothing:
    """The type of :data:`NOTHING`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "nothing"

    def __bool__(self) -> bool:
        return False


NOTHING: Any = _Nothing()
"""What stands at a path that leads nowhere."""


def look(value: Any, path: str) -> Any:
    """What stands at ``path``, or :data:`NOTHING`. The empty path is the value itself."""
    if path == "":
        return value
    if isinstance(value, msgspec.Struct):
        name, rest = _head(path)
        return look(getattr(value, name), rest) if name in value.__struct_fields__ else NOTHING
    if isinstance(value, Mapping):
        name, rest = _key(value, path)
        return look(_entry(value, name), rest)
    if isinstance(value, list | tuple):
        name, rest = _head(path)
        if not name.lstrip("-").isdigit() or not -len(value) <= int(name) < len(value):
            return NOTHING
        return look(value[int(name)], rest)
    return NOTHING


def put(value: T, path: str, new: Any, where: str) -> T:
    """The value with ``new`` (plain data) at ``path``; everything else stays.

    A mapping changes only what it names of the record or table that stands there; an empty one
    empties it. Raises :class:`NotUnderstood` where the path or the new value does not fit.
    """
    changed: T = _put(value, type(value), path, new, where, path)
    return changed


def _put(value: Any, kind: Any, path: str, new: Any, where: str, whole: str) -> Any:
    if path == "":
        return _replaced(value, kind, new, where, whole)
    if isinstance(value, msgspec.Struct):
        name, rest = _head(path)
        known = _field_types(type(value))
        if name not in known:
            raise NotUnderstood(
                f"{where}: there is no {whole!r}; {name!r} is unknown.",
                remedy=suggestion(name, known),
            )
        inner = _put(getattr(value, name), known[name], rest, new, where, whole)
        return msgspec.structs.replace(value, **{name: inner})
    if isinstance(value, Mapping):
        name, rest = _key(value, path)
        kinds = get_args(_without_none(kind)) or (str, Any)
        key: Any = int(name) if kinds[0] is int else name
        before = value.get(key, NOTHING)
        if before is NOTHING and rest:
            before = _blank(kinds[1], where, whole)
        return {**value, key: _put(before, kinds[1], rest, new, where, whole)}
    if isinstance(value, list | tuple):
        name, rest = _head(path)
        if not name.isdigit() or int(name) >= len(value):
            raise NotUnderstood(
                f"{where}: {whole!r} needs a number from 0 to {len(value) - 1}, not {name!r}."
            )
        kinds = get_args(_without_none(kind)) or (Any,)
        items = list(value)
        items[int(name)] = _put(items[int(name)], kinds[0], rest, new, where, whole)
        return type(value)(items)
    if value is None:
        return _put(_blank(kind, where, whole), kind, path, new, where, whole)
    raise NotUnderstood(
        f"{where}: {whole!r} goes further than the state does.", remedy=f"Leave {path!r} out."
    )


def _replaced(value: Any, kind: Any, new: Any, where: str, whole: str) -> Any:
    """The new value in the type of the old, merged into it where it only names parts."""
    if isinstance(new, Mapping) and new and isinstance(value, msgspec.Struct | Mapping):
        for name, part in new.items():
            value = _put(value, kind, str(name), part, where, f"{whole}.{name}")
        return value
    reject_strangers(new, kind, where, whole)
    try:
        return shaped(new, kind)
    except msgspec.ValidationError as error:
        raise NotUnderstood(f"{where}: {whole} cannot be {new!r}: {error}.") from error


def reject_strangers(new: Any, kind: Any, where: str, whole: str) -> None:
    """Raise :class:`NotUnderstood` for a key that a record of this type does not have.

    Reading a record leaves unknown fields aside in silence; a case must not.
    """
    if isinstance(new, Mapping):
        kind = _of_mapping(kind)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            known = _field_types(kind)
            for name, part in new.items():
                if name not in known and name != kind.__struct_config__.tag_field:
                    spot = f"{whole}.{name}" if whole else str(name)
                    raise NotUnderstood(
                        f"{where}: {spot}: unknown key.", remedy=suggestion(str(name), known)
                    )
                reject_strangers(
                    part, known.get(name, Any), where, f"{whole}.{name}" if whole else str(name)
                )
        elif get_origin(kind) is dict:
            for name, part in new.items():
                reject_strangers(part, get_args(kind)[1], where, f"{whole}.{name}")
    elif isinstance(new, list) and get_origin(kind := _without_none(kind)) in (list, tuple):
        for index, part in enumerate(new):
            reject_strangers(part, get_args(kind)[0], where, f"{whole}.{index}")


def _blank(kind: Any, where: str, whole: str) -> Any:
    """A fresh value of a type, to be filled in by the rest of a path."""
    plain = _without_none(kind)
    maker = get_origin(plain) or plain
    try:
        return {} if plain is Any else maker()
    except TypeError as error:
        raise NotUnderstood(
            f"{where}: nothing stands at {whole!r} yet.", remedy="Give the whole record."
        ) from error


def _head(path: str) -> tuple[str, str]:
    name, _, rest = path.partition(".")
    return name, rest


def _key(table: Mapping[Any, Any], path: str) -> tuple[str, str]:
    """The longest key of the table that the path begins with, else its first part."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        if _entry(table, name) is not NOTHING:
            return name, ".".join(parts[length:])
    return _head(path)


def _entry(table: Mapping[Any, Any], name: str) -> Any:
    if name in table:
        return table[name]
    return table.get(int(name), NOTHING) if name.lstrip("-").isdigit() else NOTHING


@cache
def _field_types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def _of_mapping(kind: Any) -> Any:
    """The record or table among the alternatives of a type."""
    for part in get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,):
        if get_origin(part) is dict or (
            isinstance(part, type) and issubclass(part, msgspec.Struct)
        ):
            return part
    return None


def _without_none(kind: Any) -> Any:
    if get_origin(kind) in (Union, types.UnionType):
        rest = [part for part in get_args(kind) if part is not type(None)]
        return rest[0] if len(rest) == 1 else kind
    return kind
