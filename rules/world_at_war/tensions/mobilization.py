"""Mobilizations: when each comes about, what it adds, and who still has to choose its units.

They are determined when the Allied diplomatic phase ends, after the dice for the effective
levels. A power chooses units by BRPs (what a unit costs stands in other rules); infantry may be
built two turns after the mobilization, air four, armor six.
"""

import msgspec

from rules.kernel.menus import Allot, Choice, Count, Menu
from rules.kernel.serial import gathered
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.calendar import SEASONS, calendar_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.tensions import Mobilized, UnitsAvailable, UnitsMobilized
from rules.world_at_war.model.state import Mobilization, WarState
from rules.world_at_war.model.tables.campaign import Tables, Threshold, tables_of
from rules.world_at_war.model.tables.prewar import Plan

KINDS = {"infantry": "Infantry", "armor": "Armor", "air": "Air"}
SHIPYARDS = "shipbuilding"
AMERICANS = ("us_europe", "us_pacific")


def begun(state: WarState, theatre: str) -> tuple[Mobilization, ...]:
    """The mobilizations of a theatre so far, second halves left out."""
    return tuple(m for m in state.mobilizations if m.theatre == theatre and m.part != 2)


def latest_turn(state: WarState, tables: Tables, plan: Plan, number: int) -> int | None:
    """The turn in which a mobilization comes about at the latest, if one is printed."""
    if number > len(plan.levels):
        return None
    level = plan.levels[number - 1]
    steps = tables.scales[plan.track].steps
    words = next((step.latest for step in steps if step.level == level), "")
    if not words:
        return None
    season, year = words.split()
    first = calendar_of(state.scenario).at(1)
    return (int(year) - first.year) * len(SEASONS) + SEASONS.index(season) - first.period + 1


def by_date(state: WarState, tables: Tables, track: str, step: Threshold) -> bool:
    """Whether a threshold brings nothing more: the mobilization that it stands for has come by its date."""
    made = any(
        plan.track == track and step.level in plan.levels[: len(begun(state, key))]
        for key, plan in tables.prewar.mobilizations.items()
    )
    return made and not step.china


# -- coming about --------------------------------------------------------------------------------


def mobilize(course: Adjudication) -> None:
    """Everything that is due when the Allied diplomatic phase ends."""
    for theatre in AMERICANS:
        _americans(course, theatre)
    russians(course)
    _japanese(course)


def _americans(course: Adjudication, theatre: str) -> None:
    """The first three by level or date, then one a turn; in war one a turn in any case."""
    plan, state = course.tables.prewar.mobilizations[theatre], course.state
    earlier = len(begun(state, theatre))
    for number in range(earlier + 1, len(plan.levels) + 1):
        level = plan.levels[number - 1]
        latest = latest_turn(state, course.tables, plan, number)
        if state.reached(plan.track, level):
            _begin(course, theatre, number, f"Effective level {level}")
        elif latest is not None and state.turn >= latest:
            _begin(course, theatre, number, "The latest date")
        else:
            break
    now = len(begun(course.state, theatre))
    if now == earlier < plan.count and (earlier >= len(plan.levels) or state.yes(plan.war)):
        why = "War" if state.yes(plan.war) else "One each turn"
        _begin(course, theatre, now + 1, why)


def russians(course: Adjudication) -> None:
    """The first at level 10, the next after two, two, one and one turns; in war one a turn, once
    a half is completed.
    """
    plan, state = course.tables.prewar.mobilizations["russia"], course.state
    done = begun(state, "russia")
    war = state.yes(plan.war)
    last = [m for m in state.mobilizations if m.theatre == "russia"][-1:]
    if last and last[0].turn == state.turn:
        return
    if last and last[0].part == 1:
        _begin(course, "russia", last[0].number, "The second half", part=2)
        return
    if len(done) == plan.count:
        return
    if not done:
        due = state.met(plan.track, plan.levels[0]) or war
    else:
        due = war or state.turn >= done[-1].turn + plan.after[len(done) - 1]
    if due:
        number = len(done) + 1
        why = "War" if war else f"Level {plan.levels[0]}" if number == 1 else "Its turn has come"
        _begin(course, "russia", number, why, part=0 if war or number > plan.halved else 1)


