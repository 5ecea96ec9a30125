"""Military commerce: who has dice, what is done with them, and what is collected."""

from rules.kernel.tally import Row, Tally, tally
from rules.war_game_1939.commerce.plans import (
    SAFE,
    Policy,
    decide,
    following,
    policy_of,
    position,
    reached,
    so_far,
    terms_of,
)
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.orders import Plan
from rules.war_game_1939.model.powers import ALLIES, AXIS, POWERS, name
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
    rows = [Row("ended", -count, why, rule)] if why else []
    return tally(
        f"Commerce dice of {name(nation)}",
        rows,
        count,
        f"Turn {turn} of the progression",
        R("Military Commerce Progression"),
    )


def throw(course: Adjudication, nation: str) -> None:
    """Throw the next die."""
    number, value = _next(course, nation)
    course.tell(e.DieThrown(nation=nation, number=number, value=value, rule=R("Income Roll")))


def throw_on(course: Adjudication, nation: str, count: int, until: int) -> None:
    """Throw so many dice, one after another; stop once the sum is at least ``until`` (0: never)."""
    first = len(course.state.deals[nation].thrown) + 1
    terms = terms_of(course.tables.commerce)
    values: list[int] = []
    while len(values) < count and not reached(so_far(course.state.deals[nation], terms), until):
        values.append(_next(course, nation)[1])
    rule = R("Income Roll")
    if len(values) == 1:
        course.tell(e.DieThrown(nation=nation, number=first, value=values[0], rule=rule))
    elif values:
        course.tell(
            e.DiceThrown(nation=nation, number=first, values=tuple(values), until=until,
                       stopped=len(values) < count, rule=rule)
        )  # fmt: skip


def _next(course: Adjudication, nation: str) -> tuple[int, int]:
    """The next die of a nation, thrown: its number and what it shows."""
    deal = course.state.deals[nation]
    value = course.dice.roll(f"commerce {nation}", course.tables.commerce.sides)
    _put(course, nation, following(deal, "roll", {len(deal.thrown): value}))
    return len(deal.thrown) + 1, value


def reroll(course: Adjudication, nation: str, number: int) -> None:
    """Throw one die again; what it showed before is gone."""
    deal = course.state.deals[nation]
    value = course.dice.roll(f"commerce {nation} again", course.tables.commerce.sides)
    _put(course, nation, following(deal, "reroll", {number - 1: value}))
    course.tell(
        e.DieRerolled(nation=nation, number=number, before=deal.thrown[number - 1], value=value,
                    rule=R("Renegotiation Roll"))
    )  # fmt: skip


def bid(course: Adjudication, nation: str, count: int) -> None:
    """Take the safe bid for some of the dice left."""
    deal = course.state.deals[nation]
    for _ in range(count):
        deal = following(deal, "bid", {})
    _put(course, nation, deal)
    money = count * course.tables.commerce.bid
    course.tell(e.DiceBid(nation=nation, dice=count, money=money, rule=R("Safe Bid")))


def _put(course: Adjudication, nation: str, deal: Deal) -> None:
    course.change(deals={**course.state.deals, nation: deal})


def policy_for(course: Adjudication, nation: str, order: Plan | None) -> Policy:
    """The policy that settles what the player left open: order, standing order, or safe bids."""
    standing = course.standing(nation)
    if order is not None and (order.policy or order.lines):
        return policy_of(order)
    if standing is not None and (standing.policy or standing.lines):
        return policy_of(standing)
    return SAFE


def settle(course: Adjudication, nation: str, policy: Policy) -> None:
    """Follow a policy to its end, die by die, and collect the money."""
    terms = terms_of(course.tables.commerce)
    bids = 0
    while True:
        deal = course.state.deals[nation]
        spot = position(deal, course.tables.commerce)
        move = decide(policy, spot, so_far(deal, terms), deal.rerolls, terms)
        if move == "bid":
            _put(course, nation, following(deal, "bid", {}))
            bids += 1
            continue
        if bids:
            money = bids * terms.bid
            course.tell(e.DiceBid(nation=nation, dice=bids, money=money, rule=R("Safe Bid")))
            bids = 0
        if move == "stop":
            break
        if move == "roll":
            throw(course, nation)
        else:
            reroll(course, nation, deal.thrown.index(min(deal.thrown)) + 1)
    collect_commerce(course, nation)


def collect_commerce(course: Adjudication, nation: str) -> None:
    """Put the sum into the fund it belongs to."""
    deal = course.state.deals[nation]
    found = deal_tally(deal, course.tables, nation)
    record = course.state.nation(nation)
    fund = "cash" if nation in AXIS and record.lifted else "commerce"
    course.nation(nation, collected=found.net, **{fund: getattr(record, fund) + found.net})
    course.tell(
        e.CommerceCollected(nation=nation, dice=deal.thrown, bids=deal.bids, fund=fund, tally=found,
                          rule=R("Military Commerce"))
    )  # fmt: skip


def deal_tally(deal: Deal, tables: Tables, nation: str) -> Tally:
    """The sum on the table, die by die."""
    rows = [
        Row(f"die-{number}", value, f"Die {number}", R("Income Roll"))
        for number, value in enumerate(deal.thrown, start=1)
    ]
    if deal.bids:
        amount = deal.bids * tables.commerce.bid
        rows.append(Row("bids", amount, f"Safe bids: {deal.bids}", R("Safe Bid")))
    return tally(f"Commerce of {name(nation)}", rows, base_rule=R("Military Commerce"))
