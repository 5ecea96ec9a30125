"""Denmark, Norway's mines and Ireland's partisans: what declarations of war and control bring about."""

from rules.world_at_war.ledger import postings
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.conditions.regions import controls, irish_rising_over
from rules.world_at_war.model.events.regions import DenmarkYielded, MinesCleared, PartisansGone
from rules.world_at_war.model.state import WarState
from rules.world_at_war.status.belligerents import out

DENMARK = "declared.germany.denmark"
MINED, GRUDGE = "norway.mined", "norway.mined_without_leave"
AT_ULSTER = "ireland.partisans_at_ulster"


def settle(course: Adjudication, was: WarState) -> None:
    """Denmark yields, mines are noted and cleared, Irish partisans go."""
    if (course.state.facts, course.state.countries) == (was.facts, was.countries):
        return
    _denmark(course, was)
    _mines(course, was)
    _ireland(course, was)


def _denmark(course: Adjudication, was: WarState) -> None:
    """Denmark does not resist Germany (86.122); a declaration taken back frees it again."""
    now, rule = course.state, R("86.122")
    held = now.facts.get("control.copenhagen")
    if now.yes(DENMARK) and not was.yes(DENMARK):
        course.tell(DenmarkYielded(rule=rule))
        if held in ("neutral", "none"):
            course.set_fact("control.copenhagen", "axis", rule)
        return
    taken_back = was.yes(DENMARK) and not now.yes(DENMARK)
    if taken_back and held == "axis" and not now.area("denmark").conqueror:
        course.set_fact("control.copenhagen", "neutral", rule)


def _mines(course: Adjudication, was: WarState) -> None:
    """Mining that was declared as a fact counts as announced; Germany's control ends it (86.36)."""
    if course.state.yes(GRUDGE) and not was.yes(GRUDGE):
        course.set_fact(MINED, True, R("86.33"))
    elif was.yes(GRUDGE) and not course.state.yes(GRUDGE):
        course.set_fact(MINED, False, R("86.33"))
    _clear(course)


def _clear(course: Adjudication) -> None:
    """The mines lie until Germany controls Norway (86.36)."""
    if course.state.yes(MINED) and controls(Situation(course.state), "axis", "norway"):
        course.set_fact(MINED, False, R("86.36"))
        course.tell(MinesCleared(rule=R("86.36")))


def _ireland(course: Adjudication, was: WarState) -> None:
    """A German attack, or peace for good, removes every Irish partisan (87.23)."""
    over = irish_rising_over(Situation(course.state))
    if not over or irish_rising_over(Situation(was)):
        return
    attacked = course.state.yes("declared.germany.ireland")
    why = "Germany declared war on Ireland" if attacked else "Ireland is tranquil for good"
    course.tell(PartisansGone(area="ireland", why=why, rule=R("87.23")))
    for fact in (AT_ULSTER, "unbuilt.ireland_partisans"):
        course.set_default(fact, R("87.23"))


def leave(course: Adjudication, stage: str) -> None:
    """As a player turn ends: a conquest of Norway ends the mines; as the Allied one does, the
    partisans beside Ulster cost Britain BRPs (86.36, 87.23).
    """
    _clear(course)
    count = int(course.state.facts.get(AT_ULSTER, 0))
    if stage == "allied.facts" and count and not out(course.state, "britain"):
        postings.post(
            course,
            "britain",
            "ireland",
            -count,
            "Irish partisans in Ulster or beside it",
            R("87.23"),
            prorated=False,
            key=f"ira-{course.state.turn}",
        )
