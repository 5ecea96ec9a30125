"""Playing any rulebook without people: helpers whose names are verbs."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from rules.kernel.audience import SPECTATOR, Viewer, viewer
from rules.kernel.autopilot import at_random
from rules.kernel.contract import Resolution
from rules.kernel.dice import Dice, SealedDice
from rules.kernel.menus import Allot, Declare, Each, Flag, Menu, Pick, PickMany
from rules.kernel.orders import understand
from rules.kernel.rulebook import Rulebook
from rules.kernel.serial import canonical
from rules.kernel.state import State
from rules.registry import BOOKS
from tests.support.suite.sample import one_in

FAR = 3000

every_book = pytest.mark.parametrize(
    "book",
    # On one worker, so that what was played of a book is played once.
    one_in(
        2,
        [
            pytest.param(each, id=key, marks=pytest.mark.xdist_group(key))
            for key, each in BOOKS.items()
        ],
    ),
)


def key(*parts: object) -> bytes:
    return "|".join(map(str, parts)).encode()


@dataclass
class Turned:
    """One phase that was carried out: what stood before, what was handed in, what came of it."""

    before: State
    orders: dict[str, Any]
    standing: dict[str, Any]
    made: Resolution[Any]


def open_campaign(
    book: Rulebook[Any], scenario: str, variants: dict[str, str] | None = None
) -> Any:
    return book.start(scenario, variants or {}, {}).state


def variants_at_random(book: Rulebook[Any], dice: Dice) -> dict[str, str]:
    return {
        name: sorted(switch.choices)[dice.roll(name, len(switch.choices)) - 1]
        for name, switch in book.switches.items()
    }


def shortest(book: Rulebook[Any]) -> str:
    return min(book.scenarios.values(), key=lambda scenario: scenario.turns).key


def asked_powers(book: Rulebook[Any], state: Any) -> list[str]:
    return [asked.power for asked in book.phase(state).asked]


def menu_of(book: Rulebook[Any], state: Any, power: str) -> Menu | None:
    return book.menu(book.view(state, viewer(power)), power)


def order_at_random(book: Rulebook[Any], menu: Menu, dice: Dice) -> Any:
    raw = at_random(menu, dice)
    for field in menu.fields:
        if isinstance(field, Declare):
            raw[field.key] = facts_at_random(field, dice)
    return understand(raw, book.orders[menu.order])


def facts_at_random(field: Declare, dice: Dice) -> dict[str, Any]:
    declared = {}
    for _ in range(dice.roll("facts", 3) if field.facts else 0):
        spec = field.facts[dice.roll("fact", len(field.facts)) - 1]
        if spec.type == "yes":
            declared[spec.key] = dice.roll("yes", 2) == 2
        elif spec.options:
            declared[spec.key] = spec.options[dice.roll("option", len(spec.options)) - 1]
        else:
            most = spec.most if spec.most is not None else max(12, spec.least)
            declared[spec.key] = spec.least + dice.roll("count", most - spec.least + 1) - 1
    return declared


def play_on(
    book: Rulebook[Any], state: Any, seed: object, *, manner: str = "random", most: int = FAR
) -> Iterator[Turned]:
    """Play phase after phase to the end; ``manner`` is random, autopilot, silent or mixed."""
    for number in range(most):
        if state.ending is not None:
            return
        dice = SealedDice(key(seed, number))
        chance = SealedDice(key("choices", seed, number))
        standing = {}
        if manner in ("random", "mixed"):
            for power in book.powers:
                menu = book.standing_menu(book.view(state, viewer(power)), power)
                if menu is not None and chance.roll("standing", 3) == 3:
                    standing[power] = order_at_random(book, menu, chance)
                # Disputing changes no fact; the courses that these seeds lead to stay as they are without it.
                offers = book.acts(book.view(state, viewer(power)), power)
                acts = [menu for menu in offers if menu.order != "dispute"]
                if acts and chance.roll("act", 8) == 8:
                    offered = acts[chance.roll("which", len(acts)) - 1]
                    act = order_at_random(book, offered, chance)
                    if not offered.problems(act):  # what the menu refuses is never carried out
                        state = book.perform(state, power, act, dice).state
        orders = {}
        for power in asked_powers(book, state):
            order = _order(book, state, power, manner, chance)
            if order is not None:
                orders[power] = order
        made = book.resolve(state, orders, standing, dice)
        yield Turned(state, orders, standing, made)
        state = made.state


def play_a_year(book: Rulebook[Any], seed: int, manner: str = "mixed") -> list[Turned]:
    """A short campaign under random variants, played to its end."""
    variants = variants_at_random(book, SealedDice(key("variants", seed)))
    return list(play_on(book, open_campaign(book, shortest(book), variants), seed, manner=manner))


_PLAYED: dict[tuple[str, int, str], list[Turned]] = {}


def a_year(book: Rulebook[Any], seed: int, manner: str = "mixed") -> list[Turned]:
    """The same, played once and kept; nothing that was played is ever changed.

    Tests that ask for it are parametrized by ``every_book``, so that one worker has all of a book.
    """
    known = (book.key, seed, manner)
    if known not in _PLAYED:
        _PLAYED[known] = play_a_year(book, seed, manner)
    return _PLAYED[known]


def without_secrets(state: Any, who: Any) -> Any:
    """The state as it were if others had done nothing in secret: what nobody sees at its default, and
    without the records that this viewer may not see.
    """

    def admits(record: Any) -> bool:
        audience = getattr(record, "audience", None)
        return audience is None or audience.admits(who)

    changed = {}
    for name in type(state).__struct_fields__:
        value = getattr(state, name)
        if name not in type(state).shown:
            changed[name] = getattr(type(state)(), name)
        elif isinstance(value, tuple):
            changed[name] = tuple(filter(admits, value))
        elif isinstance(value, dict):
            changed[name] = {key: each for key, each in value.items() if admits(each)}
    return msgspec.structs.replace(state, **changed)


def _order(book: Rulebook[Any], state: Any, power: str, manner: str, chance: Dice) -> Any:
    if manner == "mixed":
        manner = ("random", "autopilot", "silent")[chance.roll("manner", 3) - 1]
    if manner == "silent":
        return None
    if manner == "autopilot":
        return book.autopilot(book.view(state, viewer(power)), power)
    menu = menu_of(book, state, power)
    assert menu is not None, f"{power} is asked in {book.phase(state).key} without a menu"
    return order_at_random(book, menu, chance)


def refused_values(menu: Menu) -> Iterator[tuple[str, Any]]:
    """A field and a value that this menu must not accept: barred choices, and foreign ones."""
    for field in menu.fields:
        if isinstance(field, Pick):
            yield field.key, "atlantis"
            yield from ((field.key, choice.value) for choice in field.choices if choice.barred)
        elif isinstance(field, PickMany):
            yield field.key, ["atlantis"]
            yield from ((field.key, [choice.value]) for choice in field.choices if choice.barred)
        elif isinstance(field, Allot):
            yield field.key, {"atlantis": 1}
            yield from ((field.key, {choice.value: 1}) for choice in field.choices if choice.barred)
            yield from (
                (field.key, {choice.value: field.total + 1}) for choice in field.choices[:1]
            )
        elif isinstance(field, Each):
            yield field.key, {"atlantis": "x"}
            for row in field.rows:
                yield field.key, {row.key: "atlantis"}
                yield from ((field.key, {row.key: c.value}) for c in row.choices if c.barred)
        elif isinstance(field, Flag) and field.barred is not None:
            yield field.key, True
        elif isinstance(field, Declare):
            yield field.key, {"atlantis": 1}


def sights(book: Rulebook[Any], state: Any, who: Viewer) -> bytes:
    """Everything that this viewer can be shown of a state, as bytes."""
    seen = book.view(state, who)
    power = next(iter(sorted(who.powers)), None)
    parts = [seen, book.phase(seen), book.board(seen, power)]
    if power is not None:
        parts += [
            book.menu(seen, power),
            book.standing_menu(seen, power),
            book.acts(seen, power),
            book.preview(seen, power, None),
        ]
    return canonical([msgspec.to_builtins(part, order="sorted") for part in parts])


def told_to(made: Resolution[Any], who: Viewer) -> bytes:
    """The events of a phase that a viewer may know of, as bytes."""
    return canonical([event for event in made.events if event.seen_by(who)])


def strangers_of(book: Rulebook[Any], power: str, made: Resolution[Any]) -> list[Viewer]:
    """Every viewer who shares no secret of this phase with the power, the spectator among them."""
    secrets = [event.audience for event in made.events if not event.audience.everybody]
    shared = {each for audience in secrets if power in audience.powers for each in audience.powers}
    return [viewer(each) for each in book.powers if each not in shared | {power}] + [SPECTATOR]
