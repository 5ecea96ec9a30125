"""Declared facts: what the map says, as a typed registry.

The map is elsewhere. What the rules read of it (who holds Paris, how many factors stand in
Spain) is declared by a player and may be confirmed by the other side. The registry knows each
fact's type, label, default and who declares it.
"""

from collections.abc import Callable, Iterator, KeysView, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

import msgspec

from rules.kernel.orders import Problem

FactValue = int | bool | str

FactType = Literal["control", "choice", "count", "number", "yes"]
"""``control``: who holds a place. ``choice``: one of named options. ``count``: a whole number
from 0. ``number``: a whole number. ``yes``: true or false."""


T = TypeVar("T")


class Sheet(msgspec.Struct, Generic[T], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One heading of the fact sheet as a data file has it, with its facts: each a template of the
    book's own.
    """

    key: str
    title: str
    facts: tuple[T, ...]


class FactSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One fact the rules can read: its key, label, type, default and who declares it.

    ``also`` are other names that players know it by; ``subject: property`` is one of a country or
    power with several facts.
    """

    key: str
    label: str
    type: FactType
    default: FactValue
    group: str
    declares: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    most: int | None = None
    least: int = 0
    help: str = ""
    also: tuple[str, ...] = ()

    def problem(self, value: Any) -> str | None:
        """What is wrong with a value, or ``None``."""
        if self.type == "yes":
            return None if isinstance(value, bool) else f"{self.label}: answer yes or no."
        if self.type in ("control", "choice"):
            if value in self.options:
                return None
            return f"{self.label}: choose one of {', '.join(self.options)}, not {value!r}."
        if isinstance(value, bool) or not isinstance(value, int):
            return f"{self.label}: give a whole number, not {value!r}."
        if self.type == "count" and value < 0:
            return f"{self.label}: a count cannot be below zero."
        if self.type == "count" and value < self.least:
            return f"{self.label}: at least {self.least}."
        if self.most is not None and value > self.most:
            return f"{self.label}: at most {self.most}."
        return None


class FactGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A heading of the fact sheet."""

    key: str
    title: str


Look = Callable[[str], FactValue]
"""The value of a fact of today by its key."""


class Alias(msgspec.Struct, frozen=True, kw_only=True):
    """An old key: how it was declared (``spec``), the facts it stands for, and what it says by them."""

    spec: FactSpec
    parts: tuple[str, ...]

    def read(self, look: Look) -> FactValue:
        """What it says by the facts of today."""
        raise NotImplementedError

    def write(self, look: Look, value: FactValue, prefer: str = "") -> dict[str, FactValue]:
        """What the facts of today become when the old key is declared. Of several that could,
        ``prefer`` is changed.
        """
        raise NotImplementedError

    def adds(self, look: Look, value: FactValue) -> bool:
        """Whether a value stored beside the facts of today says more than they do."""
        return value != self.spec.default


class FactRegistry:
    """Every fact of a rulebook, by key, in the order of the fact sheet.

    An old key that means other facts today (:mod:`rules.kernel.aliases`) is known too: it can be
    looked up, read and declared, but stands on no sheet and in no state.
    """

    def __init__(
        self,
        groups: tuple[FactGroup, ...],
        specs: tuple[FactSpec, ...],
        aliases: Sequence[Alias] = (),
        news: Mapping[str, tuple[Any, ...]] | None = None,
    ) -> None:
        """``news`` are, by key, the rows that say what is news of a fact (:mod:`rules.kernel.fact_news`)."""
        self.groups = groups
        self.news: Mapping[str, tuple[Any, ...]] = news or {}
        self._specs: Mapping[str, FactSpec] = {spec.key: spec for spec in specs}
        self.aliases: Mapping[str, Alias] = {alias.spec.key: alias for alias in aliases}
        wrong = [part for alias in aliases for part in alias.parts if part not in self._specs]
        if wrong or self.aliases.keys() & self._specs.keys():
            raise ValueError(f"aliases that are facts, or stand for none: {wrong}")

    def __getitem__(self, key: str) -> FactSpec:
        return self.aliases[key].spec if key in self.aliases else self._specs[key]

    def __contains__(self, key: object) -> bool:
        return key in self._specs or key in self.aliases

    def __iter__(self) -> Iterator[FactSpec]:
        return iter(self._specs.values())

    def __len__(self) -> int:
        return len(self._specs)

    @property
    def present(self) -> KeysView[str]:
        """The keys of today."""
        return self._specs.keys()

    def parts(self, key: str) -> tuple[str, ...]:
        """The facts of today that a key, perhaps an old one, hangs on."""
        return self.aliases[key].parts if key in self.aliases else (key,)

    def value(self, facts: Mapping[str, FactValue], key: str) -> FactValue:
        """What a key, perhaps an old one, says by these facts."""
        if key in self.aliases:
            return self.aliases[key].read(lambda part: self.value(facts, part))
        return facts[key] if key in facts else self._specs[key].default

    def named_now(
        self,
        facts: Mapping[str, FactValue],
        values: Mapping[str, FactValue],
        prefer: Callable[[str], str] | None = None,
    ) -> dict[str, FactValue]:
        """Values by the keys of today: what is given by an old one is said by the facts it stands
        for. ``prefer`` names, for an old key, which of several that could say it is to.
        """
        found = {key: value for key, value in values.items() if key not in self.aliases}
        for key, value in values.items():
            if key in self.aliases:
                now = {**facts, **found}
                part = prefer(key) if prefer else ""
                found |= self.aliases[key].write(lambda k, now=now: self.value(now, k), value, part)  # type: ignore[misc]
        return found

    def brought_up(
        self, facts: Mapping[str, FactValue], prefer: Callable[[str], str] | None = None
    ) -> dict[str, FactValue]:
        """Stored facts as they are kept today: with those that came later, and without old keys."""
        now = {spec.key: spec.default for spec in self}
        now |= {key: value for key, value in facts.items() if key not in self.aliases}
        told = {
            key: value
            for key, value in facts.items()
            if key in self.aliases and self.aliases[key].adds(lambda k: self.value(now, k), value)
        }
        return {**now, **self.named_now(now, told, prefer)}

    def defaults(self, overrides: Mapping[str, FactValue]) -> dict[str, FactValue]:
        """All facts with their default values, changed as a scenario says."""
        values = {spec.key: spec.default for spec in self}
        values.update(self.named_now(values, overrides))
        return values

    def problems(self, values: Mapping[str, Any]) -> list[Problem]:
        """What is wrong with a set of declared values."""
        found = []
        for key, value in values.items():
            if key not in self:
                found.append(Problem(f"facts.{key}", f"There is no fact {key!r} in this rulebook."))
            elif (message := self[key].problem(value)) is not None:
                found.append(Problem(f"facts.{key}", message))
        return found


class Disputed(msgspec.Struct, frozen=True, kw_only=True):
    """That somebody does not agree to a declared fact: who, what it is instead where that was said
    (``None`` where it was not), and why, in words.
    """

    by: str
    instead: FactValue | None = None
    reason: str = ""


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """That a fact was declared: by whom, in which turn, who confirmed it, and who disputes it.

    A claim that nobody disputes is written as it was before there were disputes.
    """

    by: str
    turn: int
    confirmed_by: str = ""
    disputed: Disputed | msgspec.UnsetType = msgspec.UNSET
