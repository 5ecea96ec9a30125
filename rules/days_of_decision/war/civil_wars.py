"""Civil wars in Spain and China: how they begin, who commands a side, what it makes, how they end
(9.2.4, 10.1.2, 15.5.3).
"""

from fractions import Fraction

from rules.days_of_decision.display.objectives import settle_side
from rules.days_of_decision.economy.production import half_up
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.war import (
    ChinaWon,
    CountrySplit,
    MarkerPlaced,
    SidePassed,
    SideProduced,
)
from rules.days_of_decision.model.geometry import controller, ideology, nearest, zone
from rules.days_of_decision.model.hex_grid import STEPS, distance
from rules.days_of_decision.model.powers import FACTIONS
from rules.days_of_decision.model.state import DecisionState, Hex
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.war.calls import war_begins
from rules.kernel.tally import Tally, tally

POINTS, FOUGHT = R("10.1.2"), R("15.5.3")
HELD = {"spanish_nationalists": "nationalists", "spanish_republicans": "republicans"}
"""Under which word the fact sheet counts what a side of Spain holds."""


def sides_of(state: DecisionState, tables: Tables, country: str) -> tuple[str, ...]:
    """The sides of a minor country that suffers a civil war; China is another matter (9.2.4)."""
    spain = tables.war["spain"]
    fought = country == spain["country"] and state.yes("civil_war.spain")
    return tuple(spain["sides"]) if fought else ()


def third(state: DecisionState, tables: Tables, attacker: str, side: str, other_side: str) -> str:
    """The power that a side passes to when its commander attacks the country: the closest one to
    the side's own counter of the third ideology (Ruling 106).
    """
    mine = ideology(state, attacker, tables)
    rival = controller(state, other_side, tables)
    theirs = ideology(state, rival, tables) if rival else ""
    others = (
        power
        for power in state.playing
        if (stands := ideology(state, power, tables)) in FACTIONS and stands not in (mine, theirs)
    )
    return nearest(state, state.minor(side).hex, others)


def attacked_in_civil_war(course: Adjudication, attacker: str, country: str) -> None:
    """Both sides of a country in civil war fight whoever attacks it, each for itself; a side that
    the attacker commanded passes to the third ideology.
    """
    sides = sides_of(course.state, course.tables, country)
    for side in sides:
        other = next(each for each in sides if each != side)
        if controller(course.state, side, course.tables) == attacker:
            heir = third(course.state, course.tables, attacker, side, other)
            course.minor(side, held=heir, joined="", values={}, guaranteed=())
            course.tell(
                SidePassed(side=side, power=heir, before=attacker, rule=R("8.7.2 Option 4"))
            )
    for side in sides:
        war_begins(course, attacker, side)


def attacked_nation(course: Adjudication, attacker: str, target: str) -> None:
    """When the USSR attacks China in its civil war, the Communists fight for China (15.5.3)."""
    if (attacker, target) == ("ussr", "china") and course.state.side_of_communists != "china":
        course.change(side_of_communists="china")
        course.tell(SidePassed(side="communists", power="china", before="ussr", rule=FOUGHT))


# -- Spain ---------------------------------------------------------------------------------


def part(percent: int, units: int, *, larger: bool) -> int:
    """The units that a side receives: the nearest whole number, a half to the larger share."""
    exact = Fraction(percent * units, 100)
    if exact.denominator == 2:
        return exact.__ceil__() if larger else exact.__floor__()
    return half_up(exact)


def divided(tables: Tables, one: int, other: int) -> tuple[dict[str, int], dict[str, int]]:
    """The units of two sides by their percentages: of each side's own pool on land and in the air,
    of the one navy by shares.
    """
    spain = tables.war["spain"]
    found: list[dict[str, int]] = []
    for percent, rival in ((one, other), (other, one)):
        larger = percent > rival
        found.append({kind: part(percent, spain[kind], larger=larger) for kind in ("land", "air")})
    ships = part(one, spain["ships"], larger=one >= other)
    found[0]["ships"], found[1]["ships"] = ships, spain["ships"] - ships
    return found[0], found[1]


def spain_settles(course: Adjudication) -> None:
    """Divide Spain by a die when its civil war is first declared; forget it when that is over."""
    fought = course.state.yes("civil_war.spain")
    if not fought and course.state.split:
        course.change(split={})
    if not fought or course.state.split:
        return
    sides = course.tables.war["spain"]["sides"]
    die = course.dice.roll("split of spain")
    one, other = course.tables.war["split"][die - 1]
    shares = dict(zip(sides, (one, other), strict=True))
    units = dict(zip(sides, divided(course.tables, one, other), strict=True))
    course.change(split=shares)
    course.tell(CountrySplit(country="spain", die=die, shares=shares, units=units, rule=FOUGHT))


def side_points(state: DecisionState, side: str) -> Tally:
    """The build points of a side: one for each city, port, resource and factory it holds."""
    key = f"held.spain.{HELD[side]}"
    return tally(
        "Build points of a side",
        [],
        state.count(key),
        "Cities, ports, resources and factories held",
        POINTS,
    )


def spain_produces(course: Adjudication) -> None:
    """Both sides of Spain make their build points, if they hold anything (10.1.2); those of China do not."""
    for side in sides_of(course.state, course.tables, "spain"):
        points = side_points(course.state, side)
        if points.net:
            course.tell(SideProduced(side=side, points=points, rule=POINTS))


# -- China ---------------------------------------------------------------------------------


def china_settles(course: Adjudication) -> None:
    """The Chinese civil war ends when a side holds no city, resource or port (15.5.3)."""
    state = course.state
    if not state.yes("civil_war.china"):
        return
    if not state.count("held.china.communists"):
        _won(course, "nationalists")
    elif not state.count("held.china.nationalists"):
        _won(course, "communists")


def _won(course: Adjudication, side: str) -> None:
    facts = {**course.state.facts, "civil_war.china": False}
    course.change(facts=facts, side_of_communists="")
    course.tell(ChinaWon(side=side, rule=FOUGHT))
    if side == "communists":
        place(course, beside(course.state, course.tables)[0], by="")


def beside(state: DecisionState, tables: Tables) -> tuple[Hex, ...]:
    """The hexes beside the Soviet marker, clockwise from the east, those of its own zone first."""
    here = state.nation("ussr").marker
    around = [(here[0] + q, here[1] + r) for q, r in STEPS]
    inside = zone(here, tables.display)
    radius = tables.display.radius
    spots = [spot for spot in around if distance(spot, (0, 0)) <= radius]
    return tuple(sorted(spots, key=lambda spot: zone(spot, tables.display) != inside))


def place(course: Adjudication, spot: Hex, *, by: str) -> None:
    """Put the Chinese marker down, and settle what that means for victory (14.3, 14.4)."""
    before = ideology(course.state, "china", course.tables)
    course.nation("china", marker=spot)
    course.tell(MarkerPlaced(power="china", by=by or "ussr", hex=spot, rule=FOUGHT))
    settle_side(course, "china", before)
