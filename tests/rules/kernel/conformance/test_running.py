"""The runner, tried with cases that hold and with cases that are meant to fail."""

import textwrap

import pytest

from rules.kernel.conformance import Result, read_cases, run_case
from tests.rules.kernel.marches import BOOK


def run(text: str) -> Result:
    (case,) = read_cases(textwrap.dedent(text), "try.yaml", rulebook="two_thrones")
    return run_case(case, BOOK)


def lines(text: str) -> str:
    return "\n".join(run(text).lines())


def failing(body: str) -> str:
    head = '- case: try\n  rule: "12.1"\n  title: A try\n'
    found = lines(head + textwrap.indent(textwrap.dedent(body), "  "))
    assert found, "this case was meant to fail"
    return found


def passing(body: str) -> None:
    head = '- case: try\n  rule: "12.1"\n  title: A try\n'
    assert lines(head + textwrap.indent(textwrap.dedent(body), "  ")) == ""


STAKES = "do: {orders: {aurelia: {crowns: {marchland: 2}}, borealis: {crowns: {marchland: 1}}}}"


def test_a_case_of_two_phases_passes():
    passing(
        """
        steps:
          - do: {orders: {aurelia: {crowns: {marchland: 2}}}}
            expect:
              phase: show
              events:
                - {kind: staked, power: aurelia, audience: aurelia, unseen_by: [borealis, spectator]}
              unseen_by: [{who: [borealis, spectator], state: stakes.aurelia}]
              seen_by: [{who: aurelia, state: stakes.aurelia.crowns}]
          - do: {advance: 1, dice: [4]}
            expect:
              state: {friends: {marchland: aurelia}, friends.marchland: {one_of: [aurelia, none]}}
              events_in_order: [{kind: courted, die: 4, tally: {net: 2}, audience: everybody}]
              no_events: [{kind: courted, land: fenland}]
              dice: [court marchland]
              ending: null
        """
    )


def test_a_tally_is_compared_row_by_row_and_net():
    passing(
        f"""
        steps:
          - {STAKES}
          - ask: {{weigh: marchland}}
            expect:
              tally:
                base: 0
                rows: [{{key: aurelia, amount: 2, rule: "12.1"}}, {{key: borealis, amount: -1}}]
                passed: [{{key: ford}}]
                without: [ford]
                net: 1
        """
    )


def test_a_wrong_amount_names_what_was_expected_and_found():
    found = failing(
        f"""
        steps:
          - {STAKES}
          - ask: {{weigh: marchland}}
            expect: {{tally: {{rows: [{{key: aurelia, amount: 3}}], net: 4}}}}
        """
    )
    assert "step 2: tally.net: expected 4, found 1" in found
    assert "tally.rows" in found
    assert "'amount': 2" in found


@pytest.mark.parametrize(
    ("net", "amount", "fits"),
    [
        ("{at_least: 1}", "{at_most: 2}", True),
        ("{not: 2}", "{one_of: [2, 3]}", True),
        ("{at_least: 2}", "2", False),
        ("1", "{at_least: 3}", False),
    ],
)
def test_numbers_of_a_tally_may_be_asked_about(net, amount, fits):
    text = (
        f"steps:\n  - {STAKES}\n  - ask: {{weigh: marchland}}\n"
        f"    expect: {{tally: {{rows_include: [{{key: aurelia, amount: {amount}}}], net: {net}}}}}"
    )
    if fits:
        passing(text)
    else:
        assert "tally." in failing(text)


def test_a_word_that_asks_nothing_of_a_number_is_a_mistake():
    for tally in ("net: {at_lest: 1}", "rows_include: [{key: aurelia, amount: {at_lest: 1}}]"):
        found = failing(
            f"steps:\n  - {STAKES}\n  - ask: {{weigh: marchland}}\n    expect: {{tally: {{{tally}}}}}"
        )
        assert "Did you mean 'at_least'" in found


