"""How the three tension tracks move.

What a row adds follows from the state alone. ``settle`` compares what the rows added when the
tracks were last looked at with what they add now, and moves the tracks by the difference; so a
city that is retaken, and every corrected fact, takes its points off again. Status rows add anew
each turn; ``counted`` remembers what they have added in this one.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rules.kernel.dependencies import Parts
from rules.kernel.tally import Row, Tally, tally, weigh
from rules.world_at_war.diplomacy.operations import shifts
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import BEHIND, Situation, holder
from rules.world_at_war.model.events.diplomacy import EffectiveRolled, ThresholdReached, TrackMoved
from rules.world_at_war.model.events.tensions import BritainAttackedAlone
from rules.world_at_war.model.state import Step, Track, WarState
from rules.world_at_war.model.tables.campaign import Tables, tables_of
from rules.world_at_war.model.tables.tensions import TensionRow, When
from rules.world_at_war.model.variants import SWITCHES
from rules.world_at_war.status import aging

TRACKS = ("rgt", "usat", "usjt")
ON_EFFECTIVE = ("usat", "usjt")
"""Tracks whose thresholds are met by the effective level."""
DICE = {"usat": R("49.851"), "usjt": R("49.852")}
ALONE = R("USJT: attack on Britain alone")


# -- moving ------------------------------------------------------------------------------------


def move(
    course: Adjudication, track: str, amount: int, reason: str, rule: str, key: str = ""
) -> None:
    """Change a level, with its reason; a zero changes nothing."""
    if amount == 0:
        return
    before = course.state.tracks.get(track, Track())
    after = before.level + amount
    step = Step(
        turn=course.state.turn, amount=amount, reason=reason, rule=rule, level=after, key=key
    )
    _replace(course, track, level=after, history=(*before.history, step))
    course.tell(
        TrackMoved(
            track=track, before=before.level, after=after, amount=amount, reason=reason, rule=rule
        )
    )
    if track not in ON_EFFECTIVE:
        _reach(course, track, after)


def _replace(course: Adjudication, track: str, **parts: object) -> None:
    changed = msgspec.structs.replace(course.state.tracks.get(track, Track()), **parts)
    course.change(tracks={**course.state.tracks, track: changed})


def _reach(course: Adjudication, track: str, level: int) -> None:
    for threshold in course.tables.scales[track].steps:
        if level >= threshold.level and not course.state.met(track, threshold.level):
            reached = {
                **course.state.tracks[track].reached,
                str(threshold.level): course.state.turn,
            }
            _replace(course, track, reached=reached)
            rule = R(f"{track.upper()}: results")
            course.tell(
                ThresholdReached(
                    track=track, level=threshold.level, effect=threshold.effect, rule=rule
                )
            )


def as_reached(before: WarState, after: WarState) -> WarState:
    """The state with every threshold reached that levels laid down in it have passed: the actual
    level, or the effective one where that counts. Nothing is told and nothing follows.
    """
    tracks = dict(after.tracks)
    for key, track in after.tracks.items():
        was = before.tracks.get(key, Track())
        level = track.effective if key in ON_EFFECTIVE else track.level
        if level is None or level == (was.effective if key in ON_EFFECTIVE else was.level):
            continue
        met = [
            str(step.level) for step in tables_of(after).scales[key].steps if level >= step.level
        ]
        reached = {**dict.fromkeys(met, after.turn), **track.reached}
        tracks[key] = msgspec.structs.replace(track, reached=reached)
    return msgspec.structs.replace(after, tracks=tracks)


# -- what the rows add ---------------------------------------------------------------------------


def in_play(state: WarState, rows: Iterable[TensionRow]) -> list[TensionRow]:
    """The rows that the campaign's variants leave in the tables."""
    return [
        row
        for row in rows
        if all((state.variant(k) or SWITCHES[k].default) == v for k, v in row.only.items())
    ]


def frozen(state: WarState, track: str) -> bool:
    """Whether a track moves no more by itself: U.S.-Japanese tension once the two are at war."""
    return track == "usjt" and state.yes("war.japan.us")


def alone(state: WarState) -> bool:
    """Whether only the fixed rise after an attack on Britain alone counts (from the next turn on)."""
    return 0 < state.alone_turn < state.turn and not frozen(state, "usjt")


def added(state: WarState, rows: list[TensionRow]) -> dict[str, Row]:
    """What each of these rows adds in this state."""
    return {row.key: row for row in weigh((row.modifier for row in rows), Situation(state))[0]}


def status_rows(state: WarState, tables: Tables, track: str, *when: When) -> list[TensionRow]:
    """The status rows of a track that count at these moments."""
    return [row for row in in_play(state, tables.tensions.status[track]) if row.at in when]


# -- the course of a turn ------------------------------------------------------------------------


