"""Looking at the tracks without changing anything: why a level is what it is, what the next turn
adds, what it would be if, and what the levels allow in BRPs.

Everything is computed from the state that is given; given a view, it tells what its reader may
know and nothing else. Other powers' points are unknown and left out, never counted as none.
"""

from collections.abc import Mapping

import msgspec

from rules.kernel.facts import FactValue
from rules.kernel.tally import Row, Tally, tally
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.consistency import declared
from rules.world_at_war.model.sequence import ORDER
from rules.world_at_war.model.state import Track, WarState
from rules.world_at_war.model.tables.campaign import Tables, Threshold, tables_of
from rules.world_at_war.model.tables.tensions import When
from rules.world_at_war.tensions.levels import (
    ON_EFFECTIVE,
    added,
    alone,
    changed_parts,
    effective_tally,
    event_changes,
    frozen,
    opening_rows,
    status_changes,
    status_rows,
)
from rules.world_at_war.tensions.mobilization import by_date

FACES = range(1, 7)


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """The chance that a threshold is met: ``parts`` of ``whole``."""

    level: int
    effect: str
    parts: int
    whole: int


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """A track under a supposition.

    ``now`` is the level after it, ``next`` the level as the next turn (or, during a placement,
    this one: ``opens`` says which) opens. ``levels`` gives the faces of the die by effective level
    in this turn (empty without a die), ``reaches`` thresholds that this Allied turn can meet,
    ``later`` those that are left for the one after ``next``.
    """

    now: Tally
    next: Tally
    opens: str
    levels: dict[int, int]
    reaches: tuple[Reach, ...]
    later: tuple[Reach, ...]


def level_tally(state: WarState, tables: Tables, track: str) -> Tally:
    """The level of a track with everything that brought it there, row by row."""
    record = state.tracks.get(track, Track())
    sums: dict[tuple[str, str], Row] = {}
    for step in record.history:
        key = (step.key or step.reason, step.rule)
        before = sums.get(key)
        reason = before.reason if before else step.reason.removeprefix("No longer: ")
        sums[key] = Row(key[0], step.amount + (before.amount if before else 0), reason, step.rule)
    start = record.level - sum(step.amount for step in record.history)
    return tally(
        tables.scales[track].title,
        sums.values(),
        base=start,
        base_reason="Level at the start",
        base_rule=R(f"{track.upper()}: starting level"),
    )


def unknown_start(state: WarState, tables: Tables, track: str) -> str:
    """The override that a moderator still has to enter for the starting level, or nothing."""
    for switch in ("prelude_europe", "prelude_asia"):
        levels = tables.tensions.start.get(state.variant(switch), {})
        if track in levels and levels[track] is None:
            return f"tensions.start.{state.variant(switch)}.{track}"
    return ""


# -- ahead ---------------------------------------------------------------------------------------


def opening_words(state: WarState) -> str:
    """Which opening is ahead: this turn's during a placement, else the next turn's."""
    return "as this turn opens" if state.step in ("place", "") else "as next turn opens"


def ahead(state: WarState, tables: Tables, track: str) -> Tally:
    """The level as the next turn opens (at a placement: as this turn does), if all facts stay."""
    rows = [] if state.step in ("place", "") else _rest_of_turn(state, tables, track)
    later = _moved(state, track, sum(row.amount for row in rows))
    if state.step not in ("place", ""):
        later = msgspec.structs.replace(later, turn=state.turn + 1, counted={})
    rows += opening_rows(later, tables, track)
    title = f"{tables.scales[track].title}: {opening_words(state)}"
    return tally(title, rows, base=state.level(track), base_reason="Level now")


def _rest_of_turn(state: WarState, tables: Tables, track: str) -> list[Row]:
    """What the end of each player turn, a correction and a German war still add in this turn."""
    rows: list[Row] = []
    if frozen(state, track) or (track == "usjt" and alone(state)):
        return rows
    at = ORDER[state.step]
    ends: list[tuple[When, str]] = [("axis_end", "axis.facts"), ("allied_end", "allied.facts")]
    for when, last in ends:
        if at <= ORDER[last]:
            due = added(state, status_rows(state, tables, track, when))
            rows += [row for row in due.values() if f"{track}.{row.key}" not in state.counted]
    short = 50 - state.level("rgt")
    if (
        track == "rgt"
        and state.yes("war.germany.russia")
        and short > 0
        and at < ORDER["allied.targets"]
    ):
        rule = R("RGT: German declaration of war")
        rows.append(Row("german-war", short, "Germany and Russia are at war", rule))
    other = int(state.facts.get(f"tension.{track}.other", 0))
    if other:
        rows.append(Row("correction", other, "A moderator's correction", R("Ruling 29")))
    return rows


def _moved(state: WarState, track: str, amount: int) -> WarState:
    """The state with a level moved by so much."""
    record = state.tracks.get(track, Track())
    changed = msgspec.structs.replace(record, level=record.level + amount)
    return msgspec.structs.replace(state, tracks={**state.tracks, track: changed})


# -- what if -------------------------------------------------------------------------------------