def test_rows_must_be_the_whole_set():
    found = failing(
        f"steps:\n  - {STAKES}\n  - ask: {{weigh: marchland}}\n"
        "    expect: {tally: {rows: [{key: aurelia, amount: 2}]}}"
    )
    assert "borealis" in found


def test_dice_left_over_fail_even_where_nobody_asked():
    found = failing("do: {orders: {aurelia: {}}, dice: [3, 4]}\nexpect: {phase: show}")
    assert "2 left over: [3, 4]" in found


def test_a_missing_die_is_told_with_its_purpose():
    found = failing(f"steps:\n  - {STAKES}\n  - do: {{advance: 1}}\n    expect: {{phase: stake}}")
    assert "No loaded die is left for 'court marchland'" in found


def test_any_dice_can_be_thrown_where_they_do_not_matter():
    passing(
        f"steps:\n  - {STAKES}\n  - do: {{advance: 1, dice: any}}\n    expect: {{phase: stake}}"
    )


def test_the_number_of_dice_thrown_is_compared():
    found = failing(
        f"steps:\n  - {STAKES}\n  - do: {{advance: 1, dice: [3]}}\n    expect: {{dice: 2}}"
    )
    assert "dice: expected 2 thrown" in found


def test_a_rule_that_does_not_exist_fails_with_near_misses():
    found = lines('- {case: a, rule: "12.11", title: t, expect: {phase: stake}}')
    assert "rule: expected a rule of two_thrones, found 12.11. Did you mean" in found


def test_a_problem_nobody_expected_fails():
    found = failing("do: {orders: {aurelia: {crowns: {marchland: 3}}}}\nexpect: {phase: show}")
    assert "problems: expected none" in found
    assert "at most 2" in found


def test_an_expected_problem_is_matched_by_field_rule_and_words():
    passing(
        """
        do: {orders: {aurelia: {crowns: {fenland: 1}, loud: true}}}
        expect:
          problems:
            - {power: aurelia, field: crowns.fenland, rule: "12.2", words: [floods, Fenland]}
            - {field: loud, rule: "12.3"}
          phase: stake
        """
    )


def test_an_expected_problem_that_is_not_found_fails():
    found = failing("do: {orders: {aurelia: {}}}\nexpect: {problems: [{rule: '12.2'}]}")
    assert "problems: expected [{'rule': '12.2'}], found []" in found


def test_an_order_that_cannot_be_read_is_a_problem():
    passing("do: {orders: {aurelia: {crown: {}}}}\nexpect: {problems: [{words: crown}]}")


def test_a_power_nobody_asked_is_told_so():
    found = failing(
        f"steps:\n  - {STAKES}\n  - do: {{orders: {{aurelia: {{}}}}}}\n    expect: {{dice: 0}}"
    )
    assert "Nothing is asked of it now" in found


def test_check_lists_the_problems_of_an_order_without_handing_it_in():
    passing(
        "ask: {check: {power: aurelia, order: {kind: stake, crowns: {fenland: 1}}}}\n"
        "expect: {problems: [{rule: '12.2'}], phase: stake}"
    )


def test_acts_take_effect_at_once_and_open_a_choice():
    passing(
        """
        steps:
          - do: {acts: [{borealis: {facts: {boats: 2}}}]}
            expect:
              state: {facts.boats: 2}
              events: [{kind: fact_declared, key: boats, before: 0, after: 2, by: borealis}]
          - do: {orders: {aurelia: {crowns: {fenland: 1}}}}
            expect: {problems: []}
        """
    )


def test_a_menu_is_compared_by_what_it_offers_and_bars():
    passing(
        """
        ask: {menu: aurelia}
        expect:
          menu:
            order: stake
            offered: {crowns: [marchland]}
            only_offered: {crowns: [marchland]}
            barred: {crowns: {fenland: "12.2"}, loud: {"true": true}}
            absent: {crowns: [atlantis]}
            fields: {crowns: {total: 3, cap: 2}}
        """
    )


