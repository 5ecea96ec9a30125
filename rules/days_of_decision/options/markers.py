"""Moving one's own marker (IPO 1) and putting pressure on another power (IPO 9)."""

from collections.abc import Mapping

from typing_extensions import override

from rules.days_of_decision.display.movement import own_steps
from rules.days_of_decision.display.objectives import settle_side
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.events.political import CounterMoved, DutyLaid
from rules.days_of_decision.model.geometry import ideology, minors_near, zone
from rules.days_of_decision.model.hex_grid import HEADINGS, STEPS
from rules.days_of_decision.model.powers import FACTIONS
from rules.days_of_decision.model.state import DecisionState, Duty, Hex, Move
from rules.days_of_decision.model.table_rows import Card, Tables
from rules.days_of_decision.options.base import Behaviour, Details, number, power_choices, text
from rules.days_of_decision.war.intelligence import raised
from rules.kernel.menus import Barred, Choice, Field, Pick
from rules.kernel.tally import Row, tally

DIRECTIONS = tuple(f"{word}:{side}" for word in ("toward", "away") for side in FACTIONS)

DEMANDS = ("move", "answer", "tell")
"""What pressure can demand, the strongest first."""


def direction_name(direction: str) -> str:
    """A direction in words."""
    word, _, side = direction.partition(":")
    manner = "Toward" if word == "toward" else "Away from"
    ideology = FACTIONS[side].name if side in FACTIONS else side
    return f"{manner} the {ideology.lower()} center"


def heading(here: Hex, there: Hex) -> str:
    """The compass name of one step."""
    return HEADINGS[STEPS.index((there[0] - here[0], there[1] - here[1]))]


def move_marker(course: Adjudication, power: str, direction: str, by: str) -> bool:
    """Move a power's marker one hex; false when that direction is closed to it."""
    steps = own_steps(course.state, course.tables, power)
    if direction not in steps:
        return False
    here, there = course.state.nation(power).marker, steps[direction]
    before = ideology(course.state, power, course.tables)
    course.nation(power, marker=there)
    path = (here, there)
    course.change(moves=(*course.state.moves, Move(counter=power, by=by, path=path)))
    parts = tally(direction_name(direction), [], 1, "One hex")
    course.tell(
        CounterMoved(counter=power, by=by, value=1, path=path, tally=parts, rule=R("8.7.1 IPO 1"))
    )
    settle_side(course, power, before)
    return True


def ordered(state: DecisionState, tables: Tables, power: str) -> tuple[str, ...]:
    """The directions that a power was told to move in before it chose its options (Ruling 52)."""
    known = state.switch("plays") == "open"
    allowed = forced_directions(state, tables, power)
    return tuple(
        duty.direction
        for duty in state.duties
        if (duty.power, duty.kind) == (power, "move")
        and (known or duty.since < state.turn)
        and duty.direction in allowed
    )