def _japanese(course: Adjudication) -> None:
    """Japan matches the first three American ones in the Pacific; in war one a turn."""
    plan = course.tables.prewar.mobilizations["japan"]
    made = int(course.state.facts.get("japan.mobilizations", 0))
    matched = min(plan.count, len(begun(course.state, "us_pacific")))
    why, wanted = "As the United States does", matched
    if course.state.yes(plan.war) and made >= matched and made < plan.count:
        why, wanted = "War", made + 1
    for number in range(made + 1, wanted + 1):
        _begin(course, "japan", number, why)
        course.set_fact("japan.mobilizations", number, R(plan.rule))
        fights_neutral = course.state.yes("war.japan.russia") and not course.state.yes(
            "war.germany.russia"
        )
        if fights_neutral:
            quiet = int(course.state.facts.get("japan.mobilizations_quiet", 0))
            course.set_fact("japan.mobilizations_quiet", quiet + 1, R(plan.rule))


def factories(course: Adjudication) -> None:
    """With Storm over Asia Japan's missing military factories are added, one a turn."""
    count = int(course.state.facts.get("japan.military_factories", 8))
    if course.state.variant("prelude_asia") == "storm_over_asia" and count < 8:
        rule = R("USJT: Japanese mobilizations")
        course.set_fact("japan.military_factories", count + 1, rule)


def _begin(course: Adjudication, theatre: str, number: int, why: str, *, part: int = 0) -> None:
    """A mobilization (or a half) comes about; Russia's brings an industrial center."""
    plan = course.tables.prewar.mobilizations[theatre]
    brps = plan.brps // 2 if plan.brps is not None and part else plan.brps
    if part == 2:
        _settle_first_half(course, theatre, number)
    record = Mobilization(
        theatre=theatre,
        number=number,
        turn=course.state.turn,
        brps=brps,
        part=part,
        settled=theatre == "japan",
    )
    course.change(mobilizations=(*course.state.mobilizations, record))
    sites: tuple[str, ...] = ()
    before = 0
    if plan.places and part != 2:
        sites = (*plan.places, ANY_CITY)
        before = min(number, len(sites)) - 1
        centers = int(course.state.facts.get("russia.ics", 7))
        course.set_fact("russia.ics", centers + 1, R(plan.rule))
    course.tell(
        Mobilized(
            power=plan.power,
            theatre=theatre,
            number=number,
            part=part,
            brps=brps,
            why=why,
            place=sites[before] if sites else "",
            sooner=sites[:before],
            otherwise=sites[before + 1 :],
            rule=R(plan.rule),
        )
    )


ANY_CITY = "a supplied Russian city in European Russia that has none"
"""Where a new center goes when the list is at its end; which places are lost, the map knows."""


# -- choosing units ------------------------------------------------------------------------------


def waiting(state: WarState, tables: Tables, power: str) -> Mobilization | None:
    """The oldest mobilization of a power whose units are still to be chosen."""
    for record in state.mobilizations:
        if not record.settled and tables.prewar.mobilizations[record.theatre].power == power:
            return record
    return None


def room(state: WarState, record: Mobilization) -> int:
    """BRPs left to choose; what the first half left over belongs to the second."""
    half = next(
        (
            m
            for m in state.mobilizations
            if record.part == 2
            and (m.theatre, m.number, m.part) == (record.theatre, record.number, 1)
        ),
        None,
    )
    over = (half.brps or 0) - sum(half.chosen.values()) if half else 0
    return (record.brps or 0) + over - sum(record.chosen.values())


def wanted(state: WarState, tables: Tables, record: Mobilization) -> dict[str, int]:
    """The least BRPs of each required kind: one unit, or one BRP where its price is not known."""
    plan = tables.prewar.mobilizations[record.theatre]
    if record.part == 1:
        return {}
    before = {
        kind
        for m in state.mobilizations
        if (m.theatre, m.number) == (record.theatre, record.number)
        for kind in m.chosen
    }
    return {kind: tables.prewar.unit[kind] or 1 for kind in plan.required if kind not in before}


def title(tables: Tables, record: Mobilization) -> str:
    """What a mobilization is called."""
    half = {1: ", first half", 2: ", second half"}.get(record.part, "")
    return f"{tables.prewar.mobilizations[record.theatre].title}, no. {record.number}{half}"


