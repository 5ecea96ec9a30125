"""What a turn does to wars, surrenders and all that hangs on the map."""

from collections.abc import Mapping

from rules.days_of_decision.minors.minors_at_war import drawn_in, settle_fates
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.orders import Produce
from rules.days_of_decision.surrender.conquest import conquest_settles
from rules.days_of_decision.surrender.house_rules import roll_japan
from rules.days_of_decision.surrender.vichy_peace import vichy_settles
from rules.days_of_decision.war import intelligence
from rules.days_of_decision.war.casus_belli import notice_spell
from rules.days_of_decision.war.civil_wars import china_settles, spain_produces, spain_settles
from rules.days_of_decision.war.impulses import close_impulses
from rules.kernel.orders import Order


def wars_begin_a_turn(course: Adjudication) -> None:
    """What was announced and prepared last turn is over, and so are old notices and rolls."""
    turn = course.state.turn
    course.change(
        plans=(),
        announced={},
        notices=tuple(n for n in course.state.notices if notice_spell(course.tables, n)[1] >= turn),
        rolled=(),
    )


def wars_settle(course: Adjudication) -> None:
    """Draw from the declared facts what hangs on them: civil wars, minors, conquests, Vichy."""
    china_settles(course)
    spain_settles(course)
    settle_fates(course)
    conquest_settles(course)
    vichy_settles(course)
    drawn_in(course)


def wars_end_a_turn(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """After production: the sides of Spain build, intelligence is bought and
    rolled for, early surrenders are, and the impulses are counted.
    """
    spain_produces(course)
    bought = {}
    for power in course.state.powers:
        order = orders.get(power)
        wish = order.operations if isinstance(order, Produce) else 0
        if wish > 0:
            bought[power] = _buy(course, power, wish)
    intelligence.roll(course, bought)
    roll_japan(course)
    close_impulses(course)


def _buy(course: Adjudication, power: str, wish: int) -> int:
    """Operations bought out of what a power saved; the number it can pay for."""
    each: int = course.tables.war["intelligence"]["cost"]
    most = intelligence.most_bought(course.state, course.tables, power)
    count = min(wish, most, course.state.nation(power).bp // each)
    course.nation(power, bp=course.state.nation(power).bp - count * each)
    return count
