"""What every option has in common: its offer on the menu, and what playing it does.

An option's numbers stand in ``data/cards.yaml``; a subclass of :class:`Behaviour` adds what it
asks for and what it does. A menu is made of :func:`offer`; an order is judged by the same parts
(:mod:`~rules.days_of_decision.options.judging`), with the view of its power when it is handed in and
with the whole state when it is turned over, so they cannot disagree about prerequisites.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cache, partial

import msgspec
from typing_extensions import override

from rules.days_of_decision.entry.war_chart import spendable, spendable_tally
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.geometry import (
    CONQUERED,
    control_bar,
    controller,
    minors_near,
    zone,
)
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.opening import BACK, NEXT_TURN, WAR_OVER
from rules.days_of_decision.model.powers import POWERS, name, title
from rules.days_of_decision.model.state import DecisionState, Proposal
from rules.days_of_decision.model.table_rows import Card, Tables, ValueRow
from rules.days_of_decision.surrender.vichy_limits import leave_bar
from rules.kernel.memo import with_it
from rules.kernel.menus import NEVER, NEVER_AGAIN, Barred, Choice, Field, Option, Pick
from rules.kernel.orders import Detail
from rules.kernel.tally import Row, Tally, tally

Details = Mapping[str, Detail]
COUNTED = frozenset({"done", "forced", "proposed"})
"""Outcomes after which an option counts as played this turn (Ruling 45)."""

LEAVE = "vichy-leave"
"""The kind of a proposal by which a Vichy power asks for its conqueror's leave."""

WAR = frozenset({"4", "4a", "4b", "4c"})
"""Option 4 in all its forms: in its phase a power activates no minor (8.5)."""

MOST_AT_A_GLANCE, CLOSEST = 12, 4
"""How many minors can be looked through in a list, and how many of a longer one stand first."""

Why = Callable[[str], Barred | None]
"""Why something cannot be chosen, by its key."""


def text(details: Details, key: str) -> str:
    """A detail that is a word."""
    value = details.get(key, "")
    return value if isinstance(value, str) else ""


def number(details: Details, key: str, least: int = 0) -> int:
    """A detail that is a number."""
    value = details.get(key, least)
    return value if isinstance(value, int) else least


def many(details: Details, key: str) -> tuple[str, ...]:
    """A detail that is a list of words."""
    value = details.get(key, ())
    return tuple(value) if isinstance(value, tuple | list) else ()


PLAN = frozenset({"activate", "order", "heading", "use", "through", "shift", "sanction"})
"""Details that are asked with every option alike: its activation, and what is added to it."""


def named_in(
    details: Details, *, only: Set[str] | None = None, leaving: Set[str] = frozenset()
) -> Set[str]:
    """The keys of details, every word that stands in them, and the parts of words such as
    ``turkey:oil``: all that a play can be about. Those of some keys ``only``, or ``leaving`` some.
    """
    words: set[str] = set()
    for key, value in details.items():
        if key in leaving or (only is not None and key not in only):
            continue
        words.add(key)
        for word in (value,) if isinstance(value, str) else many({"": value}, ""):
            words.add(word)
            if ":" in word or ">" in word:
                words.update(word.replace(">", ":").split(":"))
    return words


