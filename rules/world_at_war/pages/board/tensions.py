"""The tension part of the board as data, built from a view."""

from collections.abc import Mapping

import msgspec

from rules.kernel.serial import gathered
from rules.kernel.tally import Tally
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.names import signed
from rules.world_at_war.model.obligation import Obligation
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.state import USAT, Step, WarState
from rules.world_at_war.model.tables.campaign import Tables, tables_of
from rules.world_at_war.obligations import Bond, bonds, obligations
from rules.world_at_war.tensions.forecast import (
    Reach,
    ahead,
    grants,
    grants_to_china,
    level_tally,
    opening_words,
    unknown_start,
    what_if,
)
from rules.world_at_war.tensions.levels import TRACKS, frozen
from rules.world_at_war.tensions.mobilization import begun, by_date, latest_turn

SUPPOSED = (-3, -2, -1, 1, 2, 3)
"""Points of which the board shows at once what they would do."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A threshold on a track; ``reached`` is the turn in words, or empty."""

    level: int
    effect: str
    latest: str
    short: str
    reached: str
    more: tuple[str, ...] = ()


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """The level of a track at the end of a turn (of the turn in play: now)."""

    turn: int
    title: str
    level: int


class Supposed(msgspec.Struct, frozen=True, kw_only=True):
    """A track with some points more on one side: now, next turn, and what that sets off."""

    label: str
    opens: str
    now: int
    next: int
    reaches: tuple[Reach, ...]
    later: tuple[Reach, ...]


class TrackCard(msgspec.Struct, frozen=True, kw_only=True):
    """A tension track: its level with every reason, the effective level, what next turn adds,
    thresholds, the course of the level, and what if. ``note`` says what a moderator has to enter.
    """

    key: str
    title: str
    level: int
    effective: int | None
    why: Tally
    outlook: Tally
    sentence: str
    opens: str
    note: str
    marks: tuple[Mark, ...]
    history: tuple[Step, ...]
    series: tuple[Point, ...]
    supposed: tuple[Supposed, ...]


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """An obligation or a standing bond of a power, in words; ``mine`` when the reader acts for it."""

    power: str
    name: str
    side: str
    mark: str
    mine: bool
    text: str
    when: str
    rule: str
    title: str = ""
    late: bool = False


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A mobilization plan as far as it has come: ``done`` of ``count``, and when the next comes."""

    title: str
    rule: str
    done: int
    count: int
    brps: str
    next: str
    units: tuple[str, ...]


class Allowed(msgspec.Struct, frozen=True, kw_only=True):
    """BRPs a turn that the United States may grant now."""

    to: str
    words: str
    rule: str
    tally: Tally | None = None


class Tensions(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the tension part of the board shows."""

    tracks: tuple[TrackCard, ...]
    duties: tuple[Task, ...]
    """The obligations."""
    bonds: tuple[Task, ...]
    plans: tuple[Plan, ...]
    grants: tuple[Allowed, ...]


def tensions(state: WarState, power: str | None) -> Tensions:
    """The tension part of the board, for the eyes of a power if any."""
    tables = tables_of(state)
    return Tensions(
        tracks=tuple(track_card(state, tables, key) for key in TRACKS),
        duties=tuple(
            _task(
                one,
                power,
                f"by {turn_title(state.scenario, one.due)}" if one.due else "when you like",
                late=0 < one.due < state.turn,
            )
            for one in obligations(state)
        ),
        bonds=tuple(_task(bond, power, f"until {bond.until}") for bond in bonds(state)),
        plans=tuple(_plan(state, tables, key) for key in tables.prewar.mobilizations),
        grants=_grants(state, tables),
    )


def _task(owed: Obligation | Bond, reader: str | None, when: str, *, late: bool = False) -> Task:
    power, mine = POWERS[owed.power], owed.power == reader
    return gathered(Task, owed, power, side=power.faction, mine=mine, when=when, late=late)


