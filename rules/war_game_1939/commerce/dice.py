"""Military commerce: who has dice, what is done with them, and what is collected."""

from rules.kernel.tally import Row, Tally, tally
from rules.war_game_1939.commerce.odds import best
from rules.war_game_1939.commerce.plans import (
    BEST,
    SAFE,
    Course,
    course_of,
    decide,
    following,
    position,
    so_far,
    terms_of,
)
from rules.war_game_1939.model.adjudication import Desk
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.events import (
    CommerceCollected,
    DiceBid,
    DieRerolled,
    DieThrown,
)
from rules.war_game_1939.model.orders import Plan
from rules.war_game_1939.model.powers import ALLIES, AXIS, POWERS
from rules.war_game_1939.model.state import FULL, Deal, WarGameState
from rules.war_game_1939.model.tables import Tables


def progression(tables: Tables, nation: str, turn: int) -> int:
    """The dice that a nation's row gives in a game turn, whatever happened before."""
    row = tables.commerce.dice.get(nation)
    if row is None or not 1 <= turn <= len(row.by_turn):
        return 0
    return row.by_turn[turn - 1]


def ended_by(state: WarGameState, tables: Tables, nation: str) -> tuple[str, str]:
    """Why a nation throws no commerce dice now, and the rule; two empty words when it does."""
    if nation == "china":
        return "China has no commerce dice.", R("China")
    record = state.nation(nation)
    rule = R(tables.commerce.dice[nation].rule)
    if nation in ALLIES:
        return ("Full War has brought full income.", rule) if record.status >= FULL else ("", "")
    if record.guaranteed:
        return "", ""
    for ally in ALLIES:
        level = state.nation(ally).status
        if ally != "china" and level >= tables.commerce.ends_at:
            title = tables.status.levels[str(level)].title
            return f"{POWERS[ally].name} stands at {title}.", rule
    return "", ""


def dice_tally(state: WarGameState, tables: Tables, nation: str, turn: int | None = None) -> Tally:
    """How many commerce dice a nation has in a game turn, as things stand."""
    turn = state.turn if turn is None else turn
    count = progression(tables, nation, turn)
    why, rule = ended_by(state, tables, nation)
    rows = [Row(key="ended", amount=-count, reason=why, rule=rule)] if why else []
    return tally(
        f"Commerce dice of {POWERS[nation].name}",
        rows,
        base=count,
        base_reason=f"Turn {turn} of the progression",
        base_rule=R("Military Commerce Progression"),
    )


def throw(desk: Desk, nation: str) -> None:
    """Throw the next die."""
    deal = desk.state.deals[nation]
    value = desk.dice.roll(f"commerce {nation}", desk.tables.commerce.sides)
    _put(desk, nation, following(deal, "roll", {len(deal.thrown): value}))
    desk.note(
        DieThrown(nation=nation, number=len(deal.thrown) + 1, value=value, rule=R("Income Roll"))
    )


def reroll(desk: Desk, nation: str, number: int) -> None:
    """Throw one die again; what it showed before is gone."""
    deal = desk.state.deals[nation]
    value = desk.dice.roll(f"commerce {nation} again", desk.tables.commerce.sides)
    _put(desk, nation, following(deal, "reroll", {number - 1: value}))
    desk.note(
        DieRerolled(nation=nation, number=number, before=deal.thrown[number - 1], value=value,
                    rule=R("Renegotiation Roll"))
    )  # fmt: skip


def bid(desk: Desk, nation: str, count: int) -> None:
    """Take the safe bid for some of the dice left."""
    deal = desk.state.deals[nation]
    for _ in range(count):
        deal = following(deal, "bid", {})
    _put(desk, nation, deal)
    money = count * desk.tables.commerce.bid
    desk.note(DiceBid(nation=nation, dice=count, money=money, rule=R("Safe Bid")))


def _put(desk: Desk, nation: str, deal: Deal) -> None:
    desk.change(deals={**desk.state.deals, nation: deal})


def course_for(desk: Desk, nation: str, order: Plan | None) -> Course:
    """The course that settles what the player left open: order, standing order, or safe bids."""
    standing = desk.standing(nation)
    if order is not None:
        return course_of(order)
    if standing is not None and (standing.policy or standing.lines):
        return course_of(standing)
    return SAFE


def settle(desk: Desk, nation: str, course: Course) -> None:
    """Follow a course to its end, die by die, and collect the money."""
    terms = terms_of(desk.tables.commerce)
    bids = 0
    while True:
        deal = desk.state.deals[nation]
        spot = position(deal, desk.tables.commerce)
        move = decide(course, spot, so_far(deal, terms), deal.rerolls, terms)
        if move == "bid":
            _put(desk, nation, following(deal, "bid", {}))
            bids += 1
            continue
        if bids:
            money = bids * terms.bid
            desk.note(DiceBid(nation=nation, dice=bids, money=money, rule=R("Safe Bid")))
            bids = 0
        if move == "stop":
            break
        if move == "roll":
            throw(desk, nation)
        else:
            reroll(desk, nation, deal.thrown.index(min(deal.thrown)) + 1)
    collect_commerce(desk, nation)


def collect_commerce(desk: Desk, nation: str) -> None:
    """Put the sum into the fund it belongs to."""
    deal = desk.state.deals[nation]
    found = deal_tally(deal, desk.tables, nation)
    record = desk.state.nation(nation)
    fund = "cash" if nation in AXIS and record.lifted else "commerce"
    desk.nation(nation, collected=found.net, **{fund: getattr(record, fund) + found.net})
    desk.note(
        CommerceCollected(nation=nation, dice=deal.thrown, bids=deal.bids, fund=fund, tally=found,
                          rule=R("Military Commerce"))
    )  # fmt: skip


def deal_tally(deal: Deal, tables: Tables, nation: str) -> Tally:
    """The sum on the table, die by die."""
    rows = [
        Row(key=f"die-{number}", amount=value, reason=f"Die {number}", rule=R("Income Roll"))
        for number, value in enumerate(deal.thrown, start=1)
    ]
    if deal.bids:
        amount = deal.bids * tables.commerce.bid
        rows.append(
            Row(key="bids", amount=amount, reason=f"Safe bids: {deal.bids}", rule=R("Safe Bid"))
        )
    return tally(f"Commerce of {POWERS[nation].name}", rows, base_rule=R("Military Commerce"))


def advice(deal: Deal, tables: Tables) -> str:
    """The move that brings most on average now."""
    return best(position(deal, tables.commerce), terms_of(tables.commerce))[0]


__all__ = ["BEST", "advice", "bid", "collect_commerce", "course_for", "deal_tally", "dice_tally",
           "ended_by", "progression", "reroll", "settle", "throw"]  # fmt: skip
