"""Overriding values of a state: the one place where it is said what can be changed, and what that does.

Only what everybody may know can be named. Values are looked up in a spectator's view and put into the
state at the same place: a view leaves out whole records with an audience of their own and whole fields,
so what stands in it is what stands in the state. Works with states of any revision of any rulebook.
``powers`` are those of the reader of another view: with them it holds of what they may know
(:mod:`campaigns.rulebooks.values.secret_values`); without any it is what everybody may.

A path is a list of words: the field of a record, the key of a table, the number of a record in a list
(among those that everybody may see, from 0). What is changed is a single value or a list of single values;
of a campaign's changes to the tables of its book (``tables``), also one that is not there yet. A table of
single values can have another key, whose value was ``None``, and lose one, whose value is ``None`` then.
"""

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import Any

import msgspec

from campaigns import rulebooks
from campaigns.errors import NotNow, NotOnTheMenu
from core.gettext import gettext as _
from rules.kernel.serial import canonical, load, plain

APART = frozenset({"scenario", "turn", "step", "facts", "claims", "ending"})
"""Fields that are not overridden: facts are corrected, phases are gone back to, a game ends by its rules."""

TABLES, VARIANTS = "tables", "variants"
"""The fields that hold a campaign's changes to the tables of its book, and its variant switches."""

MOST = 20
"""So many values are changed at once."""

Path = tuple[str, ...]


class ValueChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One value: where it stands, what it was and what it is then."""

    path: Path
    before: Any
    after: Any

    @property
    def undone(self) -> "ValueChange":
        """What takes it back."""
        return ValueChange(path=self.path, before=self.after, after=self.before)


NOBODY: Set[str] = frozenset()
"""The powers of a spectator."""


def values(view: Any, powers: Set[str] = NOBODY) -> Iterator[tuple[Path, Any]]:
    """Everything in a spectator's view that can be overridden, in its order: paths and plain values."""
    shown: frozenset[str] = getattr(type(view), "shown", frozenset())
    for name in view.__struct_fields__:
        if name in shown and name not in APART:
            yield from _below(getattr(view, name), (name,), powers)


def _below(value: Any, path: Path, powers: Set[str]) -> Iterator[tuple[Path, Any]]:
    if is_single(value) or is_list_of_singles(value):
        if value or is_single(value):
            yield path, _plain(value)
        return
    for key, part in parts(value, powers):
        yield from _below(part, (*path, key), powers)


def parts(value: Any, powers: Set[str] = NOBODY) -> Iterator[tuple[str, Any]]:
    """What a record, a table or a list holds that everybody may know, by the words of a path."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name != "audience" and not hidden(part := getattr(value, name), powers):
                yield name, part
    elif isinstance(value, dict):
        for key, part in value.items():
            if not hidden(part, powers):
                yield str(key), part
    elif isinstance(value, list | tuple):
        for number, part in enumerate(part for part in value if not hidden(part, powers)):
            yield str(number), part


def part(value: Any, word: str, powers: Set[str] = NOBODY, without: Any = None) -> Any:
    """What stands under this word of a path, as :func:`parts` gives it; ``without`` where nothing does."""
    if isinstance(value, msgspec.Struct):
        found = getattr(value, word) if word in value.__struct_fields__ else without
        return without if word == "audience" or hidden(found, powers) else found
    if isinstance(value, dict) and word in value:
        return without if hidden(value[word], powers) else value[word]
    return next((each for key, each in parts(value, powers) if key == word), without)


def _plain(value: Any) -> Any:
    """A single value, or a list of them, as JSON has it."""
    return plain(value) if is_single(value) else list(plain(value))


def is_single(value: Any) -> bool:
    """Whether a value is a number, a text, yes or no, or none."""
    return value is None or isinstance(value, bool | int | float | str)


def is_list_of_singles(value: Any) -> bool:
    """Whether a value is a list or a set of such."""
    return isinstance(value, list | tuple | set | frozenset) and all(map(is_single, value))


def hidden(value: Any, powers: Set[str] = NOBODY) -> bool:
    """Whether a spectator's view leaves this out: a record with an audience that is not everybody, or
    one that cannot be without such a record.
    """
    if not isinstance(value, msgspec.Struct):
        return False
    audience = getattr(value, "audience", None)
    guarded = audience is not None and not getattr(audience, "everybody", True)
    if guarded and powers.isdisjoint(getattr(audience, "powers", ())):
        return True
    return any(hidden(getattr(value, name), powers) for name in _required(type(value)))


@lru_cache(maxsize=512)
def _required(record: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields that a record cannot be without."""
    return tuple(field.name for field in msgspec.structs.fields(record) if field.required)


