"""The tables of the ledger: what part counts in which season, and what makes a country worth less."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Grammar
from rules.kernel.tally import Modifier
from rules.world_at_war.model.citations import PACKAGE, R

WHERE = f"{PACKAGE}/data/ledger.yaml"


class _Less(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    amount: int
    reason: str
    rule: str
    when: Any = None
    times: Any = 1


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    percent: tuple[int, int, int, int]
    less: dict[str, dict[str, _Less]]


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
                Modifier(
                    key=key,
                    amount=row.amount,
                    reason=row.reason,
                    rule=R(row.rule),
                    when=grammar.condition(row.when, f"{WHERE}: less.{area}.{key}"),
                    times=grammar.quantity(row.times, f"{WHERE}: less.{area}.{key}"),
                )
                for key, row in rows.items()
            )
            for area, rows in given.less.items()
        },
    )
