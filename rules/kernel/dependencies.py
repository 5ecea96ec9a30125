"""What an answer depends on: everything in a state with which it could change.

A condition names the declared facts that a page shows beside it (``reads``). To know that an answer
is still the same, more is wanted: every part of the state that was looked at, whatever it is. Parts
are named by words, the key of a fact or what a rulebook calls it (``countries.turkey``). A question
says them with :func:`depending_on`; of one that does not, nothing is known, and its answer has to be
found anew each time.
"""

from collections.abc import Callable

from rules.kernel.conditions import (
    Always,
    Asked,
    AtLeast,
    Condition,
    FactCount,
    FactIs,
    MoreThan,
    Named,
    Not,
    Number,
    Per,
    Quantity,
    Question,
    Several,
    named,
)

Parts = frozenset[str]


def depending_on(*parts: str | Named) -> Callable[[Question], Question]:
    """Declare all that a question's answer can change with, ``{0}``, ``{1}`` for its arguments; a
    function of the arguments names what cannot be written so.
    """

    def mark(question: Question) -> Question:
        question.depends_on = parts  # type: ignore[attr-defined]
        return question

    return mark


def depends_on(asked: Condition | Quantity) -> Parts | None:
    """The parts of the state that an answer can change with; ``None`` when that is not known."""
    match asked:
        case Always() | Number():
            return frozenset()
        case FactIs(key=key, of=of) | FactCount(key=key, of=of):
            return None if "{" in key else frozenset(of or (key,))
        case Not(inner=inner):
            return depends_on(inner)
        case AtLeast(quantity=quantity) | Per(quantity=quantity):
            return depends_on(quantity)
        case MoreThan(quantity=one, other=other):
            return together(one, other)
        case Several(parts=parts):
            return together(*parts)
        case Asked():
            return _of_question(asked)
    return None


def together(*asked: Condition | Quantity) -> Parts | None:
    """All that any of these can change with; ``None`` when one of them is not known."""
    found: set[str] = set()
    for each in asked:
        parts = depends_on(each)
        if parts is None:
            return None
        found |= parts
    return frozenset(found)


def _of_question(asked: Asked) -> Parts | None:
    declared: tuple[str | Named, ...] | None = getattr(asked.ask, "depends_on", None)
    if declared is None or any(isinstance(a, str) and "{" in a for a in asked.arguments):
        return None
    return frozenset(named(declared, asked.arguments))
