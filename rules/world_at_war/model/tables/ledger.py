"""The tables of the ledger: what part counts in which season, and what makes a country worth less."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Grammar
from rules.kernel.tally import Modifier
from rules.world_at_war.model.citations import PACKAGE
from rules.world_at_war.model.tables.rows import ModifierRow

WHERE = f"{PACKAGE}/data/ledger.yaml"


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    percent: tuple[int, int, int, int]
    less: dict[str, dict[str, ModifierRow]]


@dataclass(frozen=True)
class LedgerTable:
    """``percent`` is the part that counts from spring to winter; ``less`` holds, by area, the rows
    that lower its worth.
    """

    percent: tuple[int, int, int, int]
    less: Mapping[str, tuple[Modifier, ...]]


def read_ledger(raw: Mapping[str, Any], grammar: Grammar) -> LedgerTable:
    """The tables of the data file (overrides already applied).

    Raises :class:`~rules.kernel.errors.TableError` when a row does not fit.
    """
    given = tables.typed(raw, _File, WHERE)
    return LedgerTable(
        percent=given.percent,
        less={
            area: tuple(
                row.modifier(key, f"{WHERE}: less.{area}.{key}", grammar)
                for key, row in rows.items()
            )
            for area, rows in given.less.items()
        },
    )
