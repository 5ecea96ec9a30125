"""A case on its way through a rulebook: the position, and what each step brought."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from rules.kernel.audience import SPECTATOR, Viewer, viewer
from rules.kernel.dice import Roll
from rules.kernel.errors import NotUnderstood, RulesError
from rules.kernel.events import Event
from rules.kernel.near_misses import suggestion
from rules.kernel.orders import Order
from rules.kernel.rulebook import Rulebook
from rules.kernel.state import State

S = TypeVar("S", bound=State)


class Failure(msgspec.Struct, frozen=True):
    """One expectation that did not hold: which, what was expected, what was found."""

    what: str
    expected: Any = None
    found: Any = None
    step: int = 1

    def line(self) -> str:
        """The failure on one line; a mistake in the file or case itself is its message alone."""
        if self.what == "file":
            return _short(self.found)
        if self.what.endswith("case"):
            return _short(f"{self.what}: {self.found}")
        return f"{self.what}: expected {_short(self.expected)}, found {_short(self.found)}"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one case."""

    case: str
    rule: list[str]
    title: str
    file: str
    rulebook: str
    failures: list[Failure] = []

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.failures

    def lines(self) -> list[str]:
        """Every failure on a line of its own, beginning with file, case and rule."""
        where = f"{self.file}: {self.case} ({', '.join(self.rule)})" if self.rule else self.file
        return [f"{where}: {failure.line()}" for failure in self.failures]


def _short(value: Any, limit: int = 1200) -> str:
    text = value if isinstance(value, str) else repr(value)
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 3] + "..."


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A problem of an order, with the power whose order it is."""

    power: str
    field: str
    message: str
    rule: str = ""


@dataclass
class Run(Generic[S]):
    """A case on its way: the book, the state, the standing orders, and what this step brought."""

    book: Rulebook[S]
    state: S
    standing: dict[str, Order] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    problems: list[Found] = field(default_factory=list)
    refused: RulesError | None = None
    asked: bool = False
    answer: Any = None

    def begin_step(self) -> None:
        """Forget what the step before brought; the state and standing orders stay."""
        self.events, self.rolls, self.left, self.problems = [], [], [], []
        self.refused, self.asked, self.answer = None, False, None


def known(where: str, word: str, words: Mapping[str, Any]) -> None:
    """Raise :class:`NotUnderstood` with near misses for a word that is not among these."""
    if word not in words:
        raise NotUnderstood(f"{where}: {word!r} is unknown.", remedy=suggestion(word, words))


def who(name: str, book: Rulebook[Any]) -> Viewer:
    """The viewer of this name: a power, or ``spectator``."""
    if name == "spectator":
        return SPECTATOR
    known("viewer", name, book.powers)
    return viewer(name)


def seen(run: Run[S], power: str) -> S:
    """The state as a power (or ``spectator``) may know it."""
    return run.book.view(run.state, who(power, run.book))
