"""Runs cases against a rulebook and says, for each, what was expected and what was found."""

from copy import copy
from dataclasses import replace
from typing import Any

import msgspec

from rules.kernel.aliases import SumOf
from rules.kernel.conformance.asking import ask, legal
from rules.kernel.conformance.cases import Case, Change, Do, Given, Step, StepGiven, To
from rules.kernel.conformance.checking import check
from rules.kernel.conformance.paths import put
from rules.kernel.conformance.settling import settled
from rules.kernel.conformance.stage import Failure, Result, Run, known, seen
from rules.kernel.contract import Resolution
from rules.kernel.dice import Dice, LoadedDice, SealedDice
from rules.kernel.errors import DiceMismatch, NotUnderstood, RulesError
from rules.kernel.near_misses import suggestion
from rules.kernel.orders import Order
from rules.kernel.rulebook import Rulebook

CLOSE = "close"
"""In ``advance: {to: close}``: the last phase of the turn in play, whatever its key."""

_FAR = 2000
"""A phase that was not reached after so many is never reached."""


def run_case(case: Case, book: Rulebook[Any]) -> Result:
    """Run one case. Mistakes of the case and of the rulebook alike become failures."""
    result = Result(
        case=case.case, rule=case.rule, title=case.title, file=case.file, rulebook=case.rulebook
    )
    failures: list[Failure] = []
    for ref in case.rule:
        if ref not in book.index:
            near = suggestion(ref, [entry.ref for entry in book.index])
            failures.append(Failure("rule", f"a rule of {book.key}", f"{ref}. {near}"))
    run: Run[Any] | None = None
    for number, step in enumerate(case.steps, start=1):
        try:
            if run is None or step.given.anew:
                given = (
                    _from_the_beginning(case.given, step.given) if step.given.anew else case.given
                )
                run = _opened(given, book, refusable=step.expect.refused is not None)
            if run.refused is None:
                _play(run, step)
        except RulesError as error:
            found = [Failure("case", "to be carried out", str(error))]
        except Exception as error:  # noqa: BLE001 (the rulebook broke; other cases still run)
            found = [Failure("rulebook", "an answer", f"{type(error).__name__}: {error}")]
        else:
            found = _checked(step, run)
        if found:
            failures += [
                msgspec.structs.replace(failure, step=number, what=_numbered(failure, number, case))
                for failure in found
            ]
            break
    return msgspec.structs.replace(result, failures=failures)


def _numbered(failure: Failure, number: int, case: Case) -> str:
    return f"step {number}: {failure.what}" if len(case.steps) > 1 else failure.what


def _checked(step: Step, run: Run[Any]) -> list[Failure]:
    """What does not hold; an expectation that cannot be compared at all is the case's mistake."""
    try:
        return check(step.expect, run)
    except RulesError as error:
        said = str(error)
    except Exception as error:  # noqa: BLE001 (the rulebook has answered; what is left is the case's)
        said = f"what is expected cannot be compared: {type(error).__name__}: {error}"
    return [Failure("case", "to be carried out", said)]


def _from_the_beginning(case: Given, step: StepGiven) -> Given:
    """What a step that begins anew begins with: its own words over those of the case."""
    return Given(
        scenario=step.scenario or case.scenario,
        variants={**case.variants, **step.variants},
        tables={**case.tables, **step.tables},
        facts={**case.facts, **step.facts},
        state={**case.state, **step.state},
        turn=case.turn if step.turn is None else step.turn,
        step=case.step if step.step is None else step.step,
    )


def _opened(given: Given, book: Rulebook[Any], *, refusable: bool) -> Run[Any]:
    """The opening position of a case, or of a step that begins anew."""
    scenario = given.scenario or next(iter(book.scenarios))
    if not refusable:
        known("given.scenario", scenario, book.scenarios)
        for key, value in given.variants.items():
            known("given.variants", key, book.switches)
            known(f"given.variants.{key}", value, book.switches[key].choices)
    run: Run[Any] = Run(book, book.state_type())
    try:
        _known_facts(book, given, "given")
        sums = {key for key, old in book.facts.aliases.items() if isinstance(old, SumOf)}
        always = {key: value for key, value in given.facts.items() if key not in sums}
        run.state = book.opened(scenario, given.variants, given.tables, always)
        _change(run, given, "given")
    except RulesError as error:
        if not refusable:
            raise
        run.refused = error
    return run


