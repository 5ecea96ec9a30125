"""What the tables of a campaign are made of: the rows as written, and all of them together."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import msgspec

from rules.days_of_decision.model.hex_grid import within
from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.state import Hex
from rules.kernel.conditions import Condition


class _Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table: known keys only."""


class ValueRow(_Row, frozen=True, kw_only=True):
    """What an option does to values: for whom, on which minors, how much and why."""

    owner: Literal["actor", "target"] = msgspec.field(name="for")
    on: Literal["minor", "minors", "near", "around", "controlled"]
    amount: int
    reason: str
    within: int = 0


class NeedRow(_Row, frozen=True, kw_only=True):
    """A prerequisite as written: a condition, the sentence that bars, and what would open it."""

    key: str
    when: Any
    why: str
    opens: str = "Opens when that has changed."
    rule: str = ""


class CardRow(_Row, frozen=True, kw_only=True):
    """An option as written in the table."""

    title: str
    effect: str
    on_map: str = ""
    rule: str
    known: Literal["sure", "likely", "none"]
    cost: dict[str, int] = {}
    limit: Literal["power", "global", "none"] = "power"
    once: int = 0
    entry: tuple[int, int, int, int] = (0, 0, 0, 0)
    entry_on: str = ""
    test: int | None = None
    answer: str = ""
    powers: tuple[str, ...] = SEATS
    values: tuple[ValueRow, ...] = ()
    failed: tuple[ValueRow, ...] = ()
    needs: tuple[NeedRow, ...] = ()
    half: Literal["", "war", "entry"] = ""
    switch: str = ""
    activates: bool = True
    source: str = "house"


@dataclass(frozen=True)
class Need:
    """A prerequisite that is a named condition."""

    key: str
    when: Condition
    why: str
    rule: str
    opens: str


def part_of(amount: int, share: int) -> int:
    """One part in so many, to the nearest whole number, halves up (Ruling 104)."""
    return (2 * amount + share) // (2 * share)


@dataclass(frozen=True)
class Card:
    """An option with its prerequisites read."""

    key: str
    row: CardRow
    needs: tuple[Need, ...]
    part: int = 2

    @property
    def entry(self) -> tuple[int, ...]:
        """The row of American entry as it counts; of some options half of what is printed."""
        if self.row.half != "entry":
            return self.row.entry
        return tuple(part_of(n, self.part) for n in self.row.entry)


class MinorRow(_Row, frozen=True, kw_only=True):
    """A minor country as written; one that comes ``later`` is not there at the start."""

    name: str
    hex: Hex
    resources: int = 0
    oil: int = 0
    factories: int = 0
    blue: int = 0
    americas: bool = False
    later: bool = False


class Price(_Row, frozen=True, kw_only=True):
    """What one step on the display costs, and why."""

    key: str
    cost: int
    text: str
    source: str = "seed"


class DisplayTable(_Row, frozen=True, kw_only=True, dict=True):
    """The display: its size, centers, opening markers and the prices of a step."""

    radius: int
    reach: int
    centers: dict[str, Hex]
    markers: dict[str, Hex]
    positive: tuple[Price, ...]
    negative: tuple[Price, ...]
    at_war: Price
    at_war_inside: Price
    marker: Price
    under: int
    most: int

    @cached_property
    def zones(self) -> dict[Hex, str]:
        """The ideology of every hex that lies in one, the first listed where several do."""
        found: dict[Hex, str] = {}
        for ideology, (q, r) in self.centers.items():
            for dq, dr in within(self.reach):
                found.setdefault((q + dq, r + dr), ideology)
        return found


class LevelRow(_Row, frozen=True, kw_only=True):
    """A production level; without ``home`` all home factories work."""

    multiple: str
    home: int | None = None
    year: int = 0
    peace: bool = False

    @property
    def fraction(self) -> Fraction:
        """The production multiple."""
        return Fraction(self.multiple)


class Goal(_Row, frozen=True, kw_only=True):
    """Objective cities needed, and the historical high point."""

    needed: int
    high: int


class GroupRow(_Row, frozen=True, kw_only=True):
    """An administration group of a Vichy power."""

    name: str
    territories: tuple[str, ...]
    zones: int
    distance: int
    source: str
    switch: str = ""


class TreatyRow(_Row, frozen=True, kw_only=True):
    """A level of treaty: its price, and what each side may give under it in a turn."""

    title: str
    price: dict[str, int]
    works: int
    goods: int
    lend: int


class AccessRow(_Row, frozen=True, kw_only=True):
    """From which level on something of an ally is open, by whether the ally is at war."""

    key: str
    title: str
    at_war: int
    neutral: int | None = None


class SanctionRow(_Row, frozen=True, kw_only=True):
    """A sanction (14.17): against whom, and its cost and die before they are halved."""

    target: Literal["germany", "japan", "both"]
    cost: int
    die: int
    effect: str = ""


class WaterwayRow(_Row, frozen=True, kw_only=True):
    """A restricted waterway: whose it is, and whether it may ``always`` be closed."""

    name: str
    owner: str
    always: bool = False


class Election(_Row, frozen=True, kw_only=True):
    """When a democracy votes."""

    first: int
    every: int
    period: int
    source: str


@dataclass(frozen=True)
class Tables:
    """Everything that is looked up."""

    cards: Mapping[str, Card]
    display: DisplayTable
    minors: Mapping[str, MinorRow]
    levels: Mapping[str, tuple[LevelRow, ...]]
    elections: Mapping[str, Election]
    goals: Mapping[str, Goal]
    side_goals: Mapping[str, Goal]
    groups: Mapping[str, Mapping[str, GroupRow]]
    limits: Mapping[str, Any]
    start: Mapping[str, Any]
    economy: Mapping[str, Any]
    victory: Mapping[str, Any]
    entry: Mapping[str, Any]
    levels_of_treaty: tuple[TreatyRow, ...]
    access: tuple[AccessRow, ...]
    treaties: Mapping[str, Any]
    sanctions: Mapping[str, SanctionRow]
    sanction_rules: Mapping[str, Any]
    war: Mapping[str, Any]
    waterways: Mapping[str, WaterwayRow]
