"""Placement: at the start and before every spring each power places its points in secret (49.21).

Public are the allotments, which follow from public facts. Where the points lie becomes public
when a target is rolled for, and altogether when the year ends.
"""

from rules.kernel.events import OrdersReleased
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower
from rules.world_at_war.diplomacy.eligibility import placing_targets
from rules.world_at_war.diplomacy.points import fitted, placement_menu, secrecy, share
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.calendar import calendar_of, year_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events import diplomacy as e
from rules.world_at_war.model.orders import Place
from rules.world_at_war.model.powers import SEATS
from rules.world_at_war.model.state import Points, WarState
from rules.world_at_war.turn.autopilot import spread


def due(state: WarState) -> bool:
    """Whether this turn begins with a placement."""
    return state.turn == 1 or calendar_of(state.scenario).opens_year(state.turn)


def enter(course: Adjudication) -> None:
    """A turn begins; at the year's start points are allotted."""
    title = calendar_of(course.state.scenario).name(course.state.turn)
    course.tell(e.TurnBegan(turn=course.state.turn, title=title, rule=R("49.4")))
    if not due(course.state):
        return
    course.change(allotted={})
    announce(course)


def announce(course: Adjudication) -> None:
    """Tell what every power is allotted, as far as it was not told before."""
    told = course.state.allotted
    now = {power: share(course.state, power) for power in SEATS}
    course.change(allotted=now)
    for power, tally in now.items():
        if told.get(power) != tally:
            course.tell(e.PointsAllotted(power=power, tally=tally, rule=R("49.11")))


def asked(state: WarState) -> tuple[AskedPower, ...]:
    """Every power that was allotted a point is asked."""
    if not due(state):
        return ()
    return tuple(
        AskedPower(
            power=power,
            what=f"Place {points} diplomatic {'point' if points == 1 else 'points'} for {year_of(state.scenario, state.turn)}",
            silence="last year's placement stands as far as it is legal, and the rest is spread for you",
        )
        for power in SEATS
        if (points := share(state, power).net) > 0
    )


def resolve(course: Adjudication, orders: dict[str, Order]) -> None:
    """The points are placed; a silent power repeats last year's as far as it can (ruling 22)."""
    announce(course)
    records: list[Points] = []
    for ask in asked(course.state):
        power, order = ask.power, orders.get(ask.power)
        view = course.view(power)
        if isinstance(order, Place) and not placement_menu(view, power).problems(order):
            placed = {target: count for target, count in order.points.items() if count}
        else:
            wanted = (
                order.points if isinstance(order, Place) else course.state.previous.get(power, {})
            )
            placed = fitted(view, power, dict(wanted), spread(view, power))
        placed = {
            target: placed[target]
            for target in placing_targets(course.state, power)
            if placed.get(target)
        }
        seen = secrecy(course.state, power)
        records += [
            Points(power=power, target=target, amount=count, year=course.year, audience=seen)
            for target, count in placed.items()
        ]
        course.tell(e.PointsPlaced(power=power, points=placed, rule=R("49.21"), audience=seen))
    course.change(points=tuple(records))
    course.tell(e.PlacementSealed(year=course.year, rule=R("49.21")))


def close_year(course: Adjudication) -> None:
    """Winter is over: unused points lapse and the year's placements become public (ruling 6)."""
    placed: dict[str, dict[str, int]] = {}
    unused: dict[str, dict[str, int]] = {}
    for record in course.state.points:
        for found, wanted in ((placed, True), (unused, not record.spent)):
            if wanted:
                row = found.setdefault(record.power, {})
                row[record.target] = row.get(record.target, 0) + record.amount
    calendar = calendar_of(course.state.scenario)
    spring = max(1, course.state.turn - calendar.at(course.state.turn).period)
    course.tell(e.PointsLapsed(year=course.year, placed=placed, unused=unused, rule=R("Ruling 6")))
    course.tell(OrdersReleased(phases=(f"place@{spring}",), rule=R("49.21")))
    course.change(points=(), previous=placed)
