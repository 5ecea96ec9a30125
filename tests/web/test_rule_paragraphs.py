"""Every rule that a page can lead to has its paragraph: what it says, when it applies, and an example with numbers."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.test import Client
from django.utils.translation import override

from campaigns.selectors.rules import rule_pages
from frontend.books.paragraphs import paragraphs_of, told, written
from frontend.languages.extracting import RULES
from frontend.templatetags.language import in_words
from rules.kernel.cite import RuleEntry
from rules.kernel.setup import named_within
from rules.registry import BOOKS
from tests.web.support import words

pytestmark = pytest.mark.django_db
every_book = pytest.mark.parametrize("key", BOOKS)
OURS = {"rulings", "readings"}
"""Parts of an index whose rules are answers of ours: they are told in full as they are."""


def rules_of(key: str) -> list[RuleEntry]:
    """The rules of a book that are no answers of ours."""
    return [
        e for e in BOOKS[key].index if not (e.ref.startswith(("Ruling ", "F-")) or e.part in OURS)
    ]


def page(key: str, ref: str) -> Any:
    """What the page of a rule is made of."""
    return rule_pages.rule_page(key, ref, "", paragraphs_of)


@every_book
def test_every_rule_of_the_index_says_what_it_is_about(key: str) -> None:
    told = written(key)
    assert [rule.ref for rule in rules_of(key) if rule.ref not in told] == []
    answers = [rule for rule in BOOKS[key].index if rule.ref not in told]
    assert [rule.ref for rule in answers if not rule.about] == []


@every_book
def test_every_rule_has_its_when_and_an_example_with_numbers_by_itself_or_from_its_whole(
    key: str,
) -> None:
    for rule in rules_of(key):
        found = page(key, rule.ref)
        assert found.when, f"{rule.ref} does not say when it applies"
        assert found.example, f"{rule.ref} has no example"
        assert re.search(r"\d", found.example[1].example), f"no number in that of {rule.ref}"


@every_book
def test_whatever_is_cited_in_the_data_of_a_book_is_a_rule_of_its_index(key: str) -> None:
    for path in sorted((RULES / key / "data").glob("*.yaml")):
        for ref in cited_in(yaml.safe_load(path.read_bytes())):
            assert ref in BOOKS[key].index, (path.name, ref)


def cited_in(data: Any) -> Iterator[str]:
    """The rules that a file of data names."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == "rule" and isinstance(value, str):
                yield value
            yield from cited_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from cited_in(value)


@every_book
def test_a_paragraph_is_of_a_rule_and_leads_to_rules(key: str) -> None:
    index = BOOKS[key].index
    for ref, one in written(key).items():
        assert ref in index
        assert [other for other in one.see if other not in index] == [], ref
        assert set(one.tables) <= {table.key for table in BOOKS[key].tables()}, ref
        assert "  " not in one.text, ref
        assert not re.search(r"(?<![\w\N{EN DASH}])-\d", one.text), f"a hyphen for a minus: {ref}"


@every_book
def test_what_is_told_in_german_has_the_numbers_of_the_english(key: str) -> None:
    english, german = written(key), written(key, "de")
    for ref, one in german.items():
        for part in ("says", "when", "example"):
            ours, theirs = getattr(english[ref], part), getattr(one, part)
            assert bool(ours) == bool(theirs), (ref, part)
            numbers = re.compile(r"\d+")
            assert sorted(numbers.findall(ours)) == sorted(numbers.findall(theirs)), (ref, part)


def test_the_page_of_a_rule_tells_it_with_its_example_and_rulings() -> None:
    shown = words(
        Client().get("/rules/world_at_war/rule/", {"ref": "49.31"}).content.decode()
    ).split("Applies:")
    assert "rounded up, and always at least one" in shown[0]
    assert "the Axis have 5. A third is 2" in shown[1]
    assert "Ruling 3" in shown[1]


def test_a_part_of_a_rule_takes_the_example_of_its_whole_and_says_so() -> None:
    found = page("world_at_war", "83.12A")
    assert found.paragraph.says.startswith("Vilna")
    assert found.example[0].ref == "83.1"
    assert [table.title for _, table in found.tables_of_whole], "the table of its whole"
    assert "Ruling 50" in [entry.ref for entry in found.see], "the rulings of its whole"


def test_a_ruling_leads_back_to_the_rules_that_it_is_about() -> None:
    assert "49.31" in [entry.ref for entry in page("world_at_war", "Ruling 3").see]


