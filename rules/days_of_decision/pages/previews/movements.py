"""Where counters would go by a draft: it is carried out on what its power may know, by itself.

The code that resolves orders does it, so that what is shown is what would happen if nobody else did
anything. Where a test comes first, each of its faces is tried, and what follows is told apart by it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.days_of_decision.display.movement import in_words, ways
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.events.political import CardTurned, CounterMoved, TestRolled
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.orders import Activate, Answer, Plays
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState, Hex
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.options.base import label
from rules.days_of_decision.turn.resolution import (
    give,
    reaching,
    resolve_position,
    seal,
    take_activation,
    take_answer,
)
from rules.kernel.dice import Roll
from rules.kernel.orders import Order
from rules.kernel.pages import Movement

FACES = 6
MOST_TESTS = 2
"""After so many tests in one order the next ones are taken to succeed; hardly anybody can pay for more."""


class _Expected:
    """Dice for which the faces of tests are given; a test beyond them shows a one, which always passes,
    and so does every other die.
    """

    def __init__(self, tests: frozenset[str], faces: Sequence[int]) -> None:
        self.rolls: list[Roll] = []
        self.tests = 0
        self._purposes = tests
        self._faces = faces

    def roll(self, purpose: str, sides: int = FACES) -> int:
        """The face that is given for it, or a one."""
        value = 1
        if purpose in self._purposes:
            value = self._faces[self.tests] if self.tests < len(self._faces) else 1
            self.tests += 1
        self.rolls.append(Roll(purpose, len(self.rolls) + 1, sides, value))
        return value


@dataclass(frozen=True)
class _Step:
    """One way that a counter went, and for which option of the order."""

    number: int
    part: str
    event: CounterMoved


@dataclass(frozen=True)
class _Course:
    """What an order comes to when its tests pass or fail like this (``tests``: option and outcome)."""

    tests: tuple[tuple[str, bool], ...]
    rolled: int
    steps: tuple[_Step, ...]


def build(state: DecisionState, power: str, order: Order | None) -> tuple[Movement, ...]:
    """Every way that a counter would go by a draft, in order."""
    if not isinstance(order, Plays | Activate | Answer) or state.ending:
        return ()
    found: list[tuple[_Course, Fraction]] = list(_courses(state, power, order, ()))
    numbers = sorted({step.number for course, _ in found for step in course.steps})
    return tuple(each for number in numbers for each in _of_part(state, number, found))


def _courses(
    state: DecisionState, power: str, order: Order, faces: tuple[int, ...]
) -> Iterator[tuple[_Course, Fraction]]:
    """What an order can come to, each with its exact chance."""
    course = _carried_out(state, power, order, faces)
    if course.rolled <= len(faces) or len(faces) == MOST_TESTS:
        yield course, Fraction(1)
        return
    tried: dict[bool, list[int]] = {}
    for face in range(1, FACES + 1):
        outcome = _carried_out(state, power, order, (*faces, face)).tests[len(faces)][1]
        tried.setdefault(outcome, []).append(face)
    for group in tried.values():
        for further, chance in _courses(state, power, order, (*faces, group[0])):
            yield further, chance * Fraction(len(group), FACES)


def _carried_out(state: DecisionState, power: str, order: Order, faces: tuple[int, ...]) -> _Course:
    tables = tables_of(state)
    tests = frozenset(
        f"{card.key} of {power}" for card in tables.cards.values() if card.row.test is not None
    )
    dice = _Expected(tests, faces)
    course = Adjudication(state, dice)
    part = _carry_out(course, power, order)
    passed: list[tuple[str, bool]] = []
    steps: list[_Step] = []
    number = 0
    for event in course.events:
        if isinstance(event, CardTurned):
            number, part = number + 1, label(tables.cards[event.option])
        elif isinstance(event, TestRolled) and f"{event.option} of {event.power}" in tests:
            passed.append((part, event.passed))
        elif isinstance(event, CounterMoved):
            steps.append(_Step(number, part, event))
    return _Course(tuple(passed), dice.tests, tuple(steps))


def _carry_out(course: Adjudication, power: str, order: Order) -> str:
    """Do what the phase would do with this order and no other; what it is the order of, in words."""
    state = course.state
    if isinstance(order, Activate):
        take_activation(course, {state.activating: order})
        return "Activation"
    if isinstance(order, Answer):
        asked = next(iter(reaching(state, state.awaited)), None)
        if asked is not None:
            take_answer(course, {state.awaited: order})
        return label(course.tables.cards[asked.option]) if asked else ""
    if state.switch("plays") == "open":
        give(course, power, order)
        course.change(mover="")
    else:
        seal(course, {power: order})
    while resolve_position(course, power) == "activate":
        take_activation(course, {})
    return ""


def _of_part(
    state: DecisionState, number: int, found: Sequence[tuple[_Course, Fraction]]
) -> Iterator[Movement]:
    """The ways of one option, told apart by the tests on which they hang."""
    kinds: dict[tuple[_Step, ...], list[tuple[_Course, Fraction]]] = {}
    for course, chance in found:
        steps = tuple(step for step in course.steps if step.number == number)
        kinds.setdefault(steps, []).append((course, chance))
    for steps, courses in kinds.items():
        whole = sum((chance for _, chance in courses), Fraction(0))
        when = "" if len(kinds) == 1 else _condition([course.tests for course, _ in courses])
        for step in steps:
            yield movement(state, step.event, part=step.part, when=when, chance=whole)


def _condition(vectors: Sequence[tuple[tuple[str, bool], ...]]) -> str:
    """What all these have in common, in words."""
    least = min(map(len, vectors))
    words = []
    for place in range(least):
        outcomes = {vector[place] for vector in vectors}
        if len(outcomes) == 1:
            part, passed = outcomes.pop()
            words.append(f"{part} {'succeeds' if passed else 'fails'}")
    return f"if {' and '.join(words)}" if words else "in some cases"


def movement(
    state: DecisionState,
    event: CounterMoved,
    *,
    part: str = "",
    when: str = "",
    chance: Fraction = Fraction(1),
) -> Movement:
    """One way of a counter as pages are given it."""
    tables = tables_of(state)
    named = _name(tables, event.counter)
    return Movement(
        piece=event.counter,
        name=named,
        by=event.by,
        places=tuple(place(spot) for spot in event.path),
        words=f"{named}: {in_words(tables.display, event.path, event.tally, event.lost)}.",
        tally=event.tally,
        points=abs(event.value) if event.counter not in POWERS else 0,
        lost=event.lost,
        part=part,
        when=when,
        parts=chance.numerator,
        whole=chance.denominator,
    )


def by_values(state: DecisionState, minor: str) -> tuple[Movement, ...]:
    """The ways that a minor would go by the values of now if somebody activated it."""
    tables = tables_of(state)
    named = _name(tables, minor)
    return tuple(
        Movement(
            piece=minor,
            name=named,
            by=way.push.owner,
            places=tuple(place(spot) for spot in way.path),
            words=f"{named}: {in_words(tables.display, way.path, way.tally, way.lost)}.",
            tally=way.tally,
            points=way.push.points,
            lost=way.lost,
        )
        for way in ways(state, tables, minor)
    )


def place(spot: Hex) -> str:
    """The key of a hex among the places of the board."""
    return f"{spot[0]}_{spot[1]}"


def _name(tables: Tables, counter: str) -> str:
    if counter in POWERS:
        return f"The marker of {name(counter)}"
    return country_name(tables, counter)
