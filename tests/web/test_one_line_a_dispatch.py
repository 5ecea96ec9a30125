"""What is told of many facts at once is one line of the log, which can be opened; what is news comes first."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template

from campaigns.selectors.log.fact_weights import NUMBERS, of_a_line, told_first
from campaigns.selectors.phase.records import LogLine
from rules.kernel.events import FactDeclared, Line
from rules.registry import BOOKS

FACTS = (
    "France's BRPs: 30",
    "Germany's BRPs: 120",
    "Who holds Bergen: the Axis",
    "Who holds Paris: the Axis",
    "France is conquered or has surrendered: yes",
    "Germany and Russia are at war: yes",
)
BOOK = BOOKS["world_at_war"]
SPECS = {spec.label: spec for spec in BOOK.facts}
VALUES = {"yes": True, "the Axis": "axis"}


def line_of(head: str, kind: str) -> Line:
    """What the book says of a fact that is declared so, or the words alone."""
    label, _, value = head.rpartition(": ")
    if label not in SPECS or kind != "fact":
        return Line(head=head, sort=kind)
    after = VALUES.get(value) or int(value)
    spec = SPECS[label]
    declared = FactDeclared(
        key=spec.key, label=label, before=spec.default, after=after, by="germany"
    )
    return BOOK.tell(declared)


def log(*heads: str, kind: str = "fact") -> str:
    known = {
        "seq": 7, "at": datetime(2026, 1, 1, tzinfo=UTC), "kind": kind, "actor": None, "new": False,
        "phase_number": 1, "public": True,
    }  # fmt: skip
    told = [line_of(head, kind) for head in heads]
    lines = [LogLine(**known, line=line, weight=of_a_line(line)) for line in told]
    return Template("{% load lines %}{% log_lines lines %}").render(Context({"lines": lines}))


def test_many_facts_are_one_line_with_the_weightiest_first() -> None:
    page = log(*FACTS)
    assert page.count("<details") == 1
    shown = page[page.index("<summary>") : page.index("</summary>")]
    assert (
        "France is conquered or has surrendered; Germany and Russia are at war; "
        "Who holds Paris: the Axis, and 3 more" in shown
    )
    assert all(fact.removesuffix(": yes").replace("'", "&#x27;") in page for fact in FACTS), (
        "all stand below"
    )


def test_confirmations_name_who_confirms_once() -> None:
    page = log(*(f"Britain confirms: {fact.replace(': ', ', ')}" for fact in FACTS))
    shown = page[page.index("<summary>") : page.index("</summary>")]
    assert shown.count("Britain confirms") == 1
    assert "and 3 more" in shown


def test_few_facts_and_other_lines_stand_as_they_did() -> None:
    assert "<details" not in log(*FACTS[:4])
    assert "<details" not in log(*FACTS, kind="seal")


@pytest.mark.parametrize(
    ("key", "value", "words", "place"),
    [
        ("germany.surrendered", True, "yes", -98),
        ("control.paris", "axis", "the Axis", -80),
        ("control.bergen", "axis", "the Axis", 0),
        ("brps.germany.yss", 30, "30", NUMBERS),
        ("france.surrender_level", -5, "−5", NUMBERS),
    ],
)
def test_what_is_news_is_told_first_and_numbers_last(key, value, words, place) -> None:
    assert told_first(BOOK.facts, key, value, words) == place


def test_a_book_without_news_of_its_facts_tells_numbers_last() -> None:
    assert told_first(object(), "control.paris", "axis", "the Axis") == 0
    assert of_a_line(Line(head="Factors: 4", sort="fact")) == NUMBERS


def thrown(*lines: Line) -> str:
    known = {
        "seq": 7, "at": datetime(2026, 1, 1, tzinfo=UTC), "kind": "result", "actor": None, "new": False,
        "phase_number": 1, "public": True,
    }  # fmt: skip
    found = [LogLine(**known, line=line) for line in lines]
    return Template("{% load lines %}{% log_lines lines %}").render(Context({"lines": found}))


def test_small_dice_in_a_row_are_one_line_with_what_they_have_in_common_once() -> None:
    dice = (
        Line(head="Japan threw 5", die=5, weight=2),
        Line(head="Japan threw 12", die=12, weight=2),
        Line(head="Japan threw die 1 again: 10", die=10, weight=4),
    )
    money = Line(head="Japan collected $22", weight=13)
    page = thrown(*dice, money)
    shown = page[page.index("<summary>") : page.index("</summary>")]
    assert "<b>Japan threw 5, 12, die 1 again: 10</b>" in shown
    assert page.count("<p ") == 4, "each stands below, and the money by itself"
    assert "<b>Japan threw 5, 5</b>" in thrown(dice[0], dice[0])
    assert "<details" not in thrown(dice[0], money)
    assert "<details" not in thrown(*(Line(head="Greece", die=5, weight=26),) * 3), "no small ones"
