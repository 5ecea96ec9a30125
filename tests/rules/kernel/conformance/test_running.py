"""The runner, tried with cases that hold and with cases that are meant to fail."""

import textwrap
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from examples import three_harbors
from examples.three_harbors.envoys.chances import added
from examples.three_harbors.model.state import HarborState
from rules.kernel.conformance import Case, Result, read_file, run_case
from rules.kernel.menus import Barred, Flag, Menu
from rules.kernel.odds import distribution
from rules.kernel.orders import Order
from rules.kernel.questions import Argument, Question, Questions, Words


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    loud: bool = False
    late: bool = False


def menu(state: HarborState, power: str) -> Menu | None:
    """As in Three Harbors; none where there is nothing to fill in."""
    found = three_harbors.BOOK.turn.menu(state, power)
    return found if found and found.fields else None


def standing(state: HarborState, power: str) -> Menu:
    barred = Barred("The beacon is lit", "3") if state.facts["beacon.lit"] else None
    fields = (
        Flag(key="loud", label="Loudly"),
        Flag(key="late", label="Late", barred=barred),
    )
    return Menu(power=power, order="standing", title="Standing", fields=fields)


def weigh(state: HarborState, arguments: Mapping[str, Any]) -> Any:
    island = arguments["island"]
    return added(state, 0, sum(envoy.island == island for envoy in state.envoys))


def odds(state: HarborState, arguments: Mapping[str, Any]) -> Any:
    net = weigh(state, arguments).net
    return distribution(lambda die: str(die + net), 6)