@every_book
def test_every_answer_of_ours_is_reached_from_a_rule(key: str) -> None:
    seen = {other for one in written(key).values() for other in one.see}
    ours = {rule.ref for rule in BOOKS[key].index} - {rule.ref for rule in rules_of(key)}
    assert ours <= seen | written(key).keys()


def test_a_rule_has_the_table_that_tells_of_it_and_stands_under_another() -> None:
    assert [table.key for _, table in page("world_at_war", "USAT: results").tables] == [
        "track-usat"
    ]
    hungary = [table.key for _, table in page("world_at_war", "Hungary").tables]
    assert sorted(hungary) == ["modifiers-hungary", "results-hungary"]


def test_a_number_is_no_part_of_a_number_that_it_begins_with() -> None:
    assert page("days_of_decision", "8.7.1 IPO 10").whole is None


@every_book
def test_everything_is_told_in_german_too(key: str) -> None:
    with override("de"):
        said = paragraphs_of(key)
    assert [ref for ref, one in said.items() if one.english] == []
    assert said.keys() == written(key).keys()


def test_what_is_not_told_in_the_language_of_its_reader_is_english_and_marked_so() -> None:
    said = told("world_at_war", "eo")
    assert all(one.english for one in said.values())
    assert said["49.31"].says == written("world_at_war")["49.31"].says


ASKED = {
    "world_at_war": {
        "can Italy be moved to the Allies?": "Italy and France",
        "what does a garrison cost": "RGT: garrison requirements",
        "why +2": "Modifiers",
        "why is the modifier negative": "Modifiers",
        "how many points does Germany get": "Germany: points",
        "what happens when Germany attacks Poland": "82.4",
        "can I roll for the same country twice in a year": "49.4",
        "how do I make Hungary an ally": "Hungary",
        "what happens to Vichy France": "Vichy France",
        "U-boats": "87.24",
        "can my troops enter Turkey": "Hex Control and Foreign Units",
        "what happens when the capital falls": "83.11",
        "what does the row 5-6 mean": "Results",
        "nuclear bomb": "49.15",
        "when can Japan attack": "USJT: results",
        "when does France surrender": "58.21E",
        "Pearl Harbor": "USJT: Pacific Fleet",
        "who pays": "49.51",
        "declare war": "82.41",
        "how many dice": "49.4",
        "borrow": "USAT: grants",
        "when can America enter": "USAT: results",
        "when can Germany attack Russia?": "RGT: German declaration of war",
        "how do I win": "Ruling 28",
        "how many points can I put on one country": "49.31",
        "secret orders": "49.21",
        "what happens if I attack a neutral": "Effects of Aggression",
        "can I attack a neutral country?": "82.4",
        "who gets the BRPs": "83.3",
        "conquer a country": "83.1",
        "iron ore": "86.42",
        "spies": "47.22",
        "change sides": "85.5",
    },
    "days_of_decision": {
        "can Italy be moved to the Allies?": "14.3",
        "what does a garrison cost": "13.0",
        "why +2": "6",
        "when does America enter": "8.4.5 War level",
        "how do I gain a minor": "8.7.1 IPO 5",
        "who gets Spain": "8.5 Spain",
        "how do I end a war": "8.7.2 Option 5",
        "Munich": "8.7.1 IPO 16",
        "can I refuse a treaty": "8.7.2 Option 0(f)",
        "can I play two options": "6",
        "guarantee Poland": "8.7.1 IPO 12",
        "what is a casus belli": "8.7.2 Option 4",
        "what happens if two powers bid the same": "6",
        "how do I build factories": "8.7.2 Option 2",
        "debt": "8.7.2 Option 5 Debt",
        "who pays": "8.7.2 Option 4",
        "declare war": "8.7.2 Option 4",
        "how many dice": "8.7.2 Option 0(a)",
        "civil war": "15.5.3",
        "borrow": "8.7.2 Option 3",
        "when can America enter": "8.4.5 War level",
        "how do I win": "4",
        "who goes first": "3.2",
        "break a pact": "13.0",
        "get more money": "8.7.1 IPO 18",
        "election": "8.7.1 IPO 10",
        "oil embargo": "8.7.1 IPO 19",
    },
    "war_game_1939": {
        "who gets the French fleet": "Fate of French Navy",
        "Vichy colonies": "Vichy France",
        "Indochina": "French Indo-China",
        "should I roll or take seven": "Safe Bid",
        "can I save money": "Banking Designated Funds",
        "what does Sworn mean": "Diplomacy Phase",
        "can I stop an enemy's influence": "Diplomacy Phase",
        "20 percent": "War Declarations",
        "can Russia attack Germany": "U.S.S.R.",
        "may Britain attack Norway": "U.K., France",
        "where may American ships move": "American Isolationism",
        "can China borrow": "Chinese Defense Roll",
        "how long is the game": "Introduction",
        "who pays": "Military Commerce and Lend/Lease",
        "declare war": "Declarations of War",
        "how many dice": "Military Commerce Progression",
        "borrow": "Peacetime Allies",
        "when can America enter": "U.S.A.: Full War",
        "how do I win": "Introduction",
        "re-roll": "Renegotiation Roll",
        "get more money": "Military Commerce",
        "what happens when Paris falls": "Fall of France",
    },
    "world_in_flames": {
        "what does a garrison cost": "Italian Surrender: garrison",
        "why +2": "Japanese Surrender: roll",
        "does a lake count": "F-01",
        "edge of the map": "F-02",
        "who gets the pocket": "Isolated Control: majority",
        "city in the pocket": "Isolated Control: city",
        "can a unit save the hexes": "Isolated Control: unit",
        "when is it checked": "Isolated Control: step",
        "can I roll again": "Italian Surrender: again",
        "what must I roll for Italy": "Italian Surrender: roll",
        "how many factories does Italy have": "Italian Production",
        "atom bomb": "Japanese Surrender: atomic",
        "Sicily": "Italian Surrender: mainland",
        "how many dice": "Italian Surrender: roll",
        "when does Italy surrender": "Italian Surrender",
        "when does Japan surrender": "Japanese Surrender",
        "surrounded hexes": "Isolated Control",
    },
}
"""What players ask, and the rule that answers it."""