def open_turn(course: Adjudication) -> None:
    """As a game turn begins each track moves by its automatic and its status modifiers."""
    before = course.state
    course.change(counted={})
    counted = {}
    for track in TRACKS:
        _replace(course, track, effective=None)
        for row in opening_rows(before, course.tables, track):
            move(course, track, row.amount, row.reason, row.rule, row.key)
            counted[f"{track}.{row.key}"] = row.amount
    course.change(counted=counted)
    course.settled = course.state


def opening_rows(state: WarState, tables: Tables, track: str) -> list[Row]:
    """What the start of a turn adds to a track, in the situation of this state."""
    if frozen(state, track):
        return []
    if track == "usjt" and alone(state):
        rise = tables.tensions.attack_on_britain.each_turn
        return [Row("alone", rise, "Japan fights Britain alone", ALONE)]
    automatic = tables.scales[track].automatic
    first = Row("automatic", automatic.amount, automatic.reason, R(automatic.rule))
    return [first, *added(state, status_rows(state, tables, track, "start", "turn")).values()]


def settle(course: Adjudication, *, throwing: bool = True) -> None:
    """Bring the tracks up to what has changed since they were last looked at.

    Without ``throwing`` the dice of a Japanese attack wait for the Allied diplomatic phase.
    Nearly always little has changed or nothing, so only rows that hang on it are looked at.
    """
    was, now = course.settled, course.state
    course.settled = now
    changed = changed_parts(was, now)
    if not changed:
        return
    for track in TRACKS:
        if frozen(was, track) or (track == "usjt" and alone(now)):
            continue
        for row, amount in event_changes(was, now, course.tables, track, changed):
            reason = row.reason if amount * row.amount > 0 else f"No longer: {row.reason}"
            move(course, track, amount, reason, row.rule, row.key)
            if (track, row.key) == ("usjt", "war-on-britain") and amount > 0:
                _lift(course, now)
        for row, amount in status_changes(was, now, course.tables, track, changed):
            course.change(counted={**course.state.counted, f"{track}.{row.key}": row.amount})
            move(course, track, amount, row.reason, row.rule, row.key)
    if throwing:
        _roll_at_once(course, was, now)


def changed_parts(was: WarState, now: WarState) -> Parts:
    """The parts in which two states differ, named as questions say what they hang on: facts by
    their keys, ``countries.turkey``, ``areas.egypt``, ``level.usjt``, ``attempts`` and ``claims``. The group of a
    changed part (``declared.germany`` of ``declared.germany.norway``) has changed as well.
    """
    found = set(_differing(was.facts, now.facts, ""))
    found.update(_differing(was.countries, now.countries, "countries."))
    found.update(_differing(was.areas, now.areas, "areas."))
    found.update(
        place
        for place, behind in BEHIND.items()
        if not behind.isdisjoint(found) and holder(was, place) != holder(now, place)
    )
    found.update(f"level.{track}" for track in TRACKS if was.level(track) != now.level(track))
    if was.attempts != now.attempts:
        found.add("attempts")
    if was.claims != now.claims:
        found.add("claims")
    return frozenset(found | {part.rpartition(".")[0] for part in found})


def _differing(was: Mapping[str, Any], now: Mapping[str, Any], group: str) -> Iterator[str]:
    if was is not now:
        for key in was if was.keys() == now.keys() else {**was, **now}:
            if was.get(key) != now.get(key):
                yield f"{group}{key}"


def event_changes(
    was: WarState, now: WarState, tables: Tables, track: str, changed: Parts
) -> list[tuple[Row, int]]:
    """The event rows whose sum is another now, with the difference."""
    rows = in_play(now, tables.tensions.touched["event"][track].by(changed))
    if not rows:
        return []
    before, after = added(was, rows), added(now, rows)
    found = []
    for row in rows:
        key = row.modifier.key
        old, new = before.get(key), after.get(key)
        change = (new.amount if new else 0) - (old.amount if old else 0)
        if change:
            found.append(((new or old), change))
    return [(row, change) for row, change in found if row is not None]


def status_changes(
    was: WarState, now: WarState, tables: Tables, track: str, changed: Parts
) -> list[tuple[Row, int]]:
    """The status rows that came about in the course of the turn, with what they still add.

    A row counts once a turn, even if its situation ends and comes again. Rows are reopened by the
    facts that say so. Before the turn is opened nothing comes about.
    """
    touched = in_play(now, tables.tensions.touched["status"][track].by(changed))
    if not touched or now.step == "place":
        return []
    anew = [row for row in touched if not changed.isdisjoint(row.again)]
    rows = [row for row in touched if row.at == "turn" and row not in anew]
    before, after = added(was, rows), added(now, rows)
    found = []
    for row in rows:
        key = row.modifier.key
        new, old = after.get(key), before.get(key)
        counted = now.counted.get(f"{track}.{key}", 0)
        if new and new != old and abs(new.amount) > abs(counted):
            found.append((new, new.amount - counted))
    if not any(key.startswith(f"{track}.") for key in now.counted):
        return found
    reopened = [row for row in anew if row.at in ("start", "turn")]
    after = added(now, reopened)
    for row in reopened:
        key, counted = row.modifier.key, now.counted.get(f"{track}.{row.modifier.key}", 0)
        told = after.get(key) or Row(key, 0, row.modifier.reason, row.modifier.rule)
        if told.amount != counted:
            found.append((told, told.amount - counted))
    return found


