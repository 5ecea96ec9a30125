"""No word of any rulebook is a raw key, a wrong capital, a doubled stop or a verb out of number."""

from typing import Any

import pytest

from rules.kernel.audience import SPECTATOR
from rules.kernel.grammar import ROUTINE
from rules.kernel.headlines import QUIET
from rules.kernel.rulebook import Rulebook
from rules.registry import BOOKS
from tests.properties.told import COUNTRIES, complaints, said_of, spelt
from tests.support.books.playing import (
    a_year,
    every_book,
    menu_of,
    open_campaign,
    play_on,
    shortest,
)

pytestmark = pytest.mark.long

WORDS_TOO = {"Intelligence", "Eastern Poland", "Allied", "Soviet"}
"""Names that are common words as well."""


def names_of(book: Rulebook[Any]) -> list[str]:
    powers = book.powers.values()
    found = {*(power.name for power in powers), *(power.adjective for power in powers)}
    return sorted({*found, *COUNTRIES.get(book.key, ())} - WORDS_TOO)


@every_book
@pytest.mark.parametrize("manner", ["autopilot", "mixed"])
def test_everything_that_is_said_is_said_in_words(book, manner):
    names, known = spelt(names_of(book)), set()
    for seed in (1, 2):
        for turned in a_year(book, seed, manner):
            for where, said in said_of(book, turned):
                if said not in known:
                    known.add(said)
                    found = complaints(said, names)
                    if where == "menu declare":
                        found = [each for each in found if "plural" not in each]
                    assert found == [], (where, said)
    assert len(known) > 40


NEWS = 15
"""What weighs as much is told of a phase in every book; less may be dice, moves and the like."""


@every_book
def test_quiet_is_only_a_phase_of_which_nothing_can_be_told(book):
    for turned in play_on(book, open_campaign(book, shortest(book)), 3, manner="autopilot"):
        lines = [book.tell(event) for event in turned.made.events if event.seen_by(SPECTATOR)]
        news = [line for line in lines if line.news is None or line.news.one]
        told = [line for line in news if line.weight >= NEWS and line.sort not in ROUTINE]
        head, _ = book.headline(lines)
        assert not told or head != QUIET


@every_book
def test_every_phase_says_what_is_asked_what_silence_does_and_what_happens_then(book):
    for turned in a_year(book, 1, "autopilot"):
        phase = book.phase(turned.before)
        assert phase.asked, phase.key
        for asked in phase.asked:
            assert asked.what, phase.key
            assert asked.silence, phase.key
        assert phase.then.endswith("."), phase.key


@pytest.mark.parametrize(
    "book",
    [
        pytest.param(BOOKS[key], id=key, marks=pytest.mark.xdist_group(key))
        for key in ("world_at_war", "days_of_decision")
    ],
)
def test_every_part_of_what_is_asked_says_what_it_does(book):
    for turned in a_year(book, 1, "autopilot"):
        for asked in book.phase(turned.before).asked:
            menu = menu_of(book, turned.before, asked.power)
            for field in menu.fields if menu else ():
                for each in (field, *getattr(field, "shared", ())):
                    open_ones = [one for one in getattr(each, "choices", ()) if one.barred is None]
                    told = bool(open_ones) and all(one.note for one in open_ones)
                    assert each.help or told, (menu.order, each.key)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("The poland_joined fact", "a raw key"),
        ("control.paris is Axis", "a raw key"),
        ("operation:finland", "a raw key"),
        ("They are not known..", "doubled punctuation"),
        ("USSR , Japan", "doubled punctuation"),
        ("Italy: True", "a raw value"),
        ("Spanish Republicans joins the USSR", "a plural with the verb of one"),
        ("Up to 6 six six", "a word said twice"),
    ],
)
def test_a_wrong_word_is_found(said, what):
    assert what in complaints(said)


def test_a_name_in_other_capitals_is_found():
    assert complaints("Against Ussr", spelt(["USSR"])) == ["USSR in other capitals"]
    assert complaints("the commonwealth", spelt(["Commonwealth"]))
    assert complaints("the USSR and the Commonwealth", spelt(["USSR", "Commonwealth"])) == []
