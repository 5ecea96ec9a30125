"""Compares what a step brought with what the case expects of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET

from rules.kernel.conformance.cases import (
    Amount,
    Expect,
    ProblemExpected,
    RowExpected,
    TallyExpected,
)
from rules.kernel.conformance.event_check import check_events
from rules.kernel.conformance.matching import WORDS, matches, paired, plain, stated, words_in
from rules.kernel.conformance.menu_check import check_menu
from rules.kernel.conformance.paths import NOTHING, look
from rules.kernel.conformance.sights import check_sights
from rules.kernel.conformance.stage import Failure, Run
from rules.kernel.errors import NotUnderstood
from rules.kernel.near_misses import suggestion
from rules.kernel.pages import Chance, Panel
from rules.kernel.tally import Row, Tally


def check(expect: Expect, run: Run[Any]) -> list[Failure]:
    """Every expectation that does not hold, in the order of the format."""
    return [failure for part in _CHECKS for failure in part(expect, run)]


def _refused(expect: Expect, run: Run[Any]) -> list[Failure]:
    wanted = expect.refused
    if wanted is None:
        return []
    error = run.refused
    if error is None:
        return [Failure("refused", stated(wanted), "everything was accepted")]
    fits = (wanted.rule is None or wanted.rule == error.rule) and words_in(wanted.words, str(error))
    return [] if fits else [Failure("refused", stated(wanted), str(error))]


def _problems(expect: Expect, run: Run[Any]) -> list[Failure]:
    found = run.problems
    if expect.problems is None:
        return [Failure("problems", "none", plain(found))] if found else []
    wanted = [_problem_pattern(problem) for problem in expect.problems]
    if len(found) == len(wanted) and paired(wanted, list(found)):
        return []
    return [Failure("problems", [stated(p) for p in expect.problems], plain(found))]


def _problem_pattern(wanted: ProblemExpected) -> dict[str, Any]:
    words = [wanted.words] if isinstance(wanted.words, str) else wanted.words
    pattern: dict[str, Any] = {"message": {"words": words}}
    for name in ("power", "field", "rule"):
        if (value := getattr(wanted, name)) is not None:
            pattern[name] = value
    return pattern


def _dice(expect: Expect, run: Run[Any]) -> Iterator[Failure]:
    if run.left and run.refused is None and not run.problems:
        yield Failure("dice", "all dice thrown", f"{len(run.left)} left over: {run.left}")
    thrown = [
        {"purpose": roll.purpose, "sides": roll.sides, "value": roll.value} for roll in run.rolls
    ]
    if isinstance(expect.dice, int):
        if len(thrown) != expect.dice:
            yield Failure("dice", f"{expect.dice} thrown", thrown)
    elif expect.dice is not None:
        patterns = [{"purpose": die} if isinstance(die, str) else die for die in expect.dice]
        if not matches(patterns, thrown):
            yield Failure("dice", expect.dice, thrown)


def _with_old_keys(run: Run[Any]) -> Any:
    """The state with what old keys of facts say by those of today."""
    facts, registry = run.state.facts, run.book.facts
    old = {key: registry.value(facts, key) for key in registry.aliases}
    return msgspec.structs.replace(run.state, facts={**facts, **old}) if old else run.state


def _state(expect: Expect, run: Run[Any]) -> Iterator[Failure]:
    for path, pattern in expect.state.items():
        found = look(_with_old_keys(run) if path.startswith("facts") else run.state, path)
        if not matches(pattern, found):
            yield Failure(f"state.{path}", pattern, _or_hint(run, path, found))
    if expect.ending is not UNSET:
        ending = run.state.ending
        found = ending.key if ending else None
        if found != expect.ending:
            yield Failure("ending", expect.ending, found)
    if expect.phase is not None and (key := run.book.phase(run.state).key) != expect.phase:
        yield Failure("phase", expect.phase, key)


def _or_hint(run: Run[Any], path: str, found: Any) -> Any:
    head = path.partition(".")[0]
    if found is NOTHING and head not in run.state.__struct_fields__:
        return f"no such field. {suggestion(head, run.state.__struct_fields__)}"
    return plain(found)


def _tally(expect: Expect, run: Run[Any]) -> Iterator[Failure]:
    wanted = expect.tally
    if wanted is None:
        return
    found = _a_tally(run.answer)
    if found is None:
        yield Failure("tally", stated(wanted), f"no tally: {plain(run.answer)!r}")
        return
    for name in ("base", "net"):
        pattern, number = _amount(getattr(wanted, name), name), getattr(found, name)
        if pattern is not None and not matches(pattern, number):
            yield Failure(f"tally.{name}", pattern, number)
    yield from _rows(wanted, found)


def _amount(pattern: Amount | None, where: str) -> Amount | None:
    """The pattern; raises :class:`NotUnderstood` for a mapping that asks nothing of a number."""
    if isinstance(pattern, dict) and (len(pattern) != 1 or not pattern.keys() <= WORDS.keys()):
        said = next((word for word in pattern if word not in WORDS), "")
        raise NotUnderstood(
            f"expect.tally.{where}: takes a number or one question word, not {pattern!r}.",
            remedy=suggestion(said, WORDS) if said else "",
        )
    return pattern


def _a_tally(answer: Any) -> Tally | None:
    if isinstance(answer, Tally):
        return answer
    if isinstance(answer, list | tuple) and len(answer) == 1:
        return _a_tally(answer[0])
    inner = answer.get("tally") if isinstance(answer, Mapping) else getattr(answer, "tally", None)
    return inner if isinstance(inner, Tally) else None


def _rows(wanted: TallyExpected, found: Tally) -> Iterator[Failure]:
    shown = [_row(row) for row in found.rows]
    if wanted.rows is not None and not (
        len(wanted.rows) == len(found.rows) and _all_rows(wanted.rows, found.rows)
    ):
        yield Failure("tally.rows", [stated(row) for row in wanted.rows], shown)
    if not _all_rows(wanted.rows_include, found.rows):
        rows = [stated(row) for row in wanted.rows_include]
        yield Failure("tally.rows_include", rows, shown)
    if not _all_rows(wanted.passed, found.passed):
        rows = [stated(row) for row in wanted.passed]
        yield Failure("tally.passed", rows, [_row(row) for row in found.passed])
    for key in wanted.without:
        if found.row(key) is not None:
            yield Failure("tally.without", f"no row {key!r}", shown)


def _row(row: Row) -> dict[str, Any]:
    return {"key": row.key, "amount": row.amount, **({"rule": row.rule} if row.rule else {})}


def _all_rows(wanted: list[RowExpected], rows: tuple[Row, ...]) -> bool:
    for row in wanted:
        _amount(row.amount, row.key)
    return paired([stated(row) for row in wanted], list(rows))


def _answer(expect: Expect, run: Run[Any]) -> list[Failure]:
    if expect.answer is UNSET:
        return []
    if not run.asked:
        raise NotUnderstood("expect.answer: nothing was asked in this step.", remedy="Add `ask:`.")
    if matches(expect.answer, run.answer):
        return []
    return [Failure("answer", expect.answer, plain(run.answer))]


def _odds(expect: Expect, run: Run[Any]) -> Iterator[Failure]:
    if expect.odds is None and not expect.odds_include:
        return
    found = _chances(run.answer)
    if found is None:
        asked = expect.odds or expect.odds_include
        yield Failure("odds", asked, f"no odds: {plain(run.answer)!r}")
        return
    shown = {row: str(chance) for row, chance in found.items()}
    wanted = {
        str(row): chance
        for row, given in (expect.odds or {}).items()
        if (chance := _fraction(given, f"expect.odds.{row}"))
    }
    possible = {row: chance for row, chance in found.items() if chance}
    if expect.odds is not None and wanted != possible:
        yield Failure("odds", expect.odds, shown)
    for row, given in expect.odds_include.items():
        if found.get(str(row), Fraction(0)) != _fraction(given, f"expect.odds_include.{row}"):
            yield Failure(f"odds_include.{row}", str(given), shown)


def _fraction(given: Any, where: str) -> Fraction:
    """A chance as a case writes it."""
    try:
        return Fraction(given)
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise NotUnderstood(
            f"{where}: {given!r} is no chance.", remedy='Write a fraction such as "1/3".'
        ) from error


def _chances(answer: Any) -> dict[str, Fraction] | None:
    """The chance of each row, from a panel, a list of chances or a table of fractions."""
    if isinstance(answer, Panel):
        return _chances(answer.chances)
    if isinstance(answer, list | tuple):
        if len(answer) == 1 and isinstance(answer[0], Panel):
            return _chances(answer[0])
        if not all(isinstance(chance, Chance) for chance in answer):
            return None
        found: dict[str, Fraction] = {}
        for chance in answer:
            found[chance.row] = found.get(chance.row, Fraction(0)) + Fraction(
                chance.parts, chance.whole
            )
        return found
    if isinstance(answer, Mapping):
        for name in ("odds", "chances"):
            if name in answer:
                return _chances(answer[name])
        try:
            return {str(row): Fraction(chance) for row, chance in answer.items()}
        except (TypeError, ValueError):
            return None
    inner = getattr(answer, "chances", None)
    return _chances(inner) if inner is not None else None


_CHECKS: tuple[Callable[[Expect, Run[Any]], Iterable[Failure]], ...] = (
    _refused,
    _problems,
    _dice,
    _state,
    check_events,
    _tally,
    _answer,
    _odds,
    check_menu,
    check_sights,
)
