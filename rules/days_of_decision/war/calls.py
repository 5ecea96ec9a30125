"""Wars and the powers they draw in: full allies may join at once (8.7.2 Option 3 Level 3)."""

from rules.days_of_decision.economy.production import peace_level
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import bound
from rules.days_of_decision.model.events.treaties import AllyCalled, LevelRaised, WarJoined
from rules.days_of_decision.model.geometry import together
from rules.days_of_decision.model.opening import APART, WAR_OVER
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState, War
from rules.days_of_decision.model.state.treaties import Call
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.surrender.vichy_limits import war_bar_of_vichy
from rules.days_of_decision.treaties.pacts import breakable, war_bar
from rules.days_of_decision.treaties.signing import TOP, end_treaties, keep_pact, level_of, record
from rules.kernel.menus import Barred

RULE = R("8.7.2 Option 3 Level 3")


def war_begins(course: Adjudication, attacker: str, target: str) -> None:
    """Two countries are at war: what they had signed ends, the attacked major power works at its
    peacetime maximum, and its full allies are called.

    The one door for every way in which a war begins; costs and shifts are its caller's.
    """
    if course.state.at_war(attacker, target):
        return
    course.change(
        wars=(*course.state.wars, War(attacker=attacker, target=target, since=course.state.turn))
    )
    if not {attacker, target} <= set(POWERS):
        return
    end_treaties(course, attacker, target, "war", pact=True)
    most = peace_level(course.tables, target)
    if course.state.nation(target).level < most:
        course.nation(target, level=most)
        course.tell(LevelRaised(power=target, level=most, rule=R("8.7.2 Option 4")))
    _call(course, attacker, target)


def _call(course: Adjudication, aggressor: str, ally: str) -> None:
    for power in course.state.powers:
        if power in (aggressor, ally) or level_of(course.state, power, ally) < TOP:
            continue
        if join_bar(course.state, course.tables, power, aggressor):
            continue
        call = Call(power=power, ally=ally, aggressor=aggressor, turn=course.state.turn)
        course.change(calls=(*course.state.calls, call))
        course.tell(AllyCalled(power=power, ally=ally, aggressor=aggressor, rule=RULE))


def join_bar(state: DecisionState, tables: Tables, power: str, aggressor: str) -> Barred | None:
    """Why a full ally cannot join the war on an aggressor, as far as it knows itself."""
    if state.at_war(power, aggressor):
        return Barred("You are at war with it already.", RULE, WAR_OVER)
    if together(state, power, aggressor, tables):
        return Barred("It stands in your own ideology.", RULE, APART)
    if bound(state, power):
        return war_bar_of_vichy(state, tables, power, aggressor)
    return breakable(state, tables, power, aggressor)


def join(course: Adjudication, call: Call) -> bool:
    """A full ally declares war on the aggressor, without cost, entry, values or effectiveness.

    True when the war began; what follows from any war is its caller's.
    """
    course.change(calls=tuple(each for each in course.state.calls if each is not call))
    if bar := war_bar(course.state, course.tables, call.power, call.aggressor):
        keep_pact(course, call.power, call.aggressor, bar)
        return False
    course.tell(WarJoined(power=call.power, ally=call.ally, aggressor=call.aggressor, rule=RULE))
    record(course, "joined", call.power, call.ally, note=call.aggressor, rule=RULE)
    war_begins(course, call.power, call.aggressor)
    return True
