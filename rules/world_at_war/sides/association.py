"""From an attack to an association: what a declaration of war on a minor country sets off.

A country that survives joins its attacker's enemy as the defender's next diplomatic phase begins,
before any die (82.81). One that has nobody to join fights alone until somebody goes to war with
the attacker (82.82). Everything is drawn from facts, so that a declaration taken back undoes it.
"""

from rules.kernel.grammar import capital
from rules.world_at_war.ledger import postings
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import status_of, units_in
from rules.world_at_war.model.events.sides import AreaAttacked, AreaJoined, FightsAlone, Refused
from rules.world_at_war.model.powers import POWERS, faction_of, side_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Clock, Entry
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.sides import attacks, ties
from rules.world_at_war.sides.alignment import barred, garrison_of, prospect
from rules.world_at_war.status import clocks, status
from rules.world_at_war.status.status import power_name

ASSOCIATION = "association"
BY_EVENT = "event"
"""The reason, among a clock's data, of an association that no attack on the country itself brings."""


def settle(course: Adjudication, was: WarState) -> None:
    """Follow declarations of war made or taken back, and whatever lets a country join now."""
    if course.state.facts is not was.facts:
        for key in _declared_areas(course.state, was):
            before, after = status.declarers(was, key), status.declarers(course.state, key)
            for by in after:
                if by not in before and by not in course.state.area(key).declared:
                    free = status.standing(was, key, "neutral", "independent") is not None
                    _attacked(course, key, by, free=free)
            for by in before:
                if by not in after:
                    _taken_back(course, key, by)
        _neighbour(course, was)
        _border_war(course, was)
    _join_if_able(course)


def enter(course: Adjudication, stage: str) -> None:
    """As a diplomatic phase begins, the associations that are due take place."""
    for clock in clocks.striking(course.state, ASSOCIATION, stage):
        _strike(course, clock)


# -- attacks -------------------------------------------------------------------------------------


def _declared_areas(now: WarState, was: WarState) -> tuple[str, ...]:
    """The areas on which a declaration of war came or went."""
    names = status.newly_declared(now, was)
    if now.facts.get("belgium.attacked") != was.facts.get("belgium.attacked"):
        names.add("belux")
    if not names:
        return ()
    return tuple(
        key
        for key, area in tables_of(now).areas.items()
        if names & {*status.declared_names(area)} and status.exists(now, area)
    )


def _attacker(course: Adjudication, key: str, by: str) -> str:
    """The power behind a declaration: its own name, or among the Western Allies who declared it."""
    if by in POWERS:
        return by
    for name in status.declared_names(status.area_of(course.state, key)):
        claim = course.state.claims.get(f"declared.{by}.{name}")
        if claim is not None and claim.by in POWERS and faction_of(claim.by) == by:
            return claim.by
    return status.SENIOR[by]


def _attacked(course: Adjudication, key: str, by: str, *, free: bool) -> None:
    """A declaration of war on an area: its price, what it closes, and what it sets off.

    ``free`` tells that the area stood on nobody's side before; otherwise none was needed.
    """
    state, record = course.state, course.state.area(key)
    power, cost = _attacker(course, key, by), attacks.price(state, _attacker(course, key, by), key)
    course.set_area(key, declared={**record.declared, by: state.turn})
    if not free:
        return
    name = status.area_of(state, key).name
    postings.post(
        course, power, key, -cost.net, f"declaration of war on {name}", R("82.41"),
        prorated=False, key=f"war-{by}-{key}",
    )  # fmt: skip
    _give_up(course, key, power)
    if not record.attacker:
        course.set_area(key, attacker=power, attacked=state.turn, attacked_at=state.step)
    units_there = _units_there(course.state, key, power)
    bare = status.area_of(state, key).forces == "none"
    told = course.tables.sides.told("unopposed" if bare else "attacked")
    if units_there:
        told += course.tables.sides.told("controlled", power=power_name(power))
    rule = R("82.352") if units_there else R("82.41")
    course.tell(AreaAttacked(area=key, power=power, cost=cost, effects=told, rule=rule))
    if record.attacker or status.standing(course.state, key, "neutral", "independent") is None:
        return
    friend = garrison_of(course.state, key)
    if friend:
        join(course, key, friend, f"{power_name(friend)} has units there", R("82.81A"))
    else:
        _set_clock(course, key)


