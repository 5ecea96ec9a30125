"""Declared facts: what the map says, as a typed registry.

The map is elsewhere. What the rules read of it (who holds Paris, how many factors stand in
Spain) is declared by a player and may be confirmed by the other side. The registry knows each
fact's type, label, default and who declares it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from rules.kernel.orders import Problem

FactValue = int | bool | str

FactType = Literal["control", "choice", "count", "number", "yes"]
"""``control``: who holds a place. ``choice``: one of named options. ``count``: a whole number
from 0. ``number``: a whole number. ``yes``: true or false."""


class FactSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One fact the rules can read: its key, label, type, default and who declares it."""

    key: str
    label: str
    type: FactType
    default: FactValue
    group: str
    declares: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    most: int | None = None
    help: str = ""

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
        if self.most is not None and value > self.most:
            return f"{self.label}: at most {self.most}."
        return None


class FactGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A heading of the fact sheet."""

    key: str
    title: str


class FactRegistry:
    """Every fact of a rulebook, by key, in the order of the fact sheet."""

    def __init__(self, groups: tuple[FactGroup, ...], specs: tuple[FactSpec, ...]) -> None:
        self.groups = groups
        self._specs: Mapping[str, FactSpec] = {spec.key: spec for spec in specs}

    def __getitem__(self, key: str) -> FactSpec:
        return self._specs[key]

    def __contains__(self, key: object) -> bool:
        return key in self._specs

    def __iter__(self) -> Iterator[FactSpec]:
        return iter(self._specs.values())

    def __len__(self) -> int:
        return len(self._specs)

    def defaults(self, overrides: Mapping[str, FactValue]) -> dict[str, FactValue]:
        """All facts with their default values, changed as a scenario says."""
        values = {spec.key: spec.default for spec in self}
        values.update(overrides)
        return values

    def problems(self, values: Mapping[str, Any]) -> list[Problem]:
        """What is wrong with a set of declared values."""
        found = []
        for key, value in values.items():
            if key not in self._specs:
                found.append(Problem(f"facts.{key}", f"There is no fact {key!r} in this rulebook."))
            elif (message := self._specs[key].problem(value)) is not None:
                found.append(Problem(f"facts.{key}", message))
        return found


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """That a fact was declared: by whom, in which turn, and who confirmed it."""

    by: str
    turn: int
    confirmed_by: str = ""
