"""Runs cases against a rulebook and says, for each, what was expected and what was found."""

from typing import Any

import msgspec

from rules.kernel.conformance.cases import Case, Change, Do, Step, To
from rules.kernel.conformance.checking import check
from rules.kernel.conformance.paths import put, suggestion
from rules.kernel.conformance.stage import Failure, Found, Result, Run, known, seen
from rules.kernel.dice import Dice, LoadedDice, SealedDice
from rules.kernel.errors import NotUnderstood, RulesError
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem, understand
from rules.kernel.rulebook import Resolution, Rulebook

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
            failures.append(
                Failure(what="rule", expected=f"a rule of {book.key}", found=f"{ref}. {near}")
            )
    run: Run[Any] | None = None
    for number, step in enumerate(case.steps, start=1):
        try:
            if run is None:
                run = _opened(case, book, refusable=step.expect.refused is not None)
            if run.refused is None:
                _play(run, step)
            found = check(step.expect, run)
        except RulesError as error:
            found = [Failure(what="case", expected="to be carried out", found=str(error))]
        except Exception as error:  # noqa: BLE001 (the rulebook broke; other cases still run)
            found = [
                Failure(
                    what="rulebook", expected="an answer", found=f"{type(error).__name__}: {error}"
                )
            ]
        if found:
            failures += [
                msgspec.structs.replace(failure, step=number, what=_numbered(failure, number, case))
                for failure in found
            ]
            break
    return msgspec.structs.replace(result, failures=failures)


def _numbered(failure: Failure, number: int, case: Case) -> str:
    return f"step {number}: {failure.what}" if len(case.steps) > 1 else failure.what


def _opened(case: Case, book: Rulebook[Any], *, refusable: bool) -> Run[Any]:
    """The opening position of the case."""
    given = case.given
    scenario = given.scenario or next(iter(book.scenarios))
    if not refusable:
        known("given.scenario", scenario, book.scenarios)
        for key, value in given.variants.items():
            known("given.variants", key, book.switches)
            known(f"given.variants.{key}", value, book.switches[key].choices)
    run: Run[Any] = Run(book, book.state_type())
    try:
        run.state = book.start(scenario, given.variants, given.tables).state
        _change(run, given, "given")
    except RulesError as error:
        if not refusable:
            raise
        run.refused = error
    return run


def _change(run: Run[Any], change: Change, where: str) -> None:
    """Lay down facts and values of the state, without asking the rules."""
    for key in change.facts:
        known(f"{where}.facts", key, {spec.key: spec for spec in run.book.facts})
    for problem in run.book.facts.problems(change.facts):
        raise NotUnderstood(f"{where}.{problem.field}: {problem.message}")
    state = run.state
    if change.facts:
        state = msgspec.structs.replace(state, facts={**state.facts, **change.facts})
    for path, value in change.state.items():
        _known_keys(run.book, path, value, f"{where}.state")
        state = put(state, path, value, f"{where}.state")
    if change.turn is not None:
        state = put(state, "turn", change.turn, where)
    if change.step is not None:
        state = put(state, "step", change.step, where)
        _stand_in(run, state, f"{where}.step")
    run.state = state


def _known_keys(book: Rulebook[Any], path: str, value: Any, where: str) -> None:
    """Raise :class:`NotUnderstood` for a key that a table of a fixed list does not have."""
    name, _, rest = path.partition(".")
    listed = value if not rest and isinstance(value, dict) else [rest] if rest else []
    for key in listed if name in book.keys_of else ():
        known(f"{where}.{name}", str(key).partition(".")[0], dict.fromkeys(book.keys_of[name]))


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
        _change(run, step.given, "given")
        for do in step.do:
            _do(run, do)
        if step.ask:
            _ask(run, step)
    except RulesError as error:
        if step.expect.refused is None:
            raise
        run.refused = error


def _do(run: Run[Any], do: Do) -> None:
    dice: Dice = SealedDice(b"any") if do.dice == "any" else LoadedDice(do.dice)
    already = len(run.rolls)
    try:
        _done(run, do, dice)
    finally:
        run.rolls = [*run.rolls[:already], *dice.rolls]
        run.left += getattr(dice, "left", [])


