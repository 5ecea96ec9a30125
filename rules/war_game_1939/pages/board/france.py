"""Fall of France on the board: territories with their rolls, ships, and conflicts."""

import msgspec

from rules.kernel.serial import gathered
from rules.kernel.tally import Tally
from rules.war_game_1939.france import fall_of_france
from rules.war_game_1939.model.calendar import turn_title
from rules.war_game_1939.model.powers import AXIS
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import Tables
from rules.war_game_1939.war.status import chance_of


class VichyLine(msgspec.Struct, frozen=True, kw_only=True):
    """One of the sixteen territories.

    ``state``: ``french`` (no roll yet), ``free``, ``vichy`` (sworn to ``ally``), ``axis`` (taken), or
    ``allied`` (held by another Ally). ``tally`` is the highest die for the Free French with the units
    of now, ``parts`` of ``whole`` its chance; ``die`` the roll that was made (0: none or not needed).
    """

    place: str
    name: str
    value: int
    ally: str
    state: str
    tally: Tally
    parts: int
    whole: int
    rolled: bool
    die: int
    every_turn: bool


class ShipOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of ship: how many are afloat, and the chance of each fate in parts of ``whole``."""

    kind: str
    name: str
    afloat: int
    free: int
    german: int
    scuttled: int
    whole: int


class ShipFate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one ship: free, german or scuttled."""

    kind: str
    number: int
    die: int
    fate: str


class ConflictCard(msgspec.Struct, frozen=True, kw_only=True):
    """Allies beside Vichy land, or (``sea``) beside ships that were taken; who still has to decide."""

    place: str
    name: str
    ally: str
    manned: bool
    waiting: tuple[str, ...]
    sea: bool


class FranceBoard(msgspec.Struct, frozen=True, kw_only=True):
    """France: the turn it fell in (0: it stands), its territories, ships and conflicts."""

    fallen: int
    fallen_title: str
    capital: str
    lines: tuple[VichyLine, ...]
    ships: tuple[ShipOdds, ...]
    fates: tuple[ShipFate, ...]
    conflicts: tuple[ConflictCard, ...]


def france_board(state: WarGameState, tables: Tables) -> FranceBoard:
    """The fall of France as data."""
    sides = tables.vichy.sides
    return FranceBoard(
        fallen=state.fallen,
        fallen_title=turn_title(state.fallen) if state.fallen else "",
        capital=tables.land.capital,
        lines=tuple(_line(state, tables, place) for place in tables.vichy.territories),
        ships=tuple(
            ShipOdds(
                kind=kind,
                name=row.name,
                afloat=state.count(f"ships.{kind}"),
                free=row.free,
                german=row.german - row.free,
                scuttled=sides - row.german,
                whole=sides,
            )
            for kind, row in tables.vichy.ships.items()
        ),
        fates=tuple(gathered(ShipFate, ship) for ship in state.ships),
        conflicts=tuple(
            gathered(
                ConflictCard,
                c,
                name=tables.sea.zones[c.place].name if c.sea else tables.place(c.place).name,
            )
            for c in state.conflicts
        ),
    )


def _line(state: WarGameState, tables: Tables, place: str) -> VichyLine:
    row = tables.vichy.territories[place]
    record = next((r for r in state.rolled if r.place == place), None)
    found = fall_of_france.free_tally(state, tables, place)
    chance = chance_of(found.net)
    return VichyLine(
        place=place,
        name=tables.place(place).name,
        value=tables.place(place).value,
        ally=row.ally,
        state=_state(state, place),
        tally=found,
        parts=chance.numerator,
        whole=chance.denominator,
        rolled=record is not None,
        die=record.die if record else 0,
        every_turn=place == tables.land.indo_china and not state.fallen,
    )


def _state(state: WarGameState, place: str) -> str:
    holder = state.holder(place)
    if place in state.vichy:
        return "vichy"
    if holder == "france":
        return "free" if state.fallen else "french"
    return "axis" if holder in AXIS else "allied" if holder != "none" else "vichy"
