"""What a rulebook hands over: what its game is made of, how it is played, and what people read of it.

There are three groups, because there are three kinds of trust. What a :class:`Model` holds are
words. What a :class:`Turn` holds may change the state and throw dice. What :class:`Pages` hold is
given a view and gives data back. A field that a game does not need has a default that does nothing.
:class:`~rules.kernel.rulebook.Rulebook` is a model and pages with a turn, and does what every game needs.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from rules.kernel.adjudication import Adjudication
from rules.kernel.agreements import Agreements, Obligation
from rules.kernel.assumptions import Supposed, as_seen
from rules.kernel.cite import RuleIndex
from rules.kernel.consistency import NOTHING_BOUND, Consistency
from rules.kernel.dispatch.events import MapEvent
from rules.kernel.events import Event, Line
from rules.kernel.facts import FactRegistry, FactValue
from rules.kernel.headlines import by_weight
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem
from rules.kernel.pages import CardStory, LedgerRow, Movement, Panel, RelevantFact, RuleTable
from rules.kernel.phases import AskedPower, Phase
from rules.kernel.questions import Questions
from rules.kernel.setup import Faction, Power, Scenario, Switch
from rules.kernel.state import State

S = TypeVar("S", bound=State)
BY_WEIGHT = by_weight(30)
Course = Any
"""The book's own :class:`Adjudication`."""


