"""What a value of a table may be: its kind, its choices, its range.

From the typed model of its row, from the values that occur beside it, and from what the book takes when it
loads its tables with another value in that place.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct
from msgspec.structs import replace

from campaigns.catalogue.cutting import Leaf, Table
from campaigns.catalogue.wording import Wording, is_key
from campaigns.domain.wording import in_readers_words

Kind = Literal["number", "yes_no", "choice", "text", "numbers", "words"]
"""A whole number; yes or no; one of several words; a text; whole numbers; words or texts, one a line."""

LARGEST = 1_000_000
"""No number is set higher, or lower below nought."""

_USUAL = (0, 1)

Refuses = Callable[[Mapping[str, Any]], str]
"""What the book says against overrides; empty if it takes them."""


class Value(Struct, frozen=True, kw_only=True):
    """One value and what it may be. ``choices`` are the words it may be (empty: any), ``least`` and ``most`` what the book takes (``None``: it sets no bound), ``lowest`` and
    ``highest`` what ships in the same column.
    """

    leaf: Leaf
    kind: Kind
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    lowest: int | None = None
    highest: int | None = None

    @property
    def optional(self) -> bool:
        """Whether there may be none: that stands for what ships, so it can be given only where none does."""
        return self.leaf.shipped is None


def described(
    table: Table, families: Sequence[Sequence[str]], refuses: Refuses
) -> tuple[Value, ...]:
    """Every value of a table with what it may be. ``families`` are sets of keys that belong together, such as
    the powers: a value that is one of them may be any of them.
    """
    leaves = list(_taken(list(table.leaves), refuses))
    beside: dict[tuple[str, str], list[Any]] = {}
    for leaf in leaves:
        beside.setdefault((leaf.column, leaf.label), []).append(leaf.shipped)
    values = [_described(leaf, beside[leaf.column, leaf.label], table, families) for leaf in leaves]
    bounds = _bounds(values, refuses)
    return tuple(_bounded(value, bounds) for value in values)


def _taken(leaves: Sequence[Leaf], refuses: Refuses) -> Iterable[Leaf]:
    """Those that the book finds where they are: not all of them take values that a row leaves out."""
    first = {leaf.column: leaf for leaf in reversed(leaves) if leaf.left_out}
    lost = set[str]()
    if first and refuses({leaf.path: leaf.shipped for leaf in first.values()}):
        lost = {c for c, leaf in first.items() if refuses({leaf.path: leaf.shipped})}
    return [leaf for leaf in leaves if not (leaf.left_out and leaf.column in lost)]


def _described(
    leaf: Leaf, beside: Sequence[Any], table: Table, families: Sequence[Sequence[str]]
) -> Value:
    known = table.model.columns.get(leaf.column) if table.model and not leaf.label else None
    kind = _kind(leaf.shipped, beside)
    if kind == "number":
        numbers = [v for v in beside if isinstance(v, int) and not isinstance(v, bool)]
        lowest, highest = (min(numbers), max(numbers)) if numbers else (None, None)
        return Value(leaf=leaf, kind=kind, lowest=lowest, highest=highest)
    if kind == "text" and known and known.words:
        return Value(leaf=leaf, kind="choice", choices=known.words)
    if kind in ("text", "words"):
        choices = _choices(beside, families)
        if choices:
            kind = "choice" if kind == "text" else "words"
            return Value(leaf=leaf, kind=kind, choices=choices)
    return Value(leaf=leaf, kind=kind)


def _kind(shipped: Any, beside: Sequence[Any]) -> Kind:
    """By the value itself; by those beside it where there is none."""
    given = shipped if shipped is not None else next((v for v in beside if v is not None), 0)
    if isinstance(given, bool):
        return "yes_no"
    if isinstance(given, int):
        return "number"
    if isinstance(given, list | tuple):
        parts = [part for value in beside if isinstance(value, list | tuple) for part in value]
        numbers = parts and all(isinstance(p, int) and not isinstance(p, bool) for p in parts)
        return "numbers" if numbers else "words"
    return "text"


def _choices(beside: Sequence[Any], families: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The words that a value may be, where all that occur are keys: the family that they are of, or they
    themselves where they repeat or could not be shown otherwise.
    """
    texts = [part for value in beside for part in (value if isinstance(value, list) else [value])]
    said = [word for word in texts if word not in ("", None)]
    words = tuple(dict.fromkeys(said))
    if not words or not all(map(is_key, words)):
        return ()
    empty = ("",) if "" in texts else ()
    family = next((tuple(one) for one in families if set(words) <= set(one)), None)
    if (family is None and len(words) < max(2, len(said))) or any("." in word for word in words):
        return (*empty, *words)
    return (*empty, *family) if family else ()


