"""Bids and the order of play (6, 3.2)."""

from collections.abc import Mapping
from fractions import Fraction

from rules.days_of_decision.model.adjudication import Desk
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.political import BidsOpened, OrderSet, PlaceYielded
from rules.days_of_decision.model.geometry import democracies
from rules.days_of_decision.model.orders import Bid, Yield
from rules.days_of_decision.model.powers import POWERS, SEATS
from rules.kernel.orders import Order
from rules.kernel.tally import Row, Tally, tally


def bid_tally(power: str, pe: int, points: int, die: int) -> Tally:
    """Die, effectiveness and bid points; the sum is divided by the options afterwards."""
    return tally(
        POWERS[power].name,
        [
            Row(key="pe", amount=pe, reason="Political effectiveness", rule=R("6")),
            Row(key="bid", amount=points, reason="Bid points", rule=R("6")),
        ],
        base=die,
        base_reason="The die",
        base_rule=R("6"),
    )


def score(total: int, options: int, *, floor: bool = False) -> Fraction:
    """The score: everything added up first, then divided by the options, never rounded."""
    return Fraction(max(0, total) if floor else total, options)


def open_bids(desk: Desk, orders: Mapping[str, Order]) -> None:
    """Open all bids, throw one die for each power, and set the order of play (6)."""
    scores = {}
    for power in desk.state.powers:
        order = orders.get(power)
        bid = order if isinstance(order, Bid) else Bid()
        nation = desk.state.nation(power)
        die = desk.dice.roll(f"initiative of {power}")
        parts = bid_tally(power, nation.pe, bid.points, die)
        result = score(parts.net, bid.options, floor=desk.state.on("floor_at_zero"))
        scores[power] = result
        desk.nation(power, bids=nation.bids - bid.points, options=bid.options, score=str(result))
        desk.note(
            BidsOpened(
                power=power,
                options=bid.options,
                points=bid.points,
                die=die,
                tally=parts,
                score=str(result),
                rule=R("6"),
            )
        )
    by_pe = desk.state.on("tie_by_pe")
    ranked = sorted(
        scores,
        key=lambda power: (
            -scores[power],
            -desk.state.nation(power).pe if by_pe else 0,
            SEATS.index(power),
        ),
    )
    wishes = {p: o.yield_to for p, o in orders.items() if isinstance(o, Bid) and o.yield_to}
    set_order(desk, ranked)
    if desk.state.switch("yielding") != "step":
        swap(desk, wishes)
        note_order(desk)


def set_order(desk: Desk, ranked: list[str]) -> None:
    """Give the powers their positions, from 1."""
    for position, power in enumerate(ranked, start=1):
        desk.nation(power, position=position)


def swap(desk: Desk, wishes: Mapping[str, str]) -> None:
    """Let each democracy in order change places with a later one that it yields to (Ruling 51)."""
    members = democracies(desk.state, desk.tables)
    for power in desk.state.order_of_play():
        other = wishes.get(power, "")
        if power not in members or other not in members or other == power:
            continue
        mine, theirs = desk.state.nation(power).position, desk.state.nation(other).position
        if mine < theirs:
            desk.nation(power, position=theirs)
            desk.nation(other, position=mine)
            desk.note(PlaceYielded(power=power, to=other, rule=R("Ruling 51")))


def note_order(desk: Desk) -> None:
    """Say who acts when."""
    desk.note(OrderSet(order=desk.state.order_of_play(), rule=R("3.2")))


def yield_places(desk: Desk, orders: Mapping[str, Order]) -> None:
    """Carry out the step of yielding, where it is one of its own."""
    swap(desk, {p: o.yield_to for p, o in orders.items() if isinstance(o, Yield) and o.yield_to})
    note_order(desk)
