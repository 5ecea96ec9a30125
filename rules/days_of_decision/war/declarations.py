"""Declaring war: announcing it, paying for it, and what follows at once (15.5.1, 8.7.2 Option 4)."""

import msgspec

from rules.days_of_decision.entry import entry, pools, war_chart
from rules.days_of_decision.minors.minors_at_war import drawn_in, sets_up
from rules.days_of_decision.model.adjudication import Adjudication
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
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.war import Notice, Plan
from rules.days_of_decision.model.table_rows import Tables
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


def announce(course: Adjudication, power: str, targets: tuple[str, ...]) -> None:
    """Make public on whom a power will declare war this turn; no guarantee comes in time (15.5.1)."""
    fresh = tuple(t for t in targets if t not in course.state.announced.get(power, ()))
    if fresh:
        before = course.state.announced.get(power, ())
        course.change(announced={**course.state.announced, power: (*before, *fresh)})
        course.tell(WarsAnnounced(power=power, targets=fresh, rule=TIMING))


def plan_of(state: DecisionState, power: str) -> Plan | None:
    """The option 4 that a power played this turn."""
    return next((plan for plan in state.plans if plan.power == power), None)


def prepare(course: Adjudication, power: str, named: tuple[str, ...]) -> None:
    """Option 4 is played: from the first impulse on its player may declare war."""
    rest = tuple(plan for plan in course.state.plans if plan.power != power)
    course.change(plans=(*rest, Plan(power=power, named=named)))


def give_notice(course: Adjudication, power: str, target: str) -> None:
    """Give another power notice of a war (Ruling 102)."""
    notice = Notice(power=power, against=target, given=course.state.turn)
    course.change(notices=(*course.state.notices, notice))
    first, last = notice_spell(course.tables, notice)
    course.tell(
        NoticeGiven(
            power=power,
            to=target,
            first=turn_title(first),
            last=turn_title(last),
            rule=R("Ruling 102"),
        )
    )


def first_impulse(course: Adjudication) -> None:
    """Every war that was announced begins now, in order of position; what is barred lapses."""
    for power in course.state.order_of_play():
        plan = plan_of(course.state, power)
        for target in plan.named if plan else ():
            bar = declare_bar(course.state, course.tables, power, target)
            if bar is None:
                declare(course, power, target)
            else:
                why = f"It was told: “{bar.why}”"
                course.tell(AnnouncementLapsed(power=power, target=target, why=why, rule=bar.rule))
        _free_the_money(course, power)


