"""What each step does when it begins and when it closes. ``steps`` says in which order."""

from collections.abc import Mapping
from typing import TypeVar

from rules.kernel.orders import Chosen, Order
from rules.kernel.state import Ending
from rules.war_game_1939.commerce import dice
from rules.war_game_1939.france import fall_of_france
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.calendar import turn_title
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.orders import Counter, Influence, Plan, Stand, Status, Turn
from rules.war_game_1939.model.powers import ALLIES, AXIS, MAJOR_ALLIES
from rules.war_game_1939.model.scenarios import SCENARIOS
from rules.war_game_1939.model.state import FULL, Deal, WarGameState
from rules.war_game_1939.model.tables import Tables
from rules.war_game_1939.money import funds, spending
from rules.war_game_1939.money.land import chinese_tally, land_tally
from rules.war_game_1939.neutrals import influence
from rules.war_game_1939.war import attacks, soviet_japanese_pact
from rules.war_game_1939.war.american_isolation import overdue
from rules.war_game_1939.war.status import SIDES, declare_status, everybody, offered

Orders = Mapping[str, Order]
O = TypeVar("O", bound=Order)  # noqa: E741


def _given(orders: Orders, nation: str, kind: type[O]) -> O | None:
    order = orders.get(nation)
    return order if isinstance(order, kind) else None


# -- before the player turns -----------------------------------------------------------------


def open_turn(course: Adjudication) -> None:
    """A game turn begins: the pact, Full War from the sixth turn on, and commerce dice."""
    turn = course.state.turn
    course.tell(e.TurnBegan(turn=turn, title=turn_title(turn), rule=R("Introduction")))
    course.change(attempts=(), deals={})
    for nation in course.state.seats:
        course.nation(nation, collected=0, given=0, borrows=False)
    if turn >= course.tables.turns.all_at_war:
        everybody(course, f"It is {turn_title(turn)}", R("Declarations of War"))
    soviet_japanese_pact.settle(course)
    for nation in course.tables.commerce.order:
        found = dice.dice_tally(course.state, course.tables, nation)
        if found.net > 0:
            course.change(deals={**course.state.deals, nation: Deal(dice=found.net)})
        elif found.base:
            course.tell(e.CommerceEnded(nation=nation, tally=found, rule=found.rows[0].rule))


def dealers(state: WarGameState, tables: Tables) -> tuple[str, ...]:
    """Whose commerce dice are settled first: everybody's together, unless one after another."""
    waiting = tuple(n for n in tables.commerce.order if n in state.deals)
    return waiting[:1] if state.switch("commerce") == "in_turn" else waiting


def close_commerce(course: Adjudication, orders: Orders) -> bool:
    """What players left open is settled by their plans. Gives whether another nation follows."""
    for nation in course.state.awaiting:
        dice.settle(course, nation, dice.policy_for(course, nation, _given(orders, nation, Plan)))
    rest = [n for n in course.tables.commerce.order if n in course.state.deals]
    last = course.state.awaiting[-1]
    follows = rest[rest.index(last) + 1 :]
    if course.state.switch("commerce") != "in_turn" or not follows:
        return False
    course.change(awaiting=tuple(follows[:1]))
    return True


def in_turn_order(tables: Tables) -> tuple[str, ...]:
    """All nations, in the order of player turns."""
    groups = tables.turns
    return tuple(nation for key in groups.order for nation in groups.groups[key].nations)


def close_influence(course: Adjudication, orders: Orders) -> None:
    """Attempts come to light; without a step of its own, standing orders oppose them at once."""
    for nation in in_turn_order(course.tables):
        if order := _given(orders, nation, Influence):
            influence.open_attempts(course, nation, order.attempts)
    if course.state.switch("counter") == "standing":
        _oppose(course, {})
        influence.roll_all(course)


def opponents(state: WarGameState, tables: Tables) -> tuple[str, ...]:
    """Who may put money against attempts in the step for it: opponents, if they have any."""
    if state.switch("counter") == "standing":
        return ()
    sides = {attempt.nation for attempt in state.attempts}
    return tuple(
        nation
        for nation in in_turn_order(tables)
        if any(other in sides for other in (ALLIES if nation in AXIS else AXIS))
        and funds.influence_money(state, nation) > 0
    )


def close_counter(course: Adjudication, orders: Orders) -> None:
    """Money against attempts is paid, and all are rolled."""
    if course.state.switch("counter") == "standing":
        return
    _oppose(course, orders)
    influence.roll_all(course)


def _oppose(course: Adjudication, orders: Orders) -> None:
    in_step = course.state.switch("counter") == "step"
    for nation in in_turn_order(course.tables):
        order, standing = _given(orders, nation, Counter), course.standing(nation)
        if order is not None:
            influence.oppose(course, nation, order.against)
        elif standing is not None and (standing.counter or standing.guard):
            payments = {
                attempt.key: standing.counter
                for attempt in course.state.attempts
                if not standing.guard or attempt.place in standing.guard
            }
            influence.oppose(course, nation, payments)
        elif in_step:
            influence.oppose(course, nation, {})


# -- a player turn ---------------------------------------------------------------------------


