"""An order is judged by the options that it plays, and the answer is that of the whole hand."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.days_of_decision import BOOK
from rules.days_of_decision.model.powers import SEATS
from rules.kernel.audience import viewer
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from rules.kernel.menus import Menu, Plays
from rules.kernel.orders import understand

OTHERS = tuple(power for power in SEATS if power != "france")


def selecting(switches: dict[str, str]) -> Any:
    """The first state in which options are chosen."""
    state = BOOK.start("1936", switches, {}).state
    while state.step not in ("select", "play"):
        orders = {
            asked.power: BOOK.autopilot(BOOK.view(state, viewer(asked.power)), asked.power)
            for asked in BOOK.phase(state).asked
        }
        given = {power: order for power, order in orders.items() if order is not None}
        state = BOOK.resolve(state, given, {}, SealedDice(b"judging" * 5)).state
    return state


def plays_of(menu: Menu, seed: int) -> list[dict[str, Any]]:
    """Orders of all kinds: at random, every barred or unknown option, details that do not fit."""
    (field,) = menu.fields
    assert isinstance(field, Plays)
    found = [at_random(menu, SealedDice(bytes([seed, number]) * 16)) for number in range(6)]
    options = [*(choice.value for choice in field.choices), "atlantis"]
    odd = ({}, {"minor": "atlantis"}, {"activate": "atlantis"}, {"nothing": 1})
    found += [
        {"plays": [{"option": option, "details": details}]} for option in options for details in odd
    ]
    twice = {"option": options[0], "details": {}}
    found.append({"plays": [twice] * 5})
    return [{**each, "kind": "plays"} for each in found]


@pytest.mark.long
@pytest.mark.parametrize("last", [False, True], ids=["house rules", "every last choice"])
def test_the_options_played_are_judged_as_the_whole_hand_judges_them(last):
    switches = {
        key: list(switch.choices)[-1] if last else switch.default
        for key, switch in BOOK.switches.items()
    }
    state, legal, illegal = selecting(switches), 0, 0
    for seed, asked in enumerate(BOOK.phase(state).asked):
        view = BOOK.view(state, viewer(asked.power))
        menu = BOOK.menu(view, asked.power)
        assert menu is not None
        for raw in plays_of(menu, seed):
            order = understand(raw, BOOK.orders["plays"])
            problems = menu.problems(order)
            assert BOOK.problems(view, asked.power, order) == problems
            legal, illegal = legal + (not problems), illegal + bool(problems)
    assert min(legal, illegal) > 5


def test_nothing_is_judged_for_a_power_that_is_not_asked():
    state = selecting({key: switch.default for key, switch in BOOK.switches.items()})
    order = understand({"kind": "plays", "plays": []}, BOOK.orders["plays"])
    assert BOOK.problems(BOOK.view(state, viewer("nobody")), "nobody", order) is None


def test_in_which_order_values_apply_is_asked_where_another_power_holds_some_and_may_be_said_anywhere():
    state = selecting({key: switch.default for key, switch in BOOK.switches.items()})
    turkey = replace(state.minor("turkey"), values={"germany": 2})
    spain = replace(state.minor("spain"), values={"france": 2, "italy": 0})
    state = replace(state, minors={**state.minors, "turkey": turkey, "spain": spain})
    view = BOOK.view(state, viewer("france"))
    menu = BOOK.menu(view, "france")
    assert menu is not None
    (field,) = menu.fields
    assert isinstance(field, Plays)
    asked = {each.key: each.when for each in field.shared}
    held = {key for key, minor in state.minors.items() if any(minor.values.get(p) for p in OTHERS)}
    assert set(asked["order"]["activate"]) == held
    assert {"turkey", "spain"} & held == {"turkey"}
    assert asked["heading"] == {"activate": ("*",)}
    details = {"minor": "spain", "activate": "spain", "order": ["italy"], "heading": "east"}
    plays = [{"option": "ipo-3", "details": details}]
    order = understand({"kind": "plays", "plays": plays}, BOOK.orders["plays"])
    assert BOOK.problems(view, "france", order) == menu.problems(order) == []
