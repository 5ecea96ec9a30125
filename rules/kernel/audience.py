"""Who may see what, and the one function that builds a view.

A view is built up from nothing: it starts empty and receives only what was decided to be
visible. The result has the same type as the state it was built from, so menus, odds, boards
and error messages can be computed *from the view* and are unable to tell more than it holds.
"""

from functools import cache
from operator import is_
from types import NoneType, UnionType
from typing import Any, Literal, Self, TypeVar, Union, cast, get_args, get_origin

import msgspec

from rules.kernel.memo import with_it

T = TypeVar("T")


class Audience(msgspec.Struct, frozen=True):
    """Who may see a thing: everybody, or the named powers, or (by default) nobody."""

    everybody: bool = False
    powers: tuple[str, ...] = ()

    def admits(self, viewer: "Viewer") -> bool:
        """Whether this viewer is among them."""
        return self.everybody or not viewer.powers.isdisjoint(self.powers)

    def joined(self, *powers: str) -> Self:
        """The same audience with more powers in it."""
        return type(self)(self.everybody, tuple(sorted({*self.powers, *powers})))


PUBLIC = Audience(everybody=True)
NOBODY = Audience()


def only(*powers: str) -> Audience:
    """Just these powers."""
    return Audience(powers=tuple(sorted(set(powers))))


class Viewer(msgspec.Struct, frozen=True):
    """One who looks: the powers that he plays (none for a spectator or a visitor)."""

    powers: frozenset[str] = frozenset()


SPECTATOR = Viewer()


def viewer(*powers: str) -> Viewer:
    """The viewer who plays these powers."""
    return Viewer(frozenset(powers))


_HIDDEN: Any = object()

_LEAVES = frozenset({str, int, bool, float, bytes, NoneType})
"""Exactly these types hold nothing else, so that a bunch of them need not be looked through."""


def view(state: T, who: Viewer) -> T:
    """The state as ``who`` may know it, of the same type, with everything else at its default.

    Of the state itself only the fields in its ``shown`` set are copied. Inside them a record
    with an ``audience`` of its own is left out, without a trace, unless the audience admits
    the viewer; and with it the record around it, where that cannot be without it.
    """
    public, guarded = _divided(state)
    seen = ((name, _seen(value, who)) for name, value in guarded)
    kept = {name: value for name, value in seen if value is not _HIDDEN}
    return cast("T", msgspec.structs.replace(public, **kept) if kept else public)


@with_it
def _divided(state: Any) -> tuple[Any, tuple[tuple[str, Any], ...]]:
    """A state with only what everybody sees, and the shown fields of which viewers see their own
    share.

    All powers of a phase look at the same state; what is public of it is put together once.
    """
    kind: Any = type(state)
    fields, guarded = {}, []
    for name in _shown_of(kind):
        value = getattr(state, name)
        # What one who plays nothing sees whole everybody does.
        if _seen(value, SPECTATOR) is value:
            fields[name] = value
        else:
            guarded.append((name, value))
    return kind(**fields), tuple(guarded)


@cache
def _shown_of(kind: Any) -> tuple[str, ...]:
    """The fields of a state that its ``shown`` set lists, in their order."""
    shown: frozenset[str] = getattr(kind, "shown", frozenset())
    return tuple(name for name in kind.__struct_fields__ if name in shown)


def _seen(value: Any, who: Viewer) -> Any:
    """The value as ``who`` may know it; the very same object where nothing is hidden in it.

    Values are walked, not their types, so that nothing slips through a field typed ``Any`` or
    through a derived record. Only a record of exactly a type that declares nothing but plain
    values is taken as it is (:func:`_is_plain`).
    """
    if type(value) in _LEAVES:
        return value
    if isinstance(value, msgspec.Struct):
        return _record(value, who)
    if isinstance(value, dict):
        if all(map(_is_plain, set(map(type, value.values())))):
            return value
        shown = [_seen(item, who) for item in value.values()]
        if all(map(is_, shown, value.values())):
            return value
        pairs = zip(value, shown, strict=True)
        return {key: part for key, part in pairs if part is not _HIDDEN}
    if isinstance(value, tuple | list):
        if all(map(_is_plain, set(map(type, value)))):
            return value
        shown = [_seen(item, who) for item in value]
        if all(map(is_, shown, value)):
            return value
        return type(value)(part for part in shown if part is not _HIDDEN)
    return value


def _record(value: msgspec.Struct, who: Viewer) -> Any:
    """A record without its hidden parts; hidden itself if it cannot be without one of them."""
    kind = type(value)
    if _may_have_audience(kind):
        audience = getattr(value, "audience", None)
        if isinstance(audience, Audience) and not audience.admits(who):
            return _HIDDEN
    if _holds_no_record(kind):
        return value
    parts = msgspec.structs.astuple(value)
    if _LEAVES.issuperset(map(type, parts)):
        return value
    seen = [part if type(part) in _LEAVES else _seen(part, who) for part in parts]
    if all(map(is_, seen, parts)):
        return value
    fields = dict(zip(kind.__struct_fields__, seen, strict=True))
    hidden = {name for name, part in fields.items() if part is _HIDDEN}
    if not hidden.isdisjoint(_required(kind)):
        return _HIDDEN
    return kind(**{name: part for name, part in fields.items() if name not in hidden})


@cache
def _is_plain(kind: type[Any]) -> bool:
    """Whether values of exactly this type hold nothing but words and numbers, by its declaration.
    A long history of such records is passed by their types alone.
    """
    if kind in _LEAVES:
        return True
    if not issubclass(kind, msgspec.Struct) or _may_have_audience(kind):
        return False
    return _holds_no_record(kind)


@cache
def _holds_no_record(kind: type[msgspec.Struct]) -> bool:
    """Whether a record declares nothing but words and numbers, beside an audience of its own."""
    declared = (field.type for field in msgspec.structs.fields(kind))
    return all(each is Audience or _declares_plain(each) for each in declared)


def _declares_plain(declared: Any) -> bool:
    """Whether a declared type admits only words and numbers, or collections of them. A record does
    not count, since one that is derived from it could stand in its place.
    """
    origin, parts = get_origin(declared), get_args(declared)
    if origin is Literal:
        return True
    if origin in (Union, UnionType, tuple, list, dict, frozenset):
        return all(part is Ellipsis or _declares_plain(part) for part in parts)
    return declared in _LEAVES


@cache
def _may_have_audience(kind: type[msgspec.Struct]) -> bool:
    """Whether records of this type can carry an audience of their own."""
    return hasattr(kind, "audience")


@cache
def _required(kind: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.name for field in msgspec.structs.fields(kind) if field.required)
