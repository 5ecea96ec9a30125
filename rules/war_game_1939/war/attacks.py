"""Attacks and occupations: what may be reported, and what each one is in law when it counts.

A report is lodged at once and counts when the player turn ends, so that an attack called off
before the battle is none (W-37), and the other side can contest it (W-43).
"""

from collections.abc import Iterable

import msgspec

from rules.kernel.menus import Barred
from rules.kernel.orders import Chosen
from rules.kernel.serial import gathered
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.powers import ALLIES, AXIS, ISLANDS, adjective, name, side_of, title
from rules.war_game_1939.model.state import FULL, Lodged, WarGameState
from rules.war_game_1939.model.tables import Tables, Territory
from rules.war_game_1939.money.funds import return_loans
from rules.war_game_1939.war import american_isolation
from rules.war_game_1939.war.status import everybody, full_war

HOW = {
    "ground": "An attack on the ground",
    "bombing": "Strategic bombing",
    "enter": "Entered without a fight",
}


def is_attack(state: WarGameState, place: str, by: str, how: str) -> bool:
    """Whether a report is of an attack. Marching in without a fight is none where the other side
    does not hold the land (W-54).
    """
    if how != "enter":
        return True
    held = side_of(state.holder(place)) not in ("", side_of(by))
    return held and state.switch("marching_in") != "never"


def land_bar(
    state: WarGameState, tables: Tables, nation: str, place: str, how: str = "ground"
) -> Barred | None:
    """Why a nation may not attack a territory now, or not enter it."""
    row = tables.place(place)
    holder, (patron, level) = state.holder(place), state.lean(place)
    if side_of(holder) == side_of(nation):
        why = f"{title(holder)} holds it, on your own side."
        return Barred(why, R("Acts of War"), "Opens if your side loses it.")
    if not is_attack(state, place, nation, how):
        return american_isolation.land_bar(state, tables, place) if nation == "usa" else None
    if nation == "usa" and (bar := american_isolation.land_attack_bar(state, tables, place)):
        return bar
    forbidden = nation in ("uk", "france") and row.neutral and holder == "none"
    if forbidden and state.nation(nation).status < FULL:
        strongly = side_of(patron) == "axis" and level == "sworn"
        if not strongly:
            why = "Britain and France attack only neutrals Sworn to the Axis or under its control."
            opens = "Opens when it is sworn to the Axis or under its control, or at Full War."
            return Barred(why, R("U.K., France"), opens)
    return None


def zone_bar(state: WarGameState, tables: Tables, nation: str, zone: str) -> Barred | None:
    """Why a nation may not attack in a sea zone now."""
    return american_isolation.sea_attack_bar(state, tables, zone) if nation == "usa" else None


def allowed(state: WarGameState, tables: Tables, nation: str, chosen: Chosen) -> bool:
    """Whether a report (of ``land:turkey``, ``sea:north_sea``) may be made now."""
    sort, _, what = chosen.option.partition(":")
    if sort == "land":
        how = str(chosen.details.get("how") or "ground")
        return what in tables.land.territories and not land_bar(state, tables, nation, what, how)
    return what in tables.sea.zones and zone_bar(state, tables, nation, what) is None


def read(state: WarGameState, nation: str, chosen: Chosen) -> Lodged:
    """A report from what was chosen on the sheet."""
    sort, _, what = chosen.option.partition(":")
    details = chosen.details
    helpers = tuple(sorted(_many(details.get("helpers", ()))))
    if sort == "land":
        how = str(details.get("how") or "ground")
        outcome = details.get("outcome")
        won = (outcome == "taken" and how != "bombing") or (how == "enter" and outcome != "failed")
        return Lodged(number=0, by=nation, sort=sort, what=what, helpers=helpers, how=how, won=won)
    also = _many(details.get("also", ()))
    against = tuple(sorted({str(details.get("against", "")), *also} - {""}))
    losses = tuple(sorted(set(_many(details.get("losses", ())))))
    return Lodged(
        number=0, by=nation, sort=sort, what=what, helpers=helpers, against=against, losses=losses
    )