@pytest.mark.parametrize(
    ("menu", "word"),
    [
        ("{offered: {crowns: [fenland]}}", "12.2: it floods"),
        ("{barred: {crowns: {fenland: '12.3'}}}", "expected barred by 12.3"),
        ("{barred: {crowns: {marchland: true}}}", "offered"),
        ("{absent: {crowns: [fenland]}}", "no ['fenland']"),
        ("{fields: {crowns: {total: 4}}}", "'total': 3"),
        ("{offered: {crown: [fenland]}}", "Did you mean 'crowns'"),
        ("{order: sell}", "found stake"),
        ("none", "nothing asked"),
    ],
)
def test_a_menu_that_differs_fails(menu, word):
    assert word in failing(f"ask: {{menu: aurelia}}\nexpect: {{menu: {menu}}}")


def test_no_menu_is_expected_as_none():
    passing(f"steps:\n  - {STAKES}\n  - ask: {{menu: aurelia}}\n    expect: {{menu: none}}")


def test_odds_are_exact():
    passing(
        f"steps:\n  - {STAKES}\n  - ask: {{odds: marchland}}\n"
        '    expect: {odds: {"2": 1/6, "3": 1/6, "4": 1/6, "5": 1/6, "6": 1/6, "7": 1/6}}'
    )
    found = failing(
        f"steps:\n  - {STAKES}\n  - ask: {{odds: marchland}}\n"
        '    expect: {odds_include: {"2": 1/3}}'
    )
    assert "odds_include.2: expected 1/3" in found


def test_facts_and_values_can_be_given_midway():
    passing(
        f"steps:\n  - {STAKES}\n"
        "  - given: {facts: {control.ford: aurelia}, state: {stakes.borealis.crowns: {marchland: 2}}}\n"
        "    ask: {weigh: marchland}\n"
        "    expect: {tally: {net: 1, rows_include: [{key: ford, amount: 1}]}}"
    )


def test_a_question_can_be_asked_from_what_one_power_knows():
    passing(
        f"steps:\n  - {STAKES}\n  - {{ask: {{weigh: marchland}}, as_seen_by: borealis, "
        "expect: {tally: {net: -1}}}\n"
        "  - {ask: {weigh: marchland}, as_seen_by: spectator, expect: {tally: {net: 0, rows: []}}}"
    )


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("given: {scenario: piece}\nexpect: {dice: 0}", "Did you mean 'peace'"),
        (
            "given: {facts: {control.fort: aurelia}}\nexpect: {dice: 0}",
            "Did you mean 'control.ford'",
        ),
        ("given: {facts: {control.ford: russia}}\nexpect: {dice: 0}", "choose one of"),
        ("given: {variants: {pursue: '3'}}\nexpect: {dice: 0}", "Did you mean 'purse'"),
        ("given: {variants: {purse: '4'}}\nexpect: {dice: 0}", "Possible here: 3, 5"),
        ("given: {state: {freinds: {}}}\nexpect: {dice: 0}", "Did you mean 'friends'"),
        ("given: {state: {vault: much}}\nexpect: {dice: 0}", "vault cannot be 'much'"),
        ("do: {orders: {aurelio: {}}}\nexpect: {dice: 0}", "Did you mean 'aurelia'"),
        ("do: {advance: {to: shown}}\nexpect: {dice: 0}", "'shown' never comes"),
        ("do: {advance: 9, dice: any}\nexpect: {dice: 0}", "the game is over"),
        ("ask: {wiegh: marchland}\nexpect: {dice: 0}", "Ask weigh or odds"),
        ("ask: {crash: now}\nexpect: {dice: 0}", "ZeroDivisionError"),
        ("expect: {answer: 3}", "nothing was asked"),
        ("expect: {ending: peace}", "ending: expected peace, found None"),
        ("expect: {phase: show}", "phase: expected show, found stake"),
        ("expect: {state: {freinds: {}}}", "Did you mean 'friends'"),
        ("expect: {state: {vault: {one_of: [8, 9]}}}", "found 7"),
        ("expect: {refused: {words: x}}", "everything was accepted"),
        ("expect: {events: [{kind: staked}]}", "events: expected"),
        ("ask: {weigh: marchland, odds: fenland}\nexpect: {dice: 0}", "one question at a time"),
    ],
)
def test_a_mistake_in_a_case_is_told(body, word):
    assert word in failing(body)


