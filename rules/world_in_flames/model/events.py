"""Every fact that the house rules can produce. All of them are public."""

from rules.kernel.events import FactConfirmed, FactDeclared, FactDisputed, PublicEvent
from rules.kernel.tally import Tally


class TurnBegan(PublicEvent, frozen=True, kw_only=True, tag="turn_began"):
    """A game turn began."""

    title: str


class MapDeclared(PublicEvent, frozen=True, kw_only=True, tag="map_declared"):
    """A side declared hexes; ``replaced`` when a map of this title was there."""

    title: str
    hexes: int
    by: str
    replaced: bool = False


class MapWithdrawn(PublicEvent, frozen=True, kw_only=True, tag="map_withdrawn"):
    """A side took a map of this turn back."""

    title: str
    by: str


class MapJudged(PublicEvent, frozen=True, kw_only=True, tag="map_judged"):
    """A map was judged: how many sets and hexes changed hands."""

    title: str
    sets: int
    hexes: int


class ControlReverted(PublicEvent, frozen=True, kw_only=True, tag="control_reverted"):
    """An isolated set changed hands: its hexes by name, to whom (``spread``: hex by hex), why.

    ``around`` counts the hexes around it by major power; ``tied`` powers drew.
    """

    map: str
    first: str
    hexes: int
    side: str
    power: str
    around: Tally
    tied: tuple[str, ...] = ()
    spread: dict[str, int] = {}
    die: int = 0


class ItalyConquered(PublicEvent, frozen=True, kw_only=True, tag="italy_conquered"):
    """Italy is completely conquered; ``early`` by the roll, otherwise by the ordinary rules."""

    early: bool


class ItalyRolled(PublicEvent, frozen=True, kw_only=True, tag="italy_rolled"):
    """The Allies rolled for Italy: the die, and the tally it was held against."""

    die: int
    tally: Tally
    succeeded: bool
    criteria: tuple[str, ...] = ()


class ItalyLeft(PublicEvent, frozen=True, kw_only=True, tag="italy_left"):
    """The Allies could have rolled for Italy and did not."""


class ItalySafe(PublicEvent, frozen=True, kw_only=True, tag="italy_safe"):
    """No roll for Italy: what is missing, how many criteria are met, and the keys of those (``met``)."""

    count: int
    needed: int
    why: str
    met: tuple[str, ...] = ()


class JapanSurrendered(PublicEvent, frozen=True, kw_only=True, tag="japan_surrendered"):
    """Japan surrendered; ``early`` by the roll, otherwise by the ordinary rules."""

    early: bool


class JapanRolled(PublicEvent, frozen=True, kw_only=True, tag="japan_rolled"):
    """The roll for Japan: die, what was added, total, and what it needed."""

    die: int
    tally: Tally
    total: int
    needed: int
    surrendered: bool


class CampaignEnded(PublicEvent, frozen=True, kw_only=True, tag="campaign_ended"):
    """The last turn is over."""

    title: str


Happening = (
    TurnBegan
    | MapDeclared
    | MapWithdrawn
    | MapJudged
    | ControlReverted
    | ItalyConquered
    | ItalyRolled
    | ItalyLeft
    | ItalySafe
    | JapanSurrendered
    | JapanRolled
    | CampaignEnded
    | FactDeclared
    | FactConfirmed
    | FactDisputed
)
