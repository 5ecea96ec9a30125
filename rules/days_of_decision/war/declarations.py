"""Declaring war: announcing it, paying for it, and what follows at once (15.5.1, 8.7.2 Option 4)."""

import msgspec

from rules.days_of_decision.entry import entry, pools, war_chart
from rules.days_of_decision.minors.minors_at_war import drawn_in, sets_up
from rules.days_of_decision.model.adjudication import Desk
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.war import (
    AnnouncementLapsed,
    NoticeGiven,
    WarDeclared,
    WarNumber,
    WarRolled,
    WarsAnnounced,
)
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.war import Notice, Plan
from rules.days_of_decision.model.tables import Tables
from rules.days_of_decision.treaties.grounds import ground
from rules.days_of_decision.treaties.pacts import spoken
from rules.days_of_decision.treaties.pacts import war_bar as pact_bar
from rules.days_of_decision.treaties.signing import level_of
from rules.days_of_decision.treaties.upkeep import give_ground
from rules.days_of_decision.war.calls import war_begins
from rules.days_of_decision.war.casus_belli import notice_spell, tried, war_bar
from rules.days_of_decision.war.civil_wars import attacked_in_civil_war, attacked_nation
from rules.kernel.audience import only
from rules.kernel.menus import Barred
from rules.kernel.tally import Tally, tally

RULE = R("8.7.2 Option 4")
TIMING = R("15.5.1")
LASTING = 10_000
"""A turn that never comes: a ground for war lasts until something ends it."""


def announce(desk: Desk, power: str, targets: tuple[str, ...]) -> None:
    """Make public on whom a power will declare war this turn; no guarantee comes in time (15.5.1)."""
    fresh = tuple(t for t in targets if t not in desk.state.announced.get(power, ()))
    if fresh:
        before = desk.state.announced.get(power, ())
        desk.change(announced={**desk.state.announced, power: (*before, *fresh)})
        desk.note(WarsAnnounced(power=power, targets=fresh, rule=TIMING))


def plan_of(state: DecisionState, power: str) -> Plan | None:
    """The option 4 that a power played this turn."""
    return next((plan for plan in state.plans if plan.power == power), None)


def prepare(desk: Desk, power: str, named: tuple[str, ...]) -> None:
    """Option 4 is played: from the first impulse on its player may declare war."""
    rest = tuple(plan for plan in desk.state.plans if plan.power != power)
    desk.change(plans=(*rest, Plan(power=power, named=named)))


def give_notice(desk: Desk, power: str, target: str) -> None:
    """Give another power notice of a war (Ruling 102)."""
    notice = Notice(power=power, against=target, given=desk.state.turn)
    desk.change(notices=(*desk.state.notices, notice))
    first, last = notice_spell(desk.tables, notice)
    desk.note(
        NoticeGiven(
            power=power,
            to=target,
            first=turn_title(first),
            last=turn_title(last),
            rule=R("Ruling 102"),
        )
    )


def first_impulse(desk: Desk) -> None:
    """Every war that was announced begins now, in order of position; what is barred lapses."""
    for power in desk.state.order_of_play():
        plan = plan_of(desk.state, power)
        for target in plan.named if plan else ():
            bar = declare_bar(desk.state, desk.tables, power, target)
            if bar is None:
                declare(desk, power, target)
            else:
                why = f"It was told: “{bar.why}”"
                desk.note(AnnouncementLapsed(power=power, target=target, why=why, rule=bar.rule))
        _free_the_money(desk, power)


def _free_the_money(desk: Desk, power: str) -> None:
    """Nothing is kept back any more for wars that did not begin."""
    plan = plan_of(desk.state, power)
    if plan is None or plan.named == plan.declared:
        return
    desk.change(
        plans=tuple(
            msgspec.structs.replace(plan, named=plan.declared) if plan.power == power else plan
            for plan in desk.state.plans
        )
    )


def unfinished(state: DecisionState, power: str) -> bool:
    """Whether a power may still declare wars this turn."""
    return state.step == "map" and plan_of(state, power) is not None


def declare_bar(state: DecisionState, tables: Tables, power: str, target: str) -> Barred | None:
    """Why a war that option 4 allows cannot be declared now, its price among the reasons."""
    if bar := war_bar(state, tables, power, target):
        return bar
    cost = war_chart.price(tables, target)
    have = war_chart.spendable(state, tables, power, war_chart.purse(state))
    plan = plan_of(state, power)
    if plan is not None and target in plan.named and target not in plan.declared:
        have += cost
    if cost > have:
        word = war_chart.PURSES[war_chart.purse(state)]
        return Barred(f"It costs {cost} {word}; you may spend {have}.", TIMING)
    return None


