"""Conditions and quantities as objects.

A condition knows how to evaluate itself, which facts it reads, and how to name itself, so a
page can show the facts a roll hangs on before the die is cast. Data files write them as small
trees, ``{control: [axis, paris]}`` or ``{per: [{fact: factors.turkey.axis}, 5]}``, which a
:class:`Grammar` reads when the file loads. Words in braces, ``factors.{country}.axis``, are
filled in from the subject in question.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rules.kernel.errors import TableError
from rules.kernel.facts import FactRegistry, FactValue


class Situation(Protocol):
    """What a condition is asked about: a state (or a view of one) and named subjects."""

    @property
    def subject(self) -> Mapping[str, str]:
        """Names that fill the braces, such as ``{"country": "turkey"}``."""
        ...

    def fact(self, key: str) -> FactValue:
        """The current value of a declared fact."""
        ...


def _fill(key: str, at: Situation) -> str:
    return key.format_map(at.subject) if "{" in key else key


class Condition(Protocol):
    """A question with the answer yes or no."""

    def holds(self, at: Situation) -> bool: ...

    def reads(self, at: Situation) -> tuple[str, ...]:
        """Keys of the declared facts that the answer hangs on."""
        ...


class Quantity(Protocol):
    """A question with a number as its answer."""

    def value(self, at: Situation) -> int: ...

    def reads(self, at: Situation) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Always:
    """Holds in every situation."""

    def holds(self, at: Situation) -> bool:
        return True

    def reads(self, at: Situation) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class FactIs:
    """A fact has one of these values; ``of`` are the facts that an old key stands for."""

    key: str
    values: tuple[FactValue, ...] = (True,)
    of: tuple[str, ...] = ()

    def holds(self, at: Situation) -> bool:
        return at.fact(_fill(self.key, at)) in self.values

    def reads(self, at: Situation) -> tuple[str, ...]:
        return self.of or (_fill(self.key, at),)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A quantity is at least so much."""

    quantity: Quantity
    least: int

    def holds(self, at: Situation) -> bool:
        return self.quantity.value(at) >= self.least

    def reads(self, at: Situation) -> tuple[str, ...]:
        return self.quantity.reads(at)


@dataclass(frozen=True, slots=True)
class MoreThan:
    """One quantity is greater than another."""

    quantity: Quantity
    other: Quantity

    def holds(self, at: Situation) -> bool:
        return self.quantity.value(at) > self.other.value(at)

    def reads(self, at: Situation) -> tuple[str, ...]:
        return (*self.quantity.reads(at), *self.other.reads(at))


@dataclass(frozen=True, slots=True)
class Not:
    """The other condition does not hold."""

    inner: Condition

    def holds(self, at: Situation) -> bool:
        return not self.inner.holds(at)

    def reads(self, at: Situation) -> tuple[str, ...]:
        return self.inner.reads(at)


P = TypeVar("P", Condition, Quantity)


@dataclass(frozen=True, slots=True)
class Several(Generic[P]):
    """What is made of several conditions or quantities reads what each of them does."""

    parts: tuple[P, ...]

    def reads(self, at: Situation) -> tuple[str, ...]:
        return tuple(dict.fromkeys(key for part in self.parts for key in part.reads(at)))


class All(Several[Condition]):
    """Every one of these conditions holds."""

    def holds(self, at: Situation) -> bool:
        return all(part.holds(at) for part in self.parts)


