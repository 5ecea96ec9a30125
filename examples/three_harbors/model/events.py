"""Everything that can happen."""

from rules.kernel.audience import PUBLIC, Audience
from rules.kernel.events import Event, FactConfirmed, FactDeclared, FactDisputed, OrdersReleased
from rules.kernel.tally import Tally


class EnvoySent(Event, frozen=True, kw_only=True, tag="envoy_sent"):
    """A port sent an envoy; said to that port alone."""

    power: str
    island: str


class _Public(Event, frozen=True, kw_only=True):
    audience: Audience = PUBLIC


class TurnBegan(_Public, frozen=True, kw_only=True, tag="turn_began"):
    """A turn began."""

    turn: int


class EnvoyArrived(_Public, frozen=True, kw_only=True, tag="envoy_arrived"):
    """An envoy was turned over, with the coins that it was given."""

    power: str
    island: str
    coins: int


class IslandAsked(_Public, frozen=True, kw_only=True, tag="island_asked"):
    """The die of an envoy, and what was added to it."""

    power: str
    island: str
    die: int
    tally: Tally
    needed: int
    won: bool


class IslandJoined(_Public, frozen=True, kw_only=True, tag="island_joined"):
    """An island joined a port; ``before`` held it."""

    power: str
    island: str
    before: str = ""


class GameEnded(_Public, frozen=True, kw_only=True, tag="game_ended"):
    """The last turn is over."""

    turn: int


Happening = (
    EnvoySent
    | TurnBegan
    | EnvoyArrived
    | IslandAsked
    | IslandJoined
    | GameEnded
    | OrdersReleased
    | FactDeclared
    | FactConfirmed
    | FactDisputed
)
