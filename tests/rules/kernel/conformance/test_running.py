"""The runner, tried with cases that hold and with cases that are meant to fail."""

import textwrap
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from examples import three_harbors
from examples.three_harbors.envoys.chances import added
from examples.three_harbors.model.state import HarborState
from rules.kernel.conformance import Result, read_cases, run_case
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
    (case,) = read_cases(textwrap.dedent(text), "try.yaml", rulebook="three_harbors")
    return run_case(case, BOOK)


def lines(text: str) -> str:
    return "\n".join(run(text).lines())


def failing(body: str) -> str:
    head = '- case: try\n  rule: "2"\n  title: A try\n'
    found = lines(head + textwrap.indent(textwrap.dedent(body), "  "))
    assert found, "this case was meant to fail"
    return found


def passing(body: str) -> None:
    head = '- case: try\n  rule: "2"\n  title: A try\n'
    assert lines(head + textwrap.indent(textwrap.dedent(body), "  ")) == ""


ENVOYS = "do: {orders: {oldport: {island: gull}, newport: {island: gull}}}"
SEAL_IS_ITS_OWN = "given: {state: {islands: {seal: oldport}}}"


def test_a_case_of_two_phases_passes():
    passing(
        """
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
        """
    )


ADDED = "ask: {added: {coins: 2, rivals: 1}}"


def test_a_tally_is_compared_row_by_row_and_net():
    passing(
        f"""
        given: {{facts: {{beacon.lit: false}}}}
        {ADDED}
        expect:
          tally:
            base: 0
            rows: [{{key: coins, amount: 2, rule: "4.1"}}, {{key: rivals, amount: -1}}]
            passed: [{{key: beacon}}]
            without: [beacon]
            net: 1
        """
    )


def test_a_wrong_amount_names_what_was_expected_and_found():
    found = failing(f"{ADDED}\nexpect: {{tally: {{rows: [{{key: coins, amount: 3}}], net: 4}}}}")
    assert "tally.net: expected 4, found 2" in found
    assert "tally.rows" in found
    assert "'amount': 2" in found


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


def test_rows_must_be_the_whole_set():
    found = failing(f"{ADDED}\nexpect: {{tally: {{rows: [{{key: coins, amount: 2}}]}}}}")
    assert "beacon" in found


def test_dice_left_over_fail_even_where_nobody_asked():
    found = failing("do: {orders: {oldport: {}}, dice: [3, 4]}\nexpect: {phase: give}")
    assert "2 left over: [3, 4]" in found


def test_a_missing_die_is_told_with_its_purpose():
    found = failing(f"steps:\n  - {ENVOYS}\n  - do: {{advance: 1}}\n    expect: {{phase: send}}")
    assert "No loaded die is left for 'oldport asks gull'" in found


def test_any_dice_can_be_thrown_where_they_do_not_matter():
    passing(f"steps:\n  - {ENVOYS}\n  - do: {{advance: 1, dice: any}}\n    expect: {{phase: send}}")


def test_the_number_of_dice_thrown_is_compared():
    found = failing(
        f"steps:\n  - {ENVOYS}\n  - do: {{advance: 1, dice: [3, 3]}}\n    expect: {{dice: 1}}"
    )
    assert "dice: expected 1 thrown" in found


def test_a_rule_that_does_not_exist_fails_with_near_misses():
    found = lines('- {case: a, rule: "4.11", title: t, expect: {phase: send}}')
    assert "rule: expected a rule of three_harbors, found 4.11. Did you mean" in found


def test_a_problem_nobody_expected_fails():
    found = failing(
        f"{SEAL_IS_ITS_OWN}\ndo: {{orders: {{oldport: {{island: seal}}}}}}\nexpect: {{phase: give}}"
    )
    assert "problems: expected none" in found
    assert "It is yours already" in found


def test_an_expected_problem_is_matched_by_field_rule_and_words():
    passing(
        f"""
        {SEAL_IS_ITS_OWN}
        do: {{orders: {{oldport: {{island: seal}}}}, standing: {{oldport: {{late: true}}}}}}
        expect:
          problems:
            - {{power: oldport, field: island, rule: "2", words: [yours already, Seal]}}
            - {{field: late, rule: "3"}}
          phase: send
        """
    )


def test_an_expected_problem_that_is_not_found_fails():
    found = failing("do: {orders: {oldport: {}}}\nexpect: {problems: [{rule: '2'}]}")
    assert "problems: expected [{'rule': '2'}], found []" in found


def test_an_order_that_cannot_be_read_is_a_problem():
    passing("do: {orders: {oldport: {iland: gull}}}\nexpect: {problems: [{words: iland}]}")


def test_a_power_nobody_asked_is_told_so():
    found = failing(
        f"steps:\n  - {ENVOYS}\n  - do: {{orders: {{farport: {{}}}}}}\n    expect: {{dice: 0}}"
    )
    assert "Nothing is asked of it now" in found


def test_check_lists_the_problems_of_an_order_without_handing_it_in():
    passing(
        f"{SEAL_IS_ITS_OWN}\n"
        "ask: {check: {power: oldport, order: {kind: send, island: seal}}}\n"
        "expect: {problems: [{rule: '2'}], phase: send}"
    )


def test_acts_take_effect_at_once_and_open_a_choice():
    passing(
        """
        steps:
          - ask: {standing_menu: oldport}
            expect: {menu: {offered: {loud: ["true"]}, barred: {late: {"true": true}}}}
          - do: {acts: [{newport: {facts: {beacon.lit: false}}}]}
            expect:
              state: {facts.beacon.lit: false}
              events: [{kind: fact_declared, before: true, after: false, by: newport}]
          - do: {standing: {oldport: {late: true}}}
            expect: {problems: []}
        """
    )


