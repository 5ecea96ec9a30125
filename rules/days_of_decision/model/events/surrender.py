"""What happens when powers surrender or are conquered."""

from rules.kernel.events import PublicEvent
from rules.kernel.tally import Tally


class Surrendered(PublicEvent, frozen=True, kw_only=True, tag="surrendered"):
    """A power surrendered: to whom, how (everything, terms or vichy), what it ceded in words.

    ``forced`` by option 4(a), ``conqueror`` the conquering power of a Vichy surrender.
    """

    power: str
    to: tuple[str, ...]
    manner: str
    ceded: str = ""
    forced: bool = False
    conqueror: str = ""
    automatic: bool = False


class AimsDissolved(PublicEvent, frozen=True, kw_only=True, tag="aims_dissolved"):
    """Combined war aims ended, since some accepted a surrender and others did not."""

    powers: tuple[str, ...]


class BidsHalved(PublicEvent, frozen=True, kw_only=True, tag="bids_halved"):
    """A Vichy power lost half of its saved bid points."""

    power: str
    tally: Tally


class HomeDivided(PublicEvent, frozen=True, kw_only=True, tag="home_divided"):
    """The home nation of a Vichy power was divided: what works in the occupied country."""

    power: str
    conqueror: str
    factories: Tally
    historical: bool = False


class TerritoryPassed(PublicEvent, frozen=True, kw_only=True, tag="territory_passed"):
    """A territory overseas passed to the power with the greatest influence in it."""

    power: str
    group: str
    to: str


class LandKept(PublicEvent, frozen=True, kw_only=True, tag="land_kept"):
    """A power that accepted a Vichy surrender keeps hexes that it holds, in its own words."""

    power: str
    of: str
    hexes: str


class ConquerorNamed(PublicEvent, frozen=True, kw_only=True, tag="conqueror_named"):
    """The holder of a capital named the conquering power."""

    power: str
    by: str
    conqueror: str


class PoolsDue(PublicEvent, frozen=True, kw_only=True, tag="pools_due"):
    """Units leave or enter a force pool: ``what`` is vichy, back, incomplete or complete."""

    power: str
    what: str


class HouseRolled(PublicEvent, frozen=True, kw_only=True, tag="house_rolled"):
    """The roll for an early surrender by a house rule of the war game."""

    power: str
    die: int
    tally: Tally
    surrendered: bool


class HexesJudged(PublicEvent, frozen=True, kw_only=True, tag="hexes_judged"):
    """Isolated hexes passed by the house rule: how many, and to whom."""

    by: str
    sets: int
    hexes: dict[str, int]
