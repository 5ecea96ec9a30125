"""What can happen to minor countries, besides what diplomacy brings about."""

from rules.kernel.events import PublicEvent


class ClockStarted(PublicEvent, frozen=True, kw_only=True, tag="clock_started"):
    """A clock began to run for a country; ``due`` is the turn in which it strikes."""

    clock: str
    area: str
    power: str
    due: int
    text: str

    @property
    def begins(self) -> str:
        """The clock."""
        return f"{self.clock}-{self.area}-{self.power}"


class ClockEnded(PublicEvent, frozen=True, kw_only=True, tag="clock_ended"):
    """A clock struck (``how``: struck) or was stopped in time (``how``: stopped)."""

    clock: str
    area: str
    power: str
    how: str
    text: str


class BrpsPosted(PublicEvent, frozen=True, kw_only=True, tag="brps_posted"):
    """A line was added to a power's ledger: ``amount`` is ``percent`` of ``full``, ``total`` the sum of
    this year's lines after it, ``reason`` a phrase, ``area`` an area or country ("" for none).
    """

    power: str
    area: str
    full: int
    percent: int
    amount: int
    total: int
    reason: str


class ExcessLost(PublicEvent, frozen=True, kw_only=True, tag="excess_lost"):
    """More foreign units than allowed were in a country, or supplied through it, as a player turn
    ended: so many factors over ``limit``, and armor units over their own, are eliminated.
    """

    country: str
    factors: int
    armor: int
    limit: int


class YearPosted(PublicEvent, frozen=True, kw_only=True, tag="year_posted"):
    """At the start of a year, or of the campaign, a power was paid for what it has: BRPs by area."""

    power: str
    amounts: dict[str, int]
    sum: int


class AreaConquered(PublicEvent, frozen=True, kw_only=True, tag="area_conquered"):
    """An area was conquered by a power of a faction (both empty: by partisans); ``before`` is whose it
    was, ``first`` marks a first conquest, ``rescued`` one that makes it an ally of the Axis
    (83.211); ``effects`` say what it means on the map.
    """

    area: str
    power: str
    faction: str
    before: str
    first: bool
    rescued: bool
    effects: tuple[str, ...]


class ConquestCredited(PublicEvent, frozen=True, kw_only=True, tag="conquest_credited"):
    """A faction said who took part in taking an area, and who therefore has it."""

    area: str
    parts: dict[str, str]
    power: str
    by: str


class BuildsAdded(PublicEvent, frozen=True, kw_only=True, tag="builds_added"):
    """A country brought units to a power's force pool, to be built later, and BRPs to its ``base``;
    ``when`` has the turn in words from which each may be built.
    """

    country: str
    power: str
    base: int
    when: dict[str, str]


class BuildsOpen(PublicEvent, frozen=True, kw_only=True, tag="builds_open"):
    """Units that came with a country may be built from this turn on."""

    country: str
    power: str
    units: str


LedgerHappening = (
    BuildsAdded
    | BuildsOpen
    | ClockStarted
    | ClockEnded
    | BrpsPosted
    | YearPosted
    | AreaConquered
    | ConquestCredited
    | ExcessLost
)