ISLAND = {"island": Argument(Words(), "")}
BOOK = replace(
    three_harbors.BOOK,
    orders={**three_harbors.BOOK.orders, "standing": Standing},
    turn=replace(three_harbors.BOOK.turn, menu=menu, standing=standing),
    questions=Questions(
        three_harbors.BOOK.questions,
        {
            "weigh": Question(weigh, "Envoys that are known of count", "a tally", ISLAND),
            "odds": Question(odds, "A die and that", "odds", ISLAND),
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
ENVOYS = "do: {orders: {oldport: {island: gull}, newport: {island: gull}}}"
SENDS = "do: {orders: {oldport: {island: gull}}}"
SEAL_IS_ITS_OWN = "given: {state: {islands: {seal: oldport}}}"
ADDED = "ask: {added: {coins: 2, rivals: 1}}"
THEN = f"steps:\n  - {ENVOYS}\n  - "

HOLD = {
    "a case of two phases": """
        steps:
          - do: {orders: {oldport: {island: gull}}}
            expect:
              phase: give
              events:
                - {kind: envoy_sent, audience: oldport, unseen_by: [newport, spectator]}
              unseen_by: [{who: [newport, spectator], state: envoys.0}]
              seen_by: [{who: oldport, state: envoys.0.island}]
          - do: {advance: 1, dice: [4]}
            expect:
              state: {islands: {gull: oldport}, islands.gull: {one_of: [oldport, none]}}
              events_in_order: [{kind: island_asked, die: 4, tally: {net: 1}, audience: everybody}]
              no_events: [{kind: island_asked, island: seal}]
              dice: [oldport asks gull]
              ending: null
        """,
    "a tally is compared row by row and net": f"""
        given: {{facts: {{beacon.lit: false}}}}
        {ADDED}
        expect:
          tally:
            base: 0
            rows: [{{key: coins, amount: 2, rule: "4.1"}}, {{key: rivals, amount: -1}}]
            passed: [{{key: beacon}}]
            without: [beacon]
            net: 1
        """,
    "dice that do not matter": f"{THEN}do: {{advance: 1, dice: any}}\n    expect: {{phase: send}}",
    "the first dice may be given and the rest be any": f"""
        steps:
          - {ENVOYS}
          - do: {{advance: 1, dice: [4, any]}}
            expect: {{events: [{{kind: island_asked, die: 4}}]}}
        """,
    "a problem that is expected, by field, rule and words": f"""
        {SEAL_IS_ITS_OWN}
        do: {{orders: {{oldport: {{island: seal}}}}, standing: {{oldport: {{late: true}}}}}}
        expect:
          problems:
            - {{power: oldport, field: island, rule: "2", words: [yours already, Seal]}}
            - {{field: late, rule: "3"}}
          phase: send
        """,
    "an order that cannot be read is a problem": """
        do: {orders: {oldport: {iland: gull}}}
        expect: {problems: [{words: iland}]}
        """,
    "to check an order does not hand it in": f"""
        {SEAL_IS_ITS_OWN}
        ask: {{check: {{power: oldport, order: {{kind: send, island: seal}}}}}}
        expect: {{problems: [{{rule: '2'}}], phase: send}}
        """,
    "acts take effect at once and open a choice": """
        steps:
          - ask: {standing_menu: oldport}
            expect: {menu: {offered: {loud: ["true"]}, barred: {late: {"true": true}}}}
          - do: {acts: [{newport: {facts: {beacon.lit: false}}}]}
            expect:
              state: {facts.beacon.lit: false}
              events: [{kind: fact_declared, before: true, after: false, by: newport}]
          - do: {standing: {oldport: {late: true}}}
            expect: {problems: []}
        """,
    "a menu is compared by what it offers and bars": """
        given: {state: {islands: {seal: oldport}}}
        ask: {menu: oldport}
        expect:
          menu:
            order: send
            offered: {island: [gull]}
            only_offered: {island: [gull]}
            barred: {island: {seal: "2"}}
            absent: {island: [atlantis]}
            fields: {island: {label: Island}}
        """,
    "no menu": f"{THEN}ask: {{menu: farport}}\n    expect: {{menu: none}}",
    "facts and values can be given midway": f"""
        steps:
          - {ENVOYS}
          - given: {{facts: {{beacon.lit: false}}, state: {{envoys.1.island: seal}}}}
            ask: {{weigh: gull}}
            expect: {{tally: {{net: -1, rows_include: [{{key: rivals, amount: -1}}]}}}}
        """,
    "a question from what one power knows": f"""
        steps:
          - {ENVOYS}
          - {{ask: {{weigh: gull}}, as_seen_by: newport, expect: {{tally: {{net: 0}}}}}}
          - ask: {{weigh: gull}}
            as_seen_by: spectator
            expect: {{tally: {{net: 1, rows: [{{key: beacon}}]}}}}
        """,
    "odds are exact": f"""
        steps:
          - {ENVOYS}
          - ask: {{odds: gull}}
            expect: {{odds: {{"0": 1/6, "1": 1/6, "2": 1/6, "3": 1/6, "4": 1/6, "5": 1/6}}}}
        """,
    "the rules refuse": "given: {scenario: war}\nexpect: {refused: {words: [No scenario, war]}}",
    "the autopilot plays for silent powers": """
        do: {advance: 1, silent: autopilot}
        expect: {state: {envoys: [{power: farport}, {power: newport}, {power: oldport}]}}
        """,
    "the named phase of the named turn": """
        do: {advance: {to: give, turn: 2}, dice: any}
        expect: {state: {turn: 2}, phase: give}
        """,
    "close is the last phase of the turn in play": """
        do: {orders: {oldport: {island: gull}}, advance: {to: close}}
        expect: {phase: give}
        """,
    "standing orders": "do: {standing: {oldport: {loud: true}}}\nexpect: {problems: []}",
    "an ending by its key": "do: {advance: 4, dice: any}\nexpect: {ending: turns}",
    "a step may begin anew with nothing of the steps before": f"""
        steps:
          - {ENVOYS}
          - given: {{anew: true}}
            expect: {{phase: send, state: {{envoys: {{size: 0}}}}}}
        """,
    "patterns for the values of just these keys": """
        expect: {state: {purses: {exactly: {oldport: 3, newport: {at_least: 1}, farport: {not: 0}}}}}
        """,
}


@pytest.mark.parametrize("body", HOLD.values(), ids=HOLD)
def test_a_case_holds(body):
    passing(body)


FAIL = {
    "a wrong amount": (
        f"{ADDED}\nexpect: {{tally: {{rows: [{{key: coins, amount: 3}}], net: 4}}}}",
        ["tally.net: expected 4, found 2", "tally.rows", "'amount': 2"],
    ),
    "rows must be the whole set": (
        f"{ADDED}\nexpect: {{tally: {{rows: [{{key: coins, amount: 2}}]}}}}",
        ["beacon"],
    ),
    "dice left over, though nobody asked": (
        "do: {orders: {oldport: {}}, dice: [3, 4]}\nexpect: {phase: give}",
        ["2 left over: [3, 4]"],
    ),
    "a missing die, with its purpose": (
        f"{THEN}do: {{advance: 1}}\n    expect: {{phase: send}}",
        ["No loaded die is left for 'oldport asks gull'"],
    ),
    "the number of dice thrown": (
        f"{THEN}do: {{advance: 1, dice: [3, 3]}}\n    expect: {{dice: 1}}",
        ["dice: expected 1 thrown"],
    ),
    "any dice before others": (
        "do: {advance: 1, dice: [any, 4]}\nexpect: {dice: 1}",
        ["`any` stands last"],
    ),
    "a problem nobody expected": (
        f"{SEAL_IS_ITS_OWN}\ndo: {{orders: {{oldport: {{island: seal}}}}}}\nexpect: {{phase: give}}",
        ["problems: expected none", "It is yours already"],
    ),
    "an expected problem that is not there": (
        "do: {orders: {oldport: {}}}\nexpect: {problems: [{rule: '2'}]}",
        ["problems: expected [{'rule': '2'}], found []"],
    ),
    "a power nobody asked": (
        f"{THEN}do: {{orders: {{farport: {{}}}}}}\n    expect: {{dice: 0}}",
        ["Nothing is asked of it now"],
    ),
    "odds": (
        f'{THEN}ask: {{odds: gull}}\n    expect: {{odds_include: {{"2": 1/3}}}}',
        ["odds_include.2: expected 1/3"],
    ),
    "an event shown to the wrong people": (
        f"{SENDS}\nexpect: {{events: [{{kind: envoy_sent, seen_by: newport}}]}}",
        ["'audience': ['oldport']"],
    ),
    "an event hidden from its own": (
        f"{SENDS}\nexpect: {{unseen_by: [{{who: oldport, event: {{kind: envoy_sent}}}}]}}",
        [],
    ),
    "a part of the state hidden from its own": (
        f"{SENDS}\nexpect: {{unseen_by: [{{who: oldport, state: envoys.0}}]}}",
        [],
    ),
    "to hide what is not there proves nothing": (
        "expect: {unseen_by: [{who: oldport, state: envoys.0}]}",
        ["something to be seen or hidden"],
    ),
    "standing orders are checked by their menu": (
        "do: {standing: {oldport: {kind: stand}}}\nexpect: {dice: 0}",
        ["kind"],
    ),
    "other switches need a new beginning": (
        "steps: [{given: {variants: {a: b}}, expect: {phase: send}}]",
        ["a game that goes on keeps its variants", "`anew: true`"],
    ),
    "exactly these keys": (
        "expect: {state: {purses: {exactly: {oldport: {at_least: 0}}}}}",
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
    rows = f"[{{key: coins, amount: {amount}}}]"
    text = f"{ADDED}\nexpect: {{tally: {{rows_include: {rows}, net: {net}}}}}"
    if fits:
        passing(text)
    else:
        assert "tally." in failing(text)


@pytest.mark.parametrize(
    "tally", ["net: {at_lest: 1}", "rows_include: [{key: coins, amount: {at_lest: 1}}]"]
)
def test_a_word_that_asks_nothing_of_a_number_is_a_mistake(tally):
    found = failing(f"{ADDED}\nexpect: {{tally: {{{tally}}}}}")
    assert "Did you mean 'at_least'" in found


def test_a_rule_that_does_not_exist_fails_with_near_misses():
    found = lines('- {case: a, rule: "4.11", title: t, expect: {phase: send}}')
    assert "rule: expected a rule of three_harbors, found 4.11. Did you mean" in found


@pytest.mark.parametrize(
    ("menu", "word"),
    [
        ("{offered: {island: [seal]}}", "2: It is yours already."),
        ("{barred: {island: {seal: '3'}}}", "expected barred by 3"),
        ("{barred: {island: {gull: true}}}", "offered"),
        ("{absent: {island: [seal]}}", "no ['seal']"),
        ("{fields: {island: {label: Port}}}", "'label': 'Island'"),
        ("{offered: {iland: [seal]}}", "Did you mean 'island'"),
        ("{order: sell}", "found send"),
        ("none", "nothing asked"),
    ],
)
def test_a_menu_that_differs_fails(menu, word):
    assert word in failing(f"{SEAL_IS_ITS_OWN}\nask: {{menu: oldport}}\nexpect: {{menu: {menu}}}")


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("given: {scenario: two-turn}\nexpect: {dice: 0}", "Did you mean 'two-turns'"),
        ("given: {facts: {beacon.lid: true}}\nexpect: {dice: 0}", "Did you mean 'beacon.lit'"),
        ("given: {facts: {beacon.lit: dark}}\nexpect: {dice: 0}", "answer yes or no"),
        ("given: {variants: {pursue: five}}\nexpect: {dice: 0}", "Did you mean 'purse'"),
        ("given: {variants: {purse: four}}\nexpect: {dice: 0}", "Possible here: five, three"),
        ("given: {state: {ilands: {}}}\nexpect: {dice: 0}", "Did you mean 'islands'"),
        ("given: {state: {purses: much}}\nexpect: {dice: 0}", "purses cannot be 'much'"),
        ("do: {orders: {oldpord: {}}}\nexpect: {dice: 0}", "Did you mean 'oldport'"),
        ("do: {advance: {to: given}}\nexpect: {dice: 0}", "'given' never comes"),
        ("do: {advance: 9, dice: any}\nexpect: {dice: 0}", "the game is over"),
        ("ask: {wiegh: gull}\nexpect: {dice: 0}", "Did you mean 'weigh'"),
        ("ask: {crash: }\nexpect: {dice: 0}", "ZeroDivisionError"),
        ("expect: {answer: 3}", "nothing was asked"),
        ("expect: {ending: turns}", "ending: expected turns, found None"),
        ("expect: {phase: give}", "phase: expected give, found send"),
        ("expect: {state: {ilands: {}}}", "Did you mean 'islands'"),
        ("expect: {state: {purses.oldport: {one_of: [8, 9]}}}", "found 3"),
        ("expect: {refused: {words: x}}", "everything was accepted"),
        ("expect: {events: [{kind: envoy_sent}]}", "events: expected"),
        ("ask: {weigh: gull, odds: seal}\nexpect: {dice: 0}", "one question at a time"),
    ],
)
def test_a_mistake_in_a_case_is_told(body, word):
    assert word in failing(body)


def test_later_steps_are_not_played_after_a_failure():
    found = failing("steps:\n  - expect: {phase: give}\n  - expect: {phase: gone}\n")
    assert "gone" not in found


def test_an_expectation_that_cannot_be_compared_is_blamed_on_the_case():
    said = failing(
        """
        ask: {odds: gull}
        expect: {answer: {"3": often}}
        """
    )
    assert "what is expected cannot be compared" in said
    assert "rulebook" not in said
