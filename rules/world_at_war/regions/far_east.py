"""The Far East: when Thailand and the Indies associate, what falls to Japan, what Communist China does."""

import msgspec

from rules.world_at_war.ledger import income
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions.regions import WATCHED, moment, now, watched
from rules.world_at_war.model.events.regions import AreaFell, ChinaAsked, ChinaChose, TriggerUndone
from rules.world_at_war.model.powers import faction_of, side_of
from rules.world_at_war.model.sequence import STAGES
from rules.world_at_war.model.state import WarState
from rules.world_at_war.sides import association
from rules.world_at_war.status import clocks, status

WAR, OCCUPIED, RUSSIAN_WAR = "japan_britain", "indochina", "japan_russia"
LONG_AGO = (0, "")
"""The moment of what was so when the campaign began."""
FIRST_FALLS = {
    "philippines": (("control.manila",), "89.43"),
    "dutch_east_indies": (("control.batavia", "control.palembang", "control.balikpapan"), "89.23B"),
}
"""Areas that Japan takes as a whole the first time, by what it must hold, with the rule."""
CHINA = "communist_china"


def _remember(course: Adjudication, **parts: object) -> None:
    course.change(regions=msgspec.structs.replace(course.state.regions, **parts))


def settle(course: Adjudication, was: WarState) -> None:
    """Note when wars and occupations came about, and draw what follows in the Far East."""
    if course.state.facts is was.facts:
        return
    _indies_attacked(course, was)
    changed = watch(course, was)
    if changed & {WAR, OCCUPIED}:
        _thailand(course)
        _indies(course)
    if RUSSIAN_WAR in changed:
        _china(course)


def enter(course: Adjudication, stage: str) -> None:
    """As a player turn begins, who is due to associate does, even where no clock was ever set."""
    if stage.endswith(".targets") and watched(course.state, WAR):
        _thailand(course)
        _indies(course)


def watch(course: Adjudication, was: WarState) -> set[str]:
    """Remember the moment in which something watched came about; what is taken back in the turn in
    which it came is forgotten. Returns what changed.
    """
    state, since = course.state, dict(course.state.regions.since)
    changed = set()
    for key in WATCHED:
        before, after = watched(was, key), watched(state, key)
        if before == after:
            continue
        changed.add(key)
        if after:
            since.setdefault(key, (state.turn, state.step))
        elif since.get(key, LONG_AGO)[0] == state.turn:
            del since[key]
    if since != state.regions.since:
        _remember(course, since=since)
    return changed


# -- associations --------------------------------------------------------------------------------


def thai_moment(state: WarState) -> tuple[int, str] | None:
    """The turn in which Thailand joins Japan, with the stage that must have begun (empty: at once);
    ``None`` while one of the two conditions is missing (89.51A).
    """
    if not watched(state, WAR) or not watched(state, OCCUPIED):
        return None
    war = state.regions.since.get(WAR, LONG_AGO)
    occupied = state.regions.since.get(OCCUPIED, LONG_AGO)
    if occupied[0] >= war[0] and occupied != LONG_AGO:
        return occupied[0] + 1, "axis.targets"
    if state.yes("declared.japan.britain") or war == LONG_AGO:
        return war[0], ""
    later = moment(*war) >= moment(war[0], "axis.targets")
    return war[0] + int(later), "axis.targets"


def _thailand(course: Adjudication) -> None:
    due = thai_moment(course.state)
    reason = "Japan holds all of Indochina and fights Britain"
    _associate(course, "thailand", "japan", due, reason, R("89.51A"))


def _indies(course: Adjudication) -> None:
    """The Indies join Britain as the second Allied player turn after the outbreak begins (89.24)."""
    due = None
    if watched(course.state, WAR):
        turn, stage = course.state.regions.since.get(WAR, LONG_AGO)
        first = turn + int(moment(turn, stage) >= moment(turn, "allied.targets"))
        due = (first + 1, "allied.targets")
    reason = "Britain and Japan have been at war for two Allied player turns"
    _associate(course, "dutch_east_indies", "britain", due, reason, R("89.24"))


