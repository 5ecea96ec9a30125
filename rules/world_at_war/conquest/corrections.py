"""What a moderator's correction of the map undoes: lines of the ledger are met by counter-entries.

The first time a turn's judgement changes an area, how the area stood before is kept. When a place
of the area is corrected in the same turn, what followed from it is taken back line by line, and the
moments of the turn are judged again. What happened in earlier turns stands; a declaration of a
player is news of the map and goes through the ordinary moments.
"""

from rules.world_at_war.conquest import recapture
from rules.world_at_war.ledger import postings
from rules.world_at_war.ledger.control import contested, control
from rules.world_at_war.ledger.income import book, slot
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import country_name
from rules.world_at_war.model.powers import faction_of
from rules.world_at_war.model.sequence import ORDER
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Judged, Record
from rules.world_at_war.model.tables.areas import Area

KEYS = ("lost", "gained", "conquered")
"""The lines that follow from places."""
MOMENTS = ("axis.targets", "axis.facts", "allied.targets", "allied.facts")


def recount(course: Adjudication, before: WarState) -> None:
    """After a correction: undo and judge again the areas whose places it changed."""
    for area in contested(course.state):
        kept = course.state.judged.get(area.key)
        if kept is None or kept.turn != course.state.turn:
            continue
        everything = {*area.conquest, *area.income}
        if any(control(before, place) != control(course.state, place) for place in everything):
            _undo(course, area, kept)
            _again(course, area)


def _undo(course: Adjudication, area: Area, kept: Judged) -> None:
    """Counter the lines that this turn's judgement posted, and put the area back as it stood."""
    state = course.state
    names = (area.key, area.diplomacy)
    mine = [e for e in state.entries if e.turn == state.turn and e.area and e.area in names]
    since = max((i for i, e in enumerate(mine, 1) if e.key.startswith("back-")), default=0)
    for entry in mine[since:]:
        if entry.key in KEYS:
            postings.reverse(course, entry, f"{country_name(area.key)}, corrected")
            where = entry.area if entry.key == "conquered" else slot(area)
            book(course, entry.power, where, -entry.full)
    if kept.record.conquered != state.area(area.key).conquered:
        _restore(course, area, kept)
    course.set_area(
        area.key, **{name: getattr(kept.record, name) for name in Record.__struct_fields__}
    )
    gone = recapture.clocks_of(state, area)
    course.change(
        clocks=(*(c for c in course.state.clocks if c not in gone), *kept.clocks),
        judged={key: one for key, one in course.state.judged.items() if key != area.key},
    )


def _restore(course: Adjudication, area: Area, kept: Judged) -> None:
    """A conquest that was none ends no tie: the result and the association are as before."""
    rule, country = R("Ruling 50"), area.diplomacy
    if not country or kept.record.conqueror or area.key == "luxembourg":
        return
    if area.key != "ukraine":
        course.set_fact(f"conquered.{country}", False, rule)
        by = course.state.area(area.key).conqueror
        if by and (fact := f"{faction_of(by)}.conquered.{country}") in FACTS:
            course.set_fact(fact, False, rule)
    if kept.ties:
        ties = {name: kept.ties[name] for name in ("result", "faction", "power")}
        course.set_country(country, **ties)
        course.set_fact(f"joined.{country}", kept.ties["joined"], rule)


def _again(course: Adjudication, area: Area) -> None:
    """Judge the moments of the turn that are over once more."""
    here = ORDER[course.state.step]
    for moment in MOMENTS:
        side, _, what = moment.partition(".")
        begins = what == "targets"
        if ORDER[moment] > here or (not begins and ORDER[moment] == here):
            continue
        before = course.state
        if begins:
            recapture.open_area(course, area, moment)
        else:
            recapture.judge(course, area, side, moment)
            recapture.remember(course, area, before)