def menus(state: WarState, power: str) -> tuple[Menu, ...]:
    """Choosing the units of the oldest open mobilization, and shipbuilding out of it."""
    tables = tables_of(state)
    record = waiting(state, tables, power)
    if record is None:
        return ()
    plan, left = tables.prewar.mobilizations[record.theatre], room(state, record)
    half = record.part == 1
    units = Allot(
        key="units",
        label=f"BRPs of units: {title(tables, record)}",
        rule=R(plan.rule),
        choices=tuple(
            Choice(value=kind, label=label, note=f"may be built {tables.prewar.delays[kind]} turns later")
            for kind, label in KINDS.items()
        ),
        total=left,
        unit="BRPs",
        whole=not half,
        least=wanted(state, tables, record),
        help="What is left of the first half is added to the second." if half else "",
    )  # fmt: skip
    sure = "These units are final"
    found = [Menu(power=power, order="mobilize", title="Mobilize", fields=(units,), confirm=sure)]
    most = left // tables.prewar.shipbuilding
    if plan.shipbuilding and most:
        ships = Count(
            key="increases",
            label=f"Increases in shipbuilding, {tables.prewar.shipbuilding} BRPs each",
            rule=R("USJT: shipbuilding"),
            least=1,
            most=most,
            help="So many BRPs of this mobilization go into ships to be built instead of units.",
        )
        sure = "These BRPs go into shipbuilding for good"
        found.append(
            Menu(power=power, order="shipyards", title="Build ships", fields=(ships,), confirm=sure)
        )
    return tuple(found)


def choose(course: Adjudication, power: str, units: dict[str, int]) -> None:
    """Write the units of the oldest open mobilization down."""
    record = waiting(course.state, course.tables, power)
    assert record is not None
    chosen = {**record.chosen, **{kind: n for kind, n in units.items() if n}}
    _write(course, record, chosen, done=True)


def build_ships(course: Adjudication, power: str, increases: int) -> None:
    """Turn BRPs of the oldest open mobilization into shipbuilding."""
    record = waiting(course.state, course.tables, power)
    assert record is not None
    more = increases * course.tables.prewar.shipbuilding
    chosen = {**record.chosen, SHIPYARDS: record.chosen.get(SHIPYARDS, 0) + more}
    _write(course, record, chosen, done=room(course.state, record) == more)


def _write(
    course: Adjudication,
    record: Mobilization,
    chosen: dict[str, int],
    *,
    done: bool,
    by_default: bool = False,
) -> None:
    plan, delays = course.tables.prewar.mobilizations[record.theatre], course.tables.prewar.delays
    kinds = [*plan.required, "infantry"] if by_default and not chosen else list(chosen)
    soonest = course.state.turn + 1
    arrives = {
        kind: record.arrives.get(kind) or max(soonest, record.turn + delays[kind])
        for kind in dict.fromkeys(kinds)
        if kind in delays
    }
    changed = msgspec.structs.replace(record, chosen=chosen, arrives=arrives, settled=done)
    course.change(
        mobilizations=tuple(changed if m is record else m for m in course.state.mobilizations)
    )
    course.tell(
        gathered(
            UnitsMobilized,
            changed,
            power=plan.power,
            by_default=by_default,
            rule=R("Ruling 32" if by_default else plan.rule),
        )
    )


def close(course: Adjudication) -> None:
    """What nobody has chosen a turn later is settled: the required units, and infantry for the
    rest. A first half is settled when the second comes about.
    """
    for record in course.state.mobilizations:
        if record.settled or record.turn >= course.state.turn:
            continue
        plan, left = course.tables.prewar.mobilizations[record.theatre], room(course.state, record)
        chosen = dict(record.chosen)
        if not wanted(course.state, course.tables, record) and left:
            chosen["infantry"] = chosen.get("infantry", 0) + left
        needs = [kind for kind in plan.required if kind not in chosen]
        _write(course, record, {} if needs else chosen, done=True, by_default=True)


def _settle_first_half(course: Adjudication, theatre: str, number: int) -> None:
    """What was not chosen of a first half is chosen with the second."""
    course.change(
        mobilizations=tuple(
            msgspec.structs.replace(m, settled=True)
            if (m.theatre, m.number, m.part) == (theatre, number, 1)
            else m
            for m in course.state.mobilizations
        )
    )


def arrive(course: Adjudication) -> None:
    """As a turn begins, the units that may be built from now on."""
    for record in course.state.mobilizations:
        plan = course.tables.prewar.mobilizations[record.theatre]
        units = {
            kind: record.chosen.get(kind, 0)
            for kind, turn in record.arrives.items()
            if turn == course.state.turn
        }
        if units:
            course.tell(
                UnitsAvailable(
                    power=plan.power, theatre=record.theatre, units=units, rule=R(plan.rule)
                )
            )
