"""Before and after the options: upkeep, the end of the political phase, and production."""

from collections.abc import Mapping

from rules.days_of_decision.display.objectives import ending, shares
from rules.days_of_decision.economy.production import (
    build_points,
    factories,
    income,
    india_apart,
    india_points,
    multiple,
    stock,
)
from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.calendar import CALENDAR, turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import bound, election_due, enemy_powers, excused
from rules.days_of_decision.model.events.political import (
    BidPointsGained,
    CampaignEnded,
    DebtPaid,
    GovernmentChanged,
    IndiaProduced,
    MapDue,
    Produced,
    TurnBegan,
)
from rules.days_of_decision.model.orders import Produce
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.options.national import (
    civil_war_settles,
    india_settles,
    ukraine_settles,
)
from rules.days_of_decision.treaties.upkeep import (
    borders,
    deliver,
    delivered,
    draw_chits,
    lend,
    lose_what_was_lent,
    turn_begins,
)
from rules.days_of_decision.turn.effects import SECRET
from rules.days_of_decision.war.upkeep import wars_begin_a_turn, wars_end_a_turn, wars_settle
from rules.kernel.events import OrdersReleased
from rules.kernel.orders import Order
from rules.kernel.tally import Row, tally


def upkeep(course: Adjudication) -> None:
    """The turn begins: grounds for war expire, and effectiveness below zero costs money."""
    state = course.state
    course.tell(TurnBegan(turn=state.turn, title=turn_title(state.turn)))
    facts = {
        key: False if key.startswith("attacked.") else value for key, value in state.facts.items()
    }
    course.change(
        casus=tuple(casus for casus in state.casus if casus.until >= state.turn),
        turned=(),
        moves=(),
        used=(),
        voted=(),
        counts={},
        spare={},
        at=0,
        mover="",
        facts=facts,
        told=tuple(told for told in state.told if told.turn >= state.turn - 1),
    )
    for power in state.powers:
        _pay_for_weakness(course, power)
    turn_begins(course)
    wars_begin_a_turn(course)
    _settle_map(course)
    _fall_due(course)


def _fall_due(course: Adjudication) -> None:
    """Remind of what the map owes at this date (14.4, option 7 of China and the USSR)."""
    turn = course.state.turn
    for power in course.state.powers:
        if course.state.nation(power).pool_back == turn:
            course.nation(power, pool_back=0)
            course.tell(MapDue(power=power, what="force_pool", rule=R("14.4")))
    since = turn - course.state.civil_war_over
    if (
        course.state.civil_war_over
        and since
        and not since % course.tables.limits["civil_war_again"]
    ):
        rule = R("8.7.2 China and Russia Option 7")
        course.tell(MapDue(power="china", what="civil_war", rule=rule))


def _settle_map(course: Adjudication) -> None:
    """Draw from the declared facts what hangs on them: wars, the Ukraine, India, China."""
    wars_settle(course)
    ukraine_settles(course)
    india_settles(course)
    civil_war_settles(course)
    borders(course)


def _pay_for_weakness(course: Adjudication, power: str) -> None:
    """Below zero: lose so much money; at the debt limit saved build points, then production."""
    nation = course.state.nation(power)
    if nation.pe >= 0:
        course.nation(power, lost_trade=False, owed=0)
        return
    due = -nation.pe
    money = min(due, max(0, nation.money - course.tables.limits["debt"]))
    converted = min(due - money, max(0, nation.bp))
    owed = due - money - converted
    course.nation(
        power,
        money=nation.money - money,
        bp=nation.bp - converted,
        lost_trade=False,
        owed=owed,
    )
    _note_debt(course, power, due, money, converted, lost=False)


def _pay_by_production(course: Adjudication, power: str, points: int) -> None:
    """Take what is still owed from the turn's production; what was lent is lost if it is too little
    (Ruling 68).
    """
    nation = course.state.nation(power)
    if not nation.owed:
        return
    converted = min(nation.owed, max(0, points))
    lost = converted < nation.owed
    course.nation(power, owed=0, lost_trade=lost)
    if lost and power == "usa":  # its resources are lent; Japan sends a build point (Ruling 68)
        course.change(exchange=False)
    _note_debt(course, power, nation.owed, 0, converted, lost=lost)


def _note_debt(
    course: Adjudication, power: str, due: int, money: int, converted: int, *, lost: bool
) -> None:
    rule = R("8.7.2 Option 5 Debt")
    parts = tally(f"{POWERS[power].adjective} effectiveness below zero", [Row("money", -money, "Money paid", rule),
         Row("bp", -converted, "Build points converted", rule)], due, "Owed", rule)  # fmt: skip
    course.tell(DebtPaid(power=power, tally=parts, converted=converted, lost=lost, rule=rule))


def close_phase(course: Adjudication) -> None:
    """The political phase ends: bid points, elections not held, chits, January's chance."""
    for power in course.state.powers:
        _bid_points(course, power)
        _election_missed(course, power)
        _winter(course, power)
        nation = course.state.nation(power)
        below = nation.below + 1 if nation.pe < 0 else 0
        if below != nation.below:
            course.nation(power, below=below)
    entry.add_years(course)
    entry.war_chits(course)
    course.change(at=0, mover="")
    _release(course)


