"""Bids and the order of play (6, 3.2)."""

from collections.abc import Mapping
from fractions import Fraction

from rules.days_of_decision.model.adjudication import Adjudication
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
            Row("pe", pe, "Political effectiveness", R("6")),
            Row("bid", points, "Bid points", R("6")),
        ],
        die,
        "The die",
        R("6"),
    )


def score(total: int, options: int, *, floor: bool = False) -> Fraction:
    """The score: everything added up first, then divided by the options, never rounded."""
    return Fraction(max(0, total) if floor else total, options)


def mixed(kept: str) -> str:
    """A score as the state keeps it, as people write it: ``9/2`` is 4 1/2. Empty before any bid."""
    if not kept:
        return ""
    value = Fraction(kept)
    whole, rest = divmod(abs(value), 1)
    said = f"{whole} {rest}" if whole and rest else str(rest or whole)
    return f"-{said}" if value < 0 else said


def open_bids(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Open all bids, throw one die for each power, and set the order of play (6)."""
    scores = {}
    for power in course.state.powers:
        order = orders.get(power)
        bid = order if isinstance(order, Bid) else Bid()
        nation = course.state.nation(power)
        die = course.dice.roll(f"initiative of {power}")
        parts = bid_tally(power, nation.pe, bid.points, die)
        result = score(parts.net, bid.options, floor=course.state.on("floor_at_zero"))
        scores[power] = result
        course.nation(power, bids=nation.bids - bid.points, options=bid.options, score=str(result))
        course.tell(
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
    by_pe = course.state.on("tie_by_pe")
    ranked = sorted(
        scores,
        key=lambda power: (
            -scores[power],
            -course.state.nation(power).pe if by_pe else 0,
            SEATS.index(power),
        ),
    )
    wishes = {p: o.yield_to for p, o in orders.items() if isinstance(o, Bid) and o.yield_to}
    set_order(course, ranked)
    if course.state.switch("yielding") != "step":
        swap(course, wishes)
        note_order(course)


def set_order(course: Adjudication, ranked: list[str]) -> None:
    """Give the powers their positions, from 1."""
    for position, power in enumerate(ranked, start=1):
        course.nation(power, position=position)


def swap(course: Adjudication, wishes: Mapping[str, str]) -> None:
    """Let each democracy in order change places with a later one that it yields to (Ruling 51)."""
    members = democracies(course.state, course.tables)
    for power in course.state.order_of_play():
        other = wishes.get(power, "")
        if power not in members or other not in members or other == power:
            continue
        mine, theirs = course.state.nation(power).position, course.state.nation(other).position
        if mine < theirs:
            course.nation(power, position=theirs)
            course.nation(other, position=mine)
            course.tell(PlaceYielded(power=power, to=other, rule=R("Ruling 51")))


def note_order(course: Adjudication) -> None:
    """Say who acts when."""
    course.tell(OrderSet(order=course.state.order_of_play(), rule=R("3.2")))


def yield_places(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Carry out the step of yielding, where it is one of its own."""
    swap(course, {p: o.yield_to for p, o in orders.items() if isinstance(o, Yield) and o.yield_to})
    note_order(course)
