"""Forces of minor countries as data: their table, what may be built of them, where they may go.

The table is printed in ``data/forces.yaml``, ranges in ``data/roaming.yaml``. A cell that was lost
in print is ``None`` until a moderator enters it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Condition, Grammar
from rules.kernel.errors import TableError
from rules.world_at_war.model.citations import PACKAGE, R

Sort = Literal["infantry", "armor", "air", "naval", "yard"]
Bearing = Literal["independent", "associate", "ally", "commonwealth", "conquest"]
"""What units are to the side that moves them; ``conquest``: raised from a conquered country."""


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of unit: its name, sort, and the factors of one unit."""

    label: str
    sort: Sort
    factors: int


class Wave(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that come so many game turns after the outbreak of war."""

    after: int
    units: dict[str, int]


class Partisans(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Partisans that a side may have in a country; from ``yearly_from`` one more each year. At most
    ``a_turn`` are built in one turn (``None``: these rules say nothing).
    """

    most: int | None
    a_turn: int | None = None
    rule: str = "82.61"
    yearly_from: int = 0


class Pool(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of the table. ``results`` gives units by the diplomatic row in effect; ``pacific_growth``
    infantry factors that war with Japan adds.
    """

    rule: str
    units: dict[str, int | None]
    partisans: dict[str, Partisans] = {}
    waves: tuple[Wave, ...] = ()
    results: dict[str, dict[str, int | None]] = {}
    pacific_growth: int = 0
    notes: tuple[str, ...] = ()


class Building(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be rebuilt of a sort each turn. ``units`` and ``factors`` bound it (``None``: no
    bound of this rule); ``together`` says that factors bound all units, not one; ``none`` that
    nothing may be.
    """

    of: tuple[str, ...] = ()
    bearings: tuple[Bearing, ...] = msgspec.field(name="as")
    sort: Sort
    none: bool = False
    units: int | None = None
    factors: int | None = None
    together: bool = False
    paid: bool = False
    why: str
    rule: str


Need = Literal["controlled", "supplied", "outside_zones", "held", "vacant"]
"""What a hex must be to build there: in friendly hands, in supply, out of enemy zones of control, held
since the player turn began, without units.
"""


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where units may be built, or what a limit leaves out, in words; ``needs`` what the hex must be,
    ``area`` where it lies unless at home, ``box`` that the country's box on the map will do as well.
    """

    text: str
    rule: str
    needs: tuple[Need, ...] = ()
    area: str = ""
    box: bool = False


class FirstAttack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a unit may do while a country is attacked for the first time; everything else is barred.
    ``until_joined``: association lifts it.
    """

    whose: Literal["minor", "major"]
    unit: Literal["air", "naval"]
    missions: tuple[str, ...]
    until_joined: bool = False
    rule: str
    why: str


class Handling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How units are handled by the power that has them, in one respect."""

    of: tuple[str, ...] = ()
    bearings: tuple[Bearing, ...] = msgspec.field(name="as")
    topic: str
    text: str
    rule: str


class Ceilings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many foreign factors hex control allows, and the special numbers of Finland."""

    hexes: int
    finland: int
    finland_armor: int


class Forces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything in ``data/forces.yaml``. ``outbreak`` is the year and season of the first war."""

    kinds: dict[str, Kind]
    outbreak: tuple[int, int]
    ceilings: Ceilings
    pools: dict[str, Pool]
    building: tuple[Building, ...]
    where: dict[str, Place]
    first_attack: tuple[FirstAttack, ...]
    missions: dict[str, str]
    handling: tuple[Handling, ...]
    limit_notes: tuple[Place, ...]


class Range(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where units of some countries may go: areas and regions, whole fronts, hostile or conquered
    Balkan countries, or anywhere. ``side`` keeps the row to allies of one side.
    """

    of: tuple[str, ...]
    bearings: tuple[Bearing, ...] = msgspec.field(name="as")
    side: Literal["", "axis", "allied"] = ""
    to: tuple[str, ...] = ()
    fronts: tuple[str, ...] = ()
    balkans: bool = False
    anywhere: bool = False
    rule: str


@dataclass(frozen=True)
class Bar:
    """Where units may not go although a row would let them, unless a condition holds."""

    of: tuple[str, ...]
    to: tuple[str, ...]
    unless: Condition | None
    why: str
    rule: str


class Passage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way by which some sorts of units pass what they may not enter."""

    of: tuple[str, ...]
    sorts: tuple[Sort, ...]
    why: str
    rule: str


class Ships(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a country's ships are kept to (``only``) or may not do (``barred``)."""

    of: tuple[str, ...]
    only: str = ""
    barred: str = msgspec.field(default="", name="not")
    why: str
    rule: str


@dataclass(frozen=True)
class Roaming:
    """Everything in ``data/roaming.yaml``. ``home`` names areas that count as a country's own."""

    regions: Mapping[str, str]
    balkans: tuple[str, ...]
    home: Mapping[str, tuple[str, ...]]
    rows: tuple[Range, ...]
    bars: tuple[Bar, ...]
    passages: tuple[Passage, ...]
    ships: tuple[Ships, ...]


def read_forces(raw: dict[str, Any]) -> Forces:
    """The tables of forces (overrides already applied). Raises ``TableError`` when one does not fit."""
    where = f"{PACKAGE}/data/forces.yaml"
    found = tables.typed(raw, Forces, where)
    for name, pool in found.pools.items():
        named = {*pool.units, *(kind for wave in pool.waves for kind in wave.units)}
        named |= {kind for units in pool.results.values() for kind in units}
        for key in named - set(found.kinds):
            raise TableError(
                f"{where}: pools.{name} has {key!r}.", remedy=f"Kinds are {', '.join(found.kinds)}."
            )
        for rule in (pool.rule, *(one.rule for one in pool.partisans.values())):
            R(rule)
    cited = [row.rule for row in found.building] + [row.rule for row in found.where.values()]
    cited += [row.rule for row in found.first_attack] + [row.rule for row in found.handling]
    for rule in (*cited, *(row.rule for row in found.limit_notes)):
        R(rule)
    return found


def read_roaming(raw: dict[str, Any], grammar: Grammar) -> Roaming:
    """Where units may go (overrides already applied). Raises ``TableError`` when a row does not fit."""
    where = f"{PACKAGE}/data/roaming.yaml"
    bars = tuple(
        Bar(
            tuple(row["of"]),
            tuple(row["to"]),
            grammar.condition(row["unless"], f"{where}: bars") if "unless" in row else None,
            str(row["why"]),
            R(row["rule"]),
        )
        for row in raw["bars"]
    )
    found = Roaming(
        regions=tables.typed(raw["regions"], dict[str, str], where),
        balkans=tuple(raw["balkans"]),
        home={key: tuple(parts) for key, parts in raw["home"].items()},
        rows=tables.typed(raw["rows"], tuple[Range, ...], where),
        bars=bars,
        passages=tables.typed(raw["passages"], tuple[Passage, ...], where),
        ships=tables.typed(raw["ships"], tuple[Ships, ...], where),
    )
    cited = [row.rule for row in found.rows] + [row.rule for row in found.passages]
    for rule in (*cited, *(row.rule for row in found.ships)):
        R(rule)
    return found