def _known_facts(book: Rulebook[Any], change: Change, where: str) -> None:
    """Raise :class:`NotUnderstood` for a fact that does not exist, or cannot be so."""
    names = dict.fromkeys([*book.facts.present, *book.facts.aliases] if change.facts else ())
    for key in change.facts:
        known(f"{where}.facts", key, names)
    for problem in book.facts.problems(change.facts):
        raise NotUnderstood(f"{where}.{problem.field}: {problem.message}")


def _by_todays_keys(book: Rulebook[Any], state: Any) -> Any:
    """The same state, with what was laid down by old keys of facts said by those of today."""
    old = state.facts.keys() & book.facts.aliases.keys()
    if not old:
        return state
    laid = {key: state.facts[key] for key in sorted(old)}
    now = {key: value for key, value in state.facts.items() if key not in old}
    state = msgspec.structs.replace(state, facts=now)
    return msgspec.structs.replace(state, facts={**now, **book.named_now(state, laid)})


def _change(run: Run[Any], change: Change, where: str) -> None:
    """Lay down facts and values of the state, without asking the rules.

    What hangs on them follows (:attr:`~rules.kernel.contract.Turn.after_override`), except where
    the case says it itself.
    """
    _known_facts(run.book, change, where)
    state = run.state
    if change.facts:
        state = msgspec.structs.replace(state, facts={**state.facts, **change.facts})
    state = _by_todays_keys(run.book, _put_all(run.book, state, change, where))
    if change.turn is not None:
        state = put(state, "turn", change.turn, where)
    if change.step is not None:
        state = put(state, "step", change.step, where)
        _stand_in(run, state, f"{where}.step")
    if change.state or change.turn is not None or change.step is not None:
        state = run.book.turn.after_override(run.state, state)
        state = _put_all(run.book, state, change, where)
    run.state = state


def _put_all(book: Rulebook[Any], state: Any, change: Change, where: str) -> Any:
    for path, value in change.state.items():
        _known_keys(book, path, value, f"{where}.state")
        state = put(state, path, value, f"{where}.state")
    return state


def _known_keys(book: Rulebook[Any], path: str, value: Any, where: str) -> None:
    """Raise :class:`NotUnderstood` for a key of a table, or a field of a record in a list, that is
    not of the fixed list that it is taken from.
    """
    name, _, rest = path.partition(".")
    listed = value if not rest and isinstance(value, dict) else [rest] if rest else []
    for key in listed if name in book.keys_of else ():
        known(f"{where}.{name}", str(key).partition(".")[0], dict.fromkeys(book.keys_of[name]))
    number, _, part = rest.partition(".")
    records = {rest: value} if number else dict(enumerate(value)) if isinstance(value, list) else {}
    for at, record in records.items():
        said = {part: record} if part else record if isinstance(record, dict) else {}
        for field, word in said.items():
            if (keys := book.keys_of.get(f"{name}.{field}")) is not None:
                spot = f"{where}.{name}.{at}"
                known(spot if part else f"{spot}.{field}", str(word), dict.fromkeys(keys))


def _stand_in(run: Run[Any], state: Any, where: str) -> None:
    """Raise :class:`NotUnderstood` for a step that the sequence of play does not have."""
    try:
        run.book.phase(state)
    except KeyError as error:
        raise NotUnderstood(
            f"{where}: there is no step {state.step!r}.",
            remedy=f"Steps are called like {run.book.phase(run.state).key!r}; a case that asks "
            "for `phase` shows the one in play.",
        ) from error


def _play(run: Run[Any], step: Step) -> None:
    run.begin_step()
    try:
        if not step.given.anew:
            _goes_on(step.given)
            _change(run, step.given, "given")
        for do in step.do:
            _do(run, do)
        if step.ask:
            ask(run, step)
    except RulesError as error:
        if step.expect.refused is None:
            raise
        run.refused = error


def _goes_on(given: StepGiven) -> None:
    """Raise :class:`NotUnderstood` for what only a new beginning can have otherwise."""
    for name in ("scenario", "variants", "tables"):
        if getattr(given, name):
            raise NotUnderstood(
                f"given.{name}: a game that goes on keeps its {name}.",
                remedy="Write `anew: true` beside it to begin again from what the case is given.",
            )


