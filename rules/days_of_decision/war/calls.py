"""Wars and the powers they draw in: full allies may join at once (8.7.2 Option 3 Level 3)."""

from rules.days_of_decision.economy.production import peace_level
from rules.days_of_decision.model.adjudication import Desk
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import bound
from rules.days_of_decision.model.events.treaties import AllyCalled, LevelRaised, WarJoined
from rules.days_of_decision.model.geometry import together
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState, War
from rules.days_of_decision.model.state.treaties import Call
from rules.days_of_decision.model.tables import Tables
from rules.days_of_decision.surrender.vichy_limits import war_bar_of_vichy
from rules.days_of_decision.treaties.pacts import breakable, war_bar
from rules.days_of_decision.treaties.signing import TOP, end_treaties, keep_pact, level_of, record
from rules.kernel.menus import Barred

RULE = R("8.7.2 Option 3 Level 3")


def war_begins(desk: Desk, attacker: str, target: str) -> None:
    """Two countries are at war: what they had signed ends, the attacked major power works at its
    peacetime maximum, and its full allies are called.

    The one door for every way in which a war begins; costs and shifts are its caller's.
    """
    if desk.state.at_war(attacker, target):
        return
    desk.change(
        wars=(*desk.state.wars, War(attacker=attacker, target=target, since=desk.state.turn))
    )
    if not {attacker, target} <= set(POWERS):
        return
    end_treaties(desk, attacker, target, "war", pact=True)
    most = peace_level(desk.tables, target)
    if desk.state.nation(target).level < most:
        desk.nation(target, level=most)
        desk.note(LevelRaised(power=target, level=most, rule=R("8.7.2 Option 4")))
    _call(desk, attacker, target)


def _call(desk: Desk, aggressor: str, ally: str) -> None:
    for power in desk.state.powers:
        if power in (aggressor, ally) or level_of(desk.state, power, ally) < TOP:
            continue
        if join_bar(desk.state, desk.tables, power, aggressor):
            continue
        call = Call(power=power, ally=ally, aggressor=aggressor, turn=desk.state.turn)
        desk.change(calls=(*desk.state.calls, call))
        desk.note(AllyCalled(power=power, ally=ally, aggressor=aggressor, rule=RULE))


def join_bar(state: DecisionState, tables: Tables, power: str, aggressor: str) -> Barred | None:
    """Why a full ally cannot join the war on an aggressor, as far as it knows itself."""
    if state.at_war(power, aggressor):
        return Barred("You are at war with it already.", RULE)
    if together(state, power, aggressor, tables):
        return Barred("It stands in your own ideology.", RULE)
    if bound(state, power):
        return war_bar_of_vichy(state, tables, power, aggressor)
    return breakable(state, tables, power, aggressor)


def join(desk: Desk, call: Call) -> bool:
    """A full ally declares war on the aggressor, without cost, entry, values or effectiveness.

    True when the war began; what follows from any war is its caller's.
    """
    desk.change(calls=tuple(each for each in desk.state.calls if each is not call))
    if bar := war_bar(desk.state, desk.tables, call.power, call.aggressor):
        keep_pact(desk, call.power, call.aggressor, bar)
        return False
    desk.note(WarJoined(power=call.power, ally=call.ally, aggressor=call.aggressor, rule=RULE))
    record(desk, "joined", call.power, call.ally, note=call.aggressor, rule=RULE)
    war_begins(desk, call.power, call.aggressor)
    return True