def _give_up(course: Adjudication, key: str, power: str) -> None:
    """Who declares war on a country gives up what its side held there by diplomacy (Ruling 61)."""
    country = status.area_of(course.state, key).diplomacy
    record = course.state.country(country) if country else None
    own = record is not None and record.result and record.faction == faction_of(power)
    if own and status_of(course.state, country)[0] not in ("associate", "ally"):
        ties.end(course, course.tables.minors[country], "forfeited", R("82.35"))


def _units_there(state: WarState, key: str, power: str) -> bool:
    country = status.area_of(state, key).diplomacy
    return bool(country) and units_in(state, country, faction_of(power)) > 0


def _set_clock(course: Adjudication, key: str) -> None:
    """The association is due as the defender's next diplomatic phase begins."""
    state = course.state
    name, attacker = status.area_of(state, key).name, state.area(key).attacker
    friend = course.tables.sides.friends.get(attacker, "")
    if not friend or status.area_of(state, key).theatre == "pacific":
        return
    stage = f"{side_of(faction_of(friend))}.targets"
    due = (clocks.next_beginning(state, stage), stage)
    text = f"If {name} survives, it joins {power_name(friend)}"
    clocks.start(course, ASSOCIATION, key, friend, due, text, R("82.81"))


def _taken_back(course: Adjudication, key: str, by: str) -> None:
    """A declaration that was none: it is paid back, and what it set off ends (Ruling 61)."""
    record = course.state.area(key)
    if by not in record.declared and not record.attacker:
        return  # it was given up before, and what it cost is lost
    left = {who: turn for who, turn in record.declared.items() if who != by}
    course.set_area(key, declared=left)
    paid = _paid(course.state, key, by)
    if paid is not None:
        name = status.area_of(course.state, key).name
        postings.reverse(course, paid, f"no declaration of war on {name} after all")
        _move_price(course, key, by, record.declared.get(by, 0))
    if record.attacker not in POWERS or attacks.declarer(record.attacker) != by:
        return
    call_off(course, key, R("Ruling 61"))


def _paid(state: WarState, key: str, by: str) -> Entry | None:
    """The ledger line that a declaration was paid with, if it was and still is."""
    mine = f"war-{by}-{key}"
    posted = [entry for entry in state.entries if entry.key == mine]
    undone = sum(entry.key == f"back-{mine}" for entry in state.entries)
    return posted[-1] if len(posted) > undone else None


def _move_price(course: Adjudication, gone: str, by: str, turn: int) -> None:
    """Who was met at no price, together with a country that was not met after all, is paid for."""
    group = attacks.partners(course.state, gone)
    for key in group:
        met = course.state.area(key).declared.get(by) == turn
        if not met or any(_paid(course.state, one, by) is not None for one in group):
            continue
        name, price = status.area_of(course.state, key).name, course.tables.prewar.costs.minor
        postings.post(
            course, _attacker(course, key, by), key, -price, f"declaration of war on {name}",
            R("82.41"), prorated=False, key=f"war-{by}-{key}",
        )  # fmt: skip


def call_off(course: Adjudication, key: str, rule: str) -> None:
    """An attack that its power gives up: what it set off ends, what it cost is lost."""
    course.set_area(key, attacker="", attacked=0, attacked_at="", independent=False)
    clock = clocks.running(course.state, ASSOCIATION, key)
    if clock is not None and clock.data.get("why") != BY_EVENT:
        clocks.end(course, clock, "stopped", "The attack is called off", rule)


def give_up(course: Adjudication, key: str, by: str, rule: str) -> None:
    """A declaration of war that a side withdraws: nothing is paid back, another one costs again, and the
    area can still not join that side (82.351).
    """
    record = course.state.area(key)
    left = {who: turn for who, turn in record.declared.items() if who != by}
    closed = dict.fromkeys((*record.barred, faction_of(status.SENIOR.get(by, by))))
    course.set_area(key, declared=left, barred=tuple(closed))
    if record.attacker in POWERS and attacks.declarer(record.attacker) == by:
        call_off(course, key, rule)


# -- joining -------------------------------------------------------------------------------------


def _strike(course: Adjudication, clock: Clock) -> None:
    """The moment of an association: the country joins, has fallen meanwhile, or fights alone."""
    key = clock.area
    clocks.end(course, clock, "struck", "", R("82.81"))
    name = status.area_of(course.state, key).name
    free = status.standing(course.state, key, "neutral", "independent") is not None
    if not free:
        return
    if clock.data.get("why") == BY_EVENT:
        if faction_of(clock.power) in barred(course.state, key):
            return
        join(course, key, clock.power, clock.data["reason"], R(clock.data["rule"]))
        return
    found = prospect(course.state, key)
    if found.power:
        join(course, key, found.power, f"{capital(name)} survived the attack", found.rule)
        return
    course.set_area(key, independent=True)
    course.tell(
        FightsAlone(area=key, why=found.why, effects=course.tables.sides.told("alone"), rule=found.rule)
    )  # fmt: skip