class Behaviour:
    """One option: what it asks for, what it costs beyond its row, and what it does."""

    def fields(self, at: At) -> tuple[Field, ...]:
        """The details it asks for."""
        return ()

    def suits(self, at: At, details: Details) -> tuple[str, ...] | None:
        """The keys of its fields, where it is seen without making them that they accept these
        details; ``None`` where they have to be made to find that out.
        """
        return () if type(self).fields is Behaviour.fields else None

    def bars(self, at: At, card: Card) -> Iterator[Barred]:
        """What forbids it beyond the prerequisites of its row."""
        yield from ()

    def cost(self, at: At, card: Card) -> dict[str, int]:
        """What it costs, by purse."""
        return dict(card.row.cost)

    def per(self, at: At) -> dict[str, dict[str, int]]:
        """What it costs for each unit of a number among its details."""
        return {}

    def prices(self, at: At) -> dict[str, dict[str, dict[str, int]]]:
        """What it costs by what is picked: field, then value, then purse."""
        return {}

    def note(self, at: At, card: Card) -> str:
        """What it does now, in a few words."""
        return card.row.effect

    def to(self, at: At, details: Details) -> tuple[str, ...]:
        """Who must answer a proposal made with it."""
        return ()

    def kinds(self, card: Card, tables: Tables) -> dict[str, str]:
        """The kinds of proposals that it makes, with their names for standing orders."""
        return {card.row.answer: card.row.title} if card.row.answer else {}

    def kind(self, at: At, card: Card, details: Details) -> str:
        """The kind of the proposal that it makes with these details."""
        return card.row.answer

    def blanket(self, proposal: Proposal) -> bool:
        """Whether standing orders to accept all of a power's proposals accept this one."""
        return True

    def severally(self, proposal: Proposal) -> bool:
        """Whether each who is asked answers for itself, so that a refusal ends nothing."""
        return False

    def free(self, state: DecisionState, proposal: Proposal) -> bool:
        """Whether accepting uses up no option."""
        return False

    def beforehand(self, state: DecisionState, proposal: Proposal, by: str) -> bool:
        """Whether one who is asked has agreed to just this before."""
        return False

    def crossing(self, state: DecisionState, power: str, details: Details) -> Proposal | None:
        """A proposal that waits for this power and says the same: playing this accepts it."""
        return None

    def answers(self, state: DecisionState, proposal: Proposal, by: str) -> tuple[Choice, ...]:
        """What may be answered besides accepting and refusing."""
        return ()

    def terms(self, state: DecisionState, proposal: Proposal) -> tuple[str, ...]:
        """What is proposed, sentence by sentence, for one who is asked."""
        return ()

    def answered(self, proposal: Proposal, said: str) -> Proposal:
        """The proposal as an answer has changed it."""
        return proposal

    def explain(self, at: At, card: Card, purse: str, amount: int) -> Tally:
        """The price in one purse with its reasons."""
        rule = R(card.row.rule)
        return tally(card.row.title, [], amount, "The option", rule)

    def instead(self, at: At, details: Details) -> str:
        """Another option that takes its place when it was played already by somebody."""
        return ""

    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        """Take effect; the word for what came of it."""
        return "done"

    def failed(self, course: Adjudication, power: str, card: Card, details: Details) -> None:
        """What failing its test does beyond the values of its row."""

    def refused(self, course: Adjudication, proposal: Proposal, card: Card) -> bool:
        """A refusal; true when the option took effect all the same."""
        return False


class OnePower(Behaviour):
    """An option about one other power, the detail ``key``."""

    key = "target"
    label = "Against"

    def bar(self, at: At, other: str) -> Barred | None:
        """Why a power cannot be chosen."""
        return None

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        choices = power_choices(at, why=partial(self.bar, at))
        return (Pick(key=self.key, label=self.label, choices=choices, optional=False),)


def test_tally(at: At, card: Card) -> Tally:
    """What the die of an option's test may show at most: effectiveness, and what its row adds."""
    return tally(
        card.row.title,
        [Row("card", card.row.test or 0, "The option", R(card.row.rule))],
        at.state.nation(at.power).pe,
        "Political effectiveness",
        R(card.row.rule),
    )


def passes(die: int, most: int) -> bool:
    """Whether a test passes: so much or less, a one always, a six never."""
    return die == 1 or (die != 6 and die <= most)


def purses(at: At) -> dict[str, int]:
    """What a power may spend: money down to its debt limit, build points and bid points."""
    return _purses(at.whole)


def funds(at: At) -> dict[str, Tally]:
    """Of what it is made what a power may spend, where that is more than what it holds."""
    return {
        purse: spendable_tally(at.state, at.tables, at.power, purse) for purse in ("money", "bp")
    }


@with_it
def _purses(at: At) -> dict[str, int]:
    nation = at.state.nation(at.power)
    return {
        "money": spendable(at.state, at.tables, at.power),
        "bp": spendable(at.state, at.tables, at.power, "bp"),
        "bids": nation.bids,
    }


def _played_already(state: DecisionState, power: str, option: str) -> bool:
    for turned in state.turned:
        if turned.option == option and turned.power == power and turned.outcome in COUNTED:
            return True
    return False


