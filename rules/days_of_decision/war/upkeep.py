"""What a turn does to wars, surrenders and all that hangs on the map."""

from collections.abc import Mapping

from rules.days_of_decision.minors.minors_at_war import drawn_in, settle_fates
from rules.days_of_decision.model.adjudication import Desk
from rules.days_of_decision.model.orders import Produce
from rules.days_of_decision.surrender.conquest import conquest_settles
from rules.days_of_decision.surrender.house_rules import roll_japan
from rules.days_of_decision.surrender.vichy_peace import vichy_settles
from rules.days_of_decision.war import intelligence
from rules.days_of_decision.war.casus_belli import notice_spell
from rules.days_of_decision.war.civil_wars import china_settles, spain_produces, spain_settles
from rules.days_of_decision.war.impulses import close_impulses
from rules.kernel.orders import Order


def wars_begin_a_turn(desk: Desk) -> None:
    """What was announced and prepared last turn is over, and so are old notices and rolls."""
    turn = desk.state.turn
    desk.change(
        plans=(),
        announced={},
        notices=tuple(n for n in desk.state.notices if notice_spell(desk.tables, n)[1] >= turn),
        rolled=(),
    )


def wars_settle(desk: Desk) -> None:
    """Draw from the declared facts what hangs on them: civil wars, minors, conquests, Vichy."""
    china_settles(desk)
    spain_settles(desk)
    settle_fates(desk)
    conquest_settles(desk)
    vichy_settles(desk)
    drawn_in(desk)


def wars_end_a_turn(desk: Desk, orders: Mapping[str, Order]) -> None:
    """After production: the sides of Spain build, intelligence is bought and
    rolled for, early surrenders are, and the impulses are counted.
    """
    spain_produces(desk)
    bought = {}
    for power in desk.state.powers:
        order = orders.get(power)
        wish = order.operations if isinstance(order, Produce) else 0
        if wish > 0:
            bought[power] = _buy(desk, power, wish)
    intelligence.roll(desk, bought)
    roll_japan(desk)
    close_impulses(desk)


def _buy(desk: Desk, power: str, wish: int) -> int:
    """Operations bought out of what a power saved; the number it can pay for."""
    each: int = desk.tables.war["intelligence"]["cost"]
    most = intelligence.most_bought(desk.state, desk.tables, power)
    count = min(wish, most, desk.state.nation(power).bp // each)
    desk.nation(power, bp=desk.state.nation(power).bp - count * each)
    return count