def track_card(state: WarState, tables: Tables, key: str) -> TrackCard:
    """One tension track with everything that is known of it."""
    scale, track = tables.scales[key], state.tracks.get(key)
    told, level = ahead(state, tables, key), state.level(key)
    reached: Mapping[str, int] = track.reached if track else {}
    marks = tuple(
        gathered(
            Mark,
            step,
            reached=turn_title(state.scenario, reached[str(step.level)])
            if str(step.level) in reached
            else "",
        )
        for step in scale.steps
    )
    coming = next(
        (
            step
            for step in scale.steps
            if str(step.level) not in reached and not by_date(state, tables, key, step)
        ),
        None,
    )
    opens = opening_words(state)
    sentence = f"It moves by {signed(told.net - level)} {opens}, if the facts stay."
    if frozen(state, key):
        sentence = "It stands still, now that there is war."
    elif coming is not None and level >= coming.level:
        sentence += f" At an effective level of {coming.level}: {coming.effect}."
    elif coming is not None:
        sentence += f" At {coming.level}: {coming.effect}."
    missing = unknown_start(state, tables, key)
    note = (
        "The starting level is printed in the companion game only. It can be given when a campaign "
        "is created; here it was not."
    )
    return TrackCard(
        key=key,
        title=scale.title,
        level=level,
        effective=track.effective if track else None,
        why=level_tally(state, tables, key),
        outlook=told,
        sentence=sentence,
        opens=opens,
        note=note if missing else "",
        marks=marks,
        history=track.history if track else (),
        series=series(state, key),
        supposed=tuple(supposed(state, key, points) for points in SUPPOSED) if key == USAT else (),
    )


def series(state: WarState, key: str) -> tuple[Point, ...]:
    """The level at the end of each turn so far, from the level at the start of the first."""
    track = state.tracks.get(key)
    history = track.history if track else ()
    level = state.level(key) - sum(step.amount for step in history)
    points = []
    for turn in range(1, state.turn + 1):
        level += sum(step.amount for step in history if step.turn == turn)
        points.append(Point(turn=turn, title=turn_title(state.scenario, turn), level=level))
    return tuple(points)


def supposed(state: WarState, key: str, points: int) -> Supposed:
    """A track with so many points more (plus: Western Allied)."""
    told = what_if(state, key, points)
    side = "Western Allied" if points > 0 else "Axis"
    return gathered(
        Supposed,
        told,
        label=f"{abs(points)} {side} {'point' if abs(points) == 1 else 'points'}",
        now=told.now.net,
        next=told.next.net,
    )


def _plan(state: WarState, tables: Tables, key: str) -> Plan:
    plan, made = tables.prewar.mobilizations[key], begun(state, key)
    done = int(state.facts.get("japan.mobilizations", 0)) if key == "japan" else len(made)
    units = []
    for record in state.mobilizations:
        if record.theatre == key and record.arrives:
            waits = [
                f"{kind} {turn_title(state.scenario, turn)}"
                for kind, turn in record.arrives.items()
                if turn > state.turn
            ]
            if waits:
                units.append(f"no. {record.number}: {', '.join(waits)}")
    return gathered(
        Plan,
        plan,
        done=done,
        brps=f"{plan.brps} BRPs each" if plan.brps is not None else "BRPs not in these tables",
        next=_next(state, tables, key, done),
        units=tuple(units),
    )


def _next(state: WarState, tables: Tables, key: str, done: int) -> str:
    """When the next mobilization of a plan comes about, in words."""
    plan = tables.prewar.mobilizations[key]
    if done >= plan.count:
        return "complete"
    if key == "japan":
        return "with the American ones in the Pacific, or when Japan likes"
    if state.yes(plan.war):
        return "this turn or next, in war one each turn"
    if key == "russia" and done:
        last = begun(state, key)[-1].turn
        return f"in {turn_title(state.scenario, last + plan.after[done - 1])}, in war sooner"
    if done >= len(plan.levels):
        return "one each turn"
    latest = latest_turn(state, tables, plan, done + 1)
    by = f", or {turn_title(state.scenario, latest)}" if latest is not None else ", or war"
    return f"at level {plan.levels[done]}{by}"


def _grants(state: WarState, tables: Tables) -> tuple[Allowed, ...]:
    told = grants(state, tables)
    china, _ = grants_to_china(state, tables)
    western = f"{told.net} BRPs a turn" if told is not None else "no limit by tension in war"
    return (
        Allowed(to="Britain or France", words=western, rule="USAT: grants", tally=told),
        Allowed(to="China", words=f"{china} BRPs a turn", rule="USJT: grants"),
    )
