"""The board as data for its page: the display, the tracks, the hand, and what was turned over.

Everything is built from a view, so it can hold nothing that its reader may not know.
"""

import msgspec

from rules.days_of_decision.display.objectives import cities, share
from rules.days_of_decision.economy.bids import mixed
from rules.days_of_decision.economy.production import (
    build_points,
    factories,
    income,
    level_row,
    multiple,
    peace_level,
)
from rules.days_of_decision.entry.entry import level as entry_level
from rules.days_of_decision.entry.entry import threshold, total
from rules.days_of_decision.model.calendar import year_of
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import FACTIONS, MARKS, POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.options.base import code
from rules.days_of_decision.pages.board.counters import (
    Arrow,
    Cell,
    Marker,
    MinorCounter,
    Stack,
    Zone,
    arrows,
    cells,
    marker_of,
    minor_of,
    stacks,
    zone_of,
)
from rules.days_of_decision.pages.board.hand import HandCard, SealedCard, hand_of, sealed_of
from rules.days_of_decision.pages.board.in_sentences import conquests, told_of_power
from rules.days_of_decision.pages.board.war import Chapter, chapters
from rules.kernel.orders import Detail
from rules.kernel.serial import gathered
from rules.kernel.tally import Tally


class TurnedCard(msgspec.Struct, frozen=True, kw_only=True):
    """An option that was turned over this turn."""

    power: str
    option: str
    code: str
    title: str
    outcome: str
    details: dict[str, Detail]
    why: str
    rule: str


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A power's line in the table of the standing; ``face_down`` counts its sealed options, ``told``
    says what holds for it in sentences.
    """

    power: str
    name: str
    code: str
    ideology: str
    mark: str
    mine: bool
    position: int
    score: str
    money: int
    pe: int
    level: int
    multiple: str
    peace_level: int
    bids: int
    bp: int
    options: int
    face_down: int
    spare: int
    acting: bool
    turned: tuple[TurnedCard, ...]
    entry: int
    entry_chits: int
    cities: int
    needed: int
    high: int
    share: int
    vichy: str
    told: tuple[str, ...] = ()


class EntryTrack(msgspec.Struct, frozen=True, kw_only=True):
    """American entry against a power: its total, the level that counts, and what is needed."""

    power: str
    name: str
    total: Tally
    level: Tally
    threshold: int


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """An ideology's objective cities."""

    side: str
    title: str
    held: Tally
    needed: int


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """My production, as tallies."""

    points: Tally
    factories: Tally
    multiple: Tally
    money: Tally