def what_if(
    state: WarState, track: str, points: int = 0, facts: Mapping[str, FactValue] | None = None
) -> WhatIf:
    """The track if so many points were spent on it now (plus: Western Allied) and these facts held."""
    tables = tables_of(state)
    then, rows = _with(state, tables, track, facts) if facts else (state, [])
    if points:
        rule = R("USAT: diplomatic modifiers")
        word = "Western Allied" if points > 0 else "Axis"
        rows = [
            Row("points", points, f"{word} points, supposed", rule),
            *rows,
        ]
    title = tables.scales[track].title
    now = tally(title, rows, base=state.level(track), base_reason="Level now")
    then = _moved(then, track, now.net - state.level(track))
    following = ahead(then, tables, track)
    levels = {} if state.step == "place" else _faces(then, tables, track)
    reaches = _reaches(then, tables, track, now.net, levels)
    certain = {reach.level for reach in reaches if reach.parts == reach.whole}
    dice = _shifted(levels_of_die(tables), following.net)
    later = _reaches(then, tables, track, following.net, dice)
    return WhatIf(
        now=now,
        next=following,
        opens=opening_words(state),
        levels=levels,
        reaches=reaches,
        later=tuple(reach for reach in later if reach.level not in certain),
    )


def change(state: WarState, track: str, facts: Mapping[str, FactValue]) -> int:
    """By how much these facts, once declared, would move a track at once."""
    return sum(row.amount for row in _with(state, tables_of(state), track, facts)[1])


def _with(
    state: WarState, tables: Tables, track: str, facts: Mapping[str, FactValue]
) -> tuple[WarState, list[Row]]:
    """The state with these facts, and what they add to a track at once."""
    then = msgspec.structs.replace(state, facts=declared(state.facts, facts))
    if frozen(state, track) or (track == "usjt" and alone(state)):
        return then, []
    changed = changed_parts(state, then)
    events = event_changes(state, then, tables, track, changed)
    statuses = status_changes(state, then, tables, track, changed)
    rows = [msgspec.structs.replace(row, amount=amount) for row, amount in (*events, *statuses)]
    counted = {f"{track}.{row.key}": row.amount for row, _ in statuses}
    then = msgspec.structs.replace(then, counted={**then.counted, **counted})
    return _attack_on_britain(state, then, tables, rows) if track == "usjt" else (then, rows)


def _attack_on_britain(
    state: WarState, then: WarState, tables: Tables, rows: list[Row]
) -> tuple[WarState, list[Row]]:
    """An attack on Britain alone lifts the level at once, and changes what the next turn adds."""
    attacked = then.yes("declared.japan.britain") and not state.yes("declared.japan.britain")
    if not attacked or then.yes("war.japan.us") or then.yes("declared.japan.united_states"):
        return then, rows
    rule = R("USJT: attack on Britain alone")
    own = next(row for row in rows if row.key == "war-on-britain")
    short = max(0, tables.tensions.attack_on_britain.least - state.level("usjt") - own.amount)
    lift = Row("alone-lift", short, "An attack on Britain alone lifts it", rule)
    return msgspec.structs.replace(then, alone_turn=state.turn), [*rows, lift]


def levels_of_die(tables: Tables) -> dict[int, int]:
    """How many faces shift the level by how much."""
    shifts: dict[int, int] = {}
    for face in FACES:
        shifts[tables.effective[face]] = shifts.get(tables.effective[face], 0) + 1
    return dict(sorted(shifts.items()))


def _shifted(shifts: Mapping[int, int], level: int) -> dict[int, int]:
    return {level + shift: faces for shift, faces in shifts.items()}


def _faces(state: WarState, tables: Tables, track: str) -> dict[int, int]:
    """The effective levels of this turn with their faces; empty once the die is thrown."""
    record = state.tracks.get(track, Track())
    thrown = record.effective is not None or ORDER.get(state.step, 0) > ORDER["allied.tension"]
    if track not in ON_EFFECTIVE or frozen(state, track) or thrown:
        return {}
    found: dict[int, int] = {}
    for face in FACES:
        level = effective_tally(state, tables, track, face).net
        found[level] = found.get(level, 0) + 1
    return dict(sorted(found.items()))


def _reaches(
    state: WarState, tables: Tables, track: str, level: int, levels: Mapping[int, int]
) -> tuple[Reach, ...]:
    """Thresholds not met yet that this level, or its die, can meet; none that has come by its date."""
    found = []
    for step in tables.scales[track].steps:
        if state.reached(track, step.level) or by_date(state, tables, track, step):
            continue
        if track not in ON_EFFECTIVE:
            parts = 6 if level >= step.level else 0
        else:
            parts = sum(faces for at, faces in levels.items() if at >= step.level)
        if parts:
            found.append(Reach(level=step.level, effect=step.effect, parts=parts, whole=6))
    return tuple(found)


# -- what levels allow ---------------------------------------------------------------------------


def grants(state: WarState, tables: Tables) -> Tally | None:
    """BRPs a turn that the United States may grant to Britain or France before entering the war;
    ``None`` once they are in it. The effective level counts, before its die the actual one.
    """
    if state.yes("war.us.axis"):
        return None
    record, rule = state.tracks.get("usat", Track()), R("USAT: grants")
    title = "American grants to Britain and France"
    level = record.effective if record.effective is not None else record.level
    words = "Effective level" if record.effective is not None else "Level, before the die"
    least = next(step.level for step in tables.scales["usat"].steps if step.key == "grants")
    if not state.reached("usat", least):
        reason = f"The level has not reached {least}"
        row = Row("early", -level, reason, rule)
    else:
        reason = f"Each level above {least} is one BRP"
        row = Row("threshold", -least, reason, rule)
    floor = Row("floor", 0, "Never below zero", rule)
    return tally(
        title, [row], base=level, base_reason=words, base_rule=rule, least=0, least_row=floor
    )


def grants_to_china(state: WarState, tables: Tables) -> tuple[int, Threshold | None]:
    """BRPs a turn that the United States may grant to China, and the threshold that says so."""
    reached = [
        step
        for step in tables.scales["usjt"].steps
        if step.china and state.reached("usjt", step.level)
    ]
    best = max(reached, key=lambda step: step.china, default=None)
    return (best.china if best else 0), best