def _join_if_able(course: Adjudication) -> None:
    """Countries that fight alone join as soon as somebody fights their attacker (82.82)."""
    for key, record in course.state.areas.items():
        if not record.independent:
            continue
        if status.standing(course.state, key, "independent") is None:
            course.set_area(key, independent=False)
            continue
        found = prospect(course.state, key)
        if found.power:
            join(course, key, found.power, found.why, found.rule)


def join(course: Adjudication, key: str, power: str, why: str, rule: str) -> None:
    """An area becomes a power's associate otherwise than by a diplomatic result.

    ``why`` is a clause. Raises :class:`NotUnderstood` for an unknown area. Clocks of this
    association end, and the policy of another faction there with them.
    """
    area = status.area_of(course.state, key)
    clock = clocks.running(course.state, ASSOCIATION, key)
    if clock is not None:
        clocks.end(course, clock, "struck", "", rule)
    course.set_area(key, associated=power, independent=False, surrendered="")
    if area.diplomacy:
        faction = faction_of(power)
        course.set_fact(f"joined.{area.diplomacy}", faction, rule)
        ties.side_with(course, course.tables.minors[area.diplomacy], faction)
    effects = course.tables.sides.told("associated", power=power_name(power))
    course.tell(AreaJoined(area=key, power=power, why=why, effects=effects, rule=rule))


def schedule(
    course: Adjudication, key: str, power: str, reason: str, rule: str, due: tuple[int, str]
) -> None:
    """An area will become a power's associate by an event, as a stage begins, unless it has lost its
    freedom by then.
    """
    name = status.area_of(course.state, key).name
    text = f"{capital(name)} will join {power_name(power)}"
    data = {"why": BY_EVENT, "reason": reason, "rule": rule}
    clocks.start(course, ASSOCIATION, key, power, due, text, rule, data)


def refusable(state: WarState, power: str) -> tuple[str, ...]:
    """The areas whose association a power may refuse now (82.81D)."""
    due = [
        clock.area
        for clock in state.clocks
        if clock.kind == ASSOCIATION and clock.power == power and clock.data.get("why") != BY_EVENT
    ]
    alone = [
        key
        for key, record in state.areas.items()
        if record.independent and tables_of(state).sides.friends.get(record.attacker) == power
    ]
    mine = faction_of(power)
    return tuple(key for key in (*due, *alone) if mine not in state.area(key).refused)


def refuse(course: Adjudication, power: str, key: str) -> None:
    """A power declines to accept an area as its associate, for good (82.81D)."""
    record = course.state.area(key)
    course.set_area(key, refused=(*record.refused, faction_of(power)))
    course.tell(Refused(area=key, power=power, rule=R("82.81D")))


# -- events that bring an association ------------------------------------------------------------


def _neighbour(course: Adjudication, was: WarState) -> None:
    """A neutral country that joins a power once its neighbour is attacked (84.24)."""
    for key, wait in course.tables.sides.waits.items():
        fact = f"declared.{wait.by}.{wait.prey}"
        now, before = course.state.yes(fact), was.yes(fact)
        if now and not before and status.is_neutral(course.state, key):
            stage = f"{side_of(faction_of(wait.power))}.targets"
            due = (clocks.next_beginning(course.state, stage), stage)
            schedule(course, key, wait.power, wait.reason, R(wait.rule), due)
        if before and not now:
            clock = clocks.running(course.state, ASSOCIATION, key)
            if clock is not None and clock.data.get("why") == BY_EVENT:
                clocks.end(
                    course, clock, "stopped", "The declaration of war was none", R(wait.rule)
                )


def _border_war(course: Adjudication, was: WarState) -> None:
    """Finland, after a border war, joins Germany as Germany and Russia go to war (84.23)."""
    rule = course.tables.sides.border_war
    if not course.state.yes(rule.war) or was.yes(rule.war) or not course.state.yes(rule.fact):
        return
    free = status.standing(course.state, rule.area, "neutral", "independent") is not None
    if free and faction_of(rule.power) not in barred(course.state, rule.area):
        join(course, rule.area, rule.power, rule.reason, R(rule.rule))