class Resolution(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What a phase (or an act) did: the next state and what happened, in order."""

    state: S
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Model(Generic[S]):
    """What the game is made of; powers, factions, scenarios and switches by their keys."""

    state_type: type[S]
    powers: Mapping[str, Power]
    factions: Mapping[str, Faction]
    switches: Mapping[str, Switch]
    scenarios: Mapping[str, Scenario]
    facts: FactRegistry
    index: RuleIndex
    """The rules that can be cited."""
    orders: Mapping[str, type[Order]]
    """The type of each kind of order and act."""
    event_types: Any
    """The union of all kinds of event."""
    fact_consistency: Consistency = NOTHING_BOUND
    """What declared facts cannot say together."""
    keys_of: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The keys that tables of the state can hold, by field, where they are of a fixed list; for the
    field of a record in a list (``points.target``) what can stand there.
    """
    spellings: Mapping[str, str] = field(default_factory=dict)
    """Words that players write in a dispatch for words of the book (``romania`` for ``rumania``)."""
    map_events: Mapping[str, MapEvent] = field(default_factory=dict)
    """What happens on the map at once and fills several facts, by key."""
    families: tuple[str, ...] = ()
    """Kinds of phases that a campaign's clock may give hours of their own (``Phase.family``)."""
    refitted_orders: frozenset[str] = frozenset()
    """Kinds of orders that :attr:`Turn.run` itself fits to what the rules still allow, part by part, when a
    fact declared after they were sealed forbids some of it. Any other order is void then.
    """
    seeded: bool = False
    """Whether the autopilot takes dice, so that nobody who knows the view knows its order."""


@dataclass(frozen=True, kw_only=True)
class Turn(Generic[S]):
    """How the game is played. ``course`` is the book's own :class:`Adjudication` under way."""

    adjudication: Callable[..., Adjudication[S]]
    opening: Callable[[str, Mapping[str, str], Mapping[str, Any], Mapping[str, FactValue]], S]
    """The state before anything happened: scenario, a choice for every switch, a moderator's
    overrides by path (raises ``TableError`` for one that does not fit), facts that were always so.
    """
    facts_first: bool = False
    """Whether a game works something out of its facts as it begins (a ledger). Facts that were always
    so are else laid over what it begins with.
    """
    begin: Callable[[Course], None]
    """Go on from the opening to the first phase that awaits somebody."""
    run: Callable[[Course, Mapping[str, Order]], None]
    """Carry the phase out and go on to the next that awaits somebody. There is one order for each
    power that sent one, legal now (one of a kind that ``fits``: when it was sealed).
    """
    asked: Callable[[S], tuple[AskedPower, ...]]
    """Whom the phase awaits, what for, and what silence means."""
    phase: Callable[[S], Phase]
    menu: Callable[[S, str], Menu | None]
    """What a power that is asked may hand in."""
    autopilot: Callable[..., Order | None]
    """A sensible order for a menu, from the view of the power that is asked: ``(state, power, menu)``, always
    the same; of one that is ``seeded`` also ``(state, power, menu, dice)``, chosen by dice among orders that are
    about as good.
    """
    acts: Callable[[S, str], tuple[Menu, ...]] = lambda state, power: ()
    """What a power may do at once, such as declaring a fact."""
    perform: Callable[[Course, str, Any], None] = lambda course, power, act: None
    """Carry out an act that stands on the menu."""
    standing: Callable[[S, str], Menu | None] = lambda state, power: None
    """Standing orders that a power may leave for replies and choices to come."""
    supposed: Callable[[S, str], Supposed[S]] = as_seen
    """The whole state as a power may suppose it from its view (:mod:`rules.kernel.assumptions`); the
    view itself in a game whose state hides nothing.
    """
    stands: Callable[[S, str, Order], bool] = lambda state, power, standing: False
    """Whether a standing order answers what the phase asks. No autopilot speaks for the power then."""
    problems: Callable[[S, str, Order], list[Problem] | None] = lambda state, power, order: None
    """What is wrong with an order, found by the parts that it touches; ``None`` where that takes the
    whole menu. The answer is always that of the menu.
    """
    warnings: Callable[[S, str, Order, Order | None], Iterable[Problem]] = (
        lambda state, power, order, standing: ()
    )
    """What a legal order would spoil, from the view of the one who is warned."""
    corrected: Callable[[Course, S], None] | None = None
    """What follows by rule, without dice, from facts that a moderator corrected; the state before."""
    after_override: Callable[[S, S], S] = lambda before, after: after
    """What hangs on values that a conformance case laid down, with nothing else following."""
    as_read: Callable[[S, dict[str, FactValue]], dict[str, FactValue]] = lambda state, values: (
        values
    )
    """Declared values as the rules in use read them."""
    resolve_alias: Callable[[S, str, str], str] = lambda state, key, by: ""
    """Which of the facts that an old key stands for is meant first; empty where none is."""
    consistency: Callable[[S], Consistency] | None = None
    """What facts cannot say together, where a campaign does not ask for all of them."""


@dataclass(frozen=True, kw_only=True)
class Pages(Generic[S]):
    """What people and conformance cases read, computed from a view."""

    board: Callable[[S, str | None], Any]
    """The board as data for its template; ``None`` for a spectator."""
    tell: Callable[[Event], Line]
    """An event in words."""
    names: Callable[[str], str] = lambda key: ""
    """What a key that stands in an order (a target, a row) is called; empty where it has no name."""
    headline: Callable[[Sequence[Line]], tuple[str, str]] = BY_WEIGHT
    """A headline and a lede for a phase, from its weightiest lines."""
    preview: Callable[[S, str, Order | None], tuple[Panel, ...]] = lambda state, power, order: ()
    """The pending rolls a draft would lead to, with tallies and exact odds."""
    planned: Callable[[S, str, Order], Any] | None = None
    """The board with a draft of the power whose view this is laid on it, for nobody else; ``None`` in a game whose
    board shows no drafts.
    """
    movements: Callable[[S, str, Order | None], tuple[Movement, ...]] = lambda state, power, order: ()
    """Where pieces would go by a draft of the power whose view this is, found by carrying it out on the view."""
    tables: Callable[[], tuple[RuleTable, ...]] = tuple
    """The tables of the book as they ship, for the rules page."""
    questions: Questions = field(default_factory=Questions)
    """What can be asked about a position (conformance cases, pages and the API ask)."""
    cards: Callable[[S, Sequence[Event]], tuple[CardStory, ...]] = lambda state, events: ()
    """The cards that these events of one phase turned over, in their order: of the reader's view after the phase
    and the events that they may see. Events of a book without cards are told as a list.
    """
    ledger: Callable[[S, S], tuple[LedgerRow, ...]] = lambda before, after: ()
    """What changed on the tracks between two views of one reader, declared facts apart."""
    agreements: Callable[[S, str | None], Agreements] = lambda state, power: Agreements()
    """Agreements in force, on the table, owed and past; ``None`` for a spectator. Only asked of a book with
    ``agreements_title``.
    """
    owed: Callable[[S, str], tuple[Obligation, ...]] = lambda state, power: ()
    """What a power has to do by the rules or an agreement, and is not done: the soonest first."""
    agreements_title: str = ""
    """What their page is called; empty for a game without one."""
    agreement_acts: frozenset[str] = frozenset()
    """Kinds of acts that are done on that page, and so are not listed among other acts."""
    relevant_facts: Callable[[S, str], tuple[RelevantFact, ...]] = lambda state, power: ()
    """Which facts something open now may still read (a roll, a track, a clock, an obligation, a pact, a war), as
    a power may know it: worked out from the book's own tables, conditions and tallies.
    """
