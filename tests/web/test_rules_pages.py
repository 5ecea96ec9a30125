"""The pages of the rules: contents, chapters, a page for each rule, and a search."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from campaigns.selectors.rules import rule_pages
from campaigns.selectors.rules.contents import planned
from frontend.templatetags.language import in_words
from rules.registry import BOOKS
from tests.web.support import words

pytestmark = pytest.mark.django_db
every_book = pytest.mark.parametrize("key", BOOKS)


def page(address: str, **query: str) -> str:
    answer = Client().get(address, query)
    assert answer.status_code == 200, (address, query)
    return answer.content.decode()


def found(query: str) -> Any:
    """What the search of A World at War finds among the rules."""
    return rule_pages.rules_page("world_at_war", "", query).found.entries


@every_book
def test_the_chapters_hold_every_table_every_rule_and_every_switch_once(key: str) -> None:
    book, chapters = BOOKS[key], rule_pages.rules_page(key).chapters
    assert len({chapter.key for chapter in chapters}) == len(chapters)
    tables = [table.key for chapter in chapters for table in chapter.tables]
    entries = [entry.ref for chapter in chapters for entry in chapter.entries]
    assert sorted(tables) == sorted(table.key for table in book.tables())
    assert sorted(entries) == sorted(entry.ref for entry in book.index)
    assert [s.key for c in chapters for s in c.switches] == list(book.switches)


@every_book
def test_no_chapter_is_longer_than_its_measure_but_for_one_long_table(key: str) -> None:
    for chapter in rule_pages.rules_page(key).chapters:
        assert len(chapter.entries) <= rule_pages.CHAPTER_RULES
        rows = sum(len(table.rows) for table in chapter.tables)
        assert rows <= rule_pages.CHAPTER_ROWS or len(chapter.tables) == 1


@every_book
def test_every_chapter_opens_from_the_contents(key: str) -> None:
    contents = page(f"/rules/{key}/")
    assert contents.count("<h1") == 1
    for chapter in rule_pages.rules_page(key).chapters:
        address = f"/rules/{key}/{chapter.key}/"
        assert f'href="{address}"' in contents
    shown = page(address)
    assert shown.count("<h1") == 1
    assert not re.search(r"<th[^>]*>\s*</th>", shown)


def test_a_rule_says_all_that_we_say_of_it() -> None:
    shown = words(page("/rules/world_at_war/rule/", ref="Ruling 3"))
    assert "Ruling 3. A third of" in shown
    assert shown.count("A third of the faction's points binds each power by itself") == 1
    assert "because a check of the sum would have to look at what an ally has sealed" in shown
    assert "A 7 when Russia demands" in words(page("/rules/world_at_war/rule/", ref="Ruling 12"))
    assert "Ours: an answer to what the rules leave open." in shown


def test_a_rule_has_its_tables_and_its_parts() -> None:
    shown = page("/rules/world_in_flames/rule/", ref="Italian Surrender")
    assert "Italian Surrender: criteria" in shown
    tables = [table for table in BOOKS["world_in_flames"].tables() if table.rule]
    shown = page("/rules/world_in_flames/rule/", ref=tables[0].rule)
    assert f'id="{tables[0].key}"' in shown


def test_the_search_finds_rules_and_tables_by_number_word_and_cell() -> None:
    assert ">49.51<" in page("/rules/world_at_war/", q="49.51")
    assert "Ruling 13" in page("/rules/world_at_war/", q="intelligence card")
    assert "Nothing found" in page("/rules/world_at_war/", q="zeppelin")
    row = BOOKS["war_game_1939"].tables()[0]
    assert f"#{row.key}" in page("/rules/war_game_1939/", q=row.rows[0][0])


def test_the_search_finds_other_forms_of_a_word_and_marks_them() -> None:
    entries = found("surrendering")
    assert entries == found("surrenders")
    shown = page("/rules/world_at_war/", q="surrendering")
    assert re.search(r"<mark>[Ss]urrender\w*</mark>", shown)
    refs = [hit.entry.ref for hit in found("the surrendering of")]
    assert refs == [hit.entry.ref for hit in entries], "words that say nothing are not looked for"


def test_the_rule_of_that_number_comes_first_and_headings_before_texts() -> None:
    entries = found("49.3")
    assert entries[0].entry.ref == "49.3"
    assert len(entries) > 1
    headed = [any(bit.found for bit in hit.heading) for hit in found("surrenders")]
    assert {True, False} == set(headed)
    assert headed == sorted(headed, reverse=True)


def test_a_reader_of_german_finds_tables_by_their_german_words_and_rules_by_english_ones() -> None:
    title = BOOKS["war_game_1939"].tables()[0].title
    with override("de"):
        said = in_words(title)
        assert said != title
        for words_of in (said, title):
            there = rule_pages.rules_page("war_game_1939", "", words_of, in_words).found
            assert title in [table.title for _, table in there.tables]


def test_one_search_goes_through_every_rulebook() -> None:
    shown = words(page("/rules/", q="surrender"))
    assert "A World at War" in shown.split("Found")[1]
    assert 'href="/rules/world_at_war/?q=surrender"' in page("/rules/", q="surrender")
    assert "Nothing found" in page("/rules/", q="zeppelin")


def test_what_is_looked_for_is_no_markup() -> None:
    assert "<b>x" not in page("/rules/world_at_war/", q="<b>x")


def test_what_there_is_not_is_not_found() -> None:
    client = Client()
    for address in ("", "rule/?ref=1", "no-such/"):
        assert client.get(f"/rules/nope/{address}").status_code == 404
    assert client.get("/rules/world_at_war/no-such/").status_code == 404
    assert client.get("/rules/world_at_war/rule/", {"ref": "0.0"}).status_code == 404
    assert client.get("/rules/world_at_war/", {"revision": "no such"}).status_code == 409


def test_a_rule_is_part_of_the_nearest_whole() -> None:
    part, whole = "8.7.1 IPO 14 Groups", "8.7.1 IPO 14"
    assert rule_pages.rule_page("days_of_decision", part).whole.ref == whole
    assert part in [entry.ref for entry in rule_pages.rule_page("days_of_decision", whole).parts]


@every_book
def test_the_contents_name_what_there_is_and_leave_no_rule_and_no_table_out(key: str) -> None:
    book, parts = BOOKS[key], planned(key)
    names = {table.key for table in book.tables()} | {table.part for table in book.tables()}
    for chapter in (chapter for part in parts for chapter in part.chapters):
        assert set(chapter.tables) <= names, chapter.en
        for ref in chapter.rules:
            within = [rule.ref for rule in book.index if rule.ref.startswith(ref)]
            assert within, (chapter.en, ref)
    with override("en"):
        chapters = rule_pages.rules_page(key).chapters
    automatic = [chapter.title for chapter in chapters if chapter.part in ("Rules", "Tables")]
    assert parts
    assert automatic == []


@every_book
def test_the_contents_are_in_words_and_in_german_too(key: str) -> None:
    with override("en"):
        english = rule_pages.rules_page(key).chapters
    with override("de"):
        german = rule_pages.rules_page(key).chapters
    assert [chapter.key for chapter in german] == [chapter.key for chapter in english]
    for ours, theirs in zip(english, german, strict=True):
        assert ours.part
        assert ours.title[0].isupper(), ours.title
        assert not re.search(r"_|\(\d+\)|^Rules", ours.title), "a key is no title"
        assert ours.part != theirs.part
    same = {c.en for part in planned(key) for c in part.chapters if not c.de}
    with override("de"):
        for title in same - {"Albania", "China"}:
            assert in_words(title) != title or title in GERMAN_TOO, title


GERMAN_TOO = {"Finland", "Portugal", "China", "Serbia"}
"""Names that may be written alike in both languages."""


def test_the_parts_of_a_rule_are_those_next_below_it() -> None:
    parts = [entry.ref for entry in rule_pages.rule_page("world_at_war", "83").parts]
    assert parts == ["83.1", "83.2", "83.3", "83.4", "83.5", "83.6", "83.7"]
    assert "83.11" in [entry.ref for entry in rule_pages.rule_page("world_at_war", "83.1").parts]


@every_book
def test_an_answer_calls_a_variant_as_the_list_of_variants_does(key: str) -> None:
    named = 0
    for chapter in rule_pages.rules_page(key).chapters:
        for entry in chapter.entries:
            assert not re.search(r"\b[a-z]+_[a-z]|\.yaml|\b[Ss]witch [a-z]", entry.about), entry.ref
            named += any(f"“{s.label}”" in entry.about for s in BOOKS[key].switches.values())
    assert named > 5, "some answers name one"


def test_long_tables_of_a_rule_are_opened_on_demand_and_short_ones_stand_there() -> None:
    long = page("/rules/world_at_war/rule/", ref="Balkans")
    assert '<details class="sub" id="modifiers-hungary">' in long
    short = page("/rules/world_at_war/rule/", ref="35.7")
    assert '<section class="sub" id="prorating">' in short
