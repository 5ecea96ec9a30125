"""Overriding values of a state: the one place where it is said what can be changed, and what that does.

Only what everybody may know can be named. Values are looked up in a spectator's view and put into the
state at the same place: a view leaves out whole records with an audience of their own and whole fields,
so what stands in it is what stands in the state. Works with states of any revision of any rulebook.

A path is a list of words: the field of a record, the key of a table, the number of a record in a list
(among those that everybody may see, from 0). What is changed is a single value or a list of single values;
of a campaign's changes to the tables of its book (``tables``), also one that is not there yet.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from campaigns import rulebooks
from campaigns.errors import NotNow, NotOnTheMenu
from rules.kernel.serial import canonical, plain

APART = frozenset({"scenario", "turn", "step", "facts", "claims", "ending"})
"""Fields that are not overridden: facts are corrected, phases are gone back to, a game ends by its rules."""

TABLES, VARIANTS = "tables", "variants"
"""The fields that hold a campaign's changes to the tables of its book, and its variant switches."""

Path = tuple[str, ...]


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One value: where it stands, what it was and what it is then."""

    path: Path
    before: Any
    after: Any

    @property
    def undone(self) -> "Change":
        """What takes it back."""
        return Change(path=self.path, before=self.after, after=self.before)


def values(view: Any) -> Iterator[tuple[Path, Any]]:
    """Everything in a spectator's view that can be overridden, in its order: paths and plain values."""
    shown: frozenset[str] = getattr(type(view), "shown", frozenset())
    for name in view.__struct_fields__:
        if name in shown and name not in APART:
            yield from _below(getattr(view, name), (name,))


