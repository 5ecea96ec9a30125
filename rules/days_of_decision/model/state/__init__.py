"""What is true in a campaign of Days of Decision now.

Everything is public except option plays that are still sealed, what a power told another in
confidence, units built in secret and the values of entry chits; those records carry an audience.
"""

from typing import Any, ClassVar

import msgspec

from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.state.surrender import LastSurrender, Vichy
from rules.days_of_decision.model.state.treaties import Call, Recorded, Text, Treaty
from rules.days_of_decision.model.state.war import Impulses, Notice, Plan
from rules.kernel.audience import Audience
from rules.kernel.memo import by_identity
from rules.kernel.orders import Detail
from rules.kernel.state import State

Hex = tuple[int, int]

_ALL_SEATS = frozenset(SEATS)


class Nation(msgspec.Struct, frozen=True, kw_only=True):
    """What a power has on its tracks.

    ``bids`` are saved bid points, ``bp`` saved build points, ``level`` the production level,
    ``options`` how many it bid for this turn, ``score`` its score as a fraction, ``side`` the
    ideology whose victory it counts for, ``needed`` its objective cities, ``entry`` its total of
    American entry, ``below`` how many turns its effectiveness ended below zero, ``played`` how
    often it played options that are limited in a game.
    """

    money: int = 0
    pe: int = 0
    level: int = 1
    bids: int = 0
    bp: int = 0
    position: int = 0
    options: int = 1
    score: str = ""
    marker: Hex = (0, 0)
    side: str = ""
    needed: int = 0
    entry: int = 0
    below: int = 0
    played: dict[str, int] = {}
    lost_trade: bool = False
    owed: int = 0
    embargoed_until: int = 0
    entered_side: int = 0
    pool_back: int = 0


_NO_NATION = Nation()


@by_identity(64)
def _by_position(nations: dict[str, Nation]) -> tuple[str, ...]:
    """The powers by position; asked for again and again while nobody's tracks have changed."""
    listed = (power for power in SEATS if power in nations)
    return tuple(sorted(listed, key=lambda power: nations[power].position))


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """Goods of a minor that a power has the use of."""

    power: str
    minor: str
    resources: int = 0
    oil: int = 0
    factories: int = 0


class Minor(msgspec.Struct, frozen=True, kw_only=True):
    """A minor country: its hex, the values powers hold, whose side it joined, who guarantees it.

    ``held`` names a power that controls it by an option, wherever it stands; ``ceded`` those to
    whose claims it yielded.
    """

    hex: Hex = (0, 0)
    values: dict[str, int] = {}
    joined: str = ""
    held: str = ""
    guaranteed: tuple[str, ...] = ()
    ceded: tuple[str, ...] = ()


_NO_MINOR = Minor()


class War(msgspec.Struct, frozen=True, kw_only=True):
    """A state of war between two countries; the first declared it."""

    attacker: str
    target: str
    since: int


@by_identity(64)
def _foes(wars: tuple[War, ...]) -> dict[str, tuple[str, ...]]:
    """Everybody each country is at war with, in the order of the wars. Wars are few and seldom
    change, but who fights whom is asked for every minor and every step on the display.
    """
    found: dict[str, tuple[str, ...]] = {}
    for war in wars:
        for one, other in ((war.attacker, war.target), (war.target, war.attacker)):
            found[one] = (*found.get(one, ()), other)
    return found


class CasusBelli(msgspec.Struct, frozen=True, kw_only=True):
    """A ground for war, good through the political phase of the turn ``until``.

    One for an attack on the country ``over`` lasts until that is conquered, and the political
    phase after it is over.
    """

    power: str
    against: str
    until: int
    why: str
    rule: str
    over: str = ""


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """What pressure obliges a power to: ``move`` (with a direction), ``answer`` or ``tell``."""

    power: str
    by: str
    kind: str
    direction: str = ""
    since: int = 1


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """An option play that lies face down; ``number`` is its place among its owner's."""

    power: str
    number: int
    option: str
    details: dict[str, Detail] = {}
    audience: Audience


class Turned(msgspec.Struct, frozen=True, kw_only=True):
    """An option play that was turned over in this turn, and what came of it.

    ``outcome`` is done, failed, wasted, proposed, refused, forced or returned.
    """

    power: str
    option: str
    outcome: str
    why: str = ""
    rule: str = ""
    details: dict[str, Detail] = {}


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What a power proposed by an option, to whom, and who accepted (or, where each answers for
    itself, refused) so far.
    """

    power: str
    option: str
    kind: str
    to: tuple[str, ...]
    accepted: tuple[str, ...] = ()
    details: dict[str, Detail] = {}
    turn: int = 1
    refused: tuple[str, ...] = ()


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """One counter's way on the display in this turn: hexes passed, points spent and lost."""

    counter: str
    by: str
    path: tuple[Hex, ...]
    value: int = 0
    spent: int = 0
    lost: int = 0


