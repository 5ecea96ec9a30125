"""A dispatch as text: what a line means, what is offered when it does not mean one thing."""

import pytest

from rules.kernel.dispatch.events import filled
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import settled
from rules.kernel.dispatch.text import LONGEST_LINE, MOST_LINES, read
from rules.kernel.errors import NotUnderstood
from rules.registry import BOOKS
from tests.support import dispatches

WAR = Lexicon(BOOKS["world_at_war"])
DECISION = Lexicon(BOOKS["days_of_decision"])
HALF_YEARS = Lexicon(BOOKS["war_game_1939"])
HOUSE = Lexicon(BOOKS["world_in_flames"])


def said(text, lexicon=WAR):
    (line,) = read(lexicon, text)
    assert line.understood, line
    return {each.key: each.value for each in line.statements}


def values(lexicon, lines, facts):
    """What each fact becomes by the lines in their order."""
    found = {}
    for line in lines:
        for each in line.events:
            event = lexicon.events[each.event]
            found |= filled(event, each.arguments, {**facts, **found})
        found |= settled(lexicon.book.facts, {**facts, **found}, line.statements)
    return found


def only(text, lexicon=WAR):
    (line,) = read(lexicon, text)
    return line


def factors_after(text, before):
    """What the Axis has in Norway after a line."""
    facts = {**WAR.book.facts.defaults({}), "factors.norway.axis": before}
    return settled(WAR.book.facts, facts, only(text).statements)["factors.norway.axis"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Paris: European Axis", {"control.paris": "axis"}),
        ("who holds paris: AXIS", {"control.paris": "axis"}),
        ("control.paris: axis", {"control.paris": "axis"}),
        ("Paris: Germany", {"control.paris": "axis"}),
        ("Paris: German", {"control.paris": "axis"}),
        ("paris brussels the hague: axis", dict.fromkeys(
            ("control.paris", "control.brussels", "control.the_hague"), "axis")),
        ("Oslo and Bergen: US", dict.fromkeys(("control.oslo", "control.bergen"), "western")),
        ("france: fallen, level 3", {"france.fallen": True, "france.surrender_level": 3}),
        ("norway: axis factors 4", {"factors.norway.axis": 4}),
        ("norway: 4 axis factors, western factors: 1",
         {"factors.norway.axis": 4, "factors.norway.western": 1}),
        ("norway: not conquered", {"conquered.norway": False}),
        ("Norway is conquered: no", {"conquered.norway": False}),
        ("Norway is conquered", {"conquered.norway": True}),
        ("French surrender level: −2", {"france.surrender_level": -2}),
        ("H33: axis", {"control.h33": "axis"}),
        ("Romania: Axis factors 3", {"factors.rumania.axis": 3}),
    ],
)  # fmt: skip
def test_a_line_says(text, meant):
    assert said(text) == meant


def test_powers_and_their_letters_stand_for_what_they_hold():
    assert said("kiev: GE", DECISION) == {"control.kiev": "germany"}
    assert said("Moscow: Germany", DECISION) == {"control.capital.ussr": "germany"}
    assert said("Norway: germany", HALF_YEARS) == {"control.norway": "germany"}
    assert said("Spain: leaning: sworn to Germany", HALF_YEARS) == {"lean.spain": "germany.sworn"}


def test_a_signed_number_adds_to_a_count():
    assert factors_after("norway: axis factors +2", 3) == 5
    assert factors_after("norway: axis factors -9", 3) == 0


@pytest.mark.parametrize(
    "said",
    ["+2", "+ 2", ": + 2", "＋2", ": +  2", " + 2", "+\u00a02", "2 more", "plus 2", "another 2", "+2 more", "2 additional"],
)  # fmt: skip
def test_two_more_are_two_more_however_it_is_written(said):
    line = f"Norway: Axis factors{said if said[0] in ':+ ' else ': ' + said}"
    assert factors_after(line, 4) == 6