def value_at(view: Any, path: Sequence[str], powers: Set[str] = NOBODY) -> Any:
    """The plain value at a path of a spectator's view. Raises ``NotOnTheMenu`` where nothing can be
    overridden.
    """
    found = view
    if len(path) == 2 and path[0] == TABLES and path[1] not in getattr(view, TABLES, {path[1]}):
        return None
    if not path or path[0] in APART or path[0] not in getattr(type(view), "shown", ()):
        raise _nothing(path)
    for word in path:
        if is_single(found):
            raise _nothing(path)
        within, found = found, part(found, word, powers, _NOTHING)
        if found is _NOTHING:
            if word is path[-1] and _takes_keys(within, word):
                return None
            raise _nothing(path)
    if not (is_single(found) or is_list_of_singles(found)):
        raise _nothing(path)
    return _plain(found)


_NOTHING: Any = object()


LONGEST_KEY = 60


def _takes_keys(value: Any, key: str) -> bool:
    """Whether a value is a table of single values, which may have another key: it is ``None`` till then. What
    the table takes is said by the rulebook's own types, when the state is read again.
    """
    if not isinstance(value, dict) or not 0 < len(key) <= LONGEST_KEY:
        return False
    return all(is_single(part) and part is not None for part in value.values())


def _nothing(path: Sequence[str]) -> NotOnTheMenu:
    return NotOnTheMenu(
        _("There is no public value at %(path)r.") % {"path": " / ".join(path)},
        field="path",
        remedy=_("Choose one from the list."),
    )


def applied(
    book: rulebooks.Book, state: Any, changes: Sequence[ValueChange], powers: Set[str] = NOBODY
) -> Any:
    """The state with these values changed, and nothing else.

    Raises ``NotOnTheMenu`` for a value that does not fit its place, ``NotNow`` where a value is not what
    it was, or where the rulebook cannot go on from what would come of it.
    """
    tree, view = plain(state), rulebooks.view_of(book, state, *powers)
    for change in changes:
        if canonical(value_at(view, change.path, powers)) != canonical(change.before):
            raise NotNow(
                _("%(path)s is not %(before)r any more.")
                % {"path": " / ".join(change.path), "before": plain(change.before)},
                remedy=_("Look at it again."),
            )
        if change.path[0] == VARIANTS:
            _require_choice(book, change)
        if change.path[0] == TABLES and len(change.path) == 2:
            _put_table(tree[TABLES], change)
        else:
            _put(tree, state, change, powers)
    if any(change.path[0] == TABLES for change in changes):
        _require_tables(book, state, tree[TABLES])
    try:
        after = book.read_state(canonical(tree))
    except (ValueError, TypeError, msgspec.MsgspecError) as error:
        raise NotOnTheMenu(
            _("That value does not fit: %(error)s.") % {"error": error},
            field="value",
            remedy=_("Give one of its kind."),
        ) from error
    _require_playable(book, state, after, changes, powers)
    return after


def _require_choice(book: rulebooks.Book, change: ValueChange) -> None:
    """A variant switch has one of its choices."""
    switch = book.switches.get(change.path[-1])
    if switch is not None and change.after not in switch.choices:
        raise NotOnTheMenu(
            _("%(label)s cannot be %(after)r.") % {"label": switch.label, "after": change.after},
            field="value",
            remedy=_("Choose one of %(choices)s.") % {"choices": ", ".join(switch.choices)},
        )


def _put_table(tables: dict[str, Any], change: ValueChange) -> None:
    """Change a value of a table, or have it again as the book ships it."""
    if change.after is None:
        tables.pop(change.path[1], None)
    else:
        tables[change.path[1]] = change.after


def _require_tables(book: rulebooks.Book, state: Any, tables: Any) -> None:
    """The book takes these tables: it says itself which there are, and what fits."""
    refused = rulebooks.table_refusal(book, state.scenario, state.variants, tables)
    if refused is not None:
        message, remedy = refused
        raise NotOnTheMenu(message, field="value", remedy=remedy)