def _free_the_money(course: Adjudication, power: str) -> None:
    """Nothing is kept back any more for wars that did not begin."""
    plan = plan_of(course.state, power)
    if plan is None or plan.named == plan.declared:
        return
    course.change(
        plans=tuple(
            msgspec.structs.replace(plan, named=plan.declared) if plan.power == power else plan
            for plan in course.state.plans
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
        opens = f"Opens with {cost} {word if cost != 1 else word.removesuffix('s')} to spend."
        return Barred(f"It costs {cost} {word}; you may spend {have}.", TIMING, opens)
    return None


def declare(course: Adjudication, power: str, target: str) -> bool:
    """Declare war: the American roll where it is asked for, then price, chart and all that follows.

    True when the war began. Chits that the attacker does not know of may keep a pact (13.0); then
    nothing is paid.
    """
    state = course.state
    if target in POWERS and (bar := pact_bar(state, course.tables, power, target)):
        why = spoken(state, course.tables, power, target)
        course.tell(AnnouncementLapsed(power=power, target=target, why=why, rule=bar.rule))
        return False
    rolls = power == "usa" and target in POWERS and state.on("experimental")
    if rolls and not _american_roll(course, target):
        return False
    price = war_chart.price_tally(course.tables, target)
    war_chart.pay(course, power, price.net)
    course.tell(WarDeclared(power=power, target=target, price=price, rule=RULE))
    chart_effects(course, power, target, "4")
    plan = plan_of(course.state, power)
    if plan is not None:
        done = Plan(power=power, named=plan.named, declared=(*plan.declared, target))
        course.change(plans=tuple(done if p is plan else p for p in course.state.plans))
    follow(course, power, target)
    return True


def chart_effects(
    course: Adjudication, power: str, target: str, option: str, *, part: bool = False
) -> None:
    """What the war chart does to the actor's values and to American entry."""
    found = war_chart.values(course.state, course.tables, target, part=part)
    name = country_name(course.tables, target)
    rule = R("War Chart") if target == "france" else RULE
    course.values(power, found, f"War on {name}" if not part else f"An act against {name}", rule)
    if course.state.on("experimental"):
        pools.roll(course, power, war_chart.entry_row(course.tables, target, part=part))
    elif power != "usa":
        parts = war_chart.entry_tally(course.state, course.tables, power, target, part=part)
        entry.move(course, power, power, option, parts)


def follow(course: Adjudication, power: str, target: str) -> None:
    """What any declared war brings, whichever option made it: the war itself, the target's level
    and effectiveness, and who gains a casus belli.
    """
    if target in course.state.minors:
        _grounds_over_minor(course, power, target)
        sets_up(course, target)
        left = tuple(d for d in course.state.deals if (d.power, d.minor) != (power, target))
        course.change(deals=left)
        attacked_in_civil_war(course, power, target)
    war_begins(course, power, target)
    if target in POWERS:
        rows = course.tables.war["effectiveness"]
        gain = rows.get(target, rows["usual"])
        pair = {power, target}
        unused = tuple(n for n in course.state.notices if {n.power, n.against} != pair)
        course.change(notices=unused)
        course.effectiveness(target, gain, "War was declared on it", RULE)
    aftermath(course, power, target)


def aftermath(course: Adjudication, power: str, target: str) -> None:
    """What follows from any war once it has begun, an ally's joining too: who gains a casus belli,
    whom the Chinese Communists fight for, and which minors are drawn in.
    """
    if target in POWERS:
        _grounds_over_ally(course, power, target)
        attacked_nation(course, power, target)
    drawn_in(course)


def _grounds_over_minor(course: Adjudication, attacker: str, minor: str) -> None:
    """Who guarantees the minor or has it as an ally gains a casus belli until it is conquered."""
    record = course.state.minor(minor)
    name = country_name(course.tables, minor)
    for power in dict.fromkeys((*record.guaranteed, record.joined, record.held)):
        if power in POWERS and power != attacker:
            course.change(
                casus=tuple(
                    c
                    for c in course.state.casus
                    if (c.power, c.against, c.over) != (power, attacker, minor)
                )
            )
            ground(course, power, attacker, LASTING, f"It attacked {name}", RULE, over=minor)


def _grounds_over_ally(course: Adjudication, attacker: str, target: str) -> None:
    """Allies of a major power that was attacked gain a casus belli (treaties of level 2 on)."""
    until = course.state.turn + course.tables.war["ground"]
    for power in course.state.powers:
        allied = level_of(course.state, power, target) >= course.tables.treaties["alliance"]
        if allied and power != attacker:
            give_ground(course, power, attacker, until, "It attacked our ally")


def most_tally(state: DecisionState, tables: Tables, target: str) -> Tally:
    """What the modified die of an American war may show at most, by the tension (14.16)."""
    held = pools.pool_total(state, pools.tension(target))
    most = max((row for row in tables.war["its_war"] if held >= row[0]), key=lambda r: r[0])[1]
    return tally("It's war", [], most, f"Tension {held}", R("Ruling 116"))


def _american_roll(course: Adjudication, target: str) -> bool:
    """The USA rolls for war; failing takes a chit out of the tension and one out of the pool."""
    most = most_tally(course.state, course.tables, target)
    parts = pools.war_roll(course.state, course.tables, target)
    die = course.dice.roll(f"american war on {target}", 10)
    passed = die + parts.net <= most.net
    # What the tension adds up to is known to the United States alone; the outcome is public.
    course.tell(WarNumber(target=target, tally=most, audience=only("usa"), rule=R("14.16")))
    course.tell(WarRolled(target=target, die=die, tally=parts, passed=passed, rule=R("14.16")))
    if not passed:
        course.change(rolled=(*course.state.rolled, tried(target, course.state.turn)))
        entry.take(course, pools.tension(target))
        entry.take(course, entry.pool_side(course.state, course.tables, target))
    return passed
