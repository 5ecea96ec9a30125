"""Reading case files: what is accepted, and what a mistake is told."""

import textwrap

import pytest

from examples.three_harbors import BOOK
from rules.kernel.cite import RuleEntry, RuleIndex
from rules.kernel.conformance import Unreadable, coverage, read_file
from rules.kernel.errors import NotUnderstood, TableError

GOOD = '{case: a, rule: "2", title: t, expect: {phase: place}}'


def read(text: str):
    found = read_file(textwrap.dedent(text), "folder/try.yaml", rulebook="three_harbors")
    for each in found:
        if isinstance(each, Unreadable):
            raise each.error
    return found


def test_a_bare_list_is_a_file():
    assert [case.case for case in read(f"- {GOOD}")] == ["a"]


def test_a_single_case_is_a_file():
    assert [case.case for case in read(GOOD)] == ["a"]


def test_a_header_names_format_rulebook_and_what_all_cases_share():
    (case,) = read(
        f"format: 1\nrulebook: other\ngiven: {{scenario: short, facts: {{bridge: false}}}}\ncases:\n  - {GOOD}"
    )
    assert case.rulebook == "other"
    assert case.given.scenario == "short"
    assert case.given.facts == {"bridge": False}


def test_a_case_overrides_what_its_file_gives():
    (case,) = read(
        """
        given: {facts: {boats: 1, bridge: false}}
        cases:
          - {case: a, rule: "2", title: t, given: {facts: {boats: 2}}, expect: {phase: x}}
        """
    )
    assert case.given.facts == {"boats": 2, "bridge": False}


def test_a_table_gives_one_case_for_each_row():
    cases = read(
        """
        cases-from:
          columns: [valley, points, who]
          rows:
            - [east, 2, ~]
            - [west, 1, south]
          template:
            case: place-$valley-${points}$$
            rule: "2"
            title: $points points in $valley, row $row
            do: {orders: {north: {points: {$valley: $points}, by: $who}}}
            expect: {phase: name}
        """
    )
    assert [case.case for case in cases] == ["place-east-2$", "place-west-1$"]
    assert cases[0].steps[0].do[0].orders == {"north": {"points": {"east": 2}}}
    assert cases[1].steps[0].do[0].orders["north"]["by"] == "south"
    assert cases[1].title == "1 points in west, row 2"


def test_a_table_can_stand_among_the_cases():
    text = f"- {GOOD}\n- cases-from: {{columns: [n], rows: [[b], [c]], template: "
    text += '{case: $n, rule: "2", title: t, expect: {phase: x}}}'
    assert [case.case for case in read(text)] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '{case: a, rule: "2", title: t, expct: {}, expect: {phase: x}}',
            ["a: expct", "Did you mean 'expect'"],
        ),
        (
            '{case: a, rule: "2", title: t, expect: {tally: {nett: 1}}}',
            ["expect.tally.nett", "'net'"],
        ),
        (
            '{case: a, rule: "2", title: t, expect: {menu: {ofered: {}}}}',
            ["menu.ofered", "'offered'"],
        ),
        (
            '{case: a, rule: "2", title: t, given: {fact: {}}, expect: {phase: x}}',
            ["given.fact", "'facts'"],
        ),
        (
            '{case: a, rule: "2", title: t, do: {order: {}}, expect: {phase: x}}',
            ["order", "'orders'"],
        ),
        ('{case: a, rule: "2", title: t, expect: {dice: {}}}', ["a:", "docs/conformance.md"]),
        ('{case: a, rule: "2", title: t}', ["expects nothing"]),
        ("{case: a, title: t, expect: {phase: x}}", ["rule: missing"]),
        ('{case: a, rule: "2", expect: {phase: x}}', ["title: missing"]),
        ("{rule: x}", ["rule: unknown key in the header"]),
        ("- 17", ["is not a case"]),
        ("17", ["holds no cases"]),
        ("{format: 2, cases: []}", ["format 2", "format: 1"]),
        (f"- {GOOD}\n- {GOOD}", ["this id stands twice"]),
        ("{case: a, rule: r, title: t, expect: {phase: x}, steps: []}", ["stands beside expect"]),
        (
            "cases-from: {columns: [a], rows: [[1, 2]], template: {}}",
            ["row 1 has 2 cells for 1 columns"],
        ),
        ("cases-from: {columns: [a], rows: [[1]], template: {case: $b}}", ["$b: no such column"]),
        ("cases-from: {columns: [a], rows: []}", ["exactly the keys"]),
        ("cases: {a: b}", ["must be a list"]),
        ("- {case: 5, rule: r, title: t}", ["is not a case"]),
    ],
)
def test_a_mistake_names_file_case_key_and_remedy(text, words):
    with pytest.raises(NotUnderstood) as caught:
        read(text)
    assert "folder/try.yaml" in str(caught.value)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("text", ["a: [", "a: 1\na: 2", "%%"])