def _many(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, tuple | list) else ()


def lodge(course: Adjudication, report: Lodged) -> None:
    """Put a report on the list of this player turn."""
    number = course.state.reported + 1
    report = msgspec.structs.replace(report, number=number)
    course.change(reported=number, lodged=(*course.state.lodged, report))
    course.tell(gathered(e.AttackLodged, report, nation=report.by, rule=R("Acts of War")))


def withdraw(course: Adjudication, numbers: Iterable[int]) -> None:
    """Take reports off the list."""
    gone = set(numbers)
    for report in course.state.lodged:
        if report.number in gone:
            course.tell(e.AttackWithdrawn(number=report.number, nation=report.by, what=report.what, rule=R("W-37")))  # fmt: skip
    course.change(lodged=tuple(r for r in course.state.lodged if r.number not in gone))


def contest(course: Adjudication, nation: str, numbers: Iterable[int]) -> None:
    """Mark reports as contested by a nation of the other side."""
    wanted = set(numbers)
    lodged = []
    for report in course.state.lodged:
        if report.number in wanted:
            contested = tuple(sorted({*report.contested, nation}))
            report = msgspec.structs.replace(report, contested=contested)  # noqa: PLW2901
            course.tell(e.AttackContested(number=report.number, nation=nation, what=report.what, rule=R("W-43")))  # fmt: skip
        lodged.append(report)
    course.change(lodged=tuple(lodged))


def count_all(course: Adjudication) -> None:
    """Every report on the list takes effect, in the order in which they were lodged.

    The attacks of a player turn are ordered together, so the nine colonies pass after the last.
    """
    struck = ""
    for report in course.state.lodged:
        if report.sort == "land":
            struck = struck or _colony_struck(course, report)
            _on_land(course, report)
        else:
            _at_sea(course, report)
    if struck and not course.state.colonies_passed:
        _pass_colonies(course, struck)
    course.change(lodged=())


def _note(course: Adjudication, report: Lodged, against: str, effect: str, rule: str) -> None:
    course.tell(
        e.AttackCounted(number=report.number, nation=report.by, against=against, what=report.what,
                      effect=effect, rule=rule)
    )  # fmt: skip


# -- on land ---------------------------------------------------------------------------------


def first_in_axis(state: WarGameState, attackers: Iterable[str], place: str) -> bool:
    """Whether an Axis attack retakes a neutral that the Axis (or that very nation, W-18) had first."""
    first = state.first_in.get(place, "")
    if state.switch("first_in_by") == "nation":
        return first in attackers and first in AXIS
    return first in AXIS


def _on_land(course: Adjudication, report: Lodged) -> None:
    place = course.tables.place(report.what)
    holder = course.state.holder(report.what)
    if is_attack(course.state, report.what, report.by, report.how):
        for attacker in report.attackers:
            if attacker in AXIS:
                _axis_blow(course, report, attacker, place, holder)
            else:
                _allied_blow(course, report, attacker, place)
    _take(course, report, place)


