"""What the arguments of this rulebook's questions can be."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.days_of_decision.model.hex_grid import HEADINGS
from rules.days_of_decision.model.powers import FACTIONS, POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.tables import tables_of
from rules.kernel.errors import NotUnderstood
from rules.kernel.menus import Barred
from rules.kernel.questions import Argument, EitherOf, Kind, ListOf, Number, OneOf, Question, YesNo

Answer = Callable[..., Any]
"""Answers a question: the state, the tables, and a value for each argument."""
FAR = 100


class Spot:
    """A hex of the display, as a list of two numbers."""

    def read(self, value: Any, state: Any, where: str) -> tuple[int, int]:
        """The hex."""
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise NotUnderstood(f"{where}: this is no hex, such as [3, -2].")
        one = Number(-FAR, FAR)
        return one.read(value[0], state, where), one.read(value[1], state, where)

    def said(self) -> str:
        """What it can be."""
        return "a hex such as [3, -2]"


POWER = OneOf(POWERS, "a power")
MINOR = OneOf(lambda state: state.minors, "a minor country")
COUNTRY = OneOf(lambda state: (*POWERS, *state.minors, "india"), "a country")
COUNTER = OneOf(
    lambda state: (*POWERS, *state.minors, *tables_of(state).display.centers),
    "a power, a minor country or an ideology",
)
PLACE = EitherOf(COUNTER, Spot())
OPTION = OneOf(lambda state: tables_of(state).cards, "an option")
SIDE = OneOf(FACTIONS, "an ideology")
WATERWAY = OneOf(lambda state: tables_of(state).waterways, "a waterway")
HEADING = OneOf(HEADINGS, "a direction")

WHO = Argument(POWER, also=("of",))
WITH = Argument(POWER)
ANYBODY = Argument(POWER, None)
WHICH_MINOR = Argument(MINOR, also=("of",))
ON = Argument(COUNTRY, also=("of",))
FLAG = Argument(YesNo(), False)
POWERS_LIST = Argument(ListOf(POWER, 20), ())


def number(least: int = 0, most: int = 1000, default: Any = ...) -> Argument:
    """A number that is asked for, or one that may be left out."""
    return (
        Argument(Number(least, most)) if default is ... else Argument(Number(least, most), default)
    )


def left_out(kind: Kind) -> Argument:
    """Something that may be left out."""
    return Argument(kind, None)


def question(answer: Answer, about: str, gives: str, **arguments: Argument) -> Question:
    """A question about a state: the answer gets the values in the order in which they are declared,
    ``None`` for what is left out.
    """

    def answered(state: DecisionState, given: Mapping[str, Any]) -> Any:
        try:
            return answer(state, tables_of(state), *(given[key] for key in arguments))
        except LookupError as error:
            raise NotUnderstood(
                f"There is no answer for this: {error} is not there.", remedy="Ask for another."
            ) from error

    return Question(answered, about, gives, arguments)


def of_power(answer: Answer, about: str, gives: str, **arguments: Argument) -> Question:
    """A question about a power, which is its first argument."""
    return question(answer, about, gives, power=WHO, **arguments)


def permission(bar: Callable[..., Barred | None], about: str, **arguments: Argument) -> Question:
    """A question whether something may be done, and if not, why and by which rule."""

    def answer(*values: Any) -> dict[str, Any]:
        barred = bar(*values)
        return {
            "may": barred is None,
            "why": barred.why if barred else "",
            "rule": barred.rule if barred else "",
        }

    return question(answer, about, "may, why, rule", **arguments)


def may(bar: Callable[..., Barred | None], about: str, **arguments: Argument) -> Question:
    """The same about a power, which is its first argument."""
    return permission(bar, about, power=WHO, **arguments)
