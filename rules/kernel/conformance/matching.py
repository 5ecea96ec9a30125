"""Does a value look as expected? Patterns for everything a case compares.

A plain value must be equal, a list equal item by item, a mapping must match in the keys (or
dotted paths) that it names. A mapping with exactly one of the :data:`WORDS` is a question of its
own: ``{one_of: [7, 8]}``, ``{at_least: 2}``, ``{includes: [...]}``.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.conformance.paths import NOTHING, look
from rules.kernel.errors import NotUnderstood


def matches(pattern: Any, found: Any) -> bool:
    """Whether ``found`` (anything the rules produced) fits the pattern."""
    if isinstance(pattern, Mapping):
        if len(pattern) == 1 and (word := next(iter(pattern))) in WORDS:
            return WORDS[word](pattern[word], found)
        if isinstance(found, Audience):
            return matches(dict(pattern), msgspec.to_builtins(found))
        return _has_parts(found) and all(
            matches(part, reach(found, str(path))) for path, part in pattern.items()
        )
    if isinstance(found, Audience):
        return _audience(pattern, found)
    if isinstance(pattern, list):
        items = _items(found)
        return (
            items is not None and len(items) == len(pattern) and all(map(matches, pattern, items))
        )
    if isinstance(found, Fraction):
        return (
            isinstance(pattern, str | int)
            and not isinstance(pattern, bool)
            and Fraction(pattern) == found
        )
    if pattern is None:
        return found is None or found is NOTHING
    if isinstance(pattern, bool) or isinstance(found, bool):
        return pattern is found
    return bool(pattern == found)


def reach(found: Any, path: str) -> Any:
    """The value at a dotted path; ``kind`` (or another tag) of a tagged record counts as a field."""
    if isinstance(found, msgspec.Struct) and path == found.__struct_config__.tag_field:
        return found.__struct_config__.tag
    return look(found, path)


def words_in(words: str | Iterable[str], text: str) -> bool:
    """Whether the text holds every one of the words, in any case."""
    wanted = [words] if isinstance(words, str) else list(words)
    return all(word.casefold() in text.casefold() for word in wanted)


def plain(value: Any) -> Any:
    """A value as it is shown in a failure: plain data, short as can be."""
    if value is NOTHING:
        return "nothing"
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    try:
        return msgspec.to_builtins(value, order="sorted")
    except TypeError:
        return repr(value)


def stated(wanted: Any) -> dict[str, Any]:
    """What a case said of something, without what it left open."""
    return {key: value for key, value in plain(wanted).items() if value not in (None, "", [], {})}


def _has_parts(found: Any) -> bool:
    return isinstance(found, msgspec.Struct | Mapping | list | tuple)


def _items(found: Any) -> list[Any] | None:
    if isinstance(found, set | frozenset):
        return sorted(found)
    return list(found) if isinstance(found, list | tuple) else None


def _audience(pattern: Any, found: Audience) -> bool:
    """``everybody``, ``nobody``, one power or a list of powers."""
    if pattern == "everybody":
        return found.everybody
    if pattern == "nobody":
        return not found.everybody and not found.powers
    powers = [pattern] if isinstance(pattern, str) else pattern
    return (
        not found.everybody and isinstance(powers, list) and sorted(powers) == sorted(found.powers)
    )


def _each_in(patterns: Any, found: Any) -> bool:
    """Whether every pattern fits an item of its own."""
    items = _items(found)
    if items is None:
        return isinstance(found, Mapping) and all(name in found for name in patterns)
    return paired(patterns, items)


def paired(patterns: list[Any], items: list[Any]) -> bool:
    """Whether distinct items can be found for all patterns (tried with backtracking)."""
    if not patterns:
        return True
    first, *rest = patterns
    return any(
        matches(first, item) and paired(rest, items[:index] + items[index + 1 :])
        for index, item in enumerate(items)
    )


def _exactly(pattern: Any, found: Any) -> bool:
    """A mapping with just these keys, mappings in it too; question words ask as ever."""
    if not isinstance(pattern, Mapping):
        return bool(plain(found) == pattern) or matches(pattern, found)
    if len(pattern) == 1 and next(iter(pattern)) in WORDS:
        return matches(pattern, found)
    shown = plain(found)
    if not isinstance(shown, Mapping) or set(shown) != set(map(str, pattern)):
        return False
    return all(_exactly(part, reach(found, str(key))) for key, part in pattern.items())


def _number(found: Any) -> bool:
    return isinstance(found, int | Fraction) and not isinstance(found, bool)


WORDS: Mapping[str, Callable[[Any, Any], bool]] = {
    "one_of": lambda options, found: any(matches(option, found) for option in options),
    "not": lambda pattern, found: not matches(pattern, found),
    "at_least": lambda least, found: _number(found) and found >= least,
    "at_most": lambda most, found: _number(found) and found <= most,
    "exactly": _exactly,
    "includes": _each_in,
    "any_order": lambda patterns, found: (
        len(_items(found) or ()) == len(patterns) and _each_in(patterns, found)
    ),
    "excludes": lambda patterns, found: (
        not any(
            matches(pattern, item)
            for pattern in patterns
            for item in (_items(found) or list(found or ()))
        )
    ),
    "words": lambda words, found: isinstance(found, str) and words_in(words, found),
    "nothing": lambda yes, found: (found is NOTHING or found is None) is yes,
    "size": lambda size, found: hasattr(found, "__len__") and len(found) == size,
}
"""The question words of patterns."""

_IS_LIST = "a list of patterns"
_SHAPES: Mapping[str, tuple[tuple[type, ...], str]] = {
    "one_of": ((list,), _IS_LIST),
    "at_least": ((int,), "a whole number"),
    "at_most": ((int,), "a whole number"),
    "includes": ((list,), _IS_LIST),
    "any_order": ((list,), _IS_LIST),
    "excludes": ((list,), _IS_LIST),
    "words": ((str, list), "a word or a list of words"),
    "nothing": ((bool,), "true or false"),
    "size": ((int,), "a whole number"),
}
"""What may stand after a question word."""


def check_patterns(pattern: Any, where: str) -> None:
    """Raise :class:`NotUnderstood` for a question word with something else after it than it takes."""
    if isinstance(pattern, Mapping):
        if len(pattern) == 1 and (word := next(iter(pattern))) in _SHAPES:
            kinds, said = _SHAPES[word]
            given = pattern[word]
            fits = isinstance(given, kinds) and (isinstance(given, bool) is (bool in kinds))
            if not fits or (word == "words" and not all(isinstance(w, str) for w in given)):
                raise NotUnderstood(f"{where}.{word}: takes {said}, not {given!r}.")
        for key, part in pattern.items():
            check_patterns(part, f"{where}.{key}")
    elif isinstance(pattern, list):
        for number, part in enumerate(pattern):
            check_patterns(part, f"{where}.{number}")