@pytest.mark.parametrize(
    "said",
    [" -2", ": - 2", " −2", ": – 2", " –2", ": ‒2", ": 2 fewer", ": 2 less", ": minus 2", ": -2 fewer"],
)  # fmt: skip
def test_two_fewer_are_two_fewer_however_it_is_written(said):
    assert factors_after(f"Norway: Axis factors{said}", 4) == 2


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("Italy has surrendered?", "?"),
        ("Italy: surrendered (?)", "?"),
        ("France falls？", "?"),
        ("Paris: Axis?", "?"),
        ("Norway: Axis factors - 2", "- 2"),
        ("Norway: Axis factors – 2", "- 2"),
        ("Norway: Axis factors-2", "factors-2"),
        ("Norway: Axis factors 2+", "2+"),
        ("Norway: Axis factors: --2", "--2"),
        ("Norway: Axis factors: ±2", "±2"),
        ("Norway: Axis factors: ½", "½"),
        ("Norway: Axis factors: 1½", "1½"),
        ("Norway: Axis factors: 2²", "2²"),
        ("Norway: Axis factors: 1/2", "1/2"),
        ("Norway: Axis factors: 4.5", "4.5"),
        ("Norway: Axis factors: .5", ".5"),
        ("Norway: Axis factors: 4,5", "4,5"),
        ("Germany: BRPs: 1,000", "1,000"),
        ("Norway: Axis factors: ×2", "×2"),
        ("Norway: Axis factors: *2", "*2"),
        ("Norway: Axis factors: x2", "x2"),
        ("Norway: Axis factors: twice 2", "twice 2"),
        ("Norway: Axis factors: ~2", "~2"),
        ("Norway: Axis factors: (2)", "(2)"),
        ("Norway: Axis factors: ②", "②"),
        ("Norway: Axis factors: 1 000", "1 000"),
        ("Norway: Axis factors: 2 or 3", "2 or 3"),
        ("French surrender level: +2", "+2"),
        ("French surrender level: 2 more", "2 more"),
        ("Norway: -conquered", "-conquered"),
        ("Norway: !conquered", "!conquered"),
        ("✗ Paris: Axis", "✗ Paris:"),
        ("Paris → Axis", "→"),
        ("Paris: A\u0336xis", "A\u0336xis"),
        ("Norway: Axis factors: 1\u202e2", "1\u202e2"),
        ("Paris and: Axis", "and"),
        ("Paris: Axis and", "and"),
    ],
)
def test_what_may_mean_something_else_is_refused_and_named(text, unknown):
    line = only(text)
    assert (line.sort, line.statements, line.events) == ("unknown", (), ())
    assert unknown in line.unknown
    assert line.problem


@pytest.mark.parametrize(
    "text",
    ["- Paris: Axis", "• Paris: Axis", "Paris：Axis", "Paris: Axis!", "Paris: = Axis", "“Paris”: Axis",
     "Par\u00adis: Axis", "Paris: Axis.", "PARÍS: (Axis)", "  Paris :  Axis ;"],
)  # fmt: skip
def test_what_says_nothing_is_passed_over(text):
    assert said(text) == {"control.paris": "axis"}


def test_a_line_does_not_say_two_things_of_one_fact():
    for text in (
        "Paris: Axis, Western",
        "Paris and Paris: Axis, Western",
        "Norway: Axis factors 2, Axis factors 3",
    ):
        line = only(text)
        assert (line.sort, line.statements) == ("wrong", ())
        assert "two things" in line.problem
    assert said("Paris, Paris: Axis") == {"control.paris": "axis"}


def test_what_is_not_known_is_named_beside_what_is():
    line = only("Paris captured, Weygand resigns")
    assert line.unknown == "captured weygand resigns"
    assert "“Paris” is known here" in line.problem
    assert line.near[0] == "Paris: European Axis"
    for text in ("May 40: Paris: Axis", "May 40, Paris: Axis"):
        line = only(text)
        assert line.unknown == "may 40"
        assert line.near == ("Paris: Axis",)
        assert said(line.near[0]) == {"control.paris": "axis"}


def test_a_slip_in_the_first_letter_and_words_in_another_order_are_answered_too():
    assert only("arsaw: axis").near == ("Warsaw: axis",)
    assert only("ergen: axis").near[0] == "Bergen: axis"
    assert only("Axis factors in Norway: 4").near == ("Norway: Axis factors: 4",)