def _put(tree: Any, state: Any, change: ValueChange, powers: Set[str]) -> None:
    """Put a value into the plain form of a state, walking both, since places in a list differ where
    something in it is hidden.
    """
    spot, value = tree, state
    for depth, word in enumerate(change.path, 1):
        key: Any = word
        if isinstance(value, list | tuple):
            seen = [number for number, part in enumerate(value) if not hidden(part, powers)]
            key = seen[int(word)]
            value = value[key]
        elif isinstance(value, dict):
            name = next((name for name in value if str(name) == word), word)
            if name not in value or (change.after is None and depth == len(change.path)):
                _put_key(spot, value, name, change)
                return
            key = name if name in spot else word
            value = value[name]
        else:
            value = getattr(value, word)
        if depth == len(change.path):
            spot[key] = change.after
        else:
            spot = spot[key]


def _put_key(table: dict[Any, Any], value: dict[Any, Any], name: Any, change: ValueChange) -> None:
    """Give a table of single values another key, or take one away. What is hidden in it stays."""
    if change.before is None and name not in value:
        table[name] = change.after
    elif change.after is None and _takes_keys(value, str(name)):
        table.pop(name if name in table else str(name))
    else:
        raise _nothing(change.path)


def _require_playable(
    book: rulebooks.Book, before: Any, after: Any, changes: Sequence[ValueChange], powers: Set[str]
) -> None:
    """The rulebook goes on from it in the same phase, and everybody sees it so."""
    try:
        view = rulebooks.view_of(book, after, *powers)
        seen = all(
            canonical(value_at(view, change.path, powers)) == canonical(change.after)
            for change in changes
        )
        same = book.phase(after).key == book.phase(before).key
        for power in book.powers:
            own = rulebooks.view_of(book, after, power)
            book.menu(own, power)
            book.acts(own, power)
        book.board(view, min(powers, default=None))
    except Exception as error:
        raise NotNow(
            _("The rulebook cannot go on from that value."),
            remedy=_("Choose another, or go back to an earlier phase."),
        ) from error
    if not seen:
        raise NotNow(
            _("The rulebook works this value out itself."), remedy=_("Override what it hangs on.")
        )
    if not same:
        raise NotNow(
            _("With that value the open phase would be another one."),
            remedy=_("Go back to an earlier phase, or resolve this one."),
        )


def difference(book: rulebooks.Book, before: Any, after: Any) -> list[ValueChange]:
    """Everything that everybody may know and that differs between two states, by path."""
    one, other = (dict(values(rulebooks.view_of(book, state))) for state in (before, after))
    return [
        ValueChange(path=path, before=one.get(path), after=other.get(path))
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
            raise NotOnTheMenu(_("Say yes or no."), field="value", remedy=_("Nothing was changed."))
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
            _("%(text)r is no number.") % {"text": text[:40]},
            field="value",
            remedy=_("Write it in figures."),
        ) from None
    return int(number) if number.is_integer() and not isinstance(before, float) else number


def read_path(text: str) -> Path:
    """A path as a form sends it. Raises ``NotOnTheMenu``."""
    try:
        return load(text, tuple[str, ...])
    except (msgspec.DecodeError, ValueError) as error:
        raise NotOnTheMenu(
            _("This path cannot be read."), field="path", remedy=_("Choose one from the list.")
        ) from error


def read_change(path: str, before: str, value: str, *, remove: bool = False) -> dict[str, Any]:
    """A change as a form sends it: what the value was as JSON, and what somebody wrote; or that the key is to
    ``remove`` from its table. Raises ``NotOnTheMenu``.
    """
    try:
        was = msgspec.json.decode(before)
    except (msgspec.DecodeError, ValueError) as error:
        raise NotOnTheMenu(
            _("This form cannot be read."), field="before", remedy=_("Open the page again.")
        ) from error
    after = None if remove else read_value(value, was)
    return {"path": list(read_path(path)), "before": was, "after": after}


def written(value: Any) -> str:
    """A value as it is shown, and read again by :func:`read_value`."""
    if isinstance(value, list):
        return ", ".join(written(part) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