class DutyLine(msgspec.Struct, frozen=True, kw_only=True):
    """What pressure obliges a power to; everybody may know."""

    power: str
    by: str
    kind: str
    direction: str
    mine: bool


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that waits for answers."""

    power: str
    option: str
    code: str
    title: str
    to: tuple[str, ...]
    accepted: tuple[str, ...]
    to_me: bool


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The whole board for one reader.

    ``pools`` counts the entry chits of each pool for everybody, ``pool_values`` adds up those that
    this reader may see; ``told`` are next options that were told to him or by him.
    """

    radius: int
    cells: tuple[Cell, ...]
    zones: tuple[Zone, ...]
    markers: tuple[Marker, ...]
    minors: tuple[MinorCounter, ...]
    stacks: tuple[Stack, ...]
    arrows: tuple[Arrow, ...]
    standing: tuple[Standing, ...]
    goals: tuple[Goal, ...]
    entry: tuple[EntryTrack, ...]
    pools: dict[str, int]
    offers: tuple[Offer, ...]
    hand: tuple[HandCard, ...] = ()
    sealed: tuple[SealedCard, ...] = ()
    duties: tuple[DutyLine, ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    pool_values: dict[str, int] = {}
    work: Work | None = None
    republican: bool = False
    wars: tuple[tuple[str, str], ...] = ()
    treaties: tuple[tuple[str, str, str, int], ...] = ()
    guarantees: tuple[tuple[str, str], ...] = ()
    conflicts: tuple[Chapter, ...] = ()
    conquests: tuple[str, ...] = ()


def build(state: DecisionState, power: str | None) -> Board:
    """The board from a view (``power``: whose it is; nobody for a spectator)."""
    tables = tables_of(state)
    mine = power if power in state.nations else None
    return Board(
        radius=tables.display.radius,
        cells=cells(tables),
        zones=tuple(zone_of(state, tables, side) for side in FACTIONS),
        markers=tuple(marker_of(state, tables, each, mine) for each in state.powers),
        minors=tuple(minor_of(state, tables, key) for key in sorted(state.minors)),
        stacks=stacks(state, tables),
        arrows=tuple(arrows(state, tables)),
        standing=tuple(_standing(state, tables, each, mine) for each in state.order_of_play()),
        goals=tuple(
            Goal(side=side, title=FACTIONS[side].name, held=cities(state, side), needed=needed)
            for side in FACTIONS
            if (needed := state.sides.get(side)) is not None
        ),
        entry=_entry(state, tables),
        pools=dict(state.chit_counts),
        offers=_offers(state, tables, mine),
        hand=hand_of(state, tables, mine) if mine else (),
        sealed=sealed_of(state, tables, mine) if mine else (),
        duties=tuple(gathered(DutyLine, duty, mine=duty.power == mine) for duty in state.duties),
        told=tuple((note.power, note.option) for note in state.told),
        pool_values={
            pool: sum(chit.value for chit in state.chits if chit.pool == pool)
            for pool in sorted({chit.pool for chit in state.chits})
        },
        work=_work(state, tables, mine) if mine else None,
        republican=state.republican,
        wars=tuple((war.attacker, war.target) for war in state.wars),
        treaties=tuple((*t.powers, t.kind, t.level) for t in state.treaties),
        guarantees=tuple(
            (each, key) for key, minor in sorted(state.minors.items()) for each in minor.guaranteed
        ),
        conflicts=chapters(state, tables),
        conquests=conquests(state, tables),
    )


def _turned(state: DecisionState, tables: Tables, power: str) -> tuple[TurnedCard, ...]:
    return tuple(
        gathered(
            TurnedCard, each, code=code(each.option), title=tables.cards[each.option].row.title
        )
        for each in state.turned
        if each.power == power
    )


def _standing(state: DecisionState, tables: Tables, power: str, mine: str | None) -> Standing:
    nation = state.nation(power)
    side = ideology(state, power, tables)
    return gathered(
        Standing,
        nation,
        POWERS[power],
        power=power,
        ideology=side,
        mark=MARKS.get(side, "ring"),
        mine=power == mine,
        score=mixed(nation.score),
        multiple=level_row(tables, power, nation.level).multiple,
        peace_level=peace_level(tables, power),
        face_down=state.counts.get(power, 0),
        spare=state.spare.get(power, 0),
        acting=state.mover == power,
        turned=_turned(state, tables, power),
        entry_chits=state.chit_counts.get(power, 0),
        cities=state.count(f"cities.{power}"),
        high=tables.goals[power].high,
        share=share(state, tables, power),
        vichy=state.vichy[power].conqueror if power in state.vichy else "",
        told=told_of_power(state, tables, power),
    )


def _entry(state: DecisionState, tables: Tables) -> tuple[EntryTrack, ...]:
    limit = threshold(tables, year_of(state.turn))
    return tuple(
        EntryTrack(
            power=power,
            name=POWERS[power].name,
            total=total(state, power),
            level=entry_level(state, tables, power),
            threshold=limit,
        )
        for power in state.powers
        if power != "usa"
    )


def _offers(state: DecisionState, tables: Tables, mine: str | None) -> tuple[Offer, ...]:
    return tuple(
        gathered(
            Offer,
            each,
            code=code(each.option),
            title=tables.cards[each.option].row.title,
            to_me=mine in each.to and mine not in each.accepted,
        )
        for each in state.proposals
    )


def _work(state: DecisionState, tables: Tables, power: str) -> Work:
    points = build_points(state, tables, power)
    return Work(
        points=points,
        factories=factories(state, tables, power),
        multiple=multiple(state, tables, power),
        money=income(tables, power, points.net),
    )