def _bounds(
    values: Sequence[Value], refuses: Refuses
) -> Mapping[tuple[str, str], tuple[int | None, int | None]]:
    """What the book takes in each column of numbers, tried on the first value of it."""
    first: dict[tuple[str, str], Value] = {}
    for value in values:
        if value.kind == "number" and isinstance(value.leaf.shipped, int):
            first.setdefault((value.leaf.column, value.leaf.label), value)
    found: dict[tuple[str, str], list[int | None]] = {key: [None, None] for key in first}
    for end, far in enumerate((-LARGEST, LARGEST)):
        if first and refuses({value.leaf.path: far for value in first.values()}):
            for key, value in first.items():
                found[key][end] = _bound(value.leaf, far, refuses)
    return {key: (least, most) for key, (least, most) in found.items()}


def _bound(leaf: Leaf, far: int, refuses: Refuses) -> int | None:
    """The last number on the way to one far off that the book takes; ``None`` if it takes that too."""
    if not refuses({leaf.path: far}):
        return None
    good, bad = int(leaf.shipped), far
    step = 1 if far > 0 else -1
    for near in _USUAL:
        # Most bounds are such; each is found in two tries.
        if step * near >= step * good and not refuses({leaf.path: near}):
            good = near
            if refuses({leaf.path: near + step}):
                return near
    while abs(bad - good) > 1:
        middle = (good + bad) // 2
        if refuses({leaf.path: middle}):
            bad = middle
        else:
            good = middle
    return good


def _bounded(
    value: Value, bounds: Mapping[tuple[str, str], tuple[int | None, int | None]]
) -> Value:
    least, most = bounds.get((value.leaf.column, value.leaf.label), (None, None))
    return replace(value, least=least, most=most) if value.kind == "number" else value


def range_in_words(value: Value, wording: Wording) -> str:
    """What a value may be, in one sentence."""
    said = _range(value, wording)
    return f"{said} {_('Or leave it empty.')}" if value.optional else said


def _range(value: Value, wording: Wording) -> str:
    match value.kind:
        case "number":
            return _from_to(value)
        case "yes_no":
            return _("Yes or no.")
        case "choice":
            names = [
                in_readers_words(wording.name(key)) if key else pgettext("a value", "none")
                for key in value.choices
            ]
            told = {"names": ", ".join(names[:8]), "count": len(names) - 8}
            if len(names) > 8:
                return _("One of %(names)s and %(count)d more.") % told
            return _("One of %(names)s.") % told
        case "numbers":
            return _("Whole numbers with commas between them.")
        case "words":
            return _("One a line.")
    return _("A text.")


def _from_to(value: Value) -> str:
    if value.least is not None and value.most is not None:
        return _("A whole number from %(least)s to %(most)s.") % {
            "least": value.least,
            "most": value.most,
        }
    if value.least is not None:
        return _("A whole number, %(least)s or more.") % {"least": value.least}
    if value.most is not None:
        return _("A whole number, %(most)s or less.") % {"most": value.most}
    if value.lowest is not None and value.lowest != value.highest:
        return _("A whole number; the book has %(lowest)s to %(highest)s here.") % {
            "lowest": value.lowest,
            "highest": value.highest,
        }
    return _("A whole number.")
