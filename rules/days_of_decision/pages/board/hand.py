"""A power's hand as cards for the page: what each costs, does and why it is barred."""

import msgspec

from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Card, Tables
from rules.days_of_decision.options import offered
from rules.days_of_decision.options.base import code, group
from rules.kernel.menus import Option, Pick, PickMany
from rules.kernel.orders import Detail
from rules.kernel.serial import gathered
from rules.kernel.tally import Tally

PURSE_WORDS = {"money": "money", "bp": "BP", "bids": "bid points"}

LIMITS = {"global": "once a turn for all", "power": "once a turn", "none": "as often as bid for"}


class HandCard(msgspec.Struct, frozen=True, kw_only=True):
    """One option as a card.

    ``state`` is playable, barred, sealed or turned; ``cost`` is in words; ``lines`` say what it
    does; ``entry`` is its American entry now; ``known`` how much the errata show of it. ``aims`` are
    the minors that it may be played on, while its power chooses.
    """

    option: str
    code: str
    title: str
    group: str
    cost: str
    lines: tuple[str, ...]
    limit: str
    rule: str
    known: str
    source: str
    state: str
    entry: Tally | None = None
    on_map: str = ""
    barred: str = ""
    barred_rule: str = ""
    aims: tuple[str, ...] = ()


class SealedCard(msgspec.Struct, frozen=True, kw_only=True):
    """One of my own cards that lies face down."""

    number: int
    option: str
    code: str
    title: str
    details: dict[str, Detail]
    position: int


def hand_of(state: DecisionState, tables: Tables, power: str) -> tuple[HandCard, ...]:
    """Every option that the power may ever play."""
    at = At(state, tables, power, live=state.step == "play")
    return tuple(_card(at, card) for card in tables.cards.values() if power in card.row.powers)


def _card(at: At, card: Card) -> HandCard:
    option = offered(at, card.key)
    lying = any(s.power == at.power and s.option == card.key for s in at.state.sealed)
    turned = any(t.power == at.power and t.option == card.key for t in at.state.turned)
    state = "barred" if option.barred else "playable"
    each = {purse: amount for costs in option.per.values() for purse, amount in costs.items()}
    prices = [f"{n} {PURSE_WORDS[purse]}" for purse, n in option.cost.items() if n]
    prices += [f"{n} {PURSE_WORDS[purse]} each" for purse, n in each.items()]
    picked = [
        f"{' or '.join(map(str, amounts))} {PURSE_WORDS[purse]}"
        for purse, amounts in option.picked_prices().items()
    ]
    prices += [" or ".join(picked)] if picked else []
    return HandCard(
        option=card.key,
        code=code(card.key),
        title=card.row.title,
        group=group(card.key),
        cost=", ".join(prices) or "free",
        lines=tuple(part.strip() for part in option.note.split(". ") if part.strip()),
        limit=_limit(card),
        rule=R(card.row.rule),
        known=card.row.known,
        source=card.row.source,
        state="sealed" if lying else "turned" if turned else state,
        entry=_entry(at, card),
        on_map=card.row.on_map,
        barred=option.barred.why if option.barred else "",
        barred_rule=option.barred.rule if option.barred else "",
        aims=_aims(at, option) if _chooses(at) and not option.barred else (),
    )


def _chooses(at: At) -> bool:
    """Whether the power chooses its options now."""
    return at.state.step == "select" or (at.state.step == "play" and at.state.mover == at.power)


def _aims(at: At, option: Option) -> tuple[str, ...]:
    """The minors among what an option may name (``turkey``, ``turkey:oil``)."""
    found = {
        choice.value.partition(":")[0]
        for field in option.fields
        if isinstance(field, Pick | PickMany)
        for choice in field.choices
        if choice.barred is None
    }
    return tuple(sorted(found & at.state.minors.keys()))


def _limit(card: Card) -> str:
    if card.row.once:
        return "once a game" if card.row.once == 1 else "twice a game"
    return LIMITS[card.row.limit]


def _entry(at: At, card: Card) -> Tally | None:
    if not any(card.entry) or not entry.against(card, at.power):
        return None
    return entry.of_option(at.state, at.tables, at.power, card, title="Entry points")


def sealed_of(state: DecisionState, tables: Tables, power: str) -> tuple[SealedCard, ...]:
    """The power's own cards that lie face down."""
    return tuple(
        gathered(
            SealedCard,
            card,
            code=code(card.option),
            title=tables.cards[card.option].row.title,
            position=state.nation(power).position,
        )
        for card in state.sealed
        if card.power == power
    )
