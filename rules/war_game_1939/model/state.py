"""What is true in a campaign of The War Game now. Nothing in it is secret between phases:
what lies sealed (plans, influence, counter-influence) is not part of the state before its reveal.
"""

from typing import Any, ClassVar

import msgspec

from rules.kernel.state import State
from rules.kernel.tally import Tally
from rules.war_game_1939.model.powers import SEATS

FULL = 100
"""The war status of Full War; the others are their per cent of land income."""


class Nation(msgspec.Struct, frozen=True, kw_only=True):
    """A nation's money by fund and all that decides what it receives.

    Money (dollars): ``cash`` for every use, ``commerce`` for hardware and influence, ``lent`` for
    hardware alone. ``collected`` is the commerce money of this game turn, ``income`` the land
    income of its last player turn, ``land`` its land value when that turn began, ``given`` what
    it lent this game turn. ``status`` 0, 10, 20, 40 or 100. ``naval``, ``ten``, ``controlled``
    say that a condition was met. Axis nations: ``guaranteed`` commerce, ``lifted`` restriction.
    ``zone``: Roosevelt's security zone. ``borrows``: China's roll of this turn was made.
    ``forgone_land`` and ``forgone_commerce``: what it gave up above its maximum in its last player turn.
    """

    cash: int = 0
    commerce: int = 0
    lent: int = 0
    collected: int = 0
    income: int = 0
    land: int = 0
    given: int = 0
    status: int = 0
    naval: bool = False
    ten: bool = False
    controlled: bool = False
    guaranteed: bool = False
    lifted: bool = False
    zone: bool = False
    borrows: bool = False
    forgone_land: int = 0
    forgone_commerce: int = 0

    @property
    def total(self) -> int:
        """All money together."""
        return self.cash + self.commerce + self.lent


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """A nation's commerce in this phase: dice of the turn, those thrown, those bid for, re-rolls used. ``was`` has the
    number of each die that was thrown again, with what it showed before.
    """

    dice: int = 0
    thrown: tuple[int, ...] = ()
    bids: int = 0
    rerolls: int = 0
    was: tuple[tuple[int, int], ...] = ()

    @property
    def left(self) -> int:
        """Dice that are neither thrown nor bid for."""
        return self.dice - len(self.thrown) - self.bids


class Loan(msgspec.Struct, frozen=True, kw_only=True):
    """Money lent since the receiver's last turn: by whom, to whom, and into which fund."""

    by: str
    to: str
    fund: str
    amount: int


