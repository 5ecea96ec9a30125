"""The runner, tried with cases that hold and with cases that are meant to fail."""

import textwrap
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from examples import three_harbors
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.valleys.chances import added
from rules.kernel.conformance import Case, Result, read_file, run_case
from rules.kernel.menus import Barred, Flag, Menu
from rules.kernel.odds import distribution
from rules.kernel.orders import Order
from rules.kernel.questions import Argument, Question, Questions, Words


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    loud: bool = False
    late: bool = False


def menu(state: HarborState, power: str) -> Menu | None:
    """As in Three Harbors; none for who placed nothing."""
    found = three_harbors.BOOK.turn.menu(state, power)
    return found if state.step == "place" or state.placed(power) else None


def standing(state: HarborState, power: str) -> Menu:
    barred = Barred("The bridge stands", "3") if state.facts["bridge"] else None
    fields = (
        Flag(key="loud", label="Loudly"),
        Flag(key="late", label="Late", barred=barred),
    )
    return Menu(power=power, order="standing", title="Standing", fields=fields)


def weigh(state: HarborState, arguments: Mapping[str, Any]) -> Any:
    valley = arguments["valley"]
    return added(state, 0, sum(bool(state.placed(power).get(valley)) for power in state.purses))


def odds(state: HarborState, arguments: Mapping[str, Any]) -> Any:
    net = weigh(state, arguments).net
    return distribution(lambda die: str(die + net), 6)


