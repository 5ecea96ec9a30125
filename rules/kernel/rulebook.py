"""A rulebook: one record of what its game is made of, how it is played and what people read of it, with
what every game needs done once.

A rulebook never sees a clock, a person or a database. A campaign asks it what the phase awaits,
shows each power the menu computed from that power's *view*, collects the orders, and hands them
back with dice. Everything that only looks (``phase``, ``menu``, ``preview``, ``board``) accepts a
view as well as a full state, and is always given a view when a person will see the answer.
``contract`` says what a book hands over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel import audience
from rules.kernel.adjudication import Adjudication
from rules.kernel.assumptions import Supposed
from rules.kernel.consistency import Consistency
from rules.kernel.contract import Model, Pages, Resolution, S, Turn
from rules.kernel.dice import Dice, NoDice
from rules.kernel.errors import NotAllowed
from rules.kernel.events import Event
from rules.kernel.fact_acts import Declare
from rules.kernel.fact_consistency import settled
from rules.kernel.facts import FactValue
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem
from rules.kernel.phases import Phase
from rules.kernel.serial import load, tag_of
from rules.kernel.setup import choices
from rules.kernel.wording import order_in_words


@dataclass(frozen=True, kw_only=True)
class Rulebook(Model[S], Pages[S]):
    """A game. ``revision`` names the exact rules; a campaign names the one it began with, and is
    played by no other. Its methods are pure, and do once what every game needs.
    """

    key: str
    title: str
    revision: str
    summary: str
    turn: Turn[S]

    @property
    def disputes(self) -> bool:
        """Whether what others declared can be disputed."""
        return "dispute" in self.orders

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
        kind = tag_of(act)
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
            return settled(self.consistency(after), before, Resolution(state=after))
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
        if course.agrees_at_once:
            return done
        return settled(self.consistency(done.state), before, done, declared, by)

    # -- looking ---------------------------------------------------------------------------

    def view(self, state: S, who: audience.Viewer) -> S:
        """The state as a viewer may know it; see :func:`rules.kernel.audience.view`."""
        return audience.view(state, who)

    def name(self, key: str) -> str:
        """What a key that stands in an order (a target, a row) is called."""
        if key in self.powers:
            return self.powers[key].name
        return self.names(key) or key.replace("_", " ")

    def say(self, order: Order) -> str:
        """An order in words, for those who may read it; parts that ask for nothing are left out."""
        return order_in_words(order, self.name)

    def ask(self, state: S, question: str, arguments: Mapping[str, Any]) -> Any:
        """Answer one of the book's ``questions`` without changing anything. Raises
        :class:`~rules.kernel.errors.NotUnderstood` for what it does not take.
        """
        return self.questions.ask(state, question, arguments)

    # -- facts -----------------------------------------------------------------------------

    def consistency(self, state: S) -> Consistency:
        """What facts cannot say together in this campaign; a book leaves out those that the
        campaign does not ask for.
        """
        found = self.turn.consistency
        return self.fact_consistency if found is None else found(state)

    def named_now(
        self, state: S, values: Mapping[str, FactValue], by: str = ""
    ) -> dict[str, FactValue]:
        """Declared values by the keys of today, as the rules in use read them; ``by`` declares them."""
        named = self.facts.named_now(
            state.facts, values, lambda key: self.turn.resolve_alias(state, key, by)
        )
        return self.turn.as_read(state, named)

    # -- reading ---------------------------------------------------------------------------

    def read_state(self, data: bytes) -> S:
        """A state from its JSON. A fact that came to the book after the state was written has its
        default, and one that was merged into others since is said by them.
        """
        state = load(data, self.state_type)
        if state.facts.keys() != self.facts.present:
            facts = self.facts.brought_up(
                state.facts, lambda key: self.turn.resolve_alias(state, key, "")
            )
            state = msgspec.structs.replace(state, facts=dict(sorted(facts.items())))
        return state

    def read_event(self, data: bytes) -> Event:
        """An event from its JSON."""
        event: Event = load(data, self.event_types)
        return event