@pytest.mark.parametrize(
    ("key", "asked", "ref"),
    [(key, asked, ref) for key, rows in ASKED.items() for asked, ref in rows.items()],
)
def test_one_of_the_first_three_rules_that_are_found_answers(
    key: str, asked: str, ref: str
) -> None:
    found = rule_pages.rules_page(key, "", asked, str, paragraphs_of).found
    assert ref in [hit.entry.ref for hit in found.entries[:3]]


ASKED_IN_GERMAN = [
    ("world_at_war", "wer bezahlt", "49.51"),
    ("world_at_war", "Krieg erklären", "82.41"),
    ("world_at_war", "wie viele Würfel", "49.4"),
    ("world_at_war", "wann kann Amerika eintreten", "USAT: results"),
    ("world_at_war", "Eisenerz", "86.42"),
    ("days_of_decision", "Bürgerkrieg", "15.5.3"),
    ("days_of_decision", "wie gewinne ich", "4"),
    ("days_of_decision", "Pakt brechen", "13.0"),
    ("war_game_1939", "leihen", "Peacetime Allies"),
    ("war_game_1939", "noch einmal würfeln", "Renegotiation Roll"),
    ("world_in_flames", "wann kapituliert Italien", "Italian Surrender"),
]


@pytest.mark.parametrize(("key", "asked", "ref"), ASKED_IN_GERMAN)
def test_so_it_is_for_those_who_ask_in_german(key: str, asked: str, ref: str) -> None:
    with override("de"):
        found = rule_pages.rules_page(key, "", asked, in_words, paragraphs_of).found
    assert ref in [hit.entry.ref for hit in found.entries[:3]]


def test_what_most_of_the_words_are_in_is_found_where_nothing_has_all_and_half_is_not_enough() -> (
    None
):
    def found(words: str) -> Any:
        return rule_pages.rules_page("world_in_flames", "", words, str, paragraphs_of).found.entries

    assert found("zeppelin garrison value")
    assert not found("zeppelin supply")
    assert not found("ity"), "letters within a word"


def cell(key: str, title: str, row: str, column: int = 1) -> str:
    """What a table of a book says in one place."""
    [table] = [table for table in BOOKS[key].tables() if table.title == title]
    return next(cells[column] for cells in table.rows if cells[0] == row)


def land(nation: str) -> int:
    """What the land of a nation is worth in all."""
    head = f"Land of {named_within(nation)},"
    titles = (table.title for table in BOOKS["war_game_1939"].tables())
    return next(int(re.findall(r"\d+", title)[0]) for title in titles if head in title)


def example(key: str, ref: str) -> str:
    return written(key)[ref].example