def end_side(course: Adjudication, side: str) -> None:
    """As a player turn ends, the status rows that are looked at then."""
    settle(course)
    when: When = "axis_end" if side == "axis" else "allied_end"
    for track in TRACKS:
        if frozen(course.state, track) or (track == "usjt" and alone(course.state)):
            continue
        found = added(course.state, status_rows(course.state, course.tables, track, when))
        for row in found.values():
            if f"{track}.{row.key}" not in course.state.counted:
                course.change(counted={**course.state.counted, f"{track}.{row.key}": row.amount})
                move(course, track, row.amount, row.reason, row.rule, row.key)
    course.settled = course.state


def close_turn(course: Adjudication) -> None:
    """Corrections are entered, and facts of the turn start anew without taking anything off."""
    settle(course)
    for track in TRACKS:
        key = f"tension.{track}.other"
        amount = int(course.state.facts.get(key, 0))
        move(course, track, amount, "A moderator's correction", R("Ruling 29"), "correction")
        course.set_fact(key, 0, R("Ruling 29"))
    aging.age(course, "turn")
    course.settled = course.state


def german_war(course: Adjudication) -> None:
    """War between Germany and Russia lifts the level to 50 at the start of Russia's turn."""
    short = 50 - course.state.level("rgt")
    if course.state.yes("war.germany.russia") and short > 0:
        rule = R("RGT: German declaration of war")
        move(course, "rgt", short, "Germany and Russia are at war", rule, "german-war")


# -- the effective level -------------------------------------------------------------------------


def roll_effective(course: Adjudication) -> None:
    """When the Allied diplomatic phase ends one die each gives the effective levels, unless
    one was thrown in this turn already, or the two powers are at war (49.851, 49.852).
    """
    for track in ON_EFFECTIVE:
        thrown = course.state.tracks[track].effective is not None and track == "usjt"
        at_once = thrown and course.state.alone_turn == course.state.turn
        if not at_once and not frozen(course.state, track):
            roll(course, track)


def roll(course: Adjudication, track: str) -> None:
    """Throw the die for a track's effective level, and meet its thresholds."""
    die = course.dice.roll(f"effective {track}")
    told = effective_tally(course.state, course.tables, track, die)
    _replace(course, track, effective=told.net)
    course.tell(EffectiveRolled(track=track, tally=told, die=die, level=told.net, rule=DICE[track]))
    _reach(course, track, told.net)


def effective_tally(state: WarState, tables: Tables, track: str, die: int) -> Tally:
    """The effective level under this die."""
    rows = [
        Row("die", tables.effective[die], f"A die of {die}", DICE[track]),
        *operations_on(state, track),
    ]
    title = tables.scales[track].title
    return tally(title, rows, base=state.level(track), base_reason="Actual level")


def operations_on(state: WarState, track: str) -> list[Row]:
    """Covert operations against the effective level, after countering (47.22)."""
    if track != "usat":
        return []
    signs = {"axis": -1, "western": 1, "russia": 1}
    return [
        Row(f"operation-{faction}", signs[faction] * count, "Covert operation", R("47.22"))
        for faction, count in shifts(state, "usat").items()
    ]


def _lift(course: Adjudication, now: WarState) -> None:
    """An attack on Britain alone makes the level at least twenty, and sets off what follows."""
    if now.yes("war.japan.us") or now.yes("declared.japan.united_states"):
        return
    short = course.tables.tensions.attack_on_britain.least - course.state.level("usjt")
    move(course, "usjt", max(0, short), "An attack on Britain alone lifts it", ALONE, "alone-lift")
    course.change(alone_turn=course.state.turn)
    course.tell(BritainAttackedAlone(effect=course.tables.prewar.alone.text, rule=ALONE))


def _roll_at_once(course: Adjudication, was: WarState, now: WarState) -> None:
    """The die of an attack on Britain alone, and the last one when Japan attacks the United States."""
    if was.alone_turn != course.state.alone_turn:
        roll(course, "usjt")
    attacked = "declared.japan.united_states"
    if now.yes(attacked) and not was.yes(attacked):
        roll(course, "usjt")
