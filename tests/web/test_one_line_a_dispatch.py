"""What is told of many facts at once is one line of the log, which can be opened; wars and capitals come first."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template

from campaigns.selectors.log.fact_weights import capitals_of, of_a_line, told_first
from campaigns.selectors.phase.records import LogLine
from rules.kernel.events import Line

FACTS = (
    "France's BRPs: 30",
    "Germany's BRPs: 120",
    "Who holds Bergen: European Axis",
    "Who holds Paris: European Axis",
    "France has fallen: yes",
    "Germany and Denmark at war: yes",
)


def log(*heads: str, kind: str = "fact") -> str:
    known = {
        "seq": 7, "at": datetime(2026, 1, 1, tzinfo=UTC), "kind": kind, "actor": None, "new": False,
        "phase_number": 1, "public": True,
    }  # fmt: skip
    lines = [
        LogLine(
            **known, line=Line(head=head, sort=kind), weight=of_a_line(head, "world_at_war", "")
        )
        for head in heads
    ]
    return Template("{% load lines %}{% log_lines lines %}").render(Context({"lines": lines}))


def test_many_facts_are_one_line_with_the_weightiest_first() -> None:
    page = log(*FACTS)
    assert page.count("<details") == 1
    shown = page[page.index("<summary>") : page.index("</summary>")]
    assert (
        "Germany and Denmark at war: yes; France has fallen: yes; Who holds Paris: European Axis, and 3 more"
        in shown
    )
    assert all(fact.replace("'", "&#x27;") in page for fact in FACTS), "all stand below"


def test_confirmations_name_who_confirms_once() -> None:
    page = log(*(f"Britain confirms: {fact.replace(': ', ', ')}" for fact in FACTS))
    shown = page[page.index("<summary>") : page.index("</summary>")]
    assert shown.count("Britain confirms") == 1
    assert "and 3 more" in shown


def test_few_facts_and_other_lines_stand_as_they_did() -> None:
    assert "<details" not in log(*FACTS[:4])
    assert "<details" not in log(*FACTS, kind="seal")


@pytest.mark.parametrize(
    ("label", "value", "place"),
    [
        ("BRPs", "30", 4),
        ("Loss", "−5", 4),
        ("At war", "yes", 0),
        ("Bergen", "Axis", 3),
        ("Italy: who holds its capital", "other", 2),
        ("Vichy colonial capitals held by the Allies", "2", 4),
    ],
)
def test_numbers_are_told_last(label: str, value: str, place: int) -> None:
    assert told_first(label, value) == place


def test_a_book_says_itself_which_places_decide_over_a_country() -> None:
    capitals = capitals_of("world_at_war", "")
    assert {"Who holds Paris", "Who holds Copenhagen"} <= capitals
    assert "Who holds Bergen" not in capitals
    assert capitals_of("no_such_book", "") == frozenset()
