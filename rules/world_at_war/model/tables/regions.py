"""Tables of the regional rules, as they stand in ``data/regions.yaml``."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Condition, Grammar
from rules.kernel.errors import TableError
from rules.kernel.tally import Modifier
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.tables.rows import ModifierRow

WHERE = f"{PACKAGE}/data/regions.yaml"


class Region(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of areas with the rule that names them."""

    title: str
    rule: str
    areas: tuple[str, ...]


class _Row(ModifierRow, frozen=True, kw_only=True, forbid_unknown_fields=True):
    amount: int | None  # type: ignore[assignment]  # none where no source has it


class _Sum(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    title: str
    areas: tuple[str, ...]
    rule: str
    rows: dict[str, _Row]
    base: int = 0


class _Standing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    areas: tuple[str, ...]
    text: str
    rule: str
    who: tuple[str, ...] | str = ()
    when: Any = None
    because: str = ""
    otherwise: str = ""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    regions: dict[str, Region]
    tallies: dict[str, _Sum]
    standing: dict[str, _Standing]


@dataclass(frozen=True)
class Sum:
    """A number of the regional rules: where it belongs, what it starts from, what changes it.

    ``unknown`` are keys of rows whose amount is in none of the sources.
    """

    title: str
    areas: tuple[str, ...]
    rule: str
    base: int
    rows: tuple[Modifier, ...]
    unknown: frozenset[str]


@dataclass(frozen=True)
class Standing:
    """Something that holds in some areas, or that ``who`` (powers or sides) may do there, while
    ``when`` holds; ``because`` and ``otherwise`` say why it does or does not (nothing where it always
    holds).
    """

    key: str
    areas: tuple[str, ...]
    who: tuple[str, ...]
    text: str
    rule: str
    when: Condition
    because: str
    otherwise: str


@dataclass(frozen=True)
class RegionTables:
    """Everything that the regional rules look up, by key."""

    regions: Mapping[str, Region]
    sums: Mapping[str, Sum]
    standing: tuple[Standing, ...]


def read_regions(raw: Any, areas: Mapping[str, Any], grammar: Grammar) -> RegionTables:
    """The tables (overrides already applied); raises :class:`TableError` when one does not fit."""
    given = tables.typed(raw, _File, WHERE)
    for group in (given.regions, given.tallies, given.standing):
        for key, row in group.items():
            R(row.rule)
            for area in row.areas:
                if area not in areas:
                    raise TableError(
                        f"{WHERE}: {key}: there is no area {area!r}.", remedy="Mend the name."
                    )
    return RegionTables(
        regions=given.regions,
        sums={key: _sum(key, row, grammar) for key, row in given.tallies.items()},
        standing=tuple(_standing(key, row, grammar) for key, row in given.standing.items()),
    )


def _sum(key: str, given: _Sum, grammar: Grammar) -> Sum:
    rows = tuple(
        row.modifier(name, f"{WHERE}: {key}.{name}", grammar) for name, row in given.rows.items()
    )
    unknown = frozenset(name for name, row in given.rows.items() if row.amount is None)
    return Sum(given.title, given.areas, given.rule, given.base, rows, unknown)


def _standing(key: str, given: _Standing, grammar: Grammar) -> Standing:
    who = (given.who,) if isinstance(given.who, str) else given.who
    when = grammar.condition(given.when, f"{WHERE}: standing.{key}")
    return Standing(
        key, given.areas, who, given.text, given.rule, when, given.because, given.otherwise
    )
