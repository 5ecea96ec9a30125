"""All tables of a campaign, with its moderator's overrides, built once for each set of overrides.

Paths of overrides begin with the table: ``cards.ipo-5.cost.money``, ``start.powers.france.pe``,
``display.markers.japan.0``, ``entry.chits.1939.0``.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.days_of_decision.model.citations import PACKAGE, R
from rules.days_of_decision.model.conditions import QUESTIONS
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import (
    AccessRow,
    Card,
    CardRow,
    DisplayTable,
    Election,
    Goal,
    GroupRow,
    LevelRow,
    MinorRow,
    Need,
    SanctionRow,
    Tables,
    TreatyRow,
    WaterwayRow,
    part_of,
)
from rules.kernel import tables as kernel_tables
from rules.kernel.conditions import Grammar

FILES = (
    "cards", "display", "minors", "start", "limits", "elections", "economy", "victory", "entry",
    "groups", "treaties", "sanctions", "war",
)  # fmt: skip


def _cards(raw: Any, grammar: Grammar, part: int) -> dict[str, Card]:
    where = f"{PACKAGE}/data/cards.yaml"
    cards = {}
    for key, row in kernel_tables.typed(raw, dict[str, CardRow], where).items():
        needs = tuple(
            Need(
                key=need.key,
                when=grammar.condition(need.when, f"{where}: {key}.{need.key}"),
                why=need.why,
                rule=R(need.rule or row.rule),
                opens=need.opens,
            )
            for need in row.needs
        )
        R(row.rule)
        cards[key] = Card(key=key, row=row, needs=needs, part=part)
    return cards


def _spelled_out(raw: dict[str, Any]) -> None:
    """Write every default of cards and minors out, so that an override can replace it."""
    at = f"{PACKAGE}/data/"
    cards = kernel_tables.typed(raw["cards"], dict[str, CardRow], at + "cards.yaml")
    minors = kernel_tables.typed(raw["minors"], dict[str, MinorRow], at + "minors.yaml")
    raw["cards"], raw["minors"] = _plain(cards), _plain(minors)


def _plain(rows: Any) -> Any:
    """Rows as they would be written: mappings, lists, words and numbers."""
    return msgspec.json.decode(msgspec.json.encode(rows))


def _priced_as_war(raw: dict[str, Any], overrides: Mapping[str, Any]) -> None:
    """Price what costs half of a war (14.13, 14.14), also where a group set that price anew."""
    price = overrides.get("war.cost.major", raw["war"]["cost"]["major"])
    share = overrides.get("war.share", raw["war"]["share"])
    for row in raw["cards"].values():
        if row["half"] == "war":
            row["cost"] = {"money": part_of(price, share)}


@kernel_tables.by_overrides
def build(overrides: dict[str, Any]) -> Tables:
    """The tables under these overrides; raises :class:`TableError` when one does not fit."""
    raw = kernel_tables.shipped(PACKAGE, FILES, overrides)
    _spelled_out(raw)
    _priced_as_war(raw, overrides)
    kernel_tables.overridden(raw, overrides, "tables")
    typed = kernel_tables.typed
    at = f"{PACKAGE}/data/"
    return Tables(
        cards=_cards(raw["cards"], Grammar(FACTS, QUESTIONS), raw["war"]["share"]),
        display=typed(raw["display"], DisplayTable, at + "display.yaml"),
        minors=typed(raw["minors"], dict[str, MinorRow], at + "minors.yaml"),
        levels=typed(
            raw["economy"]["levels"], dict[str, tuple[LevelRow, ...]], at + "economy.yaml"
        ),
        elections=typed(raw["elections"], dict[str, Election], at + "elections.yaml"),
        goals=typed(raw["victory"]["powers"], dict[str, Goal], at + "victory.yaml"),
        side_goals=typed(raw["victory"]["ideologies"], dict[str, Goal], at + "victory.yaml"),
        groups=typed(raw["groups"], dict[str, dict[str, GroupRow]], at + "groups.yaml"),
        limits=raw["limits"],
        start=raw["start"],
        economy=raw["economy"],
        victory=raw["victory"],
        entry=raw["entry"],
        levels_of_treaty=typed(
            raw["treaties"]["levels"], tuple[TreatyRow, ...], at + "treaties.yaml"
        ),
        access=typed(raw["treaties"]["access"], tuple[AccessRow, ...], at + "treaties.yaml"),
        treaties=raw["treaties"],
        sanctions=typed(raw["sanctions"]["options"], dict[str, SanctionRow], at + "sanctions.yaml"),
        sanction_rules=raw["sanctions"],
        war=raw["war"],
        waterways=typed(raw["war"]["waterways"], dict[str, WaterwayRow], at + "war.yaml"),
    )


def tables_of(state: DecisionState) -> Tables:
    """The tables of a campaign, or of a view of it (overrides are public)."""
    return build(state.tables)
