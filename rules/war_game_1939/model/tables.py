"""All tables of a campaign, with its moderator's overrides, built once for each set of overrides.

Paths of overrides begin with the table: ``land.territories.turkey.value``,
``sea.zones.north_sea.open``, ``commerce.dice.germany.by_turn.0``, ``vichy.units.armor.amount``.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_type_hints

import msgspec

from rules.kernel import tables as kernel_tables
from rules.kernel.errors import TableError
from rules.war_game_1939.model.citations import PACKAGE, R

if TYPE_CHECKING:
    from rules.war_game_1939.model.state import WarGameState


class _Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table: known keys only."""


class Territory(_Row, frozen=True, kw_only=True):
    """A territory: land value, whose original land it is (nobody's: a neutral), and how it opens."""

    name: str
    value: int
    original: str = ""
    holder: str = ""
    lean: str = ""
    source: str = "house"

    @property
    def neutral(self) -> bool:
        """Whether it is nobody's original land."""
        return not self.original


class PactRow(_Row, frozen=True, kw_only=True):
    """What the pact cedes to whom, where units go, and which Japanese land is watched."""

    ceded: str
    to: str
    refuge: str
    watched: tuple[str, ...]


class LandLists(_Row, frozen=True, kw_only=True):
    """Named groups of territories."""

    balkan: tuple[str, ...]
    colonies: tuple[str, ...]
    contiguous: tuple[str, ...]
    affiliated: dict[str, tuple[str, ...]]


class LandTable(_Row, frozen=True, kw_only=True):
    """Every territory, the named groups, and the places that rules single out."""

    territories: dict[str, Territory]
    lists: LandLists
    capital: str
    indo_china: str
    pact: PactRow
    source: str


class Zone(_Row, frozen=True, kw_only=True):
    """A sea zone: whose original land it touches, whether it is open, whether it is American."""

    name: str
    coasts: tuple[str, ...] = ()
    open: bool = False
    americas: bool = False
    source: str = "house"


class SeaTable(_Row, frozen=True, kw_only=True):
    """Every sea zone."""

    zones: dict[str, Zone]
    source: str


class DiceRow(_Row, frozen=True, kw_only=True):
    """A nation's commerce dice by game turn."""

    by_turn: tuple[int, ...]
    rule: str
    source: str


class CommerceTable(_Row, frozen=True, kw_only=True):
    """Commerce: dice, order, sides of a die, re-rolls, the safe bid, and the level that ends it."""

    dice: dict[str, DiceRow]
    order: tuple[str, ...]
    sides: int
    rerolls: int
    bid: int
    ends_at: int


class GroupRow(_Row, frozen=True, kw_only=True):
    """A player turn: its heading and the nations that share it."""

    title: str
    nations: tuple[str, ...]


class TurnTable(_Row, frozen=True, kw_only=True):
    """The player turns in order, and the game turn in which all are at Full War."""

    order: tuple[str, ...]
    groups: dict[str, GroupRow]
    all_at_war: int


class LevelRow(_Row, frozen=True, kw_only=True):
    """A war status: its name and the share of land income in per cent."""

    title: str
    share: int


class ConditionRow(_Row, frozen=True, kw_only=True):
    """One way to a war status; see ``data/status.yaml``."""

    key: str
    level: int
    how: Literal["flag", "roll", "both"]
    title: str
    rule: str
    of: str = ""
    ignored: int = 0


class StatusTable(_Row, frozen=True, kw_only=True):
    """War statuses, what leads to them, and from which level a nation may borrow."""

    levels: dict[str, LevelRow]
    lend_from: int
    conditions: dict[str, tuple[ConditionRow, ...]]
    full_rules: dict[str, str]


class VichyRow(_Row, frozen=True, kw_only=True):
    """A French territory: the highest die for the Free French, and its ally otherwise."""

    free: int
    ally: str
    source: str


class UnitRow(_Row, frozen=True, kw_only=True):
    """What a unit of a kind adds to a Vichy roll."""

    name: str
    amount: int
    source: str


class ShipRow(_Row, frozen=True, kw_only=True):
    """A kind of ship: highest die that stays Free French, highest that the Germans take."""

    name: str
    free: int
    german: int
    source: str


class VichyTable(_Row, frozen=True, kw_only=True):
    """The fall of France."""

    territories: dict[str, VichyRow]
    units: dict[str, UnitRow]
    ships: dict[str, ShipRow]
    other_ships: str
    sides: int


class PatternRow(_Row, frozen=True, kw_only=True):
    """The row of targets for repeated attempts."""

    amounts: tuple[int, ...]
    source: str


