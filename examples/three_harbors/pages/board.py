"""The board as data."""

import msgspec

from examples.three_harbors.model.powers import POWERS
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import tables_of


class Port(msgspec.Struct, frozen=True, kw_only=True):
    """A port: its coins, and where its envoy goes as far as the reader knows."""

    name: str
    side: str
    mark: str
    coins: int
    envoy: str


class Island(msgspec.Struct, frozen=True, kw_only=True):
    """An island and the name of its holder."""

    name: str
    holder: str


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the board shows."""

    ports: tuple[Port, ...]
    islands: tuple[Island, ...]


def build(state: HarborState, power: str | None = None) -> Board:
    """The board, from a view: of other ports' envoys it holds nothing."""
    names = tables_of(state).islands
    return Board(
        ports=tuple(
            Port(
                name=port.name,
                side=port.faction,
                mark=port.mark,
                coins=state.purses.get(key, 0),
                envoy=names.get(state.envoy(key), ""),
            )
            for key, port in POWERS.items()
        ),
        islands=tuple(
            Island(name=name, holder=_name(state.islands.get(key, "")))
            for key, name in names.items()
        ),
    )


def _name(power: str) -> str:
    return POWERS[power].name if power else "nobody"
