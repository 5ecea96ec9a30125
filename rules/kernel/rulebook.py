"""A rulebook: one record of what its game is made of, how it is played and what people read of it, with
what every game needs done once.

A rulebook never sees a clock, a person or a database. A campaign asks it what the phase awaits,
shows each power the menu computed from that power's *view*, collects the orders, and hands them
back with dice. Everything that only looks (``phase``, ``menu``, ``preview``, ``board``) accepts a
view as well as a full state, and is always given a view when a person will see the answer.
``contract`` says what a book hands over.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

import msgspec

from rules.kernel import audience
from rules.kernel.adjudication import Adjudication
from rules.kernel.agreements import Agreements, Obligation
from rules.kernel.assumptions import Supposed
from rules.kernel.cite import RuleIndex
from rules.kernel.consistency import Consistency
from rules.kernel.contract import Model, Pages, Resolution, S, Turn
from rules.kernel.dice import Dice, NoDice
from rules.kernel.dispatch.events import MapEvent
from rules.kernel.errors import NotAllowed
from rules.kernel.events import Event, Line
from rules.kernel.fact_acts import Declare
from rules.kernel.fact_consistency import settled
from rules.kernel.facts import FactRegistry, FactValue
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem
from rules.kernel.pages import CardStory, LedgerRow, Movement, Panel, RelevantFact, RuleTable
from rules.kernel.phases import Phase
from rules.kernel.questions import Questions
from rules.kernel.serial import load
from rules.kernel.setup import Faction, Power, Scenario, Switch, choices
from rules.kernel.wording import order_in_words


@dataclass(frozen=True, kw_only=True)
class Rulebook(Generic[S]):
    """A game. ``revision`` names the exact rules; a campaign names the one it began with, and is
    played by no other. Its methods are pure, and do once what every game needs. ``capabilities`` names what
    it has beyond interface 1 (docs/revisions.md).
    """

    capabilities: ClassVar[Mapping[str, int]] = {}

    key: str
    title: str
    revision: str
    summary: str
    model: Model[S]
    turn: Turn[S]
    pages: Pages[S]

    # -- words -----------------------------------------------------------------------------

    @property
    def state_type(self) -> type[S]:
        """The type of the state."""
        return self.model.state

    @property
    def powers(self) -> Mapping[str, Power]:
        """The powers, by key."""
        return self.model.powers

    @property
    def factions(self) -> Mapping[str, Faction]:
        """The factions, by key."""
        return self.model.factions

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios, by key."""
        return self.model.scenarios

    @property
    def switches(self) -> Mapping[str, Switch]:
        """The variant switches, by key."""
        return self.model.variants

    @property
    def facts(self) -> FactRegistry:
        """The declared facts."""
        return self.model.facts

    @property
    def fact_consistency(self) -> Consistency:
        """What declared facts cannot say together."""
        return self.model.fact_consistency

    @property
    def index(self) -> RuleIndex:
        """The rules that can be cited."""
        return self.model.index

    @property
    def orders(self) -> Mapping[str, type[Order]]:
        """The type of each kind of order and act."""
        return self.model.orders

    @property
    def event_types(self) -> Any:
        """The union of all kinds of event."""
        return self.model.events

    @property
    def keys_of(self) -> Mapping[str, Collection[str]]:
        """The keys that tables of the state can hold."""
        return self.model.keys

    @property
    def spellings(self) -> Mapping[str, str]:
        """Words that players write in a dispatch for words of the book."""
        return self.model.spellings

    @property
    def map_events(self) -> Mapping[str, MapEvent]:
        """What happens on the map at once and fills several facts, by key."""
        return self.model.map_events

    @property
    def disputes(self) -> bool:
        """Whether what others declared can be disputed."""
        return "dispute" in self.model.orders

    @property
    def seeded(self) -> bool:
        """Whether its autopilot chooses by dice where it is given some."""
        return self.turn.seeded

    @property
    def families(self) -> tuple[str, ...]:
        """Kinds of phases that may have hours of their own."""
        return self.turn.families

    @property
    def refitted_orders(self) -> frozenset[str]:
        """Kinds of orders that are fitted to what the rules still allow."""
        return self.turn.refitted_orders

    @property
    def questions(self) -> Questions:
        """What can be asked about a position."""
        return self.pages.queries

    @property
    def agreements_title(self) -> str:
        """What the page of agreements is called; empty for a game without one."""
        return self.pages.agreements_title

    @property
    def agreement_acts(self) -> frozenset[str]:
        """Kinds of acts that are done on the page of agreements."""
        return self.pages.agreement_acts

    # -- playing ---------------------------------------------------------------------------

    def start(
        self, scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]
    ) -> Resolution[S]:
        """The opening state of a campaign and what happened up to the first phase. ``tables`` are a
        moderator's overrides, by path. Raises :class:`NotUnderstood` for an unknown scenario or
        variant and :class:`TableError` for an override that does not fit.
        """
        return self._begun(scenario, variants, tables, {})

    def opened(
        self,
        scenario: str,
        variants: Mapping[str, str],
        tables: Mapping[str, Any],
        facts: Mapping[str, FactValue],
    ) -> S:
        """The opening state of a campaign in which these facts have always been so."""
        if self.turn.facts_first:
            return self._begun(scenario, variants, tables, facts).state
        state = self._begun(scenario, variants, tables, {}).state
        return msgspec.structs.replace(state, facts={**state.facts, **facts}) if facts else state

    def _begun(
        self,
        scenario: str,
        variants: Mapping[str, str],
        tables: Mapping[str, Any],
        facts: Mapping[str, FactValue],
    ) -> Resolution[S]:
        chosen = choices(self.scenarios, self.switches, scenario, variants)
        course = self.turn.adjudication(self.turn.opening(scenario, chosen, tables, facts))
        self.turn.begin(course)
        return Resolution(state=course.state, events=tuple(course.events))

    def after_override(self, before: S, after: S) -> S:
        """What hangs on values that were laid down outside play (by a conformance case)."""
        return self.turn.after_override(before, after)

    def phase(self, state: S) -> Phase:
        """The phase in play: whom it awaits, what for, what silence means."""
        return self.turn.phase(state)

    def awaits(self, state: S, power: str) -> bool:
        """Whether the phase in play asks something of a power."""
        return state.ending is None and any(ask.power == power for ask in self.turn.asked(state))

    def menu(self, state: S, power: str) -> Menu | None:
        """What the power may hand in for this phase, or ``None`` when nothing is asked of it."""
        return self.turn.menu(state, power) if self.awaits(state, power) else None

    def problems(self, state: S, power: str, order: Order) -> list[Problem] | None:
        """What the power's menu finds wrong with an order; ``None`` when nothing is asked of it."""
        if not self.awaits(state, power):
            return None
        found = self.turn.problems(state, power, order)
        if found is not None:
            return found
        menu = self.turn.menu(state, power)
        return None if menu is None else menu.problems(order)

    def standing_menu(self, state: S, power: str) -> Menu | None:
        """Standing orders the power may leave for replies and choices to come."""
        return None if state.ending is not None else self.turn.standing(state, power)

    def standing_problems(self, state: S, power: str, order: Order) -> list[Problem] | None:
        """What the standing menu finds wrong with an order; ``None`` when the power may leave none."""
        if state.ending is None:
            found = self.turn.standing_problems(state, power, order)
            if found is not None:
                return found
        menu = self.standing_menu(state, power)
        return None if menu is None else menu.problems(order)

    def warnings(
        self, state: S, power: str, order: Order, standing: Order | None = None
    ) -> tuple[Problem, ...]:
        """What a legal order would spoil without any rule against it, for its own player alone: a
        promise that fails, a chance that lapses, a standing order that can never fire.

        ``state`` is always the view of the one who is warned, ``order`` and ``standing`` are his
        own; so a warning tells nothing that he could not know. It bars nothing.
        """
        return tuple(self.turn.warnings(state, power, order, standing))

    def stands(self, state: S, power: str, standing: Order) -> bool:
        """Whether a power's standing order answers what the phase asks of it."""
        return self.turn.stands(state, power, standing)

    def acts(self, state: S, power: str) -> tuple[Menu, ...]:
        """What the power may do at once, such as declaring a fact."""
        return () if state.ending is not None else self.turn.acts(state, power)

    def resolve(
        self, state: S, orders: Mapping[str, Order], standing: Mapping[str, Order], dice: Dice
    ) -> Resolution[S]:
        """Carry the phase out. ``orders`` holds one order for every power that sent one; a power
        that sent none is silent, and the phase says what that means. Raises :class:`NotAllowed`
        when the campaign is over.
        """
        if state.ending is not None:
            raise NotAllowed("The campaign is over.", remedy="Start another one.")
        course = self.turn.adjudication(state, dice, standing)
        self.turn.run(course, orders)
        return self._done(state, course)

    def perform(self, state: S, power: str, act: Order, dice: Dice) -> Resolution[S]:
        """Carry out an act that takes effect at once. Raises :class:`NotAllowed` for one that does
        not stand on the power's menu.
        """
        kind = str(type(act).__struct_config__.tag)
        offered = self.acts(self.view(state, audience.viewer(power)), power)
        menu = next((menu for menu in offered if menu.order == kind), None)
        problems = menu.problems(act) if menu else []
        if menu is None or problems:
            raise NotAllowed(
                problems[0].message if problems else f"{kind!r} cannot be done at once now.",
                rule=problems[0].rule if problems else "",
                remedy="Look at the menu of the moment.",
            )
        course = self.turn.adjudication(state, dice)
        self.turn.perform(course, power, act)
        if not isinstance(act, Declare):
            return self._done(state, course)
        return self._done(state, course, sorted(self.named_now(state, act.facts, power)), power)

    def corrected(self, before: S, after: S) -> Resolution[S]:
        """What follows by rule, without dice, when a moderator corrects facts (``before`` to
        ``after``); the correction itself is told by others.
        """
        if self.turn.corrected is None:
            return self.settled(before, Resolution(state=after))
        course = self.turn.adjudication(after, NoDice())
        course.opening = before
        self.turn.corrected(course, before)
        return Resolution(state=course.state, events=tuple(course.events))

    def autopilot(self, state: S, power: str, dice: Dice | None = None) -> Order | None:
        """A sensible order for the phase, from what the power may know. With dice, which are no part of the
        game, one of those that are about as good, in a book that is ``seeded``; without, always the same.
        """
        view = self.view(state, audience.viewer(power))
        menu = self.menu(view, power)
        if menu is None:
            return None
        if dice is None or not self.seeded:
            return self.turn.autopilot(view, power, menu)
        return self.turn.autopilot(view, power, menu, dice)

    def supposed(self, state: S, power: str) -> Supposed[S]:
        """The whole state as a power may suppose it, with what is hidden from it guessed and named
        (:mod:`rules.kernel.assumptions`). It is worked out from the power's view alone.
        """
        return self.turn.supposed(self.view(state, audience.viewer(power)), power)

    def _done(
        self, before: S, course: Adjudication[S], declared: Sequence[str] = (), by: str = ""
    ) -> Resolution[S]:
        """What was carried out, with all facts in agreement."""
        done = Resolution(state=course.state, events=tuple(course.events))
        return done if course.agrees_at_once else self.settled(before, done, declared, by)

    # -- looking ---------------------------------------------------------------------------

    def view(self, state: S, who: audience.Viewer) -> S:
        """The state as a viewer may know it; see :func:`rules.kernel.audience.view`."""
        return audience.view(state, who)

    def preview(self, state: S, power: str, order: Order | None) -> tuple[Panel, ...]:
        """The pending rolls a draft would lead to, with tallies and exact odds."""
        return self.pages.previews(state, power, order)

    def movements(self, state: S, power: str, order: Order | None) -> tuple[Movement, ...]:
        """Where pieces would go by a draft of the power whose view this is, in order."""
        return self.pages.movements(state, power, order)

    def board(self, state: S, power: str | None) -> Any:
        """The board as data for its template, built from a view."""
        return self.pages.board(state, power)

    def agreements(self, state: S, power: str | None) -> Agreements:
        """Agreements in force, on the table, owed and past, built from a view (``power``: whose
        view it is; ``None`` for a spectator). Only asked of a book with ``agreements_title``.
        """
        return self.pages.agreements(state, power)

    def owed(self, state: S, power: str) -> tuple[Obligation, ...]:
        """What a power has to do and has not done, from a view."""
        return self.pages.owed(state, power)

    def tell(self, event: Event) -> Line:
        """An event in words."""
        return self.pages.line(event)

    def cards(self, state: S, events: Sequence[Event]) -> tuple[CardStory, ...]:
        """The cards that these events of one phase turned over, in their order.

        ``state`` is the reader's view after the phase, ``events`` are those that he may see. A
        book without cards gives none; its events are then told as a list.
        """
        return self.pages.cards(state, events)

    def ledger(self, before: S, after: S) -> tuple[LedgerRow, ...]:
        """What changed on the tracks between two views of the same reader, declared facts apart."""
        return self.pages.ledger(before, after)

    def relevant_facts(self, state: S, power: str) -> tuple[RelevantFact, ...]:
        """Which declared facts something open now may still read, from the view of a power."""
        return self.pages.relevant_facts(state, power)

    def headline(self, lines: Sequence[Line]) -> tuple[str, str]:
        """A headline and a lede for a phase, from its weightiest events."""
        return self.pages.headline(lines)

    def name(self, key: str) -> str:
        """What a key that stands in an order (a target, a row) is called."""
        if key in self.powers:
            return self.powers[key].name
        return self.pages.name(key) or key.replace("_", " ")

    def say(self, order: Order) -> str:
        """An order in words, for those who may read it; parts that ask for nothing are left out."""
        return order_in_words(order, self.name)

    def ask(self, state: S, question: str, arguments: Mapping[str, Any]) -> Any:
        """Answer one of the book's ``questions`` without changing anything. Raises
        :class:`~rules.kernel.errors.NotUnderstood` for what it does not take.
        """
        return self.pages.queries.ask(state, question, arguments)

    def tables(self) -> tuple[RuleTable, ...]:
        """The tables of the book as they ship, for the rules page."""
        return self.pages.reference()

    # -- facts -----------------------------------------------------------------------------

    def consistency(self, state: S) -> Consistency:
        """What facts cannot say together in this campaign; a book leaves out those that the
        campaign does not ask for.
        """
        found = self.turn.consistency
        return self.fact_consistency if found is None else found(state)

    def settled(
        self, before: S, done: Resolution[S], declared: Sequence[str] = (), by: str = ""
    ) -> Resolution[S]:
        """What was done since ``before``, with facts in agreement (:func:`settled`)."""
        return settled(self.consistency(done.state), before, done, declared, by)

    def named_now(
        self, state: S, values: Mapping[str, FactValue], by: str = ""
    ) -> dict[str, FactValue]:
        """Declared values by the keys of today, as the rules in use read them; ``by`` declares them."""
        named = self.facts.named_now(
            state.facts, values, lambda key: self.resolve_alias(state, key, by)
        )
        return self.turn.as_read(state, named)

    def resolve_alias(self, state: S, key: str, by: str = "") -> str:
        """Which of the facts that an old key stands for is meant first; empty where none is."""
        return self.turn.resolve_alias(state, key, by)

    # -- reading ---------------------------------------------------------------------------

    def read_state(self, data: bytes) -> S:
        """A state from its JSON. A fact that came to the book after the state was written has its
        default, and one that was merged into others since is said by them.
        """
        state = load(data, self.state_type)
        if state.facts.keys() != self.facts.present:
            facts = self.facts.brought_up(state.facts, lambda key: self.resolve_alias(state, key))
            state = msgspec.structs.replace(state, facts=dict(sorted(facts.items())))
        return audience.as_declared(state)

    def read_event(self, data: bytes) -> Event:
        """An event from its JSON."""
        event: Event = load(data, self.event_types)
        return event
