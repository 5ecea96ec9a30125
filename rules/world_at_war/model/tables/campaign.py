"""All tables of a campaign, with its moderator's overrides, built once for each set of overrides.

Paths of overrides begin with the table: ``allotments.russia.lines.warsaw.amount``,
``countries.countries.turkey.base``, ``modifiers.spain.gibraltar.amount``, ``thresholds.rgt.steps.0.level``,
``tensions.rgt.event.turkey.amount``, ``prewar.unit.air``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel import tables as kernel_tables
from rules.kernel.conditions import Grammar
from rules.kernel.tally import Modifier
from rules.world_at_war.model.citations import PACKAGE
from rules.world_at_war.model.conditions import QUESTIONS
from rules.world_at_war.model.conditions import regions as regional
from rules.world_at_war.model.conditions import sides as wondering
from rules.world_at_war.model.conditions import tensions as asked
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.allotments import Allotment, read_allotments
from rules.world_at_war.model.tables.areas import Area, read_areas
from rules.world_at_war.model.tables.countries import Minor, read_minors
from rules.world_at_war.model.tables.forces import Forces, Roaming, read_forces, read_roaming
from rules.world_at_war.model.tables.ledger import LedgerTable, read_ledger
from rules.world_at_war.model.tables.modifiers import read_blocks
from rules.world_at_war.model.tables.prewar import Prewar, read_prewar
from rules.world_at_war.model.tables.regions import RegionTables, read_regions
from rules.world_at_war.model.tables.sides import Sides, read_sides
from rules.world_at_war.model.tables.tensions import TensionTables, read_tensions

FILES = (
    "allotments", "areas", "countries", "forces", "ledger", "modifiers", "regions", "roaming", "sides", "thresholds",
    "tensions", "prewar",
)  # fmt: skip


class Automatic(msgspec.Struct, frozen=True, kw_only=True):
    """What a track gains at the start of each game turn."""

    amount: int
    reason: str
    rule: str


class Threshold(msgspec.Struct, frozen=True, kw_only=True):
    """A level that sets something off; ``latest`` is when it happens anyway, ``short`` a label.

    ``more`` lists what else it means, ``china`` the BRPs a turn that may then go to China, ``key`` a
    name by which a rule finds it (``grants``). ``news`` is what a headline tells of it besides a mobilization,
    which is told by itself.
    """

    key: str = ""
    level: int
    effect: str
    latest: str = ""
    short: str = ""
    reads: bool = False
    more: tuple[str, ...] = ()
    china: int = 0
    news: str = ""


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """A tension track as a table."""

    title: str
    automatic: Automatic
    steps: tuple[Threshold, ...]


class ReactionRule(msgspec.Struct, frozen=True, kw_only=True):
    """Facts which, once declared, give a side a roll for a country."""

    country: str
    side: str
    facts: tuple[str, ...]
    rule: str


@dataclass(frozen=True)
class Tables:
    """Everything that is looked up. ``blocks`` holds, by country, its modifiers in order."""

    minors: Mapping[str, Minor]
    areas: Mapping[str, Area]
    sides: Sides
    blocks: Mapping[str, tuple[Modifier, ...]]
    allotments: Mapping[str, Allotment]
    scales: Mapping[str, Scale]
    effective: Mapping[int, int]
    demand_rows: Mapping[str, tuple[str, ...]]
    reactions: tuple[ReactionRule, ...]
    tensions: TensionTables
    prewar: Prewar
    ledger: LedgerTable
    forces: Forces
    roaming: Roaming
    regions: RegionTables


@kernel_tables.by_overrides
def build(overrides: dict[str, Any]) -> Tables:
    """The tables under these overrides; raises :class:`TableError` when one does not fit."""
    raw = kernel_tables.shipped(PACKAGE, FILES, overrides)
    kernel_tables.overridden(raw, overrides, "tables")
    questions = {**QUESTIONS, **asked.QUESTIONS, **wondering.QUESTIONS, **regional.QUESTIONS}
    grammar = Grammar(FACTS, questions)
    minors, areas = read_minors(raw["countries"]), read_areas(raw["areas"])
    thresholds = dict(raw["thresholds"])
    effective = {int(face): int(shift) for face, shift in thresholds.pop("effective").items()}
    where = f"{PACKAGE}/data/thresholds.yaml"
    return Tables(
        minors=minors,
        areas=areas,
        sides=read_sides(raw["sides"]),
        blocks={
            key: read_blocks(minor, raw["modifiers"], grammar) for key, minor in minors.items()
        },
        allotments=read_allotments(raw["allotments"], grammar),
        scales=kernel_tables.typed(thresholds, dict[str, Scale], where),
        effective=effective,
        demand_rows={
            answer: tuple(rows) for answer, rows in raw["countries"]["demand_rows"].items()
        },
        reactions=kernel_tables.typed(
            raw["countries"]["reactions"],
            tuple[ReactionRule, ...],
            f"{PACKAGE}/data/countries.yaml",
        ),
        tensions=read_tensions(
            raw["tensions"], {key: minor.value for key, minor in minors.items()}, grammar
        ),
        prewar=read_prewar(raw["prewar"]),
        ledger=read_ledger(raw["ledger"], grammar),
        forces=read_forces(raw["forces"]),
        roaming=read_roaming(raw["roaming"], grammar),
        regions=read_regions(raw["regions"], areas, grammar),
    )


def tables_of(state: WarState) -> Tables:
    """The tables of a campaign, or of a view of it (overrides are public)."""
    return build(state.tables)