def first_bar(at: At, card: Card, behaviour: Behaviour) -> Barred | None:
    """The first reason for which an option cannot be played at all, whatever its details."""
    row = card.row
    if at.power not in row.powers:
        return Barred(f"Not an option of {name(at.power)}.", R(row.rule), NEVER)
    if row.switch and not at.state.on(row.switch):
        return Barred("This campaign does not use the optional rule for it.", R(row.rule), NEVER)
    if bar := leave_bar(at.state, at.power, card.key):
        return bar
    if row.limit == "global" and card.key in at.state.used:
        return Barred("It was played already this turn.", R("Ruling 45"), NEXT_TURN)
    if row.limit == "power" and _played_already(at.state, at.power, card.key):
        return Barred("You played it already this turn.", R("Ruling 45"), NEXT_TURN)
    if row.once and at.state.nation(at.power).played.get(card.key, 0) >= row.once:
        times = "once" if row.once == 1 else "twice"
        return Barred(f"It can be played {times} in a game.", R(row.rule), NEVER_AGAIN)
    for need in card.needs:
        if not need.when.holds(at):
            return Barred(need.why, need.rule, need.opens)
    return next(behaviour.bars(at, card), None)


def offer(at: At, card: Card, behaviour: Behaviour) -> Option:
    """The option as a menu offers it to a power, or bars it with the reason."""
    barred = first_bar(at, card, behaviour)
    fields = behaviour.fields(at) if barred is None else ()
    if barred is None:
        barred = _nothing_to_choose(fields, card)
    cost = behaviour.cost(at, card) if barred is None else dict(card.row.cost)
    if barred is None and cost:
        mine = purses(at)
        for purse, amount in cost.items():
            if amount > mine.get(purse, 0):
                word = {"bp": "build points", "bids": "bid points"}.get(purse, purse)
                why = f"Needs {amount} {word}; you may spend {mine.get(purse, 0)}."
                barred = Barred(
                    why,
                    R(card.row.rule),
                    f"Opens with {amount} {word if amount != 1 else word.removesuffix('s')} to spend.",
                )
    return Option(
        card.key,
        label(card),
        note=behaviour.note(at, card) if barred is None else card.row.effect,
        group=group(card.key),
        barred=barred,
        fields=_ruled(fields, R(card.row.rule)) if barred is None else (),
        cost=cost,
        per=behaviour.per(at) if barred is None else {},
        prices=behaviour.prices(at) if barred is None else {},
        again=card.row.limit == "none",
        shared=card.row.activates,
    )


def _nothing_to_choose(fields: tuple[Field, ...], card: Card) -> Barred | None:
    for field in fields:
        if isinstance(field, Pick) and not field.optional:
            open_now = [choice for choice in field.choices if choice.barred is None]
            if not open_now:
                reasons = Counter(c.barred for c in field.choices if c.barred)
                nothing = Barred("", opens="Opens when there is something to choose.")
                most = max(reasons, key=lambda bar: reasons[bar], default=nothing)
                why = f"{field.label}: nothing to choose. {most.why}".strip()
                return Barred(why, most.rule or R(card.row.rule), most.opens)
    return None


def label(card: Card) -> str:
    """The option's number and title."""
    return f"{code(card.key)} {card.row.title}"


@cache
def code(key: str) -> str:
    """An option's number as players say it: ``IPO 5``, ``0(a)``, ``GE 6``, ``Option 2``."""
    if key.startswith("ipo-"):
        return f"IPO {key[4:]}"
    if key.startswith("0"):
        return f"0({key[1:]})"
    if key[:-1].isdigit() and key[-1].isalpha():
        return f"Option {key[:-1]}({key[-1]})"
    power, _, digits = key.rpartition("-")
    return f"{POWERS[power].code} {digits}" if power in POWERS else f"Option {key}"


@cache
def group(key: str) -> str:
    """The heading an option is listed under."""
    if key.startswith("ipo-"):
        return "International options"
    return "Option 0" if key.startswith("0") else "National options"


def minor_choices(at: At, *, why: Why | None = None) -> tuple[Choice, ...]:
    """Every minor that concerns us by name, barred where ``why`` gives a reason (and its rule)."""
    return tuple([Choice(key, named, barred=bar_of(key, why)) for key, named in at.minors_by_name])


