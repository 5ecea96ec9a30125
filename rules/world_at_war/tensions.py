"""The three tension tracks, as far as diplomacy moves and reads them.

Each turn's automatic change, points and subversion on U.S.-Axis tension, and the die for the
effective level are counted here. Other changes come as a declared sum until they are counted too.
"""

import msgspec

from rules.kernel.tally import Row, Tally, tally
from rules.world_at_war.citations import R
from rules.world_at_war.course import Course
from rules.world_at_war.events import EffectiveRolled, ThresholdReached, TrackMoved
from rules.world_at_war.phases.covert import shifts
from rules.world_at_war.state import Step, Track, WarState
from rules.world_at_war.tables import Tables

TRACKS = ("rgt", "usat", "usjt")
ON_EFFECTIVE = ("usat", "usjt")
"""Tracks whose thresholds are met by the effective level."""


def move(course: Course, track: str, amount: int, reason: str, rule: str) -> None:
    """Change a level, with its reason; a zero changes nothing."""
    if amount == 0:
        return
    before = course.state.tracks.get(track, Track())
    after = before.level + amount
    step = Step(turn=course.state.turn, amount=amount, reason=reason, rule=rule, level=after)
    _replace(course, track, level=after, history=(*before.history, step))
    course.tell(
        TrackMoved(
            track=track, before=before.level, after=after, amount=amount, reason=reason, rule=rule
        )
    )
    if track not in ON_EFFECTIVE:
        _reach(course, track, after)


def _replace(course: Course, track: str, **parts: object) -> None:
    changed = msgspec.structs.replace(course.state.tracks.get(track, Track()), **parts)
    course.change(tracks={**course.state.tracks, track: changed})


def _reach(course: Course, track: str, level: int) -> None:
    for threshold in course.tables.scales[track].steps:
        if level >= threshold.level and not course.state.reached(track, threshold.level):
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


def open_turn(course: Course) -> None:
    """Each track moves by its automatic modifier at the start of the game turn."""
    for track in TRACKS:
        _replace(course, track, effective=None)
        automatic = course.tables.scales[track].automatic
        move(course, track, automatic.amount, automatic.reason, R(automatic.rule))


def roll_effective(course: Course) -> None:
    """At the end of the Allied diplomatic phase one die each gives the effective levels (49.851, 49.852)."""
    for track, rule in (("usat", R("49.851")), ("usjt", R("49.852"))):
        die = course.dice.roll(f"effective {track}")
        rows = [
            Row(key="die", amount=course.tables.effective[die], reason=f"A die of {die}", rule=rule)
        ]
        rows += operations_on(course.state, track)
        told = tally(
            course.tables.scales[track].title,
            rows,
            base=course.state.level(track),
            base_reason="Actual level",
        )
        _replace(course, track, effective=told.net)
        course.tell(EffectiveRolled(track=track, tally=told, die=die, level=told.net, rule=rule))
        _reach(course, track, told.net)


def operations_on(state: WarState, track: str) -> list[Row]:
    """Covert operations against the effective level, after countering (47.22)."""
    if track != "usat":
        return []
    signs = {"axis": -1, "western": 1, "russia": 1}
    return [
        Row(
            key=f"operation-{faction}",
            amount=signs[faction] * count,
            reason="Covert operation",
            rule=R("47.22"),
        )
        for faction, count in shifts(state, "usat").items()
    ]


def close_turn(course: Course) -> None:
    """The turn's other changes, declared as one sum for each track, are entered and forgotten."""
    for track in TRACKS:
        key = f"tension.{track}.other"
        amount = int(course.state.facts.get(key, 0))
        move(
            course,
            track,
            amount,
            "Other changes of the turn, as declared",
            R(f"{track.upper()}: event modifiers"),
        )
        if amount:
            course.change(facts={**course.state.facts, key: 0})


def german_war(course: Course) -> None:
    """War between Germany and Russia lifts the level to 50 at the start of Russia's turn."""
    short = 50 - course.state.level("rgt")
    if course.state.yes("war.germany.russia") and short > 0:
        move(
            course,
            "rgt",
            short,
            "Germany and Russia are at war",
            R("RGT: German declaration of war"),
        )


def outlook(state: WarState, tables: Tables, track: str) -> Tally:
    """What the next turn adds at least, as a tally on the level of now."""
    automatic = tables.scales[track].automatic
    row = Row(
        key="automatic", amount=automatic.amount, reason=automatic.reason, rule=automatic.rule
    )
    other = int(state.facts.get(f"tension.{track}.other", 0))
    rows = [
        row,
        Row(
            key="other",
            amount=other,
            reason="Other changes declared this turn",
            rule=f"{track.upper()}: event modifiers",
        ),
    ]
    return tally(
        f"{tables.scales[track].title}: next turn",
        rows,
        base=state.level(track),
        base_reason="Level now",
    )