class Lodged(msgspec.Struct, frozen=True, kw_only=True):
    """An attack or occupation that was reported and counts when the player turn ends.

    ``sort`` is ``land``, ``sea`` or ``shot``; ``what`` the territory or zone; ``helpers`` allies who took
    part; ``how`` ground, bombing or enter; ``won`` whether the land was taken. At sea ``against`` are
    the nations attacked and ``losses`` those of them that lost a unit.
    """

    number: int
    by: str
    sort: str
    what: str
    helpers: tuple[str, ...] = ()
    how: str = ""
    won: bool = False
    against: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    contested: tuple[str, ...] = ()

    @property
    def attackers(self) -> tuple[str, ...]:
        """Everybody who attacked."""
        return (self.by, *self.helpers)


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt to influence a neutral, rolled or not: money, counter-money and the die.

    ``asked`` are opponents who were asked (and may not pay late); ``before`` is the leaning that a
    success replaced and ``after`` what it brought. ``die`` is 0 before the roll.
    """

    nation: str
    place: str
    number: int
    money: int
    counter: dict[str, int] = {}
    asked: tuple[str, ...] = ()
    die: int = 0
    made: bool = False
    before: str = ""
    after: str = ""
    tally: Tally | None = None

    @property
    def key(self) -> str:
        """``germany:turkey``."""
        return f"{self.nation}:{self.place}"


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """Allies beside what turned Vichy or German: what each nation still has to decide.

    ``manned``: units stand there, so that one must attack or leave. ``sea``: ``place`` is a sea zone
    where French ships lay when some were taken.
    """

    place: str
    ally: str
    manned: bool
    waiting: tuple[str, ...]
    sea: bool = False


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """A Vichy roll that was made: its tally and die (0: certain), and whether the land stayed free."""

    place: str
    turn: int
    die: int
    tally: Tally
    free: bool


class Ship(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one French ship: free, german or scuttled."""

    kind: str
    number: int
    die: int
    fate: str


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A rise of a war status, for the history of the ladder."""

    turn: int
    nation: str
    status: int
    rule: str


class WarGameState(State, frozen=True, kw_only=True):
    """The whole state."""

    shown: ClassVar[frozenset[str]] = State.shown | frozenset(
        {
            "tables", "nations", "deals", "awaiting", "loans", "debts", "first_in", "struck",
            "axis_struck_land", "colonies_passed", "fallen", "vichy", "rolled", "ships",
            "conflicts", "pact", "lodged", "reported", "attempts", "tries", "retreated", "marks",
        }
    )  # fmt: skip
    by_key: ClassVar[frozenset[str]] = frozenset({"nations"})

    tables: dict[str, Any] = {}
    """A moderator's overrides, by path."""
    nations: dict[str, Nation] = {}
    deals: dict[str, Deal] = {}
    """Commerce of this game turn, by nation; empty for those who have none."""
    awaiting: tuple[str, ...] = ()
    """Whom the step in play awaits, settled when it began."""
    loans: tuple[Loan, ...] = ()
    debts: tuple[Loan, ...] = ()
    """Borrowed money that could not be returned because it was spent."""
    first_in: dict[str, str] = {}
    """Which nation had total control of a neutral first."""
    struck: dict[str, int] = {}
    """Who attacked whose ships first in which turn: ``germany>france`` to the turn."""
    axis_struck_land: bool = False
    """Whether the Axis attacked original Allied land other than Chinese."""
    colonies_passed: bool = False
    fallen: int = 0
    """The turn in which France fell; 0 before."""
    vichy: dict[str, str] = {}
    """Vichy land and its ally."""
    rolled: tuple[Rolled, ...] = ()
    ships: tuple[Ship, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    pact: int = 0
    """The turn in which Sakhalin was ceded; 0 before."""
    lodged: tuple[Lodged, ...] = ()
    reported: int = 0
    """How many reports were lodged so far in the campaign."""
    attempts: tuple[Attempt, ...] = ()
    tries: dict[str, int] = {}
    """Attempts in a row of a nation on a neutral."""
    retreated: tuple[str, ...] = ()
    """Sea zones out of bounds to which American ships retreated."""
    marks: tuple[Mark, ...] = ()

    def nation(self, key: str) -> Nation:
        """A nation's record (a blank one in an empty view)."""
        return self.nations.get(key, Nation())

    def switch(self, key: str) -> str:
        """The choice made for a variant switch."""
        return self.variants.get(key, "")

    def yes(self, key: str) -> bool:
        """Whether a yes-or-no switch is set to yes."""
        return self.variants.get(key) == "yes"

    def count(self, fact: str) -> int:
        """The number that a fact holds."""
        return int(self.facts.get(fact, 0))

    def word(self, fact: str) -> str:
        """The word that a fact holds; ``none`` where it is not known."""
        return str(self.facts.get(fact, "none"))

    def holder(self, place: str) -> str:
        """Who has total control of a territory; ``none`` for nobody."""
        return self.word(f"control.{place}")

    def lean(self, place: str) -> tuple[str, str]:
        """To whom a territory leans and how far, or two empty words."""
        patron, _, level = self.word(f"lean.{place}").partition(".")
        return (patron, level) if level else ("", "")

    @property
    def seats(self) -> tuple[str, ...]:
        """The nations, as they are listed everywhere."""
        return tuple(nation for nation in SEATS if nation in self.nations)