VALLEY = {"valley": Argument(Words(), "")}
BOOK = replace(
    three_harbors.BOOK,
    orders={**three_harbors.BOOK.orders, "standing": Standing},
    turn=replace(three_harbors.BOOK.turn, menu=menu, standing=standing),
    questions=Questions(
        three_harbors.BOOK.questions,
        {
            "weigh": Question(weigh, "Purses that are known of count", "a tally", VALLEY),
            "odds": Question(odds, "A die and that", "odds", VALLEY),
            "crash": Question(lambda *_: 1 // 0, "A bug of the rulebook", "nothing"),
        },
    ),
)
"""Three Harbors with what its own cases do not need."""


def run(text: str) -> Result:
    (case,) = read_file(textwrap.dedent(text), "try.yaml", rulebook="three_harbors")
    assert isinstance(case, Case), case
    return run_case(case, BOOK)


def lines(text: str) -> str:
    return "\n".join(run(text).lines())


def failing(body: str) -> str:
    found = lines(HEAD + textwrap.indent(textwrap.dedent(body), "  "))
    assert found, "this case was meant to fail"
    return found


def passing(body: str) -> None:
    assert lines(HEAD + textwrap.indent(textwrap.dedent(body), "  ")) == ""


HEAD = '- case: try\n  rule: "2"\n  title: A try\n'
BOTH_PLACE = "do: {orders: {north: {points: {east: 1}}, south: {points: {east: 2}}}}"
NORTH_PLACES = "do: {orders: {north: {points: {east: 1}}}}"
WEST = "{purses.north: {audience: {powers: [north]}, points: {west: 3}}}"
IN_THE_WEST = f"given: {{step: name, state: {WEST}}}"
ADDED = "ask: {added: {points: 2, rivals: 1}}"
THEN = f"steps:\n  - {BOTH_PLACE}\n  - "
NAMES = "orders: {north: {valley: east}}"

HOLD = {
    "a case of two phases": """
        steps:
          - do: {orders: {north: {points: {east: 1}}}}
            expect:
              phase: name
              events:
                - {kind: placed, audience: north, unseen_by: [south, spectator]}
              unseen_by: [{who: [south, spectator], state: purses.north}]
              seen_by: [{who: north, state: purses.north.points}]
          - do: {orders: {north: {valley: east}}, dice: [4]}
            expect:
              state: {holders: {east: north}, holders.east: {one_of: [north, none]}}
              events_in_order: [{kind: held, die: 4, tally: {net: 2}, audience: everybody}]
              no_events: [{kind: held, valley: west}]
              dice: [naming east]
              ending: null
        """,
    "a tally is compared row by row and net": f"""
        given: {{facts: {{boats: 0}}}}
        {ADDED}
        expect:
          tally:
            base: 0
            rows: [{{key: points, amount: 2, rule: "2.1"}}, {{key: rivals, amount: -1}}]
            passed: [{{key: boats}}, {{key: fog}}]
            without: [boats]
            net: 1
        """,
    "dice that do not matter": f"{THEN}do: {{{NAMES}, dice: any}}\n    expect: {{phase: place}}",
    "the first dice may be given and the rest be any": """
        steps:
          - do: {orders: {north: {points: {east: 1}}, south: {points: {west: 1}}}}
          - do: {orders: {north: {valley: east}, south: {valley: west}}, dice: [4, any]}
            expect: {events: [{kind: held, die: 4}]}
        """,
    "a problem that is expected, by field, rule and words": f"""
        {IN_THE_WEST}
        do: {{orders: {{north: {{valley: east}}}}, standing: {{north: {{late: true}}}}}}
        expect:
          problems:
            - {{power: north, field: valley, rule: "1.2", words: [no points there, East]}}
            - {{field: late, rule: "3"}}
          phase: name
        """,
    "an order that cannot be read is a problem": """
        do: {orders: {north: {point: {}}}}
        expect: {problems: [{words: point}]}
        """,
    "to check an order does not hand it in": """
        ask: {check: {power: north, order: {kind: place, points: {east: 4}}}}
        expect: {problems: [{rule: '1.1'}], phase: place}
        """,
    "acts take effect at once and open a choice": """
        steps:
          - ask: {standing_menu: north}
            expect: {menu: {offered: {loud: ["true"]}, barred: {late: {"true": true}}}}
          - do: {acts: [{north: {facts: {bridge: false}}}]}
            expect:
              state: {facts.bridge: false}
              events: [{kind: fact_declared, before: true, after: false, by: north}]
          - do: {standing: {north: {late: true}}}
            expect: {problems: []}
        """,
    "a menu is compared by what it offers and bars": f"""
        {IN_THE_WEST}
        ask: {{menu: north}}
        expect:
          menu:
            order: name
            offered: {{valley: [west]}}
            only_offered: {{valley: [west]}}
            barred: {{valley: {{east: "1.2"}}}}
            absent: {{valley: [atlantis]}}
            fields: {{valley: {{label: Valley}}}}
        """,
    "no menu": f"{THEN}ask: {{menu: isle}}\n    expect: {{menu: none}}",
    "facts and values can be given midway": f"""
        steps:
          - {BOTH_PLACE}
          - given: {{facts: {{boats: 0}}, state: {{purses.south.points.east: 0}}}}
            ask: {{weigh: east}}
            expect: {{tally: {{net: -1, rows_include: [{{key: rivals, amount: -1}}]}}}}
        """,
    "a question from what one power knows": f"""
        steps:
          - {BOTH_PLACE}
          - {{ask: {{weigh: east}}, as_seen_by: south, expect: {{tally: {{net: 0}}}}}}
          - ask: {{weigh: east}}
            as_seen_by: spectator
            expect: {{tally: {{net: 1, rows: [{{key: boats}}]}}}}
        """,
    "odds are exact": f"""
        steps:
          - {BOTH_PLACE}
          - ask: {{odds: east}}
            expect: {{odds: {{"0": 1/6, "1": 1/6, "2": 1/6, "3": 1/6, "4": 1/6, "5": 1/6}}}}
        """,
    "the rules refuse": "given: {scenario: war}\nexpect: {refused: {words: [No scenario, war]}}",
    "the autopilot plays for silent powers": """
        do: {advance: 1, silent: autopilot}
        expect: {state: {purses: {north: {points: {east: 1}}, south: {points: {east: 1}}, isle: {points: {east: 1}}}}}
        """,
    "the named phase of the named turn": """
        do: {advance: {to: name, turn: 2}, dice: any}
        expect: {state: {turn: 2}, phase: name}
        """,
    "close is the last phase of the turn in play": """
        do: {orders: {north: {points: {east: 1}}}, advance: {to: close}}
        expect: {phase: name}
        """,
    "standing orders": "do: {standing: {north: {loud: true}}}\nexpect: {problems: []}",
    "an ending by its key": "do: {advance: 4, dice: any}\nexpect: {ending: done}",
    "a step may begin anew with nothing of the steps before": f"""
        steps:
          - {BOTH_PLACE}
          - given: {{anew: true}}
            expect: {{phase: place, state: {{purses: {{size: 0}}}}}}
        """,
    "patterns for the values of just these keys": """
        do: {orders: {north: {points: {east: 1, west: 2}}}}
        expect: {state: {purses.north.points: {exactly: {east: {at_least: 1}, west: {not: 0}}}}}
        """,
}


@pytest.mark.parametrize("body", HOLD.values(), ids=HOLD)
def test_a_case_holds(body):
    passing(body)


FAIL = {
    "a wrong amount": (
        f"{ADDED}\nexpect: {{tally: {{rows: [{{key: points, amount: 3}}], net: 4}}}}",
        ["tally.net: expected 4, found 2", "tally.rows", "'amount': 2"],
    ),
    "rows must be the whole set": (
        f"{ADDED}\nexpect: {{tally: {{rows: [{{key: points, amount: 2}}]}}}}",
        ["boats"],
    ),
    "dice left over, though nobody asked": (
        "do: {orders: {north: {}}, dice: [3, 4]}\nexpect: {phase: name}",
        ["2 left over: [3, 4]"],
    ),
    "a missing die, with its purpose": (
        f"{THEN}do: {{{NAMES}}}\n    expect: {{phase: place}}",
        ["No loaded die is left for 'naming east'"],
    ),
    "the number of dice thrown": (
        f"{THEN}do: {{{NAMES}, dice: [3]}}\n    expect: {{dice: 2}}",
        ["dice: expected 2 thrown"],
    ),
    "any dice before others": (
        "do: {advance: 1, dice: [any, 4]}\nexpect: {dice: 1}",
        ["`any` stands last"],
    ),
    "a problem nobody expected": (
        f"{IN_THE_WEST}\ndo: {{orders: {{north: {{valley: east}}}}}}\nexpect: {{phase: place}}",
        ["problems: expected none", "You placed no points there"],
    ),
    "an expected problem that is not there": (
        "do: {orders: {north: {}}}\nexpect: {problems: [{rule: '2'}]}",
        ["problems: expected [{'rule': '2'}], found []"],
    ),
    "a power nobody asked": (
        f"{THEN}do: {{orders: {{isle: {{}}}}}}\n    expect: {{dice: 0}}",
        ["Nothing is asked of it now"],
    ),
    "odds": (
        f'{THEN}ask: {{odds: east}}\n    expect: {{odds_include: {{"2": 1/3}}}}',
        ["odds_include.2: expected 1/3"],
    ),
    "an event shown to the wrong people": (
        f"{NORTH_PLACES}\nexpect: {{events: [{{kind: placed, seen_by: south}}]}}",
        ["'audience': ['north']"],
    ),
    "an event hidden from its own": (
        f"{NORTH_PLACES}\nexpect: {{unseen_by: [{{who: north, event: {{kind: placed}}}}]}}",
        [],
    ),
    "a part of the state hidden from its own": (
        f"{NORTH_PLACES}\nexpect: {{unseen_by: [{{who: north, state: purses.north}}]}}",
        [],
    ),
    "to hide what is not there proves nothing": (
        "expect: {unseen_by: [{who: north, state: purses.north}]}",
        ["something to be seen or hidden"],
    ),
    "standing orders are checked by their menu": (
        "do: {standing: {north: {kind: stand}}}\nexpect: {dice: 0}",
        ["kind"],
    ),
    "other switches need a new beginning": (
        "steps: [{given: {variants: {a: b}}, expect: {phase: place}}]",
        ["a game that goes on keeps its variants", "`anew: true`"],
    ),
    "exactly these keys": (
        "do: {orders: {north: {points: {east: 1, west: 2}}}}\nexpect: {state: {purses.north.points: {exactly: {east: 1}}}}",
        ["expected {'exactly'"],
    ),
}


@pytest.mark.parametrize(("body", "words"), FAIL.values(), ids=FAIL)
def test_a_case_fails_and_says_why(body, words):
    found = failing(body)
    for word in words:
        assert word in found


@pytest.mark.parametrize(
    ("net", "amount", "fits"),
    [
        ("{at_least: 1}", "{at_most: 2}", True),
        ("{not: 1}", "{one_of: [2, 3]}", True),
        ("{at_least: 3}", "2", False),
        ("2", "{at_least: 3}", False),
    ],
)
def test_numbers_of_a_tally_may_be_asked_about(net, amount, fits):
    rows = f"[{{key: points, amount: {amount}}}]"
    text = f"{ADDED}\nexpect: {{tally: {{rows_include: {rows}, net: {net}}}}}"
    if fits:
        passing(text)
    else:
        assert "tally." in failing(text)


@pytest.mark.parametrize(
    "tally", ["net: {at_lest: 1}", "rows_include: [{key: points, amount: {at_lest: 1}}]"]
)
def test_a_word_that_asks_nothing_of_a_number_is_a_mistake(tally):
    found = failing(f"{ADDED}\nexpect: {{tally: {{{tally}}}}}")
    assert "Did you mean 'at_least'" in found


def test_a_rule_that_does_not_exist_fails_with_near_misses():
    found = lines('- {case: a, rule: "2.11", title: t, expect: {phase: place}}')
    assert "rule: expected a rule of three_harbors, found 2.11. Did you mean" in found


@pytest.mark.parametrize(
    ("menu", "word"),
    [
        ("{offered: {valley: [east]}}", "1.2: You placed no points there."),
        ("{barred: {valley: {east: '3'}}}", "expected barred by 3"),
        ("{barred: {valley: {west: true}}}", "offered"),
        ("{absent: {valley: [east]}}", "no ['east']"),
        ("{fields: {valley: {label: Port}}}", "'label': 'Valley'"),
        ("{offered: {vally: [east]}}", "Did you mean 'valley'"),
        ("{order: nail}", "found name"),
        ("none", "nothing asked"),
    ],
)
def test_a_menu_that_differs_fails(menu, word):
    assert word in failing(f"{IN_THE_WEST}\nask: {{menu: north}}\nexpect: {{menu: {menu}}}")


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("given: {scenario: shor}\nexpect: {dice: 0}", "Did you mean 'short'"),
        ("given: {facts: {brige: true}}\nexpect: {dice: 0}", "Did you mean 'bridge'"),
        ("given: {facts: {bridge: dark}}\nexpect: {dice: 0}", "answer yes or no"),
        ("given: {variants: {frog: on}}\nexpect: {dice: 0}", "Did you mean 'fog'"),
        ("given: {variants: {fog: thick}}\nexpect: {dice: 0}", "Possible here: off, on"),
        ("given: {state: {holder: {}}}\nexpect: {dice: 0}", "Did you mean 'holders'"),
        ("given: {state: {purses: much}}\nexpect: {dice: 0}", "purses cannot be 'much'"),
        ("do: {orders: {nort: {}}}\nexpect: {dice: 0}", "Did you mean 'north'"),
        ("do: {advance: {to: named}}\nexpect: {dice: 0}", "'named' never comes"),
        ("do: {advance: 9, dice: any}\nexpect: {dice: 0}", "the game is over"),
        ("ask: {wiegh: east}\nexpect: {dice: 0}", "Did you mean 'weigh'"),
        ("ask: {crash: }\nexpect: {dice: 0}", "ZeroDivisionError"),
        ("expect: {answer: 3}", "nothing was asked"),
        ("expect: {ending: done}", "ending: expected done, found None"),
        ("expect: {phase: name}", "phase: expected name, found place"),
        ("expect: {state: {holder: {}}}", "Did you mean 'holders'"),
        ("expect: {state: {facts.boats: {one_of: [8, 9]}}}", "found 2"),
        ("expect: {refused: {words: x}}", "everything was accepted"),
        ("expect: {events: [{kind: placed}]}", "events: expected"),
        ("ask: {weigh: east, odds: west}\nexpect: {dice: 0}", "one question at a time"),
    ],
)
def test_a_mistake_in_a_case_is_told(body, word):
    assert word in failing(body)


def test_later_steps_are_not_played_after_a_failure():
    found = failing("steps:\n  - expect: {phase: name}\n  - expect: {phase: gone}\n")
    assert "gone" not in found


def test_an_expectation_that_cannot_be_compared_is_blamed_on_the_case():
    said = failing(
        """
        ask: {odds: east}
        expect: {answer: {"3": often}}
        """
    )
    assert "what is expected cannot be compared" in said
    assert "rulebook" not in said