def _axis_blow(
    course: Adjudication, report: Lodged, by: str, place: Territory, holder: str
) -> None:
    owner, what = place.original, report.what
    free_hand = what == course.tables.land.indo_china and by == "japan"
    if free_hand:
        _note(course, report, "france", "impunity", R("French Indo-China"))
        if course.state.yes("indo_china_provokes"):
            course.change(axis_struck_land=True)
        return
    if owner in ALLIES and owner != "china" and what not in course.state.vichy:
        course.change(axis_struck_land=True)
        why = f"{title(by)} attacked {place.name}"
        if owner in ISLANDS:
            _note(course, report, owner, "full_war", R(course.tables.status.full_rules[owner]))
            everybody(course, why, R(course.tables.status.full_rules[owner]))
        else:
            _note(course, report, owner, "france", R("U.K., France: France and China"))
            full_war(course, (owner,), why, R("U.K., France: France and China"))
    elif place.neutral and holder in ALLIES:
        if first_in_axis(course.state, report.attackers, what):
            _note(course, report, holder, "first_in", R("First In"))
            return
        rows = course.tables.status.conditions.get(holder, ())
        rule = next((R(row.rule) for row in rows if row.key == "controlled"), R("Acts of War"))
        _note(course, report, holder, "controlled", rule)
        if course.state.nation(holder).status < FULL and not course.state.nation(holder).controlled:
            course.nation(holder, controlled=True)
            course.tell(e.NeutralStruck(nation=holder, by=by, place=what, rule=rule))
    else:
        _note(course, report, owner or "", "neutral" if place.neutral else "land", R("Acts of War"))


def _allied_blow(course: Adjudication, report: Lodged, by: str, place: Territory) -> None:
    owner = place.original
    if owner not in AXIS or by == "china":
        _note(course, report, owner, "neutral" if place.neutral else "land", R("Acts of War"))
        return
    if course.state.axis_struck_land:
        _note(course, report, owner, "provoked", R("Unprovoked Land Attacks"))
        return
    _note(course, report, owner, "unprovoked_land", R("Unprovoked Land Attacks"))
    for nation in AXIS:
        _free(course, nation, by, f"{name(by)} attacked {place.name}", R("Unprovoked Land Attacks"))
    if by == "ussr" and course.state.nation("ussr").status < FULL:
        return_loans(course, "ussr")


def _free(course: Adjudication, nation: str, by: str, why: str, rule: str) -> None:
    """Commerce guaranteed to the end of its row, and its money free for any use."""
    record = course.state.nation(nation)
    if record.guaranteed and record.lifted:
        return
    freed = record.commerce if course.state.yes("lift_applies_to_banked") else 0
    course.nation(
        nation, guaranteed=True, lifted=True,
        cash=record.cash + freed, commerce=record.commerce - freed,
    )  # fmt: skip
    course.tell(e.CommerceFreed(nation=nation, by=by, why=why, money=freed, rule=rule))


def _take(course: Adjudication, report: Lodged, place: Territory) -> None:
    """Land that was taken changes hands; Vichy land held off comes under its ally."""
    what = report.what
    ally = course.state.vichy.get(what, "")
    if ally and report.by in ALLIES and report.how == "ground":
        attack_vichy(course, what, report.by, won=report.won)
    elif report.won:
        french = place.original == "france" and course.state.switch("retaken_french") == "france"
        owner = "france" if (ally or french) and report.by in ALLIES else report.by
        take(course, what, owner, report.by, R("Acts of War"))


def attack_vichy(course: Adjudication, place: str, by: str, *, won: bool) -> None:
    """An Ally attacks Vichy land: its units change sides for good; the land goes to the victor.

    The units become those of the land's ally (W-21). Land that is held comes under
    that nation's total control; land that is taken is Free French.
    """
    ally = course.state.vichy[place]
    units = "germany" if course.state.switch("vichy_units") == "german" else ally
    manned = course.state.facts.get(f"french.{place}") is True
    how, rule = "conquered" if won else "repelled", R("Resolving Vichy Conflicts")
    course.tell(
        e.ConflictSettled(place=place, nation=by, how=how, units=units if manned else "", rule=rule)
    )
    take(course, place, "france" if won else ally, by, rule)
    if manned:
        course.fact(f"french.{place}", False, by, rule)


def take(course: Adjudication, place: str, owner: str, by: str, rule: str) -> None:
    """A territory comes under total control; what it leaned to, and Vichy, are over."""
    row = course.tables.place(place)
    course.fact(f"control.{place}", owner, by, rule)
    if f"lean.{place}" in course.state.facts:
        course.fact(f"lean.{place}", "none", by, rule)
    if owner in ALLIES:
        course.change(conflicts=tuple(c for c in course.state.conflicts if c.place != place))
    if place in course.state.vichy:
        left = {key: ally for key, ally in course.state.vichy.items() if key != place}
        course.change(vichy=left)
    if row.neutral:
        note_first(course, place, owner)


