"""Nearly everything that a rulebook says is found again among the messages for its translators."""

import re

import pytest

from core.paths import BASE_DIR
from frontend.languages import catalogue, german
from frontend.languages.catalogue import Catalogue
from frontend.languages.messages import Slot, parts_of
from frontend.languages.recognising import Recognising
from rules.registry import BOOKS
from tests.properties.told import COUNTRIES, said_of
from tests.support.books.playing import a_year

pytestmark = pytest.mark.long

UNKNOWN = {
    "order": "an order in words is made of its keys",
    "menu plays": "what a forced move would do is a list in a list",
    "telling RollMade": "a sum is told with all its rows",
    "telling PointsLapsed": "points of all powers are lists in a list",
}
"""Texts that are made of pieces without words of their own, and why they stay English."""
SHARE = {
    "world_at_war": 0.03,
    "days_of_decision": 0.06,
    "war_game_1939": 0.04,
    "world_in_flames": 0.0,
}
"""So much of what else is said may stay unknown: words that are put together letter by letter."""

every_translated_book = pytest.mark.parametrize(
    "book", [pytest.param(BOOKS[key], id=key, marks=pytest.mark.xdist_group(key)) for key in SHARE]
)
NO_NAMES = {"Fascist", "Democratic", "Communist", "U.S.-Axis tension", "Intelligence"}
"""Factions that are called by an adjective, and targets that are no countries: translated as words."""


def test_each_book_that_has_translations_is_asked() -> None:
    assert {key for key in BOOKS if (BASE_DIR / "rules" / key / "locale").is_dir()} == set(SHARE)


def everything() -> Catalogue:
    """All messages, each of which says itself."""
    return Catalogue((text, text) for text, _ in catalogue.entries("de", translated=False))


@every_translated_book
def test_what_is_said_in_a_year_is_made_of_messages_that_are_there(book):
    recognising, said, unknown = Recognising(everything()), set(), []
    for manner in ("autopilot", "mixed"):
        for turned in a_year(book, 1, manner):
            for where, text in said_of(book, turned):
                if text in said or any(where.startswith(each) for each in UNKNOWN):
                    continue
                said.add(text)
                if any(piece.english for piece in recognising.whole(text)):
                    unknown.append((where, text))
    assert len(said) > 40
    assert len(unknown) <= SHARE[book.key] * len(said), unknown[:20]


def test_a_german_message_fills_only_the_slots_that_its_text_has():
    wrong = []
    for text, said in catalogue.entries("de"):
        slots = [part.name for part in parts_of(text) if isinstance(part, Slot)]
        wrong += german.problems(text, said, slots)
    assert wrong == []


@every_translated_book
def test_every_power_and_country_has_its_row_of_cases(book):
    named = [*book.powers.values(), *book.factions.values()]
    said = {*(each.name for each in named), *COUNTRIES.get(book.key, ())} - NO_NAMES
    bare = {re.sub("^[Tt]he ", "", name) for name in said}
    assert bare - german.names().keys() == set()