def test_a_menu_is_compared_by_what_it_offers_and_bars():
    passing(
        """
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
        """
    )


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


def test_no_menu_is_expected_as_none():
    passing(f"steps:\n  - {ENVOYS}\n  - ask: {{menu: farport}}\n    expect: {{menu: none}}")


def test_odds_are_exact():
    passing(
        f"steps:\n  - {ENVOYS}\n  - ask: {{odds: gull}}\n"
        '    expect: {odds: {"0": 1/6, "1": 1/6, "2": 1/6, "3": 1/6, "4": 1/6, "5": 1/6}}'
    )
    found = failing(
        f'steps:\n  - {ENVOYS}\n  - ask: {{odds: gull}}\n    expect: {{odds_include: {{"2": 1/3}}}}'
    )
    assert "odds_include.2: expected 1/3" in found


def test_facts_and_values_can_be_given_midway():
    passing(
        f"steps:\n  - {ENVOYS}\n"
        "  - given: {facts: {beacon.lit: false}, state: {envoys.1.island: seal}}\n"
        "    ask: {weigh: gull}\n"
        "    expect: {tally: {net: -1, rows_include: [{key: rivals, amount: -1}]}}"
    )


def test_a_question_can_be_asked_from_what_one_power_knows():
    passing(
        f"steps:\n  - {ENVOYS}\n  - {{ask: {{weigh: gull}}, as_seen_by: newport, "
        "expect: {tally: {net: 0}}}\n"
        "  - {ask: {weigh: gull}, as_seen_by: spectator, expect: {tally: {net: 1, rows: [{key: beacon}]}}}"
    )


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


def test_an_event_shown_to_the_wrong_people_fails():
    sends = "do: {orders: {oldport: {island: gull}}}\n"
    found = failing(sends + "expect: {events: [{kind: envoy_sent, seen_by: newport}]}")
    assert "'audience': ['oldport']" in found
    assert failing(sends + "expect: {unseen_by: [{who: oldport, event: {kind: envoy_sent}}]}")
    assert failing(sends + "expect: {unseen_by: [{who: oldport, state: envoys.0}]}")


def test_hiding_what_is_not_there_proves_nothing_and_fails():
    assert "something to be seen or hidden" in failing(
        "expect: {unseen_by: [{who: oldport, state: envoys.0}]}"
    )


def test_refusals_of_the_rules_can_be_expected():
    passing("given: {scenario: war}\nexpect: {refused: {words: [No scenario, war]}}")


def test_the_autopilot_can_play_for_silent_powers():
    passing(
        "do: {advance: 1, silent: autopilot}\n"
        "expect: {state: {envoys: [{power: farport}, {power: newport}, {power: oldport}]}}"
    )


def test_advancing_stops_at_the_named_phase_of_the_named_turn():
    passing(
        "do: {advance: {to: give, turn: 2}, dice: any}\nexpect: {state: {turn: 2}, phase: give}"
    )


def test_standing_orders_are_checked_by_their_menu():
    passing("do: {standing: {oldport: {loud: true}}}\nexpect: {problems: []}")
    assert "kind" in failing("do: {standing: {oldport: {kind: stand}}}\nexpect: {dice: 0}")


def test_an_ending_is_expected_by_its_key():
    passing("do: {advance: 4, dice: any}\nexpect: {ending: turns}")


def test_later_steps_are_not_played_after_a_failure():
    found = failing("steps:\n  - expect: {phase: give}\n  - expect: {phase: gone}\n")
    assert "gone" not in found


def test_a_step_may_begin_anew_with_nothing_of_the_steps_before():
    passing(
        f"""
        steps:
          - {ENVOYS}
          - given: {{anew: true}}
            expect: {{phase: send, state: {{envoys: {{size: 0}}}}}}
        """
    )


def test_other_switches_need_a_new_beginning():
    said = failing("steps: [{given: {variants: {a: b}}, expect: {phase: send}}]")
    assert "a game that goes on keeps its variants" in said
    assert "`anew: true`" in said


def test_the_first_dice_may_be_given_and_the_rest_be_any():
    passing(
        f"""
        steps:
          - {ENVOYS}
          - do: {{advance: 1, dice: [4, any]}}
            expect: {{events: [{{kind: island_asked, die: 4}}]}}
        """
    )
    assert "`any` stands last" in failing(
        """
        do: {advance: 1, dice: [any, 4]}
        expect: {dice: 1}
        """
    )


def test_close_is_the_last_phase_of_the_turn_in_play():
    passing(
        """
        do: {orders: {oldport: {island: gull}}, advance: {to: close}}
        expect: {phase: give}
        """
    )


def test_exactly_takes_patterns_for_the_values_of_just_these_keys():
    passing(
        """
        expect: {state: {purses: {exactly: {oldport: 3, newport: {at_least: 1}, farport: {not: 0}}}}}
        """
    )
    assert "expected {'exactly'" in failing(
        """
        expect: {state: {purses: {exactly: {oldport: {at_least: 0}}}}}
        """
    )


def test_an_expectation_that_cannot_be_compared_is_blamed_on_the_case():
    said = failing(
        """
        ask: {odds: gull}
        expect: {answer: {"3": often}}
        """
    )
    assert "what is expected cannot be compared" in said
    assert "rulebook" not in said
