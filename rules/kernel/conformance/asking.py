"""The orders and questions of a case, each checked before anything comes of it."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.conformance.cases import Step
from rules.kernel.conformance.stage import Found, Run, known, seen
from rules.kernel.errors import NotUnderstood
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem, understand
from rules.kernel.questions import Argument, OneOf, Record, Words, understood

_POWER = Argument(OneOf((), "a power of this rulebook"), also=("of",))
_ORDER = Argument(Record(dict[str, Any], "an order"), None)

EVERY_BOOK: Mapping[str, tuple[str, str, Mapping[str, Argument]]] = {
    "menu": ("What a power may hand in", "the menu, or nothing", {"power": _POWER}),
    "standing_menu": (
        "Standing orders that a power may leave",
        "the menu, or nothing",
        {"power": _POWER},
    ),
    "acts": (
        "What a power may do at once",
        "its menus, or the one of that order",
        {"power": _POWER, "order": Argument(Words(80), "")},
    ),
    "check": (
        "What is wrong with an order",
        "no answer, but its problems",
        {"power": _POWER, "order": Argument(Record(dict[str, Any], "an order"))},
    ),
    "phase": ("The phase in play", "key, title, asked, turn_title, release and more", {}),
    "preview": (
        "The pending rolls that a draft would lead to",
        "a list of panels",
        {"power": _POWER, "order": _ORDER},
    ),
}
"""What every rulebook answers: what it is about, what the answer is, and its arguments."""


def legal(run: Run[Any], power: str, raw: dict[str, Any], menus: list[Menu]) -> Order | None:
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


def ask(run: Run[Any], step: Step) -> None:
    """Answer a question: one that every rulebook answers, or one of its own."""
    if len(step.ask) != 1:
        raise NotUnderstood(
            f"ask: one question at a time, not {', '.join(step.ask) or 'none'}.",
            remedy="Use steps.",
        )
    ((question, said),) = step.ask.items()
    given = said if isinstance(said, dict) else {} if said is None else {"of": said}
    run.asked = True
    if question not in EVERY_BOOK:
        state = seen(run, step.as_seen_by) if step.as_seen_by else run.state
        run.answer = run.book.ask(state, question, given)
        return
    arguments = dict(EVERY_BOOK[question][2])
    if "power" in arguments:
        one = OneOf(tuple(run.book.powers), "a power of this rulebook")
        arguments["power"] = Argument(one, also=("of",))
    run.answer = _of_every_book(
        run, step, question, understood(f"ask.{question}", arguments, given, run.state)
    )


def _of_every_book(run: Run[Any], step: Step, question: str, given: Mapping[str, Any]) -> Any:
    if question == "phase":
        return run.book.phase(seen(run, step.as_seen_by) if step.as_seen_by else run.state)
    power = given["power"]
    state = seen(run, power)
    if question == "menu":
        return run.book.menu(state, power)
    if question == "standing_menu":
        return run.book.standing_menu(state, power)
    if question == "preview":
        menu, raw = run.book.menu(state, power), given["order"]
        order = None if raw is None else legal(run, power, raw, [menu] if menu else [])
        return run.book.preview(state, power, order)
    menus = list(run.book.acts(state, power))
    if question == "acts":
        wanted = given["order"]
        return next((menu for menu in menus if menu.order == wanted), None) if wanted else menus
    for menu in (run.book.menu(state, power), run.book.standing_menu(state, power)):
        menus += [menu] if menu else []
    legal(run, power, given["order"], menus)
    return list(run.problems)