def test_blank_lines_and_comments_say_nothing():
    lines = read(WAR, "\n# summer\nParis: axis # at last\n")
    assert [line.sort for line in lines] == ["ignored", "ignored", "statements"]
    assert [line.number for line in lines] == [1, 2, 3]


def test_an_unknown_name_is_answered_with_names_like_it():
    line = only("Pari: axis")
    assert line.unknown == "Pari"
    assert "Pari" in line.problem


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Pari: axis", "Paris: axis"),
        ("Paris: axsi", "Paris: European Axis"),
        ("Norway: factors of the axis 4", "Norway: Axis factors:"),
        ("Paris", "Paris:"),
        ("Paris:", "Paris: European Axis"),
    ],
    ids=["a name", "a value", "a property", "no value", "nothing behind the colon"],
)
def test_what_is_not_known_is_answered_with_what_can_stand_there(text, near):
    line = only(text)
    assert line.sort == "unknown"
    assert near in line.near


def test_what_cannot_be_is_said():
    line = only("Irish partisans in Ulster or next to it: 3")
    assert line.sort == "wrong"
    assert "at most 2" in line.problem


def test_an_unclear_line_offers_what_it_may_mean():
    line = only("The same, the part of a point: half", HOUSE)
    assert line.sort == "ambiguous"
    assert line.statements == ()
    of_each = {"Italy: part of the garrison: half", "Sardinia: part of the garrison: half"}
    assert set(line.choices[:2]) == of_each
    assert all(only(choice, HOUSE).understood for choice in line.choices[:2])
    assert len(read(HOUSE, line.choices[2])) == len(of_each)  # the last one: both


def test_of_two_facts_only_one_can_say_so():
    assert said("Rome: Germany", DECISION) == {"control.capital.italy": "germany"}
    assert said("Rome: Allied", DECISION) == {"italian_surrender.rome": "allied"}


def test_a_text_has_its_limits():
    with pytest.raises(NotUnderstood, match=str(MOST_LINES)):
        read(WAR, "Paris: axis\n" * (MOST_LINES + 1))
    line = only("Paris: axis" + " " * LONGEST_LINE + "# no")
    assert line.sort == "wrong"
    assert str(LONGEST_LINE) in line.problem


def test_names_are_found_by_their_beginnings():
    assert WAR.search("par")[0] == "control.paris"
    assert "factors.norway.axis" in WAR.search("nor axis fac")
    assert WAR.search("") == ()


@pytest.mark.parametrize(
    ("name", "lexicon", "facts"), [("summer_1940", WAR, 20), ("barbarossa", DECISION, 15)]
)
def test_a_summer_is_understood_line_by_line(name, lexicon, facts):
    lines = read(lexicon, dispatches.text(name))
    assert [line for line in lines if not line.understood] == []
    assert len({each.key for line in lines for each in line.statements}) == facts


def test_statements_and_events_are_taken_together_in_their_order():
    text = "conquered: Belgium by Germany\nbelgium: conquered by italy\nfrance: axis factors\nAntwerp: axis"
    facts = WAR.book.facts.defaults({})
    assert values(WAR, read(WAR, text), facts) == {
        "control.brussels": "axis",
        "conquest.belgium.by": "italy",
        "control.antwerp": "axis",
    }
    twice = read(HOUSE, "an atomic bomb on Japan\nan atomic bomb on Japan\nJapan: atomic bombs +1")
    facts = HOUSE.book.facts.defaults({})
    assert values(HOUSE, twice, facts) == {"japanese_surrender.atomic": 3}


@pytest.mark.parametrize("line", [":" * 190, "norway: " + "a," * 90])
def test_a_line_with_too_many_parts_is_not_understood(line):
    found = only(line)
    assert not found.understood
    assert found.problem


def test_near_misses_are_looked_for_in_twenty_lines_of_a_text():
    lines = read(WAR, "Pari: axis\n" * 50)
    assert all(line.problem for line in lines)
    assert [bool(line.near) for line in lines] == [True] * 20 + [False] * 30