class MoveMarker(Behaviour):
    """IPO 1: one hex toward a center or away from it."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        open_now = own_steps(at.state, at.tables, at.power)
        owed = ordered(at.state, at.tables, at.power)

        elsewhere = "Opens when the marker stands where a step that way is possible."

        def bar(direction: str) -> Barred | None:
            if direction not in open_now:
                return Barred("The marker cannot move that way.", R("8.7.1 IPO 1"), elsewhere)
            if owed and direction not in owed:
                ways = ", ".join(direction_name(way) for way in owed)
                forced = f"Opens when no pressure forces you to move: {ways}."
                return Barred("You are forced to move another way.", R("8.7.1 IPO 9"), forced)
            return None

        choices = tuple(
            Choice(
                direction,
                direction_name(direction),
                note=heading(at.state.nation(at.power).marker, open_now[direction])
                if direction in open_now
                else "",
                barred=bar(direction),
            )
            for direction in filter(at.concerns, DIRECTIONS)
        )
        return (Pick("direction", "Direction", choices=choices, optional=False),)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        move_marker(course, power, text(details, "direction"), power)
        return "moved"


def difference(state: DecisionState, power: str, target: str) -> int:
    """By how much pressure weighs: the target's position less one's own (Rulings 10, 11)."""
    mine, theirs = state.nation(power), state.nation(target)
    if state.switch("pressure_by") == "pe":
        return theirs.pe - mine.pe
    return theirs.position - mine.position


def strongest(tables: Tables, by: int) -> str:
    """The strongest demand that a difference allows in hidden play, ``none`` or ``found``."""
    return _reached(tables.limits["pressure"], by)


def by_dice(tables: Tables, result: int) -> str:
    """The strongest demand that modified dice allow in open play."""
    return _reached(tables.limits["pressure_open"], result)


def _reached(least: Mapping[str, int], number: int) -> str:
    """The first effect whose number is reached; below all of them pressure is found out."""
    return next((e for e in (*DEMANDS, "none") if number >= least[e]), "found")


def lowered(limit: str, wish: str) -> str:
    """What is demanded: what was wished for, or the strongest demand below it that is allowed."""
    if limit not in DEMANDS:
        return limit
    return DEMANDS[max(DEMANDS.index(wish or "tell"), DEMANDS.index(limit))]


def forced_directions(state: DecisionState, tables: Tables, target: str) -> tuple[str, ...]:
    """Where a power may be forced to go: as IPO 1 allows, and never out of its ideology."""
    here = zone(state.nation(target).marker, tables.display)
    return tuple(
        direction
        for direction, there in own_steps(state, tables, target).items()
        if here == "neutral" or zone(there, tables.display) == here
    )


class Pressure(Behaviour):
    """IPO 9: demand a move, an answer or to be told, as far as the difference allows."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        demands = {
            "move": "Move its marker as I say",
            "answer": "Answer a proposal",
            "tell": "Tell me its next option",
        }
        return (
            Pick("target", "Whom", choices=power_choices(at), optional=False),
            Pick(
                "demand",
                "Demand at most",
                choices=tuple(Choice(k, demands[k]) for k in filter(at.concerns, demands)),
                optional=False,
                help="If the difference allows less, the next weaker demand is made.",
            ),
            Pick(
                "direction",
                "Direction of a forced move",
                choices=tuple(
                    Choice(d, direction_name(d)) for d in filter(at.concerns, DIRECTIONS)
                ),
            ),
        )

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        target = text(details, "target")
        by = difference(course.state, power, target)
        if course.state.switch("plays") == "open":
            limit = self._roll(course, power, card, by, number(details, "shift"))
        else:
            limit = strongest(course.tables, by)
        effect = self._chosen(course, limit, target, details)
        direction = text(details, "direction") if effect == "move" else ""
        if effect in DEMANDS:
            duty = Duty(
                power=target, by=power, kind=effect, direction=direction, since=course.state.turn
            )
            course.change(duties=(*course.state.duties, duty))
        course.tell(
            DutyLaid(
                power=target,
                by=power,
                effect=effect,
                direction=direction,
                difference=by,
                rule=R(card.row.rule),
            )
        )
        if effect == "found":
            self._implicated(course, power, target)
        return effect

    def _roll(self, course: Adjudication, power: str, card: Card, by: int, wish: int) -> str:
        dice = (course.dice.roll("pressure, first die"), course.dice.roll("pressure, second die"))
        dice = raised(course, power, dice, wish)
        rule = R("8.7.1 IPO 9 Open")
        parts = tally(
            card.row.title,
            [Row("difference", by, "Difference of initiative", rule)],
            sum(dice),
            "Two dice",
            rule,
        )
        limit = by_dice(course.tables, parts.net)
        course.tested(power, card.key, dice, parts, rule, passed=limit in DEMANDS)
        return limit

    def _chosen(self, course: Adjudication, limit: str, target: str, details: Details) -> str:
        effect = lowered(limit, text(details, "demand"))
        allowed = forced_directions(course.state, course.tables, target)
        if effect == "move" and text(details, "direction") not in allowed:
            return "answer"
        return effect

    def _implicated(self, course: Adjudication, power: str, target: str) -> None:
        """Discovered: the actor loses values on the minors nearest the target (Ruling 55)."""
        marker = course.state.nation(target).marker
        hit = minors_near(course.state, marker, course.tables.display.radius * 2)
        found = course.tables.limits["found"]
        changes = dict.fromkeys(hit[: found["minors"]], found["value"])
        course.values(power, changes, "Its pressure came to light", R("Ruling 55"))
