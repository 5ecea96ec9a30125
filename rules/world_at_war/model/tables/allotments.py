"""The lines of diplomatic points, read from ``data/allotments.yaml`` (49.12 to 49.154)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Grammar
from rules.kernel.tally import Modifier
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.powers import POWERS, SEATS
from rules.world_at_war.model.tables.rows import ModifierRow

HEADINGS = {key: R(f"{POWERS[key].name}: points") for key in SEATS}


class _Line(ModifierRow, frozen=True, kw_only=True, forbid_unknown_fields=True):
    supplement: bool = False
    opening: bool = False


class _Power(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    basic: int
    lines: dict[str, _Line]
    surrender: dict[str, _Line] = {}
    sways: dict[str, int] = {}


@dataclass(frozen=True)
class Allotment:
    """The lines of one power: ``opening`` those that count in a basic opening, ``surrender``
    those that count only for the surrender level, ``sways`` what a faction's point there adds to it.
    """

    basic: int
    lines: tuple[Modifier, ...]
    opening: frozenset[str]
    surrender: tuple[Modifier, ...]
    sways: Mapping[str, int]


def read_allotments(raw: Mapping[str, Any], grammar: Grammar) -> dict[str, Allotment]:
    """The allotment tables (overrides already applied)."""
    where = f"{PACKAGE}/data/allotments.yaml"
    found = {}
    for power, given in tables.typed(raw, dict[str, _Power], where).items():

        def lines(rows: dict[str, _Line], rule: str, power: str = power) -> tuple[Modifier, ...]:
            rules = dict.fromkeys(rows, rule) | {"undefended": R("49.154")}
            return tuple(
                row.modifier(key, f"{where}: {power}.{key}", grammar, rules[key])
                for key, row in rows.items()
            )

        found[power] = Allotment(
            basic=given.basic,
            lines=lines(given.lines, HEADINGS[power]),
            opening=frozenset(key for key, row in given.lines.items() if row.opening),
            surrender=lines(given.surrender, R("56.12")),
            sways=given.sways,
        )
    return found