def declare(desk: Desk, power: str, target: str) -> bool:
    """Declare war: the American roll where it is asked for, then price, chart and all that follows.

    True when the war began. Chits that the attacker does not know of may keep a pact (13.0); then
    nothing is paid.
    """
    state = desk.state
    if target in POWERS and (bar := pact_bar(state, desk.tables, power, target)):
        why = spoken(state, desk.tables, power, target)
        desk.note(AnnouncementLapsed(power=power, target=target, why=why, rule=bar.rule))
        return False
    rolls = power == "usa" and target in POWERS and state.on("experimental")
    if rolls and not _american_roll(desk, target):
        return False
    price = war_chart.price_tally(desk.tables, target)
    war_chart.pay(desk, power, price.net)
    desk.note(WarDeclared(power=power, target=target, price=price, rule=RULE))
    chart_effects(desk, power, target, "4")
    plan = plan_of(desk.state, power)
    if plan is not None:
        done = Plan(power=power, named=plan.named, declared=(*plan.declared, target))
        desk.change(plans=tuple(done if p is plan else p for p in desk.state.plans))
    follow(desk, power, target)
    return True


def chart_effects(desk: Desk, power: str, target: str, option: str, *, part: bool = False) -> None:
    """What the war chart does to the actor's values and to American entry."""
    found = war_chart.values(desk.state, desk.tables, target, part=part)
    name = war_chart.country_name(desk.tables, target)
    rule = R("War Chart") if target == "france" else RULE
    desk.values(power, found, f"War on {name}" if not part else f"An act against {name}", rule)
    if desk.state.on("experimental"):
        pools.roll(desk, power, war_chart.entry_row(desk.tables, target, part=part))
    elif power != "usa":
        parts = war_chart.entry_tally(desk.state, desk.tables, power, target, part=part)
        entry.move(desk, power, power, option, parts)


def follow(desk: Desk, power: str, target: str) -> None:
    """What any declared war brings, whichever option made it: the war itself, the target's level
    and effectiveness, and who gains a casus belli.
    """
    if target in desk.state.minors:
        _grounds_over_minor(desk, power, target)
        sets_up(desk, target)
        left = tuple(d for d in desk.state.deals if (d.power, d.minor) != (power, target))
        desk.change(deals=left)
        attacked_in_civil_war(desk, power, target)
    war_begins(desk, power, target)
    if target in POWERS:
        rows = desk.tables.war["effectiveness"]
        gain = rows.get(target, rows["usual"])
        pair = {power, target}
        unused = tuple(n for n in desk.state.notices if {n.power, n.against} != pair)
        desk.change(notices=unused)
        desk.effectiveness(target, gain, "War was declared on it", RULE)
    aftermath(desk, power, target)


def aftermath(desk: Desk, power: str, target: str) -> None:
    """What follows from any war once it has begun, an ally's joining too: who gains a casus belli,
    whom the Chinese Communists fight for, and which minors are drawn in.
    """
    if target in POWERS:
        _grounds_over_ally(desk, power, target)
        attacked_nation(desk, power, target)
    drawn_in(desk)


def _grounds_over_minor(desk: Desk, attacker: str, minor: str) -> None:
    """Who guarantees the minor or has it as an ally gains a casus belli until it is conquered."""
    record = desk.state.minor(minor)
    name = war_chart.country_name(desk.tables, minor)
    for power in dict.fromkeys((*record.guaranteed, record.joined, record.held)):
        if power in POWERS and power != attacker:
            desk.change(
                casus=tuple(
                    c
                    for c in desk.state.casus
                    if (c.power, c.against, c.over) != (power, attacker, minor)
                )
            )
            ground(desk, power, attacker, LASTING, f"It attacked {name}", RULE, over=minor)


def _grounds_over_ally(desk: Desk, attacker: str, target: str) -> None:
    """Allies of a major power that was attacked gain a casus belli (treaties of level 2 on)."""
    until = desk.state.turn + desk.tables.war["ground"]
    for power in desk.state.powers:
        allied = level_of(desk.state, power, target) >= desk.tables.treaties["alliance"]
        if allied and power != attacker:
            give_ground(desk, power, attacker, until, "It attacked our ally")


def most_tally(state: DecisionState, tables: Tables, target: str) -> Tally:
    """What the modified die of an American war may show at most, by the tension (14.16)."""
    held = pools.pool_total(state, pools.tension(target))
    most = max((row for row in tables.war["its_war"] if held >= row[0]), key=lambda r: r[0])[1]
    return tally(
        "It's war",
        [],
        base=most,
        base_reason=f"Tension {held}",
        base_rule=R("Ruling 116"),
    )


def _american_roll(desk: Desk, target: str) -> bool:
    """The USA rolls for war; failing takes a chit out of the tension and one out of the pool."""
    most = most_tally(desk.state, desk.tables, target)
    parts = pools.war_roll(desk.state, desk.tables, target)
    die = desk.dice.roll(f"american war on {target}", 10)
    passed = die + parts.net <= most.net
    # What the tension adds up to is known to the United States alone; the outcome is public.
    desk.note(WarNumber(target=target, tally=most, audience=only("usa"), rule=R("14.16")))
    desk.note(WarRolled(target=target, die=die, tally=parts, passed=passed, rule=R("14.16")))
    if not passed:
        desk.change(rolled=(*desk.state.rolled, tried(target, desk.state.turn)))
        entry.take(desk, pools.tension(target))
        entry.take(desk, entry.pool_side(desk.state, desk.tables, target))
    return passed