def test_an_event_shown_to_the_wrong_people_fails():
    stakes = "do: {orders: {aurelia: {crowns: {marchland: 1}}}}\n"
    found = failing(
        stakes + "expect: {events: [{kind: staked, power: aurelia, seen_by: borealis}]}"
    )
    assert "'audience': ['aurelia']" in found
    assert failing(
        stakes + "expect: {unseen_by: [{who: aurelia, event: {kind: staked, power: aurelia}}]}"
    )
    assert failing(stakes + "expect: {unseen_by: [{who: aurelia, state: stakes.aurelia}]}")


def test_hiding_what_is_not_there_proves_nothing_and_fails():
    assert "something to be seen or hidden" in failing(
        "expect: {unseen_by: [{who: aurelia, state: stakes.aurelia}]}"
    )


def test_refusals_of_the_rules_can_be_expected():
    passing("given: {scenario: war}\nexpect: {refused: {words: [No scenario, war]}}")


def test_the_autopilot_can_play_for_silent_powers():
    passing(
        "do: {advance: 1, silent: autopilot}\n"
        "expect: {state: {stakes.borealis.crowns: {exactly: {marchland: 1}}}}"
    )


def test_advancing_stops_at_the_named_phase_of_the_named_turn():
    passing(
        "do: {advance: {to: stake, turn: 3}, dice: any}\nexpect: {state: {turn: 3}, phase: stake}"
    )


def test_standing_orders_are_checked_by_their_menu():
    passing("do: {standing: {aurelia: {loud: true}}}\nexpect: {problems: []}")
    assert "kind" in failing("do: {standing: {aurelia: {kind: stand}}}\nexpect: {dice: 0}")


def test_an_ending_is_expected_by_its_key():
    passing("do: {advance: {to: stake, turn: 7}, dice: any}\nexpect: {ending: peace}")


def test_later_steps_are_not_played_after_a_failure():
    found = failing("steps:\n  - expect: {phase: show}\n  - expect: {phase: gone}\n")
    assert "gone" not in found


def test_a_step_may_begin_anew_with_nothing_of_the_steps_before():
    passing(
        f"""
        steps:
          - {STAKES}
          - given: {{anew: true}}
            expect: {{phase: stake, state: {{stakes: {{exactly: {{}}}}}}}}
        """
    )


def test_other_switches_need_a_new_beginning():
    said = failing("steps: [{given: {variants: {a: b}}, expect: {phase: stake}}]")
    assert "a game that goes on keeps its variants" in said
    assert "`anew: true`" in said


def test_the_first_dice_may_be_given_and_the_rest_be_any():
    passing(
        f"""
        steps:
          - {STAKES}
          - do: {{advance: 1, dice: [4, any]}}
            expect: {{events: [{{kind: courted, die: 4}}]}}
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
        do: {orders: {aurelia: {crowns: {marchland: 2}}}, advance: {to: close}}
        expect: {phase: show}
        """
    )


def test_exactly_takes_patterns_for_the_values_of_just_these_keys():
    passing(
        f"""
        {STAKES}
        expect: {{state: {{stakes.aurelia.crowns: {{exactly: {{marchland: {{at_least: 1}}}}}}}}}}
        """
    )
    assert "expected {'exactly'" in failing(
        f"""
        {STAKES}
        expect: {{state: {{stakes.aurelia.crowns: {{exactly: {{fenland: {{at_least: 0}}}}}}}}}}
        """
    )


def test_an_expectation_that_cannot_be_compared_is_blamed_on_the_case():
    said = failing(
        """
        ask: {odds: marchland}
        expect: {answer: {"3": often}}
        """
    )
    assert "what is expected cannot be compared" in said
    assert "rulebook" not in said