def open_status(course: Adjudication, group: str) -> None:
    """A player turn begins, and land is counted."""
    row = course.tables.turns.groups[group]
    course.tell(e.PlayerTurnBegan(group=group, title=row.title, rule=R("W-42")))
    for nation in row.nations:
        course.nation(nation, land=land_tally(course.state, course.tables, nation).net)


def declarers(state: WarGameState, tables: Tables, group: str) -> tuple[str, ...]:
    """Allies of a group that can still rise, must roll, or may have to give something up."""
    asked = []
    for nation in tables.turns.groups[group].nations:
        if nation in AXIS or nation == "china":
            continue
        rising = state.nation(nation).status < FULL
        falls = nation == "france" and fall_of_france.pending(state, tables)
        if rising or falls or state.nation(nation).collected:
            asked.append(nation)
    return tuple(asked)


def close_status(course: Adjudication, orders: Orders, group: str) -> None:
    """Declarations, then French alliances, then income."""
    nations = course.tables.turns.groups[group].nations
    for nation in nations:
        if nation in ALLIES and nation != "china":
            _declare(course, nation, _given(orders, nation, Status))
    if "france" in nations:
        fall_of_france.declare_alliances(course)
    if "china" in nations:
        _china(course)
    for nation in nations:
        order = _given(orders, nation, Status)
        funds.collect(course, nation, order.land_first if order else 0)


def _declare(course: Adjudication, nation: str, order: Status | None) -> None:
    standing = course.standing(nation)
    if order is not None:
        wanted = order.rolls
    elif standing is not None and standing.rolls == "all":
        wanted = tuple(row.key for row in offered(course.state, course.tables, nation))
    else:
        wanted = ()
    declare_status(course, nation, wanted)


def _china(course: Adjudication) -> None:
    """China's roll to borrow in this turn alone."""
    found = chinese_tally(course.state, course.tables)
    if found.net <= 0:
        return
    die = 0 if found.net >= SIDES else course.dice.roll("chinese defence", SIDES)
    made = die <= found.net
    course.nation("china", borrows=made)
    course.tell(e.BorrowingRolled(die=die, tally=found, made=made, rule=R("Chinese Defense Roll")))
    for nation in MAJOR_ALLIES if made else ():
        if wishes := course.standing(nation):
            for fund, amount in (("cash", wishes.aid_cash), ("commerce", wishes.aid_commerce)):
                if amount:
                    gift = Chosen(option=f"china:{fund}", details={"amount": amount})
                    spending.give(course, nation, gift)


def open_play(course: Adjudication, group: str) -> None:
    """The map's part of a player turn."""
    zones = overdue(course.state, course.tables)
    course.change(lodged=(), retreated=zones)
    if "usa" in course.tables.turns.groups[group].nations and zones:
        course.tell(e.ReturnDue(zones=zones, rule=R("U.S. Retreat")))


def close_play(course: Adjudication, orders: Orders, group: str) -> None:
    """The last reports come in, as far as they are still allowed; then money changes hands.

    Reports that nobody contests count before that: a Soviet first blow sends loans back unspent.
    """
    nations = course.tables.turns.groups[group].nations
    for nation in nations:
        order = _given(orders, nation, Turn)
        for play in order.reports if order else ():
            if attacks.allowed(course.state, course.tables, nation, play):
                attacks.lodge(course, attacks.read(course.state, nation, play))
        fall_of_france.settle(course, nation, dict(order.vichy) if order else {})
    if not any(report.contested for report in course.state.lodged):
        attacks.count_all(course)
    for nation in nations:
        order = _given(orders, nation, Turn)
        for play in order.gifts if order else ():
            spending.give(course, nation, play)
        spending.buy(course, nation, order.purchases if order else ())


def contested(state: WarGameState) -> tuple[str, ...]:
    """Whose reports are contested, who are asked whether they stand by them."""
    found = {report.by for report in state.lodged if report.contested}
    return tuple(n for n in state.seats if n in found)


def close_check(course: Adjudication, orders: Orders, group: str) -> None:
    """What was not withdrawn takes effect, and the player turn is over."""
    for nation in course.state.awaiting:
        if order := _given(orders, nation, Stand):
            mine = {r.number for r in course.state.lodged if r.by == nation and r.contested}
            attacks.withdraw(course, mine & {int(number) for number in order.withdraw})
    attacks.count_all(course)
    nations = course.tables.turns.groups[group].nations
    course.change(loans=tuple(loan for loan in course.state.loans if loan.to not in nations))
    for nation in nations:
        if nation == "china":
            course.nation(nation, borrows=False)
    zones = overdue(course.state, course.tables)
    if "usa" in nations and zones:
        course.tell(e.ReturnDue(zones=zones, late=True, rule=R("U.S. Retreat")))
        course.change(retreated=())


def end_turn(course: Adjudication) -> None:
    """After the last player turn: the next half-year, or the end."""
    scenario = SCENARIOS[course.state.scenario]
    if course.state.turn < scenario.turns:
        course.change(turn=course.state.turn + 1)
        return
    course.tell(e.CampaignEnded(title=scenario.title, rule=R("W-47")))
    text = f"The last turn, {turn_title(course.state.turn)}, is over."
    course.change(ending=Ending(key="turns", text=text), awaiting=())