def _bid_points(course: Adjudication, power: str) -> None:
    limits, nation = course.tables.limits, course.state.nation(power)
    active = power in [t.power for t in course.state.turned if t.outcome != "wasted"]
    vichy = bound(course.state, power)
    rows = []
    if not active:
        rows.append(Row("idle", limits["bid_idle"], "No option played", R("6")))
    if vichy and not active:
        rows.append(
            Row(
                "vichy",
                -limits["bid_gain"] - limits["bid_idle"],
                "A Vichy power that played no option",
                R("8.7.2 Option 5"),
            )
        )
    parts = tally(
        f"{POWERS[power].adjective} bid points", rows, limits["bid_gain"], "Each turn", R("6")
    )
    after = min(limits["bid_cap"], nation.bids + parts.net)
    if after != nation.bids:
        course.nation(power, bids=after)
        course.tell(BidPointsGained(power=power, tally=parts, after=after, rule=R("6")))


def _election_missed(course: Adjudication, power: str) -> None:
    """The USA changes its government; others lose effectiveness unless they tried (Ruling 65)."""
    due = election_due(course.state, course.tables, power)
    if not due or power in course.state.voted or excused(course.state, power):
        return
    if power == "usa":
        course.change(republican=not course.state.republican)
        course.tell(GovernmentChanged(republican=course.state.republican, rule=R("8.7.1 IPO 10")))
        return
    tried = any(
        t.power == power and t.option in ("ipo-10", "0c") and t.outcome == "failed"
        for t in course.state.turned
    )
    if not tried:
        lost = course.tables.limits["election_lost"]
        course.effectiveness(power, lost, "An election was not held", R("Ruling 65"))


def _winter(course: Adjudication, power: str) -> None:
    """After five turns of war a die above effectiveness raises it by one (8.6.1)."""
    if not course.state.on("winter_roll") or not CALENDAR.opens_year(course.state.turn):
        return
    enemies = enemy_powers(course.state, power)
    since = [
        war.since
        for war in course.state.wars
        if power in (war.attacker, war.target) and {war.attacker, war.target} & set(enemies)
    ]
    if not since or course.state.turn - min(since) < course.tables.limits["jf_war_turns"]:
        return
    die = course.dice.roll(f"winter of {power}")
    pe = course.state.nation(power).pe
    rule = R("8.6.1")
    parts = tally("A long war", [], pe, "To be exceeded", rule)
    passed = die > pe
    course.tested(power, "", (die,), parts, rule, passed=passed)
    if passed:
        course.effectiveness(power, 1, "A long war", rule)


def _release(course: Adjudication) -> None:
    """Publish the sealed orders of this phase, unless a unit built in secret stands in them."""
    if course.state.switch("plays") == "open":
        return
    key = f"select@{course.state.turn}"
    secret = any(t.option in SECRET for t in course.state.turned)
    if secret:
        course.change(held_back=(*course.state.held_back, key))
    else:
        course.tell(OrdersReleased(phases=(key,), rule=R("14.1")))


def produce(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Factories work and money comes in; what is not spent on the map is saved (Ruling 58)."""
    _settle_map(course)
    deliver(course, orders)
    for power in course.state.powers:
        state, tables = course.state, course.tables
        nation = state.nation(power)
        points = build_points(state, tables, power)
        money = income(tables, power, points.net)
        order = orders.get(power)
        held = stock(state, power, points.net)
        wish = order.spend if isinstance(order, Produce) else 0
        saved = min(tables.limits["bp_cap"], held - min(wish, held))
        course.tell(
            Produced(
                power=power,
                points=points,
                factories=factories(state, tables, power),
                multiple=multiple(state, tables, power),
                money=money,
                spent=held - saved,
                saved=saved,
                rule=R("10.1"),
            )
        )
        _pay_by_production(course, power, points.net)
        course.nation(power, bp=saved, money=nation.money + money.net)
        possible = build_points(state, tables, power, supplied=True).net
        course.change(
            produced={**course.state.produced, power: points.net},
            possible={**course.state.possible, power: possible},
        )
    lose_what_was_lent(course)
    delivered(course)
    lend(course, orders)
    draw_chits(course, orders)
    if india_apart(course.state):
        indian = india_points(course.state, course.tables)
        course.tell(IndiaProduced(points=indian, rule=R("8.7.2 CW Option 8")))
    wars_end_a_turn(course, orders)


def finish_turn(course: Adjudication) -> None:
    """See whether the game is over; else the next turn begins."""
    over = ending(course.state, course.tables)
    if over is None:
        course.change(turn=course.state.turn + 1)
        return
    if course.state.held_back:
        course.tell(OrdersReleased(phases=course.state.held_back, rule=R("14.1")))
    course.change(ending=over, held_back=())
    course.tell(
        CampaignEnded(title=over.text, shares=shares(course.state, course.tables), rule=R("4"))
    )
