"""What every kind of log entry is, and how one is read back from what is stored."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from msgspec import UNSET, Struct, UnsetType

from core.gettext import LazyText
from core.text.durations import duration
from core.text.moments import day_and_time
from rules.kernel.events import Line
from rules.kernel.grammar import capital
from rules.kernel.serial import load

Maybe = str | UnsetType
"""A text that is left out of what is stored where nothing is said."""


class Telling(Protocol):
    """An entry as one reader is told of it: who did it, and the words that they know things by."""

    @property
    def actor(self) -> str:
        """Who did it, as a role: ``power``, ``moderator``, ``people``, ``person``, ``clock``."""

    @property
    def power(self) -> str:
        """The name of the power whose entry it is; empty where it is none's."""

    @property
    def person(self) -> str:
        """The name of who did it, or whom it concerns; "somebody" where there is none."""

    @property
    def known(self) -> bool:
        """Whether there is a person, who may have no account any more."""

    @property
    def doer(self) -> str:
        """Who changed something of the clock: a person, the players by their agreement, or the site."""

    @property
    def seal(self) -> str:
        """The first digits of what the entry commits to."""

    def names(self, powers: Collection[str]) -> str:
        """The names of powers, in a row within a sentence."""

    def book(self, text: str) -> str:
        """A text of the rulebook."""

    def phase(self, turn: str, title: str) -> str:
        """A phase by its name, with its turn unless the name says it."""

    def stored(self, text: str) -> str:
        """A text of the site that is stored, such as why it did something."""

    def digits(self, commitment: str) -> str:
        """The first digits of a commitment."""

    def key(self, public: str) -> str:
        """A public key as people compare it."""

    def changes(self, changes: Any) -> str:
        """Changes of values, old → new."""

    def facts(self, facts: Collection[str] | Mapping[str, Any]) -> str:
        """Lines of a dispatch, by their facts' keys or with their values."""

    def question(self, kind: str, about: Mapping[str, Any]) -> str:
        """What the people are asked."""

    def line(self, head: str, rest: str = "", sort: str = "clock", weight: int = 5) -> Line:
        """The words, as a line of the log."""


class Says(NamedTuple):
    """The line of a kind whose sentences are always the same but for places such as ``%(power)s``: who did it
    (``power``, ``person``, ``seal``), how long it lasts (``length``), or a field of the entry. The reason that was
    given follows the ``rest``.
    """

    head: LazyText
    rest: LazyText | str = ""
    sort: str = "clock"
    weight: int = 5


class _Places:
    """What stands in the places of :class:`Says`, for one reader; looked up where a sentence has it."""

    def __init__(self, entry: "Entry", t: Telling) -> None:
        self._entry, self._t = entry, t

    def __getitem__(self, name: str) -> Any:
        if name in ("power", "person", "seal"):
            return getattr(self._t, name)
        value = getattr(self._entry, "seconds" if name == "length" else name)
        return length(value) if name == "length" else value


KINDS: dict[str, type["Entry"]] = {}
"""All kinds by their tags."""


class Entry(Struct, frozen=True, kw_only=True):
    """One kind of log entry: the fields are what its body says, in the bytes that are hashed.

    A new kind is a subclass with a ``tag``; nothing else need know it. Its line is what it ``says``, or its own
    ``words``; one without words is ``wordless``.
    ``deputy`` is the number of the deputyship by which it was done.
    """

    #: What the log calls the kind. It is hashed, and never changes.
    tag: ClassVar[str] = ""
    #: Its line, where that needs no words of its own.
    says: ClassVar[Says | None] = None
    #: Brings only events, or is there to be checked: it has no words.
    wordless: ClassVar[bool] = False
    #: Counts no more when the campaign goes back behind its phase; who sits where, say, stays.
    of_its_phase: ClassVar[bool] = False
    #: The kind of vote that it carries out (:mod:`campaigns.domain.vote_kinds`); the same can be done without one.
    by_vote: ClassVar[str] = ""

    #: What of its body the key of a seat signs, where its player causes it; empty for what is not signed.
    signed: ClassVar[tuple[str, ...]] = ()

    deputy: int | UnsetType = UNSET

    @classmethod
    def of(cls, body: str | bytes) -> Self:
        """One of this kind from what is stored."""
        return load(body, cls)

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.tag:
            if cls.tag in KINDS:
                raise TypeError(f"two kinds of log entries are called {cls.tag}")
            KINDS[cls.tag] = cls

    @property
    def own_lines(self) -> int:
        """How many lines of the log it has, without those of the events that it brings."""
        return int(not self.wordless)

    @property
    def because(self) -> str:
        """Why, in the words of who did it, as a sentence of its own: it never reads on from what was done."""
        return capital(getattr(self, "reason", "") or "")

    def words(self, t: Telling) -> Line | None:
        """The entry in words; ``None`` where it has none."""
        if self.says is None:
            return None
        places = _Places(self, t)
        rest = also(str(self.says.rest) % places, self)
        return t.line(self.says.head % places, rest, self.says.sort, self.says.weight)


def read(kind: str, body: str | bytes) -> Entry | None:
    """An entry from what is stored; ``None`` for a kind of a later release."""
    known = KINDS.get(kind)
    return None if known is None else known.of(body)


def tags(*kinds: type[Entry]) -> tuple[str, ...]:
    """What the log calls these kinds."""
    return tuple(kind.tag for kind in kinds)


def length(seconds: float) -> str:
    """A length of time in words."""
    return duration(timedelta(seconds=seconds))


def day(moment: str) -> str:
    """A stored moment in words."""
    return day_and_time(datetime.fromisoformat(moment))


def also(said: str, entry: Entry) -> str:
    """What is told of an act, and its reason where one was given."""
    return f"{said} {entry.because}".strip()