def note_first(course: Adjudication, place: str, owner: str) -> None:
    """Remember who had total control of a neutral first."""
    if owner != "none" and place not in course.state.first_in:
        course.change(first_in={**course.state.first_in, place: owner})


def _colony_struck(course: Adjudication, report: Lodged) -> str:
    """The Axis nation that strikes one of the nine, or nothing.

    Marching in without a fight is no blow (W-54); with a switch it is one, unless the land leans to
    the Axis already.
    """
    invited = side_of(course.state.lean(report.what)[0]) == "axis"
    marched = course.state.switch("marching_in") == "colonies" and not invited
    counts = report.what in course.tables.land.lists.colonies and (
        marched or is_attack(course.state, report.what, report.by, report.how)
    )
    return report.by if counts and report.by in AXIS else ""


def _pass_colonies(course: Adjudication, by: str) -> None:
    """All of the nine that nobody controls come to France, once."""
    rule = R("Belgium/Holland")
    colonies = course.tables.land.lists.colonies
    passed = tuple(key for key in colonies if course.state.holder(key) == "none")
    for key in passed:
        take(course, key, "france", by, rule)
    course.change(colonies_passed=True)
    course.tell(e.ColoniesPassed(places=passed, rule=rule))


# -- at sea ----------------------------------------------------------------------------------


def struck_first(state: WarGameState, one: str, other: str) -> bool:
    """Whether ``one`` attacked ships of ``other`` before."""
    return f"{one}>{other}" in state.struck


def lawful(tables: Tables, nation: str, zone: str) -> bool:
    """Whether a zone lies along a nation's original coast, where its attack is a reasonable defence."""
    return nation in tables.sea.zones[zone].coasts


def _at_sea(course: Adjudication, report: Lodged) -> None:
    before = course.state
    for attacker in report.attackers:
        for target in report.against:
            _pair(course, before, report, attacker, target)


def _pair(course: Adjudication, before: WarGameState, report: Lodged, by: str, target: str) -> None:
    """What an attack by one nation means to one nation attacked, on what stood before the battle."""
    defence = report.sort == "sea" and lawful(course.tables, by, report.what)
    spared = len(report.against) > 1 and target not in report.losses
    if defence or spared:
        rule = R("Reasonable Defense") if defence else R("Mixed Fleets")
        _note(course, report, target, "defence" if defence else "spared", rule)
        if defence and not spared and course.state.yes("defensive_attacks_provoke"):
            _remember(course, by, target)
        return
    if struck_first(before, target, by):
        _note(course, report, target, "provoked", R("Unprovoked Sea Attacks"))
    elif by in AXIS:
        _note(course, report, target, "naval_aggression", R("War Declarations"))
        rows = course.tables.status.conditions.get(target, ())
        rule = next((R(row.rule) for row in rows if row.key == "naval"), "")
        victim = course.state.nation(target)
        if rule and victim.status < FULL and not victim.naval:
            course.nation(target, naval=True)
            course.tell(e.NavyStruck(nation=target, by=by, zone=report.what, rule=rule))
    else:
        _note(course, report, target, "unprovoked_sea", R("Unprovoked Sea Attacks"))
        zone = course.tables.sea.zones[report.what].name
        why = f"{name(by)} attacked {adjective(target)} ships in the {zone}"
        if by != "china":
            _free(course, target, by, why, R("Unprovoked Sea Attacks"))
    _remember(course, by, target)


def _remember(course: Adjudication, by: str, target: str) -> None:
    key = f"{by}>{target}"
    if key not in course.state.struck:
        struck = {**course.state.struck, key: course.state.turn}
        course.change(struck={name_: struck[name_] for name_ in sorted(struck)})
