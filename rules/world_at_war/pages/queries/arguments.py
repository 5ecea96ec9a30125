"""What questions take and answer alike. Each chapter declares its questions beside their answers; docs/questions.md
lists them all.
"""

from collections.abc import Callable
from typing import Any

from rules.kernel.menus import Barred
from rules.kernel.questions import Argument, OneOf, Question
from rules.world_at_war.model.powers import POWERS, SEATS
from rules.world_at_war.model.tables.campaign import tables_of

Answer = Callable[..., Any]
"""Answers a question: the state, and a value for each argument."""
MAY = "may, why, rule"


def permission(bar: Barred | None) -> dict[str, Any]:
    """Whether something may be done, and what bars it."""
    return {"may": bar is None, "why": bar.why if bar else "", "rule": bar.rule if bar else ""}


def permitted(bar: Callable[..., Barred | None]) -> Answer:
    """Answers whether something may be done, and what bars it."""
    return lambda *values: permission(bar(*values))


def question(answer: Answer, about: str, gives: str, **arguments: Argument) -> Question:
    """The answer gets the state, and the arguments in the order in which they are declared."""
    return Question(
        lambda state, given: answer(state, *(given[key] for key in arguments)),
        about,
        gives,
        arguments,
    )


POWER = OneOf(POWERS, "a power")
SEAT = OneOf(SEATS, "a power with diplomatic points")
ROLLERS = ("axis", "western", "russia")
"""The factions that have diplomatic points."""
FACTION = OneOf(ROLLERS, "a faction that rolls")
COUNTRY = OneOf(lambda state: tables_of(state).minors, "a country of diplomacy")
AREA = OneOf(lambda state: tables_of(state).areas, "an area")
EITHER = OneOf(
    lambda state: (*tables_of(state).areas, *tables_of(state).minors), "an area or country"
)