def _below(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if _single(value) or _is_list_of_singles(value):
        if value or _single(value):
            yield path, _plain(value)
        return
    for key, part in _parts(value):
        yield from _below(part, (*path, key))


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What a record, a table or a list holds that everybody may know, by the words of a path."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name != "audience" and not _hidden(part := getattr(value, name)):
                yield name, part
    elif isinstance(value, dict):
        for key, part in value.items():
            if not _hidden(part):
                yield str(key), part
    elif isinstance(value, list | tuple):
        for number, part in enumerate(part for part in value if not _hidden(part)):
            yield str(number), part


def _plain(value: Any) -> Any:
    """A single value, or a list of them, as JSON has it."""
    return plain(value) if _single(value) else list(plain(value))


def _single(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


def _is_list_of_singles(value: Any) -> bool:
    return isinstance(value, list | tuple | set | frozenset) and all(map(_single, value))


def _hidden(value: Any) -> bool:
    """Whether a spectator's view leaves this out: a record with an audience that is not everybody, or
    one that cannot be without such a record.
    """
    if not isinstance(value, msgspec.Struct):
        return False
    audience = getattr(value, "audience", None)
    if audience is not None and not getattr(audience, "everybody", True):
        return True
    return any(
        field.required and _hidden(getattr(value, field.name))
        for field in msgspec.structs.fields(type(value))
    )


def look(view: Any, path: Sequence[str]) -> Any:
    """The plain value at a path of a spectator's view. Raises ``NotOnTheMenu`` where nothing can be
    overridden.
    """
    found = view
    if len(path) == 2 and path[0] == TABLES and path[1] not in getattr(view, TABLES, {path[1]}):
        return None
    if not path or path[0] in APART or path[0] not in getattr(type(view), "shown", ()):
        raise _nothing(path)
    for word in path:
        if _single(found):
            raise _nothing(path)
        found = dict(_parts(found)).get(word, _NOTHING)
        if found is _NOTHING:
            raise _nothing(path)
    if not (_single(found) or _is_list_of_singles(found)):
        raise _nothing(path)
    return _plain(found)


_NOTHING: Any = object()


def _nothing(path: Sequence[str]) -> NotOnTheMenu:
    return NotOnTheMenu(
        f"There is no public value at {' / '.join(path)!r}.",
        field="path",
        remedy="Choose one from the list.",
    )


def applied(book: rulebooks.Book, state: Any, changes: Sequence[Change]) -> Any:
    """The state with these values changed, and nothing else.

    Raises ``NotOnTheMenu`` for a value that does not fit its place, ``NotNow`` where a value is not what
    it was, or where the rulebook cannot go on from what would come of it.
    """
    tree, view = plain(state), rulebooks.view_of(book, state)
    for change in changes:
        if canonical(look(view, change.path)) != canonical(change.before):
            raise NotNow(
                f"{' / '.join(change.path)} is not {plain(change.before)!r} any more.",
                remedy="Look at it again.",
            )
        if change.path[0] == VARIANTS:
            _require_choice(book, change)
        if change.path[0] == TABLES and len(change.path) == 2:
            _put_table(tree[TABLES], change)
        else:
            _put(tree, state, change)
    if any(change.path[0] == TABLES for change in changes):
        _require_tables(book, state, tree[TABLES])
    try:
        after = book.read_state(canonical(tree))
    except (ValueError, TypeError, msgspec.MsgspecError) as error:
        raise NotOnTheMenu(
            f"That value does not fit: {error}.", field="value", remedy="Give one of its kind."
        ) from error
    _require_playable(book, state, after, changes)
    return after


def _require_choice(book: rulebooks.Book, change: Change) -> None:
    """A variant switch has one of its choices."""
    switch = book.switches.get(change.path[-1])
    if switch is not None and change.after not in switch.choices:
        raise NotOnTheMenu(
            f"{switch.label} cannot be {change.after!r}.",
            field="value",
            remedy=f"Choose one of {', '.join(switch.choices)}.",
        )


def _put_table(tables: dict[str, Any], change: Change) -> None:
    """Change a value of a table, or have it again as the book ships it."""
    if change.after is None:
        tables.pop(change.path[1], None)
    else:
        tables[change.path[1]] = change.after


def _require_tables(book: rulebooks.Book, state: Any, tables: Any) -> None:
    """The book takes these tables: it says itself which there are, and what fits."""
    try:
        book.start(state.scenario, state.variants, tables)
    except Exception as error:
        if not rulebooks.refuses(error):
            raise
        raise NotOnTheMenu(
            str(getattr(error, "message", error)),
            field="value",
            remedy=str(getattr(error, "remedy", "")),
        ) from error


def _put(tree: Any, state: Any, change: Change) -> None:
    """Put a value into the plain form of a state, walking both, since places in a list differ where
    something in it is hidden.
    """
    spot, value = tree, state
    for depth, word in enumerate(change.path, 1):
        key: Any = word
        if isinstance(value, list | tuple):
            seen = [number for number, part in enumerate(value) if not _hidden(part)]
            key = seen[int(word)]
            value = value[key]
        elif isinstance(value, dict):
            name = next(name for name in value if str(name) == word)
            key = name if name in spot else word
            value = value[name]
        else:
            value = getattr(value, word)
        if depth == len(change.path):
            spot[key] = change.after
        else:
            spot = spot[key]


def _require_playable(
    book: rulebooks.Book, before: Any, after: Any, changes: Sequence[Change]
) -> None:
    """The rulebook goes on from it in the same phase, and everybody sees it so."""
    try:
        view = rulebooks.view_of(book, after)
        seen = all(
            canonical(look(view, change.path)) == canonical(change.after) for change in changes
        )
        same = book.phase(after).key == book.phase(before).key
        for power in book.powers:
            own = rulebooks.view_of(book, after, power)
            book.menu(own, power)
            book.acts(own, power)
        book.board(view, None)
    except Exception as error:
        raise NotNow(
            "The rulebook cannot go on from that value.",
            remedy="Choose another, or go back to an earlier phase.",
        ) from error
    if not seen:
        raise NotNow(
            "The rulebook works this value out itself.", remedy="Override what it hangs on."
        )
    if not same:
        raise NotNow(
            "With that value the open phase would be another one.",
            remedy="Go back to an earlier phase, or resolve this one.",
        )


def difference(book: rulebooks.Book, before: Any, after: Any) -> list[Change]:
    """Everything that everybody may know and that differs between two states, by path."""
    one, other = (dict(values(rulebooks.view_of(book, state))) for state in (before, after))
    return [
        Change(path=path, before=one.get(path), after=other.get(path))
        for path in dict.fromkeys((*one, *other))
        if canonical(one.get(path)) != canonical(other.get(path))
    ]


def read_value(text: str, before: Any) -> Any:
    """What somebody wrote, as a value like the one before. Raises ``NotOnTheMenu``."""
    text = text.strip()
    if isinstance(before, list):
        kind = before[0] if before else ""
        return [read_value(part, kind) for part in text.split(",") if part.strip()]
    if isinstance(before, bool):
        if text.lower() not in ("yes", "no"):
            raise NotOnTheMenu("Say yes or no.", field="value", remedy="Nothing was changed.")
        return text.lower() == "yes"
    if isinstance(before, str):
        return text
    if text.lower() in ("", "none") and not isinstance(before, str):
        return None
    try:
        number = float(text)
    except ValueError:
        if before is None:
            return text
        raise NotOnTheMenu(
            f"{text[:40]!r} is no number.", field="value", remedy="Write it in figures."
        ) from None
    return int(number) if number.is_integer() and not isinstance(before, float) else number


def written(value: Any) -> str:
    """A value as it is shown, and read again by :func:`read_value`."""
    if isinstance(value, list):
        return ", ".join(written(part) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
