"""Who may see what, and the one function that builds a view.

A view is built up from nothing: it starts empty and receives only what was decided to be
visible. The result has the same type as the state it was built from, so menus, odds, boards
and error messages can be computed *from the view* and are unable to tell more than it holds.
"""

from functools import cache
from operator import is_
from typing import Any, Self, TypeVar

import msgspec

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


def view(state: T, who: Viewer) -> T:
    """The state as ``who`` may know it, of the same type, with everything else at its default.

    Of the state itself only the fields in its ``shown`` set are copied. Inside them a record
    with an ``audience`` of its own is left out, without a trace, unless the audience admits
    the viewer; and with it the record around it, where that cannot be without it.
    """
    shown: frozenset[str] = getattr(type(state), "shown", frozenset())
    kept = {}
    for field in type(state).__struct_fields__:  # type: ignore[attr-defined]
        if field in shown:
            seen = _seen(getattr(state, field), who)
            if seen is not _HIDDEN:
                kept[field] = seen
    return type(state)(**kept)


def _seen(value: Any, who: Viewer) -> Any:
    """The value as ``who`` may know it; the very same object where nothing is hidden in it.

    Values are walked, not their types, so that nothing slips through a field typed ``Any`` or
    through a derived record.
    """
    if isinstance(value, msgspec.Struct):
        return _record(value, who)
    if isinstance(value, dict):
        kept = {
            key: part for key, item in value.items() if (part := _seen(item, who)) is not _HIDDEN
        }
        same = len(kept) == len(value) and all(kept[key] is value[key] for key in kept)
        return value if same else kept
    if isinstance(value, tuple | list):
        seen = [part for item in value if (part := _seen(item, who)) is not _HIDDEN]
        same = len(seen) == len(value) and all(map(is_, seen, value))
        return value if same else type(value)(seen)
    return value


def _record(value: msgspec.Struct, who: Viewer) -> Any:
    """A record without its hidden parts; hidden itself if it cannot be without one of them."""
    audience = getattr(value, "audience", None)
    if isinstance(audience, Audience) and not audience.admits(who):
        return _HIDDEN
    parts = {name: getattr(value, name) for name in value.__struct_fields__}
    seen = {name: _seen(part, who) for name, part in parts.items()}
    if all(seen[name] is part for name, part in parts.items()):
        return value
    hidden = {name for name, part in seen.items() if part is _HIDDEN}
    if not hidden.isdisjoint(_required(type(value))):
        return _HIDDEN
    return type(value)(**{name: part for name, part in seen.items() if name not in hidden})


@cache
def _required(kind: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.name for field in msgspec.structs.fields(kind) if field.required)
