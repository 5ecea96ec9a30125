"""The table of what facts cannot say together: how it is written, and what follows from it."""

import pytest

from rules.kernel import fact_consistency, tables
from rules.kernel.cite import RuleEntry, RuleIndex
from rules.kernel.consistency import Bound, Consistency, Outdated, Term
from rules.kernel.errors import TableError, UnknownRule
from rules.kernel.facts import FactRegistry, FactSpec

CITE = RuleIndex("a book", (RuleEntry(ref="1", heading="one"), RuleEntry(ref="2", heading="two")))
LISTS = {
    "powers": {"red": "Red", "blue": "Blue"},
    "places": {"hill": "the Hill", "ford": "the Ford"},
}


def fact(key, kind="yes", default=False, **parts):
    return FactSpec(key=key, label=key, type=kind, default=default, group="", **parts)


HOLDERS = {"options": ("none", "red", "blue"), "kind": "choice", "default": "none"}
FACTS = FactRegistry(
    (),
    (
        *(fact(f"held.{place}", **HOLDERS) for place in LISTS["places"]),
        *(fact(f"gone.{power}") for power in LISTS["powers"]),
        *(fact(f"land.{power}", "count", 0) for power in LISTS["powers"]),
        fact("total.red", "number", -1),
    ),
)


@pytest.fixture
def table(monkeypatch):
    def read(*rows):
        monkeypatch.setattr(tables, "raw", lambda package, name: rows)
        return fact_consistency.read("a book", FACTS, CITE, "1", LISTS)

    return read


def test_a_row_is_written_out_for_each_two_of_two_lists(table):
    found = table(
        {
            "note": "{name} holds {other_name}",
            "for": ["powers", "places"],
            "spare": 1,
            "less": [
                {"fact": "gone.{key}", "is": True, "else": False},
                {"fact": "held.{other}", "is": "{key}", "else": "none"},
            ],
        }
    )
    assert [bound.note for bound in found.bounds] == [
        "Red holds the Hill", "Red holds the Ford", "Blue holds the Hill", "Blue holds the Ford",
    ]  # fmt: skip
    assert found.bounds[2].facts == ("gone.blue", "held.hill")


def test_an_entry_is_never_paired_with_itself(table):
    less = [{"fact": "land.{key}"}]
    found = table({"note": "{key} {other}", "for": ["powers", "powers"], "less": less})
    assert [bound.note for bound in found.bounds] == ["red blue", "blue red"]


def test_lists_are_written_out_in_place(table):
    words = {
        "note": "a",
        "less": [{"fact": "held.hill", "is": ["none", "@powers-red"], "else": "red"}],
    }
    assert table(words).bounds[0].less[0].values == ("none", "blue")
    each = {"note": "a", "less": [{"each": "powers", "fact": "land.{each}"}], "spare": 4}
    assert table(each).bounds[0].facts == ("land.red", "land.blue")
    by = {
        "note": "a",
        "fact": "total.red",
        "by": ["held.@places"],
        "about": ["@powers"],
        "else": -1,
    }
    assert table(by).outdated[0].by == ("held.hill", "held.ford")
    assert table(by).outdated[0].about == ("red", "blue")


def test_a_row_may_name_its_own_rule_and_no_unknown_one(table):
    row = {"note": "a", "less": [{"fact": "land.red"}]}
    found = table(row, {**row, "rule": "2"})
    assert [found.rule_of(bound) for bound in found.bounds] == ["1", "2"]
    with pytest.raises(UnknownRule):
        table({**row, "rule": "3"})


@pytest.mark.parametrize(
    "row",
    [
        {"note": "a", "less": [{"fact": "held.moon", "is": "red", "else": "none"}]},
        {"note": "a", "less": [{"fact": "held.hill", "is": "green", "else": "none"}]},
        {"note": "a", "less": [{"fact": "held.hill", "is": "red"}]},
        {"note": "a", "fact": "total.red", "by": ["held.moon"], "else": -1},
        {"note": "a", "less": [{"fact": "land.red"}], "moer": []},
    ],
)
def test_a_row_that_cannot_be_is_told(table, row):
    with pytest.raises(TableError):
        table(row)


SUM = Outdated(
    fact="total.red",
    by=("held.hill", "held.ford"),
    about=("red",),
    otherwise=-1,
    note="Red's land changed",
)
HELD = Bound(
    less=(Term(fact="held.hill", said="red", otherwise="none"), Term(fact="held.ford", said="red", otherwise="none")),
    more=(Term(fact="land.red"),),
    note="What Red holds is its land",
)  # fmt: skip


def changed(before, declared):
    found = Consistency(FACTS, (HELD,), "here", (SUM,), "1")
    every = FACTS.defaults({}) | before
    return [(each.key, each.before, each.after, each.by, each.rule) for each in
            fact_consistency.following(found, every, every | declared, sorted(declared), "blue")]  # fmt: skip


def test_a_sum_ends_when_what_it_counts_changes():
    assert changed({"total.red": 7}, {"held.hill": "red"}) == [
        ("land.red", 0, 1, "blue", "1"),
        ("total.red", 7, -1, "blue", "1"),
    ]


@pytest.mark.parametrize(
    ("before", "declared"),
    [
        ({"total.red": 7}, {"held.hill": "blue"}),
        ({"total.red": 7, "held.hill": "red", "land.red": 1}, {"held.hill": "red"}),
        ({"total.red": 7, "land.red": 1}, {"held.hill": "red", "total.red": 9}),
        ({"land.red": 1}, {"held.hill": "red"}),
    ],
    ids=["not-about-it", "no-change", "declared-with-it", "none-was-declared"],
)
def test_a_sum_stands_otherwise(before, declared):
    assert changed(before, declared) == []


def test_a_sum_ends_by_what_follows_too():
    before = {"total.red": 7, "held.hill": "red", "land.red": 1}
    assert [key for key, *_ in changed(before, {"land.red": 0})] == ["held.hill", "total.red"]


def test_what_speaks_of_facts_that_are_not_asked_for_is_left_out():
    found = Consistency(FACTS, (HELD,), "here", (SUM,), "1")
    assert found.among(lambda key: key != "held.ford").bounds == ()
    assert found.among(lambda key: key != "total.red").outdated == ()
    assert found.among(lambda key: True).bounds == (HELD,)