class AnyOf(Several[Condition]):
    """At least one of these conditions holds."""

    def holds(self, at: Situation) -> bool:
        return any(part.holds(at) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Asked:
    """A named question of the rulebook, with its arguments and the facts it declares to read."""

    name: str
    ask: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    facts: tuple[str, ...] = ()

    def _answer(self, at: Situation) -> Any:
        return self.ask(at, *(_fill(a, at) if isinstance(a, str) else a for a in self.arguments))

    def holds(self, at: Situation) -> bool:
        return bool(self._answer(at))

    def value(self, at: Situation) -> int:
        return int(self._answer(at))

    def reads(self, at: Situation) -> tuple[str, ...]:
        return tuple(_fill(key, at) for key in self.facts)


@dataclass(frozen=True, slots=True)
class Number:
    """A fixed number."""

    number: int

    def value(self, at: Situation) -> int:
        return self.number

    def reads(self, at: Situation) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class FactCount:
    """The number that a fact holds (1 or 0 for yes and no); ``of`` as in :class:`FactIs`."""

    key: str
    of: tuple[str, ...] = ()

    def value(self, at: Situation) -> int:
        return int(at.fact(_fill(self.key, at)))

    def reads(self, at: Situation) -> tuple[str, ...]:
        return self.of or (_fill(self.key, at),)


class HowMany(Several[Condition]):
    """How many of these conditions hold."""

    def value(self, at: Situation) -> int:
        return sum(part.holds(at) for part in self.parts)


class Sum(Several[Quantity]):
    """Several quantities added up."""

    def value(self, at: Situation) -> int:
        return sum(part.value(at) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Per:
    """One for every so many, remainders dropped (``up``: begun ones count)."""

    quantity: Quantity
    size: int
    up: bool = False

    def value(self, at: Situation) -> int:
        count = max(0, self.quantity.value(at))
        return -(-count // self.size) if self.up else count // self.size

    def reads(self, at: Situation) -> tuple[str, ...]:
        return self.quantity.reads(at)


Question = Callable[..., Any]


class Grammar:
    """Reads the trees of the data files into objects.

    ``questions`` are the rulebook's own: name to function ``(situation, *arguments)``; a function
    may carry a ``reads`` attribute, fact keys with ``{0}``, ``{1}`` for its arguments. ``place``
    is how the fact of controlling a place is called, by default ``control.<place>``.
    """

    def __init__(
        self, facts: FactRegistry, questions: Mapping[str, Question] | None = None
    ) -> None:
        self.facts = facts
        self.questions = dict(questions or {})

    def condition(self, tree: Any, where: str) -> Condition:
        """A condition; raises :class:`TableError` naming the place of a mistake."""
        if tree is None or tree is True:
            return Always()
        word, body = self._word(tree, where)
        match word:
            case "control":
                sides, place = self._pair(body, where)
                values = tuple(sides) if isinstance(sides, list) else (sides,)
                return self._one_of(f"control.{place}", values, where)
            case "fact":
                return self._one_of(body, (True,), where)
            case "is":
                key, *options = self._list(body, where)
                return self._one_of(key, tuple(options), where)
            case "at_least":
                quantity, least = self._pair(body, where)
                return AtLeast(self.quantity(quantity, where), self._whole(least, where))
            case "more":
                quantity, other = self._pair(body, where)
                return MoreThan(self.quantity(quantity, where), self.quantity(other, where))
            case "not":
                return Not(self.condition(body, where))
            case "all":
                return All(tuple(self.condition(part, where) for part in self._list(body, where)))
            case "any":
                return AnyOf(tuple(self.condition(part, where) for part in self._list(body, where)))
            case _:
                return self._asked(word, body, where)

    def quantity(self, tree: Any, where: str) -> Quantity:
        """A quantity; a plain number, a fact key or a question without arguments may stand for itself."""
        if isinstance(tree, int) and not isinstance(tree, bool):
            return Number(tree)
        if isinstance(tree, str):
            if tree in self.questions and tree not in self.facts:
                return self._asked(tree, None, where)
            return self._count(tree, where)
        word, body = self._word(tree, where)
        match word:
            case "fact":
                return self._count(body, where)
            case "how_many":
                return HowMany(
                    tuple(self.condition(part, where) for part in self._list(body, where))
                )
            case "sum":
                return Sum(tuple(self.quantity(part, where) for part in self._list(body, where)))
            case "per" | "per_begun":
                quantity, size = self._pair(body, where)
                least = self._whole(size, where)
                if least < 1:
                    raise TableError(f"{where}: one for every {least} needs a number above zero.")
                return Per(self.quantity(quantity, where), least, up=word == "per_begun")
            case _:
                return self._asked(word, body, where)

    def _asked(self, word: str, body: Any, where: str) -> Asked:
        if word not in self.questions:
            known = ", ".join(sorted(self.questions))
            raise TableError(
                f"{where}: {word!r} is no condition.", remedy=f"This rulebook knows: {known}."
            )
        arguments = tuple(body) if isinstance(body, list) else () if body is None else (body,)
        ask = self.questions[word]
        facts = named(getattr(ask, "reads", ()), arguments)
        for key in facts:
            self._fact(key, where)
        return Asked(word, ask, arguments, facts)

    def _fact(self, key: Any, where: str) -> str:
        if not isinstance(key, str) or ("{" not in key and key not in self.facts):
            raise TableError(
                f"{where}: there is no fact {key!r}.",
                remedy="Add it to the fact registry or mend the key.",
            )
        return key

    def _one_of(self, key: Any, values: tuple[Any, ...], where: str) -> FactIs:
        """A fact compared with values that it can have."""
        key = self._fact(key, where)
        for value in values if key in self.facts else ():
            if (message := self.facts[key].problem(value)) is not None:
                raise TableError(f"{where}: {key} can never be {value!r}. {message}")
        return FactIs(key, values, self._of(key))

    def _count(self, key: Any, where: str) -> FactCount:
        key = self._fact(key, where)
        return FactCount(key, self._of(key))

    def _of(self, key: str) -> tuple[str, ...]:
        return self.facts.parts(key) if key in self.facts.aliases else ()

    @staticmethod
    def _list(body: Any, where: str) -> list[Any]:
        if not isinstance(body, list):
            raise TableError(f"{where}: {body!r} must be a list.", remedy="Write it in brackets.")
        return body

    @staticmethod
    def _whole(body: Any, where: str) -> int:
        if isinstance(body, bool) or not isinstance(body, int):
            raise TableError(f"{where}: {body!r} must be a whole number.")
        return body

    @staticmethod
    def _word(tree: Any, where: str) -> tuple[str, Any]:
        if isinstance(tree, str):
            return tree, None
        if not isinstance(tree, dict) or len(tree) != 1:
            raise TableError(
                f"{where}: {tree!r} is not a condition.",
                remedy="Write one word with its arguments.",
            )
        ((word, body),) = tree.items()
        return str(word), body

    @staticmethod
    def _pair(body: Any, where: str) -> tuple[Any, Any]:
        if not isinstance(body, list) or len(body) != 2:
            raise TableError(f"{where}: {body!r} needs exactly two parts.")
        return body[0], body[1]


Named = Callable[..., tuple[str, ...]]
"""Names keys by the arguments of a question."""


def named(templates: Iterable[str | Named], arguments: tuple[Any, ...]) -> tuple[str, ...]:
    """Keys as a question declares them, filled in from its arguments."""
    found: list[str] = []
    for each in templates:
        found += [_arguments_into(each, arguments)] if isinstance(each, str) else each(*arguments)
    return tuple(dict.fromkeys(found))


def _arguments_into(template: str, arguments: tuple[Any, ...]) -> str:
    """Put ``{0}``, ``{1}`` in place, leaving other braces for the situation to fill."""
    for index, argument in enumerate(arguments):
        template = template.replace("{" + str(index) + "}", str(argument))
    return template


def reading(*facts: str | Named) -> Callable[[Question], Question]:
    """Declare which facts a question reads: ``@reading("france.fallen")``, or by a function of its
    arguments.
    """

    def mark(question: Question) -> Question:
        question.reads = facts  # type: ignore[attr-defined]
        return question

    return mark