class DiplomacyTable(_Row, frozen=True, kw_only=True):
    """The affiliation track."""

    pattern: PatternRow
    least_money: int
    most_money: int
    per_dollar: int
    sides: int
    attempts: int
    levels: tuple[str, ...]
    titles: dict[str, str]
    highest: str
    source: str


class FundRow(_Row, frozen=True, kw_only=True):
    """A fund: what its money may be used for, in words."""

    title: str


class UseRow(_Row, frozen=True, kw_only=True):
    """A use of money: the funds it may be paid from, in the order in which they are drawn on."""

    title: str
    funds: tuple[str, ...]
    rule: str


class StrengthRow(_Row, frozen=True, kw_only=True):
    """Attack and defence of a unit together."""

    value: int
    source: str


class FundTable(_Row, frozen=True, kw_only=True):
    """Funds, uses, the lendable share of land, opening money, and strengths of units."""

    funds: dict[str, FundRow]
    uses: dict[str, UseRow]
    lend_share: int
    opening: dict[str, int]
    strength: dict[str, StrengthRow]


class HistoryRow(_Row, frozen=True, kw_only=True):
    """One report that autopilots make in one player turn."""

    by: str
    place: str = ""
    zone: str = ""
    against: str = ""
    failed: bool = False


@dataclass(frozen=True)
class Tables:
    """Everything that is looked up."""

    land: LandTable
    sea: SeaTable
    commerce: CommerceTable
    turns: TurnTable
    status: StatusTable
    vichy: VichyTable
    diplomacy: DiplomacyTable
    funds: FundTable
    history: dict[str, dict[str, tuple[HistoryRow, ...]]]

    def place(self, key: str) -> Territory:
        """A territory by key."""
        return self.land.territories[key]

    def original_of(self, nation: str) -> tuple[str, ...]:
        """The original land of a nation, in the order of the file."""
        return tuple(k for k, row in self.land.territories.items() if row.original == nation)

    @property
    def neutrals(self) -> tuple[str, ...]:
        """Land that is nobody's original."""
        return tuple(key for key, row in self.land.territories.items() if row.neutral)

    def group_of(self, nation: str) -> str:
        """The player turn in which a nation plays."""
        return next(key for key, row in self.turns.groups.items() if nation in row.nations)


KINDS = get_type_hints(Tables)
"""What each file holds, by its name."""


def _spelled_out(raw: dict[str, Any]) -> dict[str, Any]:
    """Keys that a row of the map leaves out stand there with their defaults, so that an override
    finds them (``land.territories.turkey.lean``, ``sea.zones.black_sea.open``).
    """
    for row in raw["land"]["territories"].values():
        for key in ("original", "holder", "lean"):
            row.setdefault(key, "")
    for row in raw["sea"]["zones"].values():
        row.setdefault("coasts", [])
        for key in ("open", "americas"):
            row.setdefault(key, False)
    return raw


@kernel_tables.by_overrides
def build(overrides: dict[str, Any]) -> Tables:
    """The tables under these overrides; raises :class:`TableError` when one does not fit."""
    raw = _spelled_out(kernel_tables.shipped(PACKAGE, KINDS, overrides))
    kernel_tables.overridden(raw, overrides, PACKAGE)
    read = {
        name: kernel_tables.typed(raw[name], kind, f"{PACKAGE}/data/{name}.yaml")
        for name, kind in KINDS.items()
    }
    tables = Tables(**read)
    _check(tables)
    return tables


def _check(tables: Tables) -> None:
    """Every key that stands in one table must exist in the other, and every rule in the index."""
    land = tables.land
    named = {
        *land.lists.balkan, *land.lists.colonies, *land.lists.contiguous, *land.pact.watched,
        *(key for keys in land.lists.affiliated.values() for key in keys),
        *tables.vichy.territories, land.capital, land.indo_china, land.pact.ceded, land.pact.refuge,
    }  # fmt: skip
    if missing := sorted(named - set(land.territories)):
        raise TableError(
            f"{PACKAGE}/data/land.yaml: no territory {', '.join(missing)}.",
            remedy="Add it, or mend the list that names it.",
        )
    if sorted(tables.turns.order) != sorted(tables.turns.groups):
        raise TableError(
            f"{PACKAGE}/data/turns.yaml: the order must name each of "
            f"{', '.join(tables.turns.groups)} once."
        )
    rules = [row.rule for rows in tables.status.conditions.values() for row in rows]
    rules += [row.rule for row in tables.commerce.dice.values()]
    rules += [row.rule for row in tables.funds.uses.values()]
    for rule in (*rules, *tables.status.full_rules.values()):
        R(rule)


def tables_of(state: "WarGameState") -> Tables:
    """The tables of a campaign."""
    return build(state.tables)
