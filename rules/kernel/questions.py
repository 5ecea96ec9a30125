"""Named questions about a position: what each takes, what it answers, and who answers it.

A question declares its arguments. What is asked is checked against that before anything is worked
out, so a wrong word is told with near misses, whoever asks: a conformance case, a page or the API. The
same declarations make the table of all questions (``manage.py rulebooks --questions``).
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from rules.kernel.errors import NotUnderstood
from rules.kernel.near_misses import suggestion
from rules.kernel.serial import shaped

Answer = Callable[[Any, Mapping[str, Any]], Any]
"""Answers a question: the state, and the arguments as they were declared, defaults filled in."""

REQUIRED: Any = object()
"""The default of an argument that has none."""

_LONGEST = 200


class Kind(Protocol):
    """What an argument can be."""

    def read(self, value: Any, state: Any, where: str) -> Any:
        """The value as the answer gets it. Raises :class:`NotUnderstood`."""
        ...

    def said(self) -> str:
        """What it can be, in a few words."""
        ...


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these words; ``among`` may work them out from the state. ``called`` says what they are."""

    among: Collection[str] | Callable[[Any], Collection[str]]
    called: str

    def read(self, value: Any, state: Any, where: str) -> str:
        """The word itself."""
        known = self.among(state) if callable(self.among) else self.among
        word = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if word not in known:
            raise NotUnderstood(
                f"{where}: {_short(value)} is not {self.called}.",
                remedy=suggestion(word, map(str, known)),
            )
        return word

    def said(self) -> str:
        """What it can be."""
        if callable(self.among) or not 0 < len(self.among) <= 6:
            return self.called
        return f"{self.called}: {', '.join(map(str, self.among))}"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``least`` to ``most``."""

    least: int = 0
    most: int = 1000

    def read(self, value: Any, state: Any, where: str) -> int:
        """The number."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise NotUnderstood(f"{where}: {_short(value)} is no whole number.")
        if not self.least <= value <= self.most:
            raise NotUnderstood(
                f"{where}: {_short(value)} is not from {self.least} to {self.most}."
            )
        return value

    def said(self) -> str:
        """What it can be."""
        return f"a number, {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class YesNo:
    """``true`` or ``false``."""

    def read(self, value: Any, state: Any, where: str) -> bool:
        """The truth."""
        if not isinstance(value, bool):
            raise NotUnderstood(f"{where}: {_short(value)} is neither true nor false.")
        return value

    def said(self) -> str:
        """What it can be."""
        return "true or false"


@dataclass(frozen=True, slots=True)
class Words:
    """Any text, up to a sensible length."""

    longest: int = 20_000

    def read(self, value: Any, state: Any, where: str) -> str:
        """The text."""
        if not isinstance(value, str) or len(value) > self.longest:
            raise NotUnderstood(f"{where}: {_short(value)} is no text of this length.")
        return value

    def said(self) -> str:
        """What it can be."""
        return "a text"


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list; a single value alone counts as a list of one."""

    each: Kind
    longest: int = _LONGEST

    def read(self, value: Any, state: Any, where: str) -> tuple[Any, ...]:
        """The values."""
        values = value if isinstance(value, list | tuple) else [value]
        if len(values) > self.longest:
            raise NotUnderstood(f"{where}: at most {self.longest} can be named.")
        return tuple(self.each.read(one, state, f"{where}.{n}") for n, one in enumerate(values))

    def said(self) -> str:
        """What it can be."""
        return f"a list, each {self.each.said()}"


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping from keys of one kind to values of another."""

    keys: Kind
    values: Kind

    def read(self, value: Any, state: Any, where: str) -> dict[Any, Any]:
        """The mapping."""
        if not isinstance(value, Mapping) or len(value) > _LONGEST:
            raise NotUnderstood(f"{where}: {_short(value)} is no mapping.")
        return {
            self.keys.read(key, state, where): self.values.read(part, state, f"{where}.{key}")
            for key, part in value.items()
        }

    def said(self) -> str:
        """What it can be."""
        return f"a mapping from {self.keys.said()} to {self.values.said()}"


@dataclass(frozen=True, slots=True)
class Record:
    """Anything that a record of this type can be read from."""

    kind: Any
    called: str

    def read(self, value: Any, state: Any, where: str) -> Any:
        """The record."""
        try:
            return shaped(value, self.kind)
        except msgspec.ValidationError as error:
            raise NotUnderstood(f"{where}: this is not {self.called}: {error}.") from error

    def said(self) -> str:
        """What it can be."""
        return self.called


@dataclass(frozen=True, slots=True)
class EitherOf:
    """A value of one kind, or else of the other."""

    one: Kind
    other: Kind

    def read(self, value: Any, state: Any, where: str) -> Any:
        """What the first kind that fits makes of it."""
        try:
            return self.one.read(value, state, where)
        except NotUnderstood as error:
            try:
                return self.other.read(value, state, where)
            except NotUnderstood:
                raise error from None

    def said(self) -> str:
        """What it can be."""
        return f"{self.one.said()}, or {self.other.said()}"


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a question: what it can be, its default, and other names it goes by."""

    kind: Kind
    default: Any = REQUIRED
    also: tuple[str, ...] = ()

    def said(self) -> str:
        """What it can be, and whether it can be left out."""
        if self.default is REQUIRED:
            return self.kind.said()
        usual = (
            "" if self.default in (None, "", (), {}) else f", {_short(self.default)} if left out"
        )
        return f"{self.kind.said()} (optional{usual})"


@dataclass(frozen=True, slots=True)
class Question:
    """A question: who answers it, what it is about, what the answer is, and its arguments by name.

    The first argument may be given alone, without its name.
    """

    answer: Answer
    about: str
    gives: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)


class Questions(Mapping[str, Question]):
    """The questions of a rulebook, by name."""

    def __init__(self, *groups: Mapping[str, Question]) -> None:
        """Together; no name may stand twice."""
        self._known: dict[str, Question] = {}
        for group in groups:
            if twice := self._known.keys() & group.keys():
                raise ValueError(f"Asked twice: {', '.join(sorted(twice))}.")
            self._known.update(group)

    def __getitem__(self, name: str) -> Question:
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def ask(self, state: Any, name: str, given: Mapping[str, Any]) -> Any:
        """Answer a question. Raises :class:`NotUnderstood` for an unknown one, or for arguments that
        it does not take, with near misses.
        """
        question = self._known.get(name)
        if question is None:
            raise NotUnderstood(
                f"There is no question {_short(name)}.", remedy=suggestion(str(name), self._known)
            )
        return question.answer(state, understood(name, question.arguments, given, state))


def understood(
    name: str, arguments: Mapping[str, Argument], given: Mapping[str, Any], state: Any
) -> dict[str, Any]:
    """What was given to a question, by the arguments that it declares, defaults filled in. Raises
    :class:`NotUnderstood`.
    """
    names = {also: key for key, one in arguments.items() for also in (key, *one.also)}
    if arguments and "of" not in names:
        names["of"] = next(iter(arguments))  # a single word was given
    found: dict[str, Any] = {}
    for word, value in given.items():
        key = names.get(word)
        if key is None:
            raise NotUnderstood(
                f"{name} takes no {_short(word)}.", remedy=suggestion(str(word), arguments)
            )
        found[key] = arguments[key].kind.read(value, state, f"{name}.{word}")
    for key, one in arguments.items():
        if key not in found:
            if one.default is REQUIRED:
                raise NotUnderstood(f"{name} needs {key!r}.", remedy=f"It is {one.kind.said()}.")
            found[key] = one.default
    return found


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