def test_text_that_is_no_yaml_names_the_file(text):
    with pytest.raises(TableError, match=r"folder/try\.yaml"):
        read(text)


def test_coverage_counts_cases_for_each_rule_of_the_index():
    cases = read('- {case: a, rule: ["2", "2.1"], title: t, expect: {phase: x}}')
    found = coverage(BOOK.index, cases)
    assert {rule: times for rule, times in found.cases.items() if times} == {"2": 1, "2.1": 1}
    assert found.uncovered == ["1", "1.1", "1.2", "2.2", "2.3", "2.4", "3"]
    assert found.summary() == "Three Harbors: 2 of 9 rules named by a case"


def test_coverage_can_be_asked_for_one_part():
    index = RuleIndex(
        "two", (RuleEntry(ref="1", heading="A"), RuleEntry(ref="2", heading="B", part="floods"))
    )
    assert coverage(index, [], part="floods").uncovered == ["2"]


def test_one_case_that_cannot_be_read_does_not_stop_its_file():
    found = read_file(
        textwrap.dedent(
            """
            - {case: good, rule: "1", title: A, expect: {dice: 0}}
            - {case: bad, rule: "1", titel: B, expect: {dice: 0}}
            - nonsense
            - {case: good, rule: "1", title: Twice, expect: {dice: 0}}
            - cases-from:
                columns: [a]
                rows: [[1], [1, 2], [3]]
                template: {case: row-$a, rule: "1", title: T, expect: {dice: 0}}
            - {case: last, rule: "1", title: C, expect: {dice: 0}}
            """
        ),
        "folder/try.yaml",
    )
    assert [one.case for one in found] == [
        "good",
        "bad",
        "-",
        "good",
        "row-1",
        "-",
        "row-3",
        "last",
    ]
    wrong = [str(one.error) for one in found if isinstance(one, Unreadable)]
    assert len(wrong) == 4
    assert "Did you mean 'title'" in wrong[0]
    assert "is not a case" in wrong[1]
    assert "stands twice" in wrong[2]
    assert "row 2 has 2 cells for 1 columns" in wrong[3]


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("{one_of: 5}", "one_of: takes a list of patterns, not 5"),
        ("{at_least: many}", "at_least: takes a whole number, not 'many'"),
        ("{at_least: true}", "at_least: takes a whole number, not True"),
        ("{includes: a}", "includes: takes a list of patterns"),
        ("{words: [1]}", "words: takes a word or a list of words"),
        ("{nothing: 1}", "nothing: takes true or false"),
        ("[{size: long}]", "size: takes a whole number"),
    ],
)
def test_a_mistake_in_a_pattern_is_told_as_one_of_the_case(pattern, said):
    with pytest.raises(NotUnderstood) as error:
        read(f"- {{case: a, rule: '1', title: T, expect: {{state: {{x: {pattern}}}}}}}")
    assert said in str(error.value)
    assert "a: expect.state.x" in str(error.value)
