"""The Conquest Step: isolated hexes, then Italy, then Japan (F-18)."""

import msgspec

from rules.kernel.serial import gathered
from rules.world_in_flames.isolation.documents import CAMPAIGN, judged, read, world
from rules.world_in_flames.isolation.engine import CHOICES
from rules.world_in_flames.isolation.explanations import Answer, SetAnswer, explained
from rules.world_in_flames.isolation.hexmap import HexMap
from rules.world_in_flames.model import events as e
from rules.world_in_flames.model.adjudication import Adjudication
from rules.world_in_flames.model.citations import R
from rules.world_in_flames.model.conditions import situation
from rules.world_in_flames.model.state import DeclaredMap, HouseState, JudgedMap, LastRoll
from rules.world_in_flames.surrender import italy
from rules.world_in_flames.surrender import japan as japanese


def map_switches(state: HouseState) -> dict[str, str]:
    """The campaign's switches for isolated control; they stand over those of a map."""
    return {key: state.switch(key) for key in CHOICES if state.switch(key)}


def isolated_hexes(course: Adjudication) -> None:
    """Judge every map of the turn by itself; ties are drawn by the campaign's dice (F-08)."""
    if not course.state.used("isolated_control") or not course.state.maps:
        return
    done = tuple(_judge(course, declared) for declared in course.state.maps)
    course.change(judged=done)


def _judge(course: Adjudication, declared: DeclaredMap) -> JudgedMap:
    document = msgspec.structs.replace(read(declared.text, CAMPAIGN), dice=[])
    switches, thrown = map_switches(course.state), list[int]()

    def draw(tied: tuple[str, ...], where: str) -> str:
        die = course.dice.roll(f"{declared.title}: hexes at {where}", len(tied))
        thrown.append(die)
        return tied[die - 1]

    judge = judged(document, switches, draw)
    answer, lands = explained(judge), world(document)
    dice = list(thrown)
    for each in answer.sets:
        if each.outcome == "reverts":
            course.tell(_reverted(declared.title, each, lands, answer, dice))
    changed = sum(each.outcome == "reverts" for each in answer.sets)
    course.tell(
        e.MapJudged(
            title=declared.title,
            sets=changed,
            hexes=len(answer.changes),
            rule=R("Isolated Control: step"),
        )
    )
    turn = course.state.turn
    return gathered(JudgedMap, declared, turn=turn, dice=tuple(thrown), switches=switches)


def _reverted(
    title: str, each: SetAnswer, lands: HexMap, answer: Answer, dice: list[int]
) -> e.ControlReverted:
    assert each.around is not None
    spread: dict[str, int] = {}
    if not each.power:
        for held in answer.changes:
            if (held.column, held.row) in each.hexes:
                spread[held.after] = spread.get(held.after, 0) + 1
        del dice[: len(each.hexes)]
    return gathered(
        e.ControlReverted,
        each,
        map=title,
        first=lands.label(lands.place(*each.hexes[0])),
        hexes=len(each.hexes),
        spread=spread,
        die=dice.pop(0) if each.tied and each.power else 0,
        rule=R("Isolated Control: tie") if each.tied else R("Isolated Control: majority"),
    )


# -- Italy ---------------------------------------------------------------------------------


def italy_open(state: HouseState) -> bool:
    """Whether Italy's early surrender is still a question in this campaign."""
    return state.used("italian_surrender") and "italy" not in state.conquered


def italy_gone(state: HouseState) -> bool:
    """Whether Italy has surrendered by the ordinary rules: then it is conquered without a die."""
    return state.facts.get("italian_surrender.surrendered") is True


def italian_criteria(state: HouseState) -> italy.Criteria:
    """The criteria as they stand in this campaign: no roll may be made once Italy is conquered, has
    surrendered by the ordinary rules, or where the rule is not in use, whatever the map says.
    """
    found = italy.criteria(situation(state))
    shut = _italy_shut(state)
    return msgspec.structs.replace(found, may_roll=False, why_not=shut) if shut else found


def _italy_shut(state: HouseState) -> str:
    if "italy" in state.conquered:
        return "Italy is conquered"
    if not italy_open(state):
        return "the rule is not in use in this campaign"
    return "Italy has surrendered by the ordinary rules" if italy_gone(state) else ""


def italy_first(course: Adjudication) -> bool:
    """What becomes of Italy without a die; whether the Allies are to be asked for one."""
    if not italy_open(course.state):
        return False
    if italy_gone(course.state):
        _conquer_italy(course, early=False)
        return False
    found = italian_criteria(course.state)
    if found.may_roll:
        return True
    if found.count or found.unit.met:
        met = tuple(row.key for row in found.criteria if row.met)
        rule = R("Italian Surrender: criteria")
        course.tell(gathered(e.ItalySafe, found, why=found.why_not, met=met, rule=rule))
    return False


def italian_roll(course: Adjudication, *, wanted: bool) -> None:
    """The Allies roll, or leave it (F-11). Facts declared or corrected meanwhile count: an ordinary
    surrender conquers Italy without a die.
    """
    state = course.state
    if not italy_open(state):
        return
    if italy_gone(state):
        _conquer_italy(course, early=False)
        return
    found = italian_criteria(state)
    if not wanted or not found.may_roll:
        course.tell(e.ItalyLeft(rule=R("F-11")))
        return
    rolled = italy.roll(situation(state), course.dice)
    last = gathered(LastRoll, rolled, turn=state.turn, surrendered=rolled.succeeded)
    course.change(last={**state.last, "italy": last})
    course.tell(
        gathered(
            e.ItalyRolled,
            rolled,
            criteria=tuple(row.text for row in found.criteria if row.met),
            rule=R("Italian Surrender: roll"),
        )
    )
    if rolled.succeeded:
        _conquer_italy(course, early=True)


def _conquer_italy(course: Adjudication, *, early: bool) -> None:
    course.change(conquered={**course.state.conquered, "italy": course.state.turn})
    course.tell(e.ItalyConquered(early=early, rule=R("Italian Surrender: complete")))


# -- Japan ---------------------------------------------------------------------------------


def japan_open(state: HouseState) -> bool:
    """Whether Japan's early surrender is still a question in this campaign."""
    return state.used("japanese_surrender") and "japan" not in state.conquered


def japan_gone(state: HouseState) -> bool:
    """Whether Japan has surrendered by the ordinary rules."""
    return state.facts.get("japanese_surrender.surrendered") is True


def japan_due(state: HouseState) -> bool:
    """Whether the roll for Japan is due in this turn's Conquest Step."""
    if not japan_open(state) or japan_gone(state):
        return False
    return japanese.must_roll(situation(state))


def japan(course: Adjudication) -> None:
    """Japan surrenders by the ordinary rules, or its roll is made where it is due (F-15)."""
    state = course.state
    if not japan_open(state):
        return
    if japan_gone(state):
        _surrender_japan(course, early=False)
        return
    if not japan_due(state):
        return
    rolled = japanese.roll(situation(state), course.dice)
    last = gathered(LastRoll, rolled, turn=state.turn)
    course.change(last={**state.last, "japan": last})
    needed, rule = course.tables.japan.surrender, R("Japanese Surrender: roll")
    course.tell(gathered(e.JapanRolled, rolled, needed=needed, rule=rule))
    if rolled.surrendered:
        _surrender_japan(course, early=True)


def _surrender_japan(course: Adjudication, *, early: bool) -> None:
    course.change(conquered={**course.state.conquered, "japan": course.state.turn})
    course.tell(e.JapanSurrendered(early=early, rule=R("Japanese Surrender: roll")))