INDIES_WAR = ("declared.japan.britain", "declared.japan.united_states")


def _indies_attacked(course: Adjudication, was: WarState) -> None:
    """Japan's declaration on Britain or America puts it at war with the Indies too (89.23A), so that
    the two turns of their first defense count from it (82.71).
    """
    now, key = course.state, "dutch_east_indies"
    declared, before = (any(map(state.yes, INDIES_WAR)) for state in (now, was))
    if declared and not before and not now.area(key).attacker:
        course.set_area(key, attacker="japan", attacked=now.turn, attacked_at=now.step)
    elif before and not declared and now.area(key).attacker == "japan":
        course.set_area(key, attacker="", attacked=0, attacked_at="")


def _associate(
    course: Adjudication,
    key: str,
    power: str,
    due: tuple[int, str] | None,
    reason: str,
    rule: str,
) -> None:
    """Bring an association about, put its clock right, or take back what is no longer so."""
    clock = clocks.running(course.state, association.ASSOCIATION, key)
    mine = clock if clock is not None and clock.data.get("rule") == rule else None
    if due is None:
        if mine is not None:
            clocks.end(course, mine, "stopped", "The association does not come about", rule)
        elif course.state.area(key).associated == power and not watched(course.state, WAR):
            course.set_area(key, associated="")
            why = "Japan and Britain are not at war"
            income.secede(course, key, power, why)
            course.tell(TriggerUndone(area=key, power=power, why=why, rule=rule))
        return
    if mine is not None and (mine.due, mine.stage) != due:
        clocks.end(course, mine, "stopped", "", rule)
    if status.standing(course.state, key, "neutral", "independent") is None:
        return
    turn, stage = due
    if not stage or now(course.state) >= moment(turn, stage):
        association.join(course, key, power, reason, rule)
        if STAGES[course.state.step].side == side_of(faction_of(power)):
            income.accede(course, key, power, income.EVENT)
        return
    association.schedule(course, key, power, reason, rule, due)


# -- first conquests -----------------------------------------------------------------------------


def leave(course: Adjudication, stage: str) -> None:
    """Japan's combat phase ends: what fell as a whole. The turn ends: China's silence is an answer."""
    if stage == "close" and course.state.regions.china:
        choose(course, "join", how="silent")
    if stage != "axis.facts":
        return
    for area, (places, rule) in FIRST_FALLS.items():
        held = all(course.state.facts.get(place) == "japan" for place in places)
        if held and area not in course.state.regions.fallen:
            fallen = {**course.state.regions.fallen, area: course.state.turn}
            _remember(course, fallen=fallen)
            course.tell(AreaFell(area=area, rule=R(rule)))


# -- Communist China -----------------------------------------------------------------------------


def _china(course: Adjudication) -> None:
    """War of Japan and Russia makes Communist China Russia's ally, or asks it (85.61)."""
    state, rule = course.state, R("85.61")
    if not watched(state, RUSSIAN_WAR):
        if RUSSIAN_WAR in state.regions.since:
            return
        _remember(course, china=0, china_stays=False)
        if state.area(CHINA).allied == "russia":
            course.set_area(CHINA, allied="")
            why = "Japan and Russia are not at war"
            course.tell(TriggerUndone(area=CHINA, power="russia", why=why, rule=rule))
        return
    if state.area(CHINA).allied or state.regions.china_stays or state.regions.china:
        return
    if state.yes("china.restricted"):
        choose(course, "join", how="bound")
    else:
        _remember(course, china=state.turn)
        course.tell(ChinaAsked(rule=rule))


def choose(course: Adjudication, answer: str, *, how: str = "chosen") -> None:
    """Communist China joins Russia (``join``) or stays alone (``alone``), for good."""
    stays = answer == "alone"
    _remember(course, china=0, china_stays=stays)
    effects: tuple[str, ...] = ()
    if not stays:
        course.set_area(CHINA, allied="russia")
        effects = course.tables.sides.told("allied", power="Russia")
    course.tell(ChinaChose(stays=stays, how=how, effects=effects, rule=R("85.61")))
