"""The ledger of income: funds by use, commerce dice, land income, the maximum; and dice in play."""

import msgspec

from rules.kernel.serial import gathered
from rules.kernel.tally import Tally
from rules.war_game_1939.commerce import dice as commerce
from rules.war_game_1939.commerce.odds import about, mean, moves, totals, worth
from rules.war_game_1939.commerce.plans import position, so_far, terms_of
from rules.war_game_1939.model.powers import ALLIES, MAJOR_ALLIES, POWERS
from rules.war_game_1939.model.state import FULL, WarGameState
from rules.war_game_1939.model.tables import Tables
from rules.war_game_1939.money import funds
from rules.war_game_1939.money.land import land_tally


class FundLine(msgspec.Struct, frozen=True, kw_only=True):
    """The money in a fund (cash, commerce, lent), and what it may be used for in words."""

    key: str
    title: str
    amount: int


class TurnDice(msgspec.Struct, frozen=True, kw_only=True):
    """Commerce dice of one game turn by the nation's row; ``lost``: it has or had none of them as things stand."""

    turn: int
    dice: int
    past: bool
    now: bool
    lost: bool


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """A nation's money.

    ``land`` is its land value territory by territory, ``income`` what it would collect now (``share``
    per cent of it). ``collected`` is this turn's commerce money, ``received`` the land income of its
    last player turn. ``ceiling`` is the income maximum of this turn, ``excess`` how the income of now
    stands to it (none for the Axis, which has no maximum). ``ended`` says why it throws no commerce
    dice (empty: it does). ``lending`` is what it may still lend this turn; ``borrows`` whether it may
    receive (else ``borrow_why`` by ``borrow_rule``).
    """

    nation: str
    name: str
    code: str
    mark: str
    side: str
    mine: bool
    funds: tuple[FundLine, ...]
    total: int
    share: int
    land: Tally
    income: Tally
    collected: int
    received: int
    ceiling: int | None
    excess: Tally | None
    dice: tuple[TurnDice, ...]
    ended: str
    ended_rule: str
    guaranteed: bool
    lifted: bool
    lending: Tally
    given: int
    borrows: bool
    borrow_why: str
    borrow_rule: str


class MoveCard(msgspec.Struct, frozen=True, kw_only=True):
    """A choice with commerce dice now: roll, bid, reroll or stop, and the average final sum it leads
    to if all that follows is played best. ``mean`` is the exact fraction, ``about`` its decimals;
    ``best`` marks the highest. ``die`` is the number of the die to re-roll (0: none).
    """

    move: str
    label: str
    mean: str
    about: str
    best: bool
    die: int = 0


class SpreadBar(msgspec.Struct, frozen=True, kw_only=True):
    """The exact chance of one final sum under best play."""

    total: int
    parts: int
    whole: int


class CommerceCard(msgspec.Struct, frozen=True, kw_only=True):
    """A nation's commerce in this half-year.

    ``thrown`` are dice as they lie, ``was`` the numbers of those thrown again with what they showed before, ``bids``
    how many were bid for (each worth ``bid_worth`` dollars), ``left`` neither. ``moves`` and
    ``spread`` are what is possible from here; ``lowest`` and ``highest`` the ends of the spread.
    """

    nation: str
    name: str
    code: str
    mark: str
    mine: bool
    dice: int
    thrown: tuple[int, ...]
    was: tuple[tuple[int, int], ...]
    bids: int
    bid_worth: int
    left: int
    rerolls_left: int
    tally: Tally
    moves: tuple[MoveCard, ...]
    spread: tuple[SpreadBar, ...]
    lowest: int
    highest: int
    mean: str


def ledger(state: WarGameState, tables: Tables, nation: str, mine: str) -> Ledger:
    """The ledger of one nation."""
    record, power = state.nation(nation), POWERS[nation]
    income = funds.income_tally(state, tables, nation)
    ended, ended_rule = commerce.ended_by(state, tables, nation)
    shut = funds.borrow_bar(state, tables, nation)
    why, rule = (f"{shut.why} {shut.opens}", shut.rule) if shut else ("", "")
    row, last = tables.commerce.dice.get(nation), _last_thrown(state, tables, nation)
    return gathered(
        Ledger,
        record,
        power,
        nation=nation,
        side=power.faction,
        mine=nation == mine,
        funds=tuple(
            FundLine(key=fund, title=tables.funds.funds[fund].title, amount=getattr(record, fund))
            for fund in funds.FUNDS
        ),
        share=funds.share_of(state, tables, nation),
        land=land_tally(state, tables, nation),
        income=income,
        received=record.income,
        ceiling=funds.ceiling_of(state, tables, nation),
        excess=funds.excess_tally(state, tables, nation, income.net) if nation in ALLIES else None,
        dice=tuple(
            TurnDice(
                turn=turn,
                dice=dice,
                past=turn < state.turn,
                now=turn == state.turn,
                lost=bool(ended) and turn > last,
            )
            for turn, dice in enumerate(row.by_turn if row else (), start=1)
        ),
        ended=ended,
        ended_rule=ended_rule,
        lending=funds.lending_tally(state, tables, nation),
        borrows=not why,
        borrow_why=why,
        borrow_rule=rule,
    )


def _last_thrown(state: WarGameState, tables: Tables, nation: str) -> int:
    """The last turn in which a nation whose commerce has ended threw dice: that of the rise of status which ended it, since
    commerce comes first in a turn; this one where no rise is on record.
    """
    level = FULL if nation in ALLIES else tables.commerce.ends_at
    whose = (nation,) if nation in ALLIES else MAJOR_ALLIES
    rises = [mark.turn for mark in state.marks if mark.nation in whose and mark.status >= level]
    return min(rises, default=state.turn)


LABELS = {"roll": "Roll the next die", "bid": "Safe bid for the next die", "stop": "Leave it so"}


def commerce_cards(state: WarGameState, tables: Tables, mine: str) -> tuple[CommerceCard, ...]:
    """The dice of every nation that has some in this half-year."""
    return tuple(_card(state, tables, nation, mine) for nation in tables.commerce.order if nation in state.deals)  # fmt: skip


def _card(state: WarGameState, tables: Tables, nation: str, mine: str) -> CommerceCard:
    deal, power = state.deals[nation], POWERS[nation]
    terms = terms_of(tables.commerce)
    spot, total = position(deal, tables.commerce), so_far(deal, terms)
    chances = totals(total, spot, terms)
    offered = {move: total + worth(spot, move, terms) for move in moves(spot)}
    highest = max(offered.values())
    lowest = deal.thrown.index(min(deal.thrown)) + 1 if deal.thrown else 0
    return gathered(
        CommerceCard,
        deal,
        power,
        nation=nation,
        mine=nation == mine,
        bid_worth=tables.commerce.bid,
        rerolls_left=spot.rerolls,
        tally=commerce.deal_tally(deal, tables, nation),
        moves=tuple(
            MoveCard(
                move=move,
                label=LABELS.get(move) or f"Re-roll the lowest die, which shows {spot.low}",
                mean=str(value),
                about=about(value),
                best=value == highest,
                die=lowest if move == "reroll" else 0,
            )
            for move, value in offered.items()
        ),
        spread=tuple(
            SpreadBar(total=each, parts=chance.numerator, whole=chance.denominator)
            for each, chance in chances.items()
        ),
        lowest=min(chances),
        highest=max(chances),
        mean=about(mean(chances)),
    )