class Chit(msgspec.Struct, frozen=True, kw_only=True):
    """The value of an entry chit in the pool of its name, for those who may know it.

    One drawn for a pact serves its owner's attack or defense; ``use`` says which.
    """

    pool: str
    number: int
    value: int
    use: str = ""
    audience: Audience


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The next option of a power, told to one who pressed it."""

    power: str
    to: str
    option: str
    turn: int
    audience: Audience


class SecretUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that a power built for a minor in secret."""

    power: str
    minor: str
    turn: int
    audience: Audience


class DecisionState(State, frozen=True, kw_only=True):
    """The whole state. Fields that are not in ``shown`` are seen by nobody."""

    shown: ClassVar[frozenset[str]] = State.shown | frozenset(
        {
            "tables", "nations", "minors", "wars", "treaties", "casus", "deals", "exchange",
            "duties", "sealed", "counts", "spare", "turned", "proposals", "moves", "at", "mover",
            "awaited", "activating", "vichy", "chits", "chit_counts", "told", "units", "used",
            "republican", "voted", "naval", "aims", "aimed", "india_free", "india_back", "ukraine", "kiev", "rhineland_home",
            "sides", "operations", "pool_since", "produced", "possible", "civil_war", "civil_war_over", "held_back",
            "texts", "calls", "chronicle", "withheld", "honored", "carrier_interned", "sanctions",
            "sanctioned", "plans", "announced", "notices", "closed", "denied", "burma_closed",
            "split", "side_of_communists", "fates", "conquests", "surrenders", "intelligence",
            "impulses", "rolled",
        }
    )  # fmt: skip

    hidden: ClassVar[frozenset[str]] = frozenset({"pool"})
    by_key: ClassVar[frozenset[str]] = frozenset({"nations", "minors"})

    tables: dict[str, Any] = {}
    """A moderator's overrides, by path."""
    nations: dict[str, Nation] = {}
    minors: dict[str, Minor] = {}
    wars: tuple[War, ...] = ()
    treaties: tuple[Treaty, ...] = ()
    casus: tuple[CasusBelli, ...] = ()
    deals: tuple[Deal, ...] = ()
    exchange: bool = False
    """Whether Japan and the United States still exchange as at the start."""
    duties: tuple[Duty, ...] = ()
    sealed: tuple[Sealed, ...] = ()
    counts: dict[str, int] = {}
    """How many cards of each power lie face down; public."""
    spare: dict[str, int] = {}
    """Options that a power bid for and has not used, with which it may answer."""
    turned: tuple[Turned, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    moves: tuple[Move, ...] = ()
    at: int = 0
    """The position in play while options are resolved; 0 before."""
    mover: str = ""
    activating: str = ""
    """The power that may activate a minor after an option without a plan."""
    awaited: str = ""
    """The power that a reply is awaited of."""
    vichy: dict[str, Vichy] = {}
    chits: tuple[Chit, ...] = ()
    chit_counts: dict[str, int] = {}
    pool: tuple[int, ...] = ()
    """Entry chits that nobody drew yet; nobody sees them."""
    pool_since: int = 0
    told: tuple[Told, ...] = ()
    units: tuple[SecretUnit, ...] = ()
    used: tuple[str, ...] = ()
    """Options that are once a turn for all and were played in this one."""
    republican: bool = False
    voted: tuple[str, ...] = ()
    naval: tuple[str, ...] = ()
    aims: tuple[tuple[str, ...], ...] = ()
    """Pairs of powers with combined war aims (IPO 13)."""
    aimed: dict[str, tuple[str, ...]] = {}
    """Against whom a pair (``france+usa``) has them; a pair that is not listed, against anybody."""
    india_free: bool = False
    """Whether the Commonwealth let India go (CW 8)."""
    india_back: bool = False
    """Whether it had India back when production was last reckoned."""
    ukraine: str = ""
    """``with_crimea``, ``without_crimea`` or ``ended`` (GE 11)."""
    kiev: str = ""
    """Who held Kiev when it was last looked at, since a capture ends the Ukraine."""
    rhineland_home: bool = False
    sides: dict[str, int] = {}
    """Objective cities that each ideology needs."""
    operations: dict[str, int] = {}
    produced: dict[str, int] = {}
    possible: dict[str, int] = {}
    """Build points that each power could have made last turn with a resource for each factory."""
    civil_war: bool = False
    """Whether China fought its civil war when that was last looked at."""
    civil_war_over: int = 0
    """The turn in which it ended."""
    held_back: tuple[str, ...] = ()
    """Phases whose sealed orders stay closed because a secret unit stands in them."""
    texts: tuple[Text, ...] = ()
    calls: tuple[Call, ...] = ()
    chronicle: tuple[Recorded, ...] = ()
    withheld: tuple[str, ...] = ()
    """While production is reckoned: optional parts of trade that their givers leave out."""
    honored: tuple[str, ...] = ()
    """While production is reckoned: ``giver>taker`` where one gives although the other fails."""
    carrier_interned: bool = False
    sanctions: tuple[str, ...] = ()
    sanctioned: tuple[str, ...] = ()
    """In this turn: to whose options the USA added a sanction, by power."""
    plans: tuple[Plan, ...] = ()
    """The options 4 that were played this turn, with the wars declared by them."""
    announced: dict[str, tuple[str, ...]] = {}
    """On whom powers announced war this turn, by power; public from the reveal on (15.5.1)."""
    notices: tuple[Notice, ...] = ()
    closed: tuple[tuple[str, str], ...] = ()
    """Powers that closed their passages by option 4(b), and to whom."""
    denied: dict[str, tuple[str, ...]] = {}
    """Passages that powers deny now, such as ``suez:italy``."""
    burma_closed: bool = False
    split: dict[str, int] = {}
    """The percentage of its force pool that each side of the Spanish civil war received."""
    side_of_communists: str = ""
    """Who commands the Chinese Communists where it is not the USSR (15.5.3)."""
    fates: dict[str, str] = {}
    """Minors that were conquered when that was last looked at, each with the power that did;
    empty where no power is known to."""
    conquests: dict[str, str] = {}
    """How far powers were conquered when that was last looked at."""
    surrenders: tuple[LastSurrender, ...] = ()
    intelligence: dict[str, int] = {}
    """Intelligence points by ideology (14.15)."""
    impulses: Impulses = Impulses()
    rolled: tuple[str, ...] = ()
    """Early surrenders that were rolled for, by power and turn."""

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers in their listed order, whatever the order in which they were stored."""
        if self.nations.keys() == _ALL_SEATS:
            return SEATS
        return tuple(power for power in SEATS if power in self.nations)

    @property
    def playing(self) -> tuple[str, ...]:
        """The powers that are not eliminated, in their listed order."""
        return tuple([power for power in self.powers if not self.gone(power)])

    def gone(self, power: str) -> bool:
        """Whether a power is eliminated: it controls no territory anywhere."""
        return self.facts.get(f"eliminated.{power}") is True

    def capital_of(self, power: str) -> str:
        """Who holds a power's capital: itself, another power, or ``other``."""
        return str(self.facts.get(f"control.capital.{power}", power))

    def nation(self, power: str) -> Nation:
        """The tracks of a power (a blank one in an empty view)."""
        return self.nations.get(power, _NO_NATION)

    def minor(self, key: str) -> Minor:
        """The record of a minor country."""
        return self.minors.get(key, _NO_MINOR)

    def switch(self, key: str) -> str:
        """The choice made for a variant switch."""
        return self.variants.get(key, "")

    def on(self, key: str) -> bool:
        """Whether an optional rule is used."""
        return self.variants.get(key) == "on"

    def yes(self, fact: str) -> bool:
        """Whether a yes-or-no fact is declared so."""
        return self.facts.get(fact) is True

    def count(self, fact: str) -> int:
        """The number that a fact holds."""
        return int(self.facts.get(fact, 0))

    def at_war(self, one: str, other: str) -> bool:
        """Whether these two are at war with each other."""
        return other in _foes(self.wars).get(one, ())

    def enemies(self, country: str) -> tuple[str, ...]:
        """Everybody a country is at war with, in the order of the wars."""
        return _foes(self.wars).get(country, ())

    def treaty(self, one: str, other: str) -> Treaty | None:
        """The treaty of highest level between two powers."""
        found = [treaty for treaty in self.treaties if {one, other} == set(treaty.powers)]
        return max(found, key=lambda treaty: treaty.level, default=None)

    @property
    def pacts(self) -> tuple[Treaty, ...]:
        """The neutrality pacts among the treaties."""
        return tuple(treaty for treaty in self.treaties if treaty.kind == "pact")

    def order_of_play(self) -> tuple[str, ...]:
        """The powers by position, best first."""
        return _by_position(self.nations)
