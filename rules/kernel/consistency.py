"""What declared facts cannot say together.

Many facts are near to each other: a city taken is a hex held, a declaration is a war. What may not
be contradicted is data: a :class:`Bound` compares what two lists of terms count. A term counts the
number that a fact holds, or one where it has a certain value; and it knows how the fact is put
right. What was declared last is believed, and the rest follows.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import msgspec

from rules.kernel.errors import TableError
from rules.kernel.facts import FactRegistry, FactValue


class Term(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one fact counts: its number; or ``times`` where it has a value of ``is`` (a word or
    several), or is at least ``least``. ``otherwise`` is what it becomes when it may count no more;
    ``keep`` that it is never changed for the sake of others, ``last`` only when nothing else helps.
    """

    fact: str
    said: FactValue | tuple[FactValue, ...] = msgspec.field(default=(), name="is")
    least: int | None = None
    times: int = 1
    otherwise: FactValue | None = msgspec.field(default=None, name="else")
    keep: bool = False
    last: bool = False

    @property
    def values(self) -> tuple[FactValue, ...]:
        """The values with which it counts."""
        return self.said if isinstance(self.said, tuple) else (self.said,)

    @property
    def counts(self) -> bool:
        """Whether it counts the number itself."""
        return not self.values and self.least is None

    def value(self, facts: Mapping[str, FactValue]) -> int:
        """What it counts now."""
        now = facts[self.fact]
        if self.counts:
            return self.times * int(now)
        holds = now in self.values if self.values else int(now) >= (self.least or 0)
        return self.times if holds else 0

    def raised(self, facts: Mapping[str, FactValue], by: int) -> FactValue:
        """The fact's value when it has to count so much more."""
        if self.counts:
            return int(facts[self.fact]) - (-by // self.times)
        return self.values[0] if self.values else (self.least or 0)

    def lowered(self, facts: Mapping[str, FactValue], by: int) -> FactValue:
        """The fact's value when it has to count so much less."""
        if self.counts:
            return max(0, int(facts[self.fact]) + (-by // self.times))
        if self.otherwise is not None:
            return self.otherwise
        return (self.least or 1) - 1


class Bound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ``less`` counts is never more than ``more`` counts and ``spare`` besides. ``note`` says so in words."""

    less: tuple[Term, ...]
    more: tuple[Term, ...] = ()
    spare: int = 0
    note: str
    rule: str = ""

    def excess(self, facts: Mapping[str, FactValue]) -> int:
        """By how much it is broken; nothing or less when it holds."""
        less = sum(term.value(facts) for term in self.less)
        return less - sum(term.value(facts) for term in self.more) - self.spare

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts it speaks of."""
        return tuple(dict.fromkeys(term.fact for term in (*self.less, *self.more)))


class Outdated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``fact`` was declared instead of the facts ``by``; once one of them changes it is ``otherwise``
    again. ``about`` limits that to changes from or to these words (``germany``, also
    ``germany.sworn``).
    """

    fact: str
    by: tuple[str, ...]
    about: tuple[str, ...] = ()
    otherwise: FactValue = msgspec.field(name="else")
    note: str
    rule: str = ""

    def by_change(self, before: FactValue, after: FactValue) -> bool:
        """Whether such a change of one of the facts ``by`` ends it."""
        words = {str(value).partition(".")[0] for value in (before, after)}
        return not self.about or bool(words & set(self.about))


Cause = Bound | Outdated
"""Why a fact was put right."""


class Consistency:
    """The bounds of a rulebook; ``rule`` is the ruling that they stand under unless one names its
    own. Raises :class:`TableError` for one that names no fact, or none of whose facts could ever be
    put right.
    """

    def __init__(
        self,
        registry: FactRegistry,
        bounds: Sequence[Bound],
        where: str = "",
        outdated: Sequence[Outdated] = (),
        rule: str = "",
    ) -> None:
        self.registry = registry
        self.bounds = tuple(bounds)
        self.outdated = tuple(outdated)
        self.rule = rule
        self._where = where
        self._by_fact: dict[str, list[Bound]] = {}
        self._ends: dict[str, list[Outdated]] = {}
        for row in self.outdated:
            self._known((row.fact, *row.by), row.note)
            for key in row.by:
                self._ends.setdefault(key, []).append(row)
        for bound in self.bounds:
            self._known(bound.facts, bound.note)
            for key in bound.facts:
                self._by_fact.setdefault(key, []).append(bound)
            for term in bound.less:
                if term.values and term.otherwise is None and not term.keep:
                    raise TableError(f"{where}: {term.fact} does not say what it is otherwise.")
            for term in (*bound.less, *bound.more):
                self._legal(term, where)

    def _known(self, keys: Sequence[str], note: str) -> None:
        for key in keys:
            if key not in self.registry.present:
                raise TableError(f"{self._where}: there is no fact {key!r}.", remedy=note)

    def _legal(self, term: Term, where: str) -> None:
        spec = self.registry[term.fact]
        said = (*term.values, *(() if term.otherwise is None else (term.otherwise,)))
        for value in said:
            if (wrong := spec.problem(value)) is not None:
                raise TableError(f"{where}: {term.fact} can never be {value!r}. {wrong}")

    def among(self, asked: Callable[[str], bool]) -> "Consistency":
        """The same, without what speaks of a fact that is not asked for."""
        return Consistency(
            self.registry,
            [bound for bound in self.bounds if all(map(asked, bound.facts))],
            self._where,
            [row for row in self.outdated if asked(row.fact)],
            self.rule,
        )

    def rule_of(self, cause: Cause) -> str:
        """The rule that a repair cites."""
        return cause.rule or self.rule

    def broken(self, facts: Mapping[str, FactValue]) -> list[Bound]:
        """The bounds that do not hold."""
        every = {**self.registry.defaults({}), **facts}
        return [bound for bound in self.bounds if bound.excess(every) > 0]

    def agreed(
        self,
        facts: Mapping[str, FactValue],
        declared: Sequence[str],
        before: Mapping[str, FactValue] | None = None,
    ) -> list[tuple[str, FactValue, Cause]]:
        """All that follows from facts just declared, in order. Where they contradict each other, the
        one that is named later counts. ``before`` are the facts as they were; without them nothing
        is outdated.
        """
        now, found = dict(facts), list[tuple[str, FactValue, Cause]]()
        for keys in (declared, *((key,) for key in reversed(declared))):
            for key, value, bound in self.mended(now, keys):
                now[key] = value
                found.append((key, value, bound))
            if len(declared) < 2 or not self.broken(now):
                break
        if before is not None:
            found += self._ended(now, before, declared)
        return found

    def _ended(
        self,
        facts: Mapping[str, FactValue],
        before: Mapping[str, FactValue],
        declared: Collection[str],
    ) -> Iterator[tuple[str, FactValue, Cause]]:
        """Facts that no longer stand for what has changed."""
        done = set(declared)
        for key, rows in self._ends.items():
            new = facts.get(key, self.registry[key].default)
            old = before.get(key, new)
            for row in rows if old != new else ():
                if row.fact not in done and row.by_change(old, new):
                    done.add(row.fact)
                    if facts.get(row.fact, row.otherwise) != row.otherwise:
                        yield row.fact, row.otherwise, row

    def mended(
        self, facts: Mapping[str, FactValue], declared: Collection[str]
    ) -> Iterator[tuple[str, FactValue, Bound]]:
        """What has to follow from facts just declared, so that nothing contradicts them: facts,
        their new values, and why. Each fact is changed once at most, and none of those declared.
        """
        every = {**self.registry.defaults({}), **facts}
        settled, waiting = set(declared), list(declared)
        while waiting:
            for bound in self._by_fact.get(waiting.pop(0), ()):
                for key, value in _repairs(bound, every, settled):
                    if every[key] != value and self.registry[key].problem(value) is None:
                        every[key] = value
                        yield key, value, bound
                    settled.add(key)
                    waiting.append(key)


def _repairs(
    bound: Bound, facts: Mapping[str, FactValue], settled: Collection[str]
) -> Iterator[tuple[str, FactValue]]:
    """Facts that put a bound right: those that have to count more, then those that have to count less;
    the other way round where what counts more was declared itself.
    """
    more = [term for term in bound.more if not term.keep and term.fact not in settled]
    less = [term for term in bound.less if not term.keep and term.fact not in settled]
    raising = [term for term in more if not term.last]
    more_is_said = any(term.fact in settled for term in bound.more)
    for term in (*less, *raising) if more_is_said else (*raising, *less):
        if (over := bound.excess(facts)) > 0:
            if term in raising:
                yield term.fact, term.raised(facts, over)
            elif term.value(facts):
                yield term.fact, term.lowered(facts, over)
    for term in (term for term in more if term.last):
        if (over := bound.excess(facts)) > 0:
            yield term.fact, term.raised(facts, over)


NOTHING_BOUND = Consistency(FactRegistry((), ()), ())
"""For a rulebook none of whose facts can contradict each other."""
