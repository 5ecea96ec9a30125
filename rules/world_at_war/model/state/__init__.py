"""What is true in a campaign of A World at War now.

Everything is public except the points that a power has placed and not yet shown; those records
carry an audience. (A preference handed in with targets is public with them; who wants to keep
one to himself leaves it as a standing order, which never enters the state.)
"""

from typing import Any, ClassVar

import msgspec

from rules.kernel.audience import PUBLIC, Audience
from rules.kernel.state import State
from rules.kernel.tally import Tally
from rules.world_at_war.model.state.areas import Clock, Delayed, Entry, Judged, Record
from rules.world_at_war.model.state.regions import Regions

INTEL = "intel"
USAT = "usat"


class Points(msgspec.Struct, frozen=True, kw_only=True):
    """Diplomatic points (or cards, with the target ``intel``) that a power placed for a year.

    ``spent`` points count no more. Records of one power and target may stand side by side, when
    a part of them was used.
    """

    power: str
    target: str
    amount: int
    year: int
    spent: bool = False
    audience: Audience


class Country(msgspec.Struct, frozen=True, kw_only=True):
    """The diplomatic record of a minor country.

    ``result`` is the row in effect (empty: none but 3-4), ``faction`` who holds it, ``power``
    who benefits. ``pending`` marks a joining that waits (Sweden). ``closed`` names the
    permanent row that ended diplomacy there. ``rolled_by`` are the factions that rolled in ``rolled_year``.
    ``lingering`` is a row that is no policy and still stays in effect (ruling 69). ``turned`` tells
    that a row of 0 or less ended a leaning to the Axis that no result had brought (ruling 19).
    """

    result: str = ""
    faction: str = ""
    power: str = ""
    turn: int = 0
    pending: bool = False
    closed: str = ""
    rolled_year: int = 0
    rolled_by: tuple[str, ...] = ()
    lingering: str = ""
    turned: bool = False


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One change of a track: when, how much, why, by which rule, and the level after it. ``key``
    names the row that brought it about.
    """

    turn: int
    amount: int
    reason: str
    rule: str
    level: int
    key: str = ""


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """A tension track. ``effective`` is the level for the current turn (``None`` before the die);
    ``reached`` gives, for each threshold met so far, the turn it was met in.
    """

    level: int = 0
    effective: int | None = None
    reached: dict[str, int] = {}
    history: tuple[Step, ...] = ()


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """A country named for a roll in the current phase.

    ``kind`` is ``ordinary``, ``free`` (Axis in the Balkans and Finland), ``reaction`` or
    ``demand``; ``faction`` rolls; ``joint`` when Western Allies and Russia named it together.
    """

    country: str
    faction: str
    kind: str = "ordinary"
    joint: bool = False


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """Which lesser row a power wants in a country, handed in with its targets of this phase."""

    power: str
    country: str
    row: str


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """A card played in this phase: an operation or a countering, and against what."""

    power: str
    card: str
    target: str


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """One roll of the phase, tallied before the dice: ``die`` is 0 until it is thrown.

    ``row`` is what was rolled, ``taken`` what is carried out; ``faction`` is the one that the
    row favours, ``power`` who benefits; ``resisted`` is Rumania's answer to a demand.
    """

    country: str
    faction: str
    kind: str
    tally: Tally
    points: dict[str, int] = {}
    die: int = 0
    row: str = ""
    taken: str = ""
    favours: str = ""
    power: str = ""
    resisted: bool | None = None


class Awaited(msgspec.Struct, frozen=True, kw_only=True):
    """A reply that a roll waits for: ``lesser`` or ``resist``, from whom, about which country."""

    kind: str
    power: str
    country: str
    options: tuple[str, ...] = ()


class Reaction(msgspec.Struct, frozen=True, kw_only=True):
    """A reaction roll that a side has earned and may make at its next opportunity."""

    country: str
    faction: str
    fact: str
    turn: int


class Received(msgspec.Struct, frozen=True, kw_only=True):
    """BRPs of a minor country that a power has received this year."""

    power: str
    country: str
    amount: int


class Mobilization(msgspec.Struct, frozen=True, kw_only=True):
    """One mobilization that has come about, or a half of one (``part`` 1 or 2; 0 is whole).

    ``theatre`` names the plan (``us_europe``, ``us_pacific``, ``russia``, ``japan``), ``number``
    counts from 1, ``brps`` is what it adds (``None``: not in any source). ``chosen`` says how many
    of them go to which kind of unit, ``arrives`` in which turn each kind may be built; ``settled``
    that nothing remains to be chosen (by a default when ``chosen`` is empty).
    """

    theatre: str
    number: int
    turn: int
    brps: int | None
    part: int = 0
    chosen: dict[str, int] = {}
    arrives: dict[str, int] = {}
    settled: bool = False


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """Russia has declared war on a minor of German interest: will Germany support it?

    ``support`` is Germany's word (``None``: not given yet); after a yes, Russia goes to war with
    Germany too, where the level let it as it declared the first war (``free``), or backs down.
    """

    country: str
    turn: int
    support: bool | None = None
    free: bool = False


class WarState(State, frozen=True, kw_only=True):
    """The whole state; see the field comments."""

    shown: ClassVar[frozenset[str]] = State.shown | frozenset(
        {
            "tables", "countries", "points", "allotted", "previous", "tracks", "named", "wishes", "plays", "rolls",
            "awaited", "subverted", "subversion_worked", "subversions", "attempts", "bound_turn", "reactions", "received",
            "counted", "mobilizations", "stands", "abandoned", "withdrawn", "alone_turn", "unprepared_turn", "areas", "clocks", "entries", "judged", "regions",
            "delayed",
        }
    )  # fmt: skip
    by_key: ClassVar[frozenset[str]] = frozenset({"countries", "tracks"})
    remembered: ClassVar[frozenset[str]] = frozenset({"rolled_by"})

    tables: dict[str, Any] = {}
    """A moderator's overrides, by path."""
    countries: dict[str, Country] = {}
    points: tuple[Points, ...] = ()
    allotted: dict[str, Tally] = {}
    """This year's allotments, by power."""
    previous: dict[str, dict[str, int]] = {}
    """Last year's placements, public since that year ended."""
    tracks: dict[str, Track] = {}
    named: tuple[Named, ...] = ()
    wishes: tuple[Wish, ...] = ()
    plays: tuple[Play, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    awaited: Awaited | None = None
    subverted: str = ""
    """The target of Russian subversion in this phase."""
    subversion_worked: bool = False
    subversions: dict[str, int] = {}
    """Uses of subversion that moved a roll, by target; they never fade."""
    attempts: int = 0
    bound_turn: int = 0
    """The turn in which Germany bound itself to declare war on Russia."""
    reactions: tuple[Reaction, ...] = ()
    received: tuple[Received, ...] = ()
    counted: dict[str, int] = {}
    """What each status row (``rgt.siberia``) has added to its track in this turn."""
    mobilizations: tuple[Mobilization, ...] = ()
    stands: tuple[Stand, ...] = ()
    abandoned: tuple[str, ...] = ()
    """Countries that Germany left to Russia: help for them takes a declaration of war on Russia."""
    withdrawn: tuple[Stand, ...] = ()
    """Countries from which Russia backed down after its declaration of war, and when it declared it."""
    alone_turn: int = 0
    """The turn in which Japan declared war on Britain alone."""
    unprepared_turn: int = 0
    """The turn in which Germany fell upon an unprepared Russia."""
    areas: dict[str, Record] = {}
    """What happened to minor countries, by area."""
    clocks: tuple[Clock, ...] = ()
    """What will happen to minor countries by itself."""
    entries: tuple[Entry, ...] = ()
    """The BRP ledgers of all powers, in the order of posting."""
    judged: dict[str, Judged] = {}
    """How areas stood before this turn's conquests and gains, for corrections."""

    delayed: tuple[Delayed, ...] = ()
    """Units that came with countries, and when each may be built."""
    regions: Regions = Regions()
    """What single countries and regions ask to be remembered."""

    def variant(self, key: str) -> str:
        """The choice made for a variant switch."""
        return self.variants.get(key, "")

    def country(self, key: str) -> Country:
        """The record of a country (a blank one before anything happened)."""
        return self.countries.get(key, Country())

    def area(self, key: str) -> Record:
        """The record of an area (a blank one before anything happened)."""
        return self.areas.get(key, Record())

    def level(self, track: str) -> int:
        """The actual level of a tension track."""
        return self.tracks[track].level if track in self.tracks else 0

    def reached(self, track: str, level: int) -> bool:
        """Whether a threshold is in effect: it was reached, and has not lapsed with a drop of
        Russo-German tension where a campaign wants that (ruling 33).
        """
        lapsed = track == "rgt" and self.variant("rgt_drop") == "lapses"
        return self.met(track, level) and not (lapsed and self.level(track) < level)

    def met(self, track: str, level: int) -> bool:
        """Whether a threshold was ever reached."""
        return track in self.tracks and str(level) in self.tracks[track].reached

    def yes(self, fact: str) -> bool:
        """Whether a yes-or-no fact is declared so."""
        return self.facts.get(fact) is True

    def lying(self, target: str, powers: tuple[str, ...]) -> dict[str, int]:
        """Unspent points in a target, by power, as far as this state (or view) knows them."""
        found: dict[str, int] = {}
        for record in self.points:
            if (
                record.target == target
                and record.power in powers
                and not record.spent
                and record.amount
            ):
                found[record.power] = found.get(record.power, 0) + record.amount
        return found


def revealed(record: Points) -> Points:
    """The same points, for everybody to see."""
    return msgspec.structs.replace(record, audience=PUBLIC)