def closest_first(at: At, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Minors to choose from, those of them first in which the power has the most to win: where it holds the most
    value, then those nearest to its marker. A short list stays as it is.
    """
    open_ones = [choice for choice in choices if choice.barred is None]
    if len(open_ones) <= MOST_AT_A_GLANCE:
        return choices
    first = sorted(open_ones, key=lambda choice: closeness(at, choice.value))[:CLOSEST]
    rest = [choice for choice in choices if choice not in first]
    return (*_under("Closest to you", first), *_under("The others, or choose on the board", rest))


def _under(group: str, choices: Iterable[Choice]) -> Iterator[Choice]:
    """Choices under a heading."""
    return (Choice(each.value, each.label, each.note, each.barred, group) for each in choices)


def closeness(at: At, key: str) -> tuple[bool, int, int, str]:
    """How near a minor is to a power, least first: won already or not, by the value held there, and by hexes."""
    minor, marker = at.state.minor(key), at.state.nation(at.power).marker
    won = zone(minor.hex, at.tables.display) == zone(marker, at.tables.display)
    return won, -minor.values.get(at.power, 0), distance(minor.hex, marker), key


def _ruled(fields: tuple[Field, ...], rule: str) -> tuple[Field, ...]:
    """The fields of an option, each with a rule: its own, or that of the option."""
    return tuple(
        field if field.rule else msgspec.structs.replace(field, rule=rule) for field in fields
    )


def bar_of(key: str, why: Why | None) -> Barred | None:
    """What ``why`` has against something, if anything."""
    return why(key) if why is not None else None


def power_choices(at: At, *, why: Why | None = None) -> tuple[Choice, ...]:
    """Every other power that concerns us, barred where ``why`` gives a reason, or eliminated."""
    gone = Barred("It controls no territory any more.", R("8.4.5"), BACK)
    return tuple(
        [
            Choice(key, POWERS[key].name, barred=gone if at.state.gone(key) else bar_of(key, why))
            for key in at.state.powers
            if key != at.power and at.concerns(key)
        ]
    )


def free(at: At, key: str) -> Barred | None:
    """Why a minor cannot be courted: it is conquered or joined a side, or is at war with the power."""
    minor = at.state.minor(key)
    if barred := taken_bar(at.state, key):
        return barred
    if minor.held not in ("", at.power):
        opens = f"Opens when {name(minor.held)} no longer controls it."
        return Barred(f"{title(minor.held)} controls it.", opens=opens)
    if at.state.at_war(at.power, key):
        return Barred("It is at war with you.", opens=WAR_OVER)
    return None


def taken_bar(state: DecisionState, key: str) -> Barred | None:
    """Why a minor that is conquered, or joined a power, cannot be chosen."""
    if key in state.fates:
        return CONQUERED
    joined = state.minor(key).joined
    if not joined:
        return None
    opens = f"Opens if it is no longer on the side of {name(joined)}."
    return Barred(f"It has joined {name(joined)}.", opens=opens)


def changes(at: At, row: ValueRow, details: Details) -> dict[str, int]:
    """Which minors a row of values touches, and by how much."""
    state = at.state
    match row.on:
        case "minor":
            keys: tuple[str, ...] = (minor_of(details),)
        case "minors":
            keys = many(details, "minors")
        case "near":
            keys = minors_near(state, state.nation(at.power).marker, row.within)
        case "around":
            around = minors_near(state, state.minor(minor_of(details)).hex, row.within)
            keys = tuple(key for key in around if key != minor_of(details))
        case "controlled":
            keys = tuple(k for k in state.minors if controller(state, k, at.tables) == at.power)
    return {key: row.amount for key in keys if key}


def minor_of(details: Details) -> str:
    """The minor that a play is about."""
    return text(details, "minor") or text(details, "deal").partition(":")[0]


def cannot_activate(at: At, key: str) -> Barred | None:
    """Why a power cannot activate a minor (8.5)."""
    return activation_bar(at)(key)


def activation_bar(at: At) -> Why:
    """Why a power cannot activate this or that minor (8.5)."""
    if declares_war(at.state, at.power):
        war = Barred(
            "You play option 4 in this phase.",
            opens="Opens when you play no option 4 in the phase.",
        )
        return lambda key: war
    return lambda key: control_bar(at.state, at.power, key, at.tables)


def declares_war(state: DecisionState, power: str) -> bool:
    """Whether a power plays its option 4 in this phase, by what was turned over or is sealed."""
    for turned in state.turned:
        if turned.power == power and turned.option in WAR and turned.outcome != "wasted":
            return True
    return power in [card.power for card in state.sealed if card.option in WAR]