def _done(run: Run[Any], do: Do, dice: Dice) -> None:
    for power, raw in do.standing.items():
        menu = run.book.standing_menu(seen(run, power), power)
        order = _legal(run, power, raw, [menu] if menu else [])
        if order is not None:
            run.standing[power] = order
    for act in do.acts:
        for power, raw in act.items():
            order = _legal(run, power, raw, list(run.book.acts(seen(run, power), power)))
            if order is not None:
                _take(run, run.book.perform(run.state, power, order, dice))
    orders: dict[str, Order] = {}
    for power, raw in do.orders.items():
        menu = run.book.menu(seen(run, power), power)
        order = _legal(run, power, raw, [menu] if menu else [])
        if order is not None:
            orders[power] = order
    if not run.problems:
        _advance(run, do, orders, dice)


def _advance(run: Run[Any], do: Do, orders: dict[str, Order], dice: Dice) -> None:
    target = do.advance if do.advance is not None else (1 if do.orders else 0)
    if isinstance(target, int):
        for _ in range(target):
            _resolve(run, do, orders, dice)
            orders = {}
        return
    if do.orders:
        _resolve(run, do, orders, dice)
    for _ in range(_FAR):
        if _there(run, target):
            return
        if run.state.ending is not None:
            break
        _resolve(run, do, {}, dice)
    raise NotUnderstood(
        f"do.advance: {target.to!r} never comes.",
        remedy=f"The phase now is {run.book.phase(run.state).key!r}.",
    )


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


def _legal(run: Run[Any], power: str, raw: dict[str, Any], menus: list[Menu]) -> Order | None:
    """The order, if it is understood and the menu of the moment allows it."""
    known("do", power, run.book.powers)
    kinds = {menu.order: menu for menu in menus}
    kind = raw.get("kind") or next(iter(kinds), "")
    menu = kinds.get(kind)
    if menu is None:
        said = repr(kind) if kind else "an order"
        asked = f"Asked for now: {', '.join(kinds)}." if kinds else "Nothing is asked of it now."
        _problem(run, power, Problem("kind", f"{power} cannot hand in {said}. {asked}"))
        return None
    try:
        order = understand({**raw, "kind": kind}, run.book.orders[kind])
    except NotUnderstood as error:
        _problem(run, power, Problem("", str(error)))
        return None
    problems = menu.problems(order)
    for problem in problems:
        _problem(run, power, problem)
    return None if problems else order


def _problem(run: Run[Any], power: str, problem: Problem) -> None:
    run.problems.append(
        Found(power=power, field=problem.field, message=problem.message, rule=problem.rule)
    )


def _ask(run: Run[Any], step: Step) -> None:
    """Answer a question: one of the kernel's, or else one of the rulebook's."""
    if len(step.ask) != 1:
        raise NotUnderstood(
            f"ask: one question at a time, not {', '.join(step.ask) or 'none'}.",
            remedy="Use steps.",
        )
    ((question, arguments),) = step.ask.items()
    run.asked = True
    if question in ("menu", "standing_menu", "acts", "check"):
        run.answer = _of_the_kernel(run, question, arguments)
        return
    state = seen(run, step.as_seen_by) if step.as_seen_by else run.state
    if question == "phase":
        run.answer = run.book.phase(state)
    elif question == "preview":
        if not isinstance(arguments, dict):
            arguments = {"power": arguments}
        known("ask.preview.power", arguments.get("power", ""), run.book.powers)
        menu = run.book.menu(seen(run, arguments["power"]), arguments["power"])
        raw = arguments.get("order")
        order = (
            _legal(run, arguments["power"], raw, [menu] if menu else [])
            if raw is not None
            else None
        )
        run.answer = run.book.preview(seen(run, arguments["power"]), arguments["power"], order)
    else:
        named = (
            arguments
            if isinstance(arguments, dict)
            else {}
            if arguments is None
            else {"of": arguments}
        )
        run.answer = run.book.ask(state, question, named)


def _of_the_kernel(run: Run[Any], question: str, arguments: Any) -> Any:
    if not isinstance(arguments, dict):
        arguments = {"power": arguments}
    power = arguments.get("power", "")
    known(f"ask.{question}.power", power, run.book.powers)
    state = seen(run, power)
    if question == "menu":
        return run.book.menu(state, power)
    if question == "standing_menu":
        return run.book.standing_menu(state, power)
    menus = list(run.book.acts(state, power))
    if question == "acts":
        wanted = arguments.get("order")
        return next((menu for menu in menus if menu.order == wanted), None) if wanted else menus
    for menu in (run.book.menu(state, power), run.book.standing_menu(state, power)):
        menus += [menu] if menu else []
    _legal(run, power, arguments.get("order") or {}, menus)
    return [] if not run.problems else list(run.problems)