def test_examples_of_a_world_at_war_have_the_numbers_of_its_tables() -> None:
    def base(country: str) -> int:
        return int(cell("world_at_war", f"{country}: modifiers", "Base alignment"))

    def percent(season: str) -> int:
        return int(cell("world_at_war", "What part of the BRPs counts", season))

    assert f"25 per cent of 25 are {25 * percent('Winter') // 100} BRPs" in example(
        "world_at_war", "35.7"
    )
    assert f"so {10 * percent('Summer') // 100}." in example("world_at_war", "82.2")
    assert f"it loses {15 * percent('Fall') // 100}" in example("world_at_war", "83.3")
    assert f"A die of 6 makes {base('Hungary') - 1 + 6}" in example("world_at_war", "Hungary")
    assert f"at +{base('Bulgaria') - 2}. A die of 6 makes {base('Bulgaria') - 2 + 6}" in example(
        "world_at_war", "Bulgaria"
    )
    alignments = example("world_at_war", "Basic Alignments")
    assert (
        f"makes {base('Hungary') + 3} in Hungary and {base('Turkey') + 3} in Turkey" in alignments
    )


def test_examples_of_the_war_game_have_the_numbers_of_its_tables() -> None:
    def dice(nation: str) -> str:
        return cell("war_game_1939", "Commerce dice by game turn", nation, 3)

    progression = example("war_game_1939", "Military Commerce Progression")
    assert f"Germany has {dice('Germany')} dice" in progression
    assert f"Italy {dice('Italy')}, the United States {dice('United States')}" in progression
    shares = [-(-land("Britain") * share // 100) for share in (10, 20, 40)]
    assert [f"${share}" for share in shares] == re.findall(
        r"\$\d+", example("war_game_1939", "The Quiet Before the Storm")
    )
    assert f"a third is {land('Britain') // 3}" in example(
        "war_game_1939", "Military Commerce and Lend/Lease"
    )
    for ref, nation, share in (
        ("U.S.S.R.: Naval Aggression", "Soviet Union", 10),
        ("U.S.S.R.: Controlled Neutrals", "Soviet Union", 40),
        ("Phony War: Naval Aggression", "France", 10),
        ("U.S.A.: Naval AND Neutral", "United States", 20),
    ):
        assert f"${-(-land(nation) * share // 100)}" in example("war_game_1939", ref)
    vichy = example("war_game_1939", "Vichy France")
    for place in ("Tunisia", "Algeria", "Mali", "Guinea"):
        number = cell("war_game_1939", "French territories when France falls", place).split()[0]
        assert f"{place} {number}" in vichy


def test_examples_of_the_house_rules_have_the_chances_of_their_tables() -> None:
    def tenths(title: str, row: str) -> int:
        return int(cell("world_in_flames", title, row, 2).split("/")[0])

    italy, japan = "Chance by garrison value", "Chance by modifier, 15 or more needed"
    chance = tenths(italy, "4 to 4¾")
    assert f"{chance}0 per cent" in example("world_in_flames", "Italian Surrender")
    once = tenths(italy, "3 to 3¾") / 10
    again = example("world_in_flames", "Italian Surrender: again")
    assert f"{once:.0%}".replace("%", " per cent") in again
    assert f"{1 - (1 - once) ** 2:.0%}".replace("%", " per cent") in again
    assert f"at 8 or more, {tenths(japan, '+7')}0 per cent" in example(
        "world_in_flames", "Japanese Surrender"
    )
    assert tenths(japan, "+4") == 0


def test_examples_of_days_of_decision_have_the_numbers_of_its_tables() -> None:
    key = "days_of_decision"
    factories = cell(key, "How the powers begin", "Germany", 4)
    first = cell(key, "Production levels: Germany", "0", 2)
    assert f"{first} of its {factories} factories" in example(key, "8.7.2 Option 2")
    money = cell(key, "How the powers begin", "Germany")
    assert f"with its {money}" in example(key, "8.7.2 Option 2 Money")
    needed = [int(cell(key, "Objective cities", side)) for side in ("Fascist", "Italy")]
    assert f"{needed[0]} less {needed[1]}, {needed[0] - needed[1]} cities" in example(key, "14.3")
    out, into = (
        cell(key, "A step by positive value", step)
        for step in ("Leaving the central neutral hex", "Entering a hex of the yellow zone")
    )
    assert f"{out} out of the center, {into} for a yellow hex" in example(key, "8.5 Positive")
    home = int(cell(key, "How the powers begin", "France", 4))
    part = f"{8 / home:.0%}".replace("%", " per cent")
    assert f"France with {home} home factories: 8 are {part}" in example(key, "14.13")
