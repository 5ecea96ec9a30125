"""The contract that every rulebook keeps.

A rulebook never sees a clock, a person or a database. A campaign asks it what the phase awaits,
shows each power the menu computed from that power's *view*, collects the orders, and hands them
back with dice. Everything that only looks (``phase``, ``menu``, ``preview``, ``board``) accepts a
view as well as a full state, and is always given a view when a person will see the answer.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rules.kernel import audience
from rules.kernel.agreeing import following
from rules.kernel.agreements import Agreements
from rules.kernel.cite import RuleIndex
from rules.kernel.consistency import NOTHING_BOUND, Consistency
from rules.kernel.dice import Dice
from rules.kernel.events import Event, Line
from rules.kernel.facts import Claim, FactRegistry, FactValue
from rules.kernel.grammar import headline, news
from rules.kernel.menus import Menu
from rules.kernel.orders import Chosen, Order, Problem
from rules.kernel.phases import Phase
from rules.kernel.questions import Questions
from rules.kernel.serial import load
from rules.kernel.state import State
from rules.kernel.tally import Tally

S = TypeVar("S", bound=State)


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the game. ``faction`` groups allies, ``mark`` is the shape shown beside the name
    (square, disc, triangle, diamond, ring), ``code`` two letters.
    """

    key: str
    name: str
    code: str
    faction: str
    mark: str
    adjective: str = ""


class Faction(msgspec.Struct, frozen=True, kw_only=True):
    """A side of the game: what it is called, and in which of the five hues it is shown (axis, western,
    russia, japan, neutral).
    """

    name: str
    hue: str


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """A variant switch of a campaign, with its choices (value to label) and the house default.

    ``bots`` is the choice for a game that autopilots play among themselves, where it differs.
    """

    key: str
    label: str
    choices: dict[str, str]
    default: str
    rule: str = ""
    help: str = ""
    bots: str = ""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A starting position: title, what it is for, and which powers are seats in it."""

    key: str
    title: str
    summary: str
    seats: tuple[str, ...]
    turns: int


class Resolution(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What a phase (or an act) did: the next state and what happened, in order."""

    state: S
    events: tuple[Event, ...] = ()


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """One pending roll as a player sees it before it is made.

    ``tally`` is what the die is read with, ``net_label`` says how; ``chances`` are rows of (row label, meaning, numerator,
    denominator, side), ``assumption`` names the unknown that was assumed, ``others`` the same
    roll under the next few assumptions.
    """

    key: str
    title: str
    tally: Tally
    chances: tuple["Chance", ...]
    assumption: str = ""
    others: tuple["Assumed", ...] = ()
    facts: tuple[str, ...] = ()
    net_label: str = "Net, added to one die"


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """The exact chance of one row: ``parts`` of ``whole``; ``side`` is the faction that gains."""

    row: str
    meaning: str
    parts: int
    whole: int
    side: str = ""


class Assumed(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of the same roll if the unknown were otherwise."""

    label: str
    chances: tuple[Chance, ...]


class CardStory(msgspec.Struct, frozen=True, kw_only=True):
    """One card of a phase, told after it was turned over.

    ``place`` is its power's place in the order of play (0 where there is none) and ``score`` what
    gave it that place. ``code`` and ``title`` are the card's face (empty where nothing was
    played), ``aim`` whom or what it was played on, ``price`` what was paid, all in words. ``state``
    is done, failed, wasted, proposed, refused, forced (``by`` whom), returned (unturned),
    accepted, lapsed (of an answer) or idle; ``why`` and ``rule`` give the reason where it had no
    effect.
    ``dice`` were thrown for it; ``verdict`` says in a word or two what a test came to, and is empty
    where dice only decide how far something goes. The rest are places in the events that were given: ``test``
    that of the test, ``face`` those that the face of the card tells already, ``events`` what
    came of it.
    """

    power: str
    place: int = 0
    score: str = ""
    code: str = ""
    title: str = ""
    aim: str = ""
    price: str = ""
    state: str = "done"
    why: str = ""
    rule: str = ""
    by: str = ""
    dice: tuple[int, ...] = ()
    verdict: str = ""
    test: int | None = None
    face: tuple[int, ...] = ()
    events: tuple[int, ...] = ()


class LedgerRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a phase changed on one track: before, after and by how much, in words and figures.

    ``actor`` is the power or faction whose mark stands beside it.
    """

    label: str
    before: str
    after: str
    change: str = ""
    actor: str = ""


class RuleTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table of the rules page, made from the data that judges; all cells are words.

    ``part`` groups tables under a heading.
    """

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rule: str = ""
    note: str = ""
    part: str = ""


class Rulebook(ABC, Generic[S]):
    """A game. Class attributes describe it, methods play it; all of them are pure.

    ``orders`` maps the kind of an order to its type. ``revision`` names the exact rules; a
    campaign names the one it began with, and is played by no other.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    revision: ClassVar[str]
    summary: ClassVar[str]
    families: ClassVar[tuple[str, ...]] = ()
    """Kinds of phases that a campaign's clock may give hours of their own (``Phase.family``)."""
    fits: ClassVar[frozenset[str]] = frozenset()
    """Kinds of orders that ``resolve`` itself fits to what the rules still allow, part by part,
    when a fact declared after they were sealed forbids some of it. Any other order is void then.
    """
    questions: Questions = Questions()
    """What can be asked about a position (conformance cases, pages and the API ask)."""
    agreements_title: ClassVar[str] = ""
    """What the page of agreements between powers is called; empty for a book without one."""
    agreement_acts: ClassVar[frozenset[str]] = frozenset()
    """Kinds of acts that are done on that page, and so are not listed among other acts."""
    keys_of: ClassVar[Mapping[str, Collection[str]]] = {}
    """The keys that tables of the state can hold, by field, where they are of a fixed list; for the
    field of a record in a list (``points.target``) what can stand there.
    """
    state_type: type[S]
    powers: Mapping[str, Power]
    factions: Mapping[str, Faction]
    scenarios: Mapping[str, Scenario]
    switches: Mapping[str, Switch]
    facts: FactRegistry
    agreement: ClassVar[Consistency] = NOTHING_BOUND
    """What declared facts cannot say together."""
    index: RuleIndex
    orders: Mapping[str, type[Order]]
    event_types: Any

    # -- playing ---------------------------------------------------------------------------

    @abstractmethod
    def start(
        self, scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]
    ) -> Resolution[S]:
        """The opening state of a campaign. ``tables`` are a moderator's overrides, by path."""

    def opened(
        self,
        scenario: str,
        variants: Mapping[str, str],
        tables: Mapping[str, Any],
        facts: Mapping[str, FactValue],
    ) -> S:
        """The opening state of a campaign in which these facts have always been so. A book that
        works something out of facts as it begins (a ledger) begins after them.
        """
        state = self.start(scenario, variants, tables).state
        return msgspec.structs.replace(state, facts={**state.facts, **facts}) if facts else state

    def laid_down(self, before: S, after: S) -> S:
        """What hangs on values that were laid down outside play (by a conformance case), with
        nothing else following: whom a step awaits, which thresholds a level has passed.
        """
        return after

    @abstractmethod
    def phase(self, state: S) -> Phase:
        """The phase in play: whom it awaits, what for, what silence means."""

    @abstractmethod
    def menu(self, state: S, power: str) -> Menu | None:
        """What the power may hand in for this phase, or ``None`` when nothing is asked of it."""

    def problems(self, state: S, power: str, order: Order) -> list[Problem] | None:
        """What the power's menu finds wrong with an order; ``None`` when nothing is asked of it.

        The answer is always that of :meth:`menu`. A book with long menus may come to it by the
        parts that the order touches.
        """
        menu = self.menu(state, power)
        return None if menu is None else menu.problems(order)

    def standing_menu(self, state: S, power: str) -> Menu | None:
        """Standing orders the power may leave for replies and choices to come."""
        return None

    def standing_problems(self, state: S, power: str, order: Order) -> list[Problem] | None:
        """What the standing menu finds wrong with an order; ``None`` when the power may leave none.
        As with :meth:`problems`, a book may come to it by the parts that the order touches.
        """
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
        return ()

    def stands(self, state: S, power: str, standing: Order) -> bool:
        """Whether a power's standing order answers what the phase asks of it. No autopilot then
        speaks for the power when it is silent; ``resolve`` reads the standing order.
        """
        return False

    def acts(self, state: S, power: str) -> tuple[Menu, ...]:
        """What the power may do at once, such as declaring a fact."""
        return ()

    @abstractmethod
    def resolve(
        self, state: S, orders: Mapping[str, Order], standing: Mapping[str, Order], dice: Dice
    ) -> Resolution[S]:
        """Carry the phase out. ``orders`` holds one order for every power that sent one, legal
        now (one of a kind that ``fits``: when it was sealed); a power that sent none is silent,
        and the phase says what that means.
        """

    def perform(self, state: S, power: str, act: Order, dice: Dice) -> Resolution[S]:
        """Carry out an act that takes effect at once."""
        raise NotImplementedError(f"{self.key} has no acts")

    def corrected(self, before: S, after: S) -> Resolution[S]:
        """What follows by rule, without dice, when a moderator corrects facts (``before`` to
        ``after``); the correction itself is told by others.
        """
        return self.settled(before, Resolution(state=after))

    @abstractmethod
    def autopilot(self, state: S, power: str) -> Order | None:
        """A sensible order for the phase, from what the power may know."""

    # -- looking ---------------------------------------------------------------------------

    def view(self, state: S, who: audience.Viewer) -> S:
        """The state as a viewer may know it; see :func:`rules.kernel.audience.view`."""
        return audience.view(state, who)

    def preview(self, state: S, power: str, order: Order | None) -> tuple[Panel, ...]:
        """The pending rolls a draft would lead to, with tallies and exact odds."""
        return ()

    @abstractmethod
    def board(self, state: S, power: str | None) -> Any:
        """The board as data for its template, built from a view."""

    def agreements(self, state: S, power: str | None) -> Agreements:
        """Agreements in force, on the table, owed and past, built from a view (``power``: whose
        view it is; ``None`` for a spectator). Only asked of a book with ``agreements_title``.
        """
        return Agreements()

    @abstractmethod
    def tell(self, event: Event) -> Line:
        """An event in words."""

    def cards(self, state: S, events: Sequence[Event]) -> tuple[CardStory, ...]:
        """The cards that these events of one phase turned over, in their order.

        ``state`` is the reader's view after the phase, ``events`` are those that he may see. A
        book without cards gives none; its events are then told as a list.
        """
        return ()

    def ledger(self, before: S, after: S) -> tuple[LedgerRow, ...]:
        """What changed on the tracks between two views of the same reader, declared facts apart."""
        return ()

    def name(self, key: str) -> str:
        """What a key that stands in an order (a target, a row) is called."""
        return key.replace("_", " ")

    def say(self, order: Order) -> str:
        """An order in words, for those who may read it; parts that ask for nothing are left out."""
        parts = []
        for part in msgspec.structs.fields(order):
            value = getattr(order, part.name)
            match value:
                case dict():
                    said = ", ".join(
                        f"{self._worded(k)} {self._worded(v)}".strip()
                        for k, v in value.items()
                        if v not in ("", 0)
                    )
                case tuple() | list():
                    said = ", ".join(self._said(item) for item in value)
                case True:
                    said = "yes"
                case _:
                    said = self._worded(value) if value else ""
            if said:
                parts.append(f"{part.name.replace('_', ' ')}: {said}")
        return "; ".join(parts)

    def _said(self, item: Any) -> str:
        """A chosen option with its details, or a plain key."""
        if not isinstance(item, Chosen):
            return self._worded(item)
        details = [
            " ".join(filter(None, (key.replace("_", " "), self._worded(value))))
            for key, value in item.details.items()
            if value
        ]
        return self.name(item.option) + (f" ({'; '.join(details)})" if details else "")

    def _worded(self, value: Any) -> str:
        """A detail of a choice: a yes needs no more words than its key, ``vichy:germany`` is two,
        and a number is no key.
        """
        if value is True:
            return ""
        if isinstance(value, int):
            return str(value)
        words = (word for one in _each(value) for word in str(one).split(":"))
        return ", ".join(map(self.name, words))

    def headline(self, lines: Sequence[Line]) -> tuple[str, str]:
        """A headline and a lede for a phase, from its weightiest events."""
        found = news(lines, 30)
        return headline(found), " ".join(line.rest for line in found if line.rest)

    def ask(self, state: S, question: str, arguments: Mapping[str, Any]) -> Any:
        """Answer one of the book's ``questions`` without changing anything. Raises
        :class:`~rules.kernel.errors.NotUnderstood` for what it does not take.
        """
        return self.questions.ask(state, question, arguments)

    def tables(self) -> tuple[RuleTable, ...]:
        """The tables of the book as they ship, for the rules page."""
        return ()

    # -- facts -----------------------------------------------------------------------------

    def consistency(self, state: S) -> Consistency:
        """What facts cannot say together in this campaign; a book leaves out those that the
        campaign does not ask for.
        """
        return self.agreement

    def settled(
        self, before: S, done: Resolution[S], declared: Sequence[str] = (), by: str = ""
    ) -> Resolution[S]:
        """What was done since ``before``, with all put right that contradicts the facts that it
        changed: those ``declared`` by a power (which then answers for the rest too), or by a rule.
        """
        facts = done.state.facts
        if facts is before.facts:
            return done
        changed = declared or sorted(k for k in facts if facts[k] != before.facts.get(k, facts[k]))
        events = following(self.consistency(done.state), before.facts, facts, changed, by)
        if not events:
            return done
        after = {each.key: each.after for each in events}
        claims = done.state.claims
        if by:
            claims = {**claims, **dict.fromkeys(after, Claim(by=by, turn=done.state.turn))}
        state = msgspec.structs.replace(
            done.state, facts={**facts, **after}, claims=dict(sorted(claims.items()))
        )
        return Resolution(state=state, events=(*done.events, *events))

    def named_now(
        self, state: S, values: Mapping[str, FactValue], by: str = ""
    ) -> dict[str, FactValue]:
        """Declared values by the keys of today; ``by`` is who declares them."""
        return self.facts.named_now(state.facts, values, lambda key: self.meant(state, key, by))

    def meant(self, state: S, key: str, by: str = "") -> str:
        """Which of the facts that an old key stands for is meant first; empty where none is."""
        return ""

    # -- reading ---------------------------------------------------------------------------

    def read_state(self, data: bytes) -> S:
        """A state from its JSON. A fact that came to the book after the state was written has its
        default, and one that was merged into others since is said by them.
        """
        state = load(data, self.state_type)
        if state.facts.keys() != self.facts.present:
            facts = self.facts.brought_up(state.facts, lambda key: self.meant(state, key))
            state = msgspec.structs.replace(state, facts=dict(sorted(facts.items())))
        return audience.as_declared(state)

    def read_event(self, data: bytes) -> Event:
        """An event from its JSON."""
        event: Event = load(data, self.event_types)
        return event


def _each(value: Any) -> list[Any]:
    """The single values of a detail."""
    if isinstance(value, tuple | list):
        return list(value)
    return [f"{key} {n}" for key, n in value.items()] if isinstance(value, dict) else [value]
