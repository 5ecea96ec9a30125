"""The board as data."""

import msgspec

from examples.three_harbors.model.powers import POWERS
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import tables_of
from examples.three_harbors.pages.log import spread


class Harbor(msgspec.Struct, frozen=True, kw_only=True):
    """A harbor: the points that it placed, and where, as far as the reader knows."""

    name: str
    side: str
    mark: str
    points: int
    placed: str


class Valley(msgspec.Struct, frozen=True, kw_only=True):
    """A valley and the name of its holder."""

    name: str
    holder: str


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the board shows."""

    turn: int
    harbors: tuple[Harbor, ...]
    valleys: tuple[Valley, ...]


def build(state: HarborState, power: str | None = None) -> Board:
    """The board, from a view: of other harbors' points it holds nothing."""
    return Board(
        turn=state.turn,
        harbors=tuple(
            Harbor(
                name=harbor.name,
                side=harbor.faction,
                mark=harbor.mark,
                points=sum(state.placed(key).values()),
                placed=spread(state.placed(key)),
            )
            for key, harbor in POWERS.items()
        ),
        valleys=tuple(
            Valley(name=name, holder=_name(state.holders.get(key, "")))
            for key, name in tables_of(state).valleys.items()
        ),
    )


def _name(power: str) -> str:
    return POWERS[power].name if power else "nobody"