def _dice_of(do: Do) -> Dice:
    """The dice of a step: all given, the first of them given, or any."""
    if do.dice == "any":
        return SealedDice(b"any")
    *given, last = do.dice or [0]
    if "any" in given:
        raise NotUnderstood("do.dice: `any` stands last.", remedy="Dice after it are never thrown.")
    if last == "any":
        return LoadedDice(map(int, given), then=SealedDice(b"any"))
    return LoadedDice(int(value) for value in do.dice)


def _do(run: Run[Any], do: Do) -> None:
    dice = _dice_of(do)
    if do.roll:
        dice = settled(run, do, dice, _done)
    already = len(run.rolls)
    try:
        _done(run, do, dice)
    finally:
        run.rolls = [*run.rolls[:already], *dice.rolls]
        run.left += getattr(dice, "left", [])


def _done(run: Run[Any], do: Do, dice: Dice) -> None:
    for power, raw in do.standing.items():
        menu = run.book.standing_menu(seen(run, power), power)
        order = legal(run, power, raw, [menu] if menu else [])
        if order is not None:
            run.standing[power] = order
    for act in do.acts:
        for power, raw in act.items():
            order = legal(run, power, raw, list(run.book.acts(seen(run, power), power)))
            if order is not None:
                _take(run, run.book.perform(run.state, power, order, dice))
    orders: dict[str, Order] = {}
    for power, raw in do.orders.items():
        menu = run.book.menu(seen(run, power), power)
        order = legal(run, power, raw, [menu] if menu else [])
        if order is not None:
            orders[power] = order
    if not run.problems:
        _advance(run, do, orders, dice)


def _advance(run: Run[Any], do: Do, orders: dict[str, Order], dice: Dice) -> None:
    target = do.advance if do.advance is not None else (1 if do.orders or do.roll else 0)
    if isinstance(target, int):
        for _ in range(target):
            _resolve(run, do, orders, dice)
            orders = {}
        return
    if do.orders:
        _resolve(run, do, orders, dice)
    for _ in range(_FAR):
        if _there(run, target) or (target.to == CLOSE and _is_last_of_turn(run, do, dice)):
            return
        if run.state.ending is not None:
            break
        _resolve(run, do, {}, dice)
    raise NotUnderstood(
        f"do.advance: {target.to!r} never comes.",
        remedy=f"The phase now is {run.book.phase(run.state).key!r}.",
    )


def _is_last_of_turn(run: Run[Any], do: Do, dice: Dice) -> bool:
    """Whether the turn in play is over with the phase in play, as these dice would have it."""
    turn = run.state.turn
    for trial in (copy(dice), SealedDice(b"any")):
        trial.rolls = [*dice.rolls]
        ahead = replace(run, events=[*run.events], problems=[*run.problems])
        try:
            _resolve(ahead, do, {}, trial)
        except DiceMismatch:
            continue  # the dice that were given end with this turn
        return bool(ahead.state.turn != turn or ahead.state.ending is not None)
    return False


def _there(run: Run[Any], target: To) -> bool:
    phase = run.book.phase(run.state)
    return phase.key == target.to and (target.turn is None or phase.turn == target.turn)


def _resolve(run: Run[Any], do: Do, orders: dict[str, Order], dice: Dice) -> None:
    """Carry out the phase in play, silent powers as ``do.silent`` says."""
    if run.state.ending is not None:
        raise NotUnderstood("do.advance: the game is over.", remedy="Advance by fewer phases.")
    if do.silent == "autopilot":
        for asked in run.book.phase(run.state).asked:
            view, standing = seen(run, asked.power), run.standing.get(asked.power)
            answered = standing is not None and run.book.stands(view, asked.power, standing)
            if asked.power not in orders and not answered:
                order = run.book.autopilot(view, asked.power)
                if order is not None:
                    orders = {**orders, asked.power: order}
    _take(run, run.book.resolve(run.state, orders, run.standing, dice))


def _take(run: Run[Any], resolution: Resolution[Any]) -> None:
    run.state = resolution.state
    run.events += resolution.events
