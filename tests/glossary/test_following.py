"""The stations of a word belong together.

While the named case runs, the named function is called (or a method of the named class); everything that
the rules remember between calls is forgotten before, so it does not matter what ran earlier. And the named
row is what judges: changed in the tables of the campaign, by the path that a moderator's override takes,
the case finds otherwise. Where a row holds numbers it is one of its numbers that is changed.

Three kinds of rows cannot be changed so:

* example maps (``maps``) are no tables of a campaign. Each must show its rule: the judgement of the map
  by the named class gives that rule as a reason.
* scenarios (``scenarios``) are no tables either: the case must be played in the named one.
* rows of :data:`WORDS_ALONE` hold numbers that belong to another rule. Their words are changed instead.
"""

import pytest

from campaigns.rulebooks import conformance
from rules.registry import BOOKS
from rules.world_in_flames.isolation.documents import judged, read
from rules.world_in_flames.isolation.explanations import explained
from tests.glossary import Word, row_of_data, words
from tests.glossary.following import calls, case_of, is_called, moved_by, named_code
from tests.support.suite.sample import one_in

ALL = [pytest.param(book, each, id=each.word) for book in words() for each in words()[book]]
NO_TABLES = ("maps", "scenarios")

WORDS_ALONE = {
    (
        "days_of_decision",
        "oil embargo",
    ): "the case asks for the end of the exchange, not for American entry",
}
"""Words whose row holds numbers that another rule reads, with what that is."""


def of_file(*names: str) -> list[object]:
    return [each for each in ALL if each.values[1].data.partition(".")[0] in names]


@pytest.mark.parametrize(("book", "word"), one_in(3, ALL))
def test_its_case_passes_and_calls_its_code(book: str, word: Word) -> None:
    assert conformance.run(case_of(book, word)).failures == []
    assert calls(book, word), f"{word.case} never calls {word.code}"


@pytest.mark.parametrize(
    ("book", "word"), one_in(3, [each for each in ALL if each not in of_file(*NO_TABLES)])
)
def test_its_case_finds_otherwise_when_its_row_is_changed(book: str, word: Word) -> None:
    assert moved_by(book, word, bare=(book, word.word) in WORDS_ALONE), (
        f"{word.case} finds the same whatever {word.data} says"
    )


@pytest.mark.parametrize(("book", "word"), of_file("maps"))
def test_its_example_map_shows_its_rule(book: str, word: Word) -> None:
    text, given = row_of_data(book, word.data)["text"], set[str]()

    def judge() -> None:
        answer = explained(judged(read(text)))
        given.update(reason.rule for each in answer.sets for reason in each.reasons)

    assert is_called(named_code(book, word), judge)
    assert word.rule in given


@pytest.mark.parametrize(("book", "word"), of_file("scenarios"))
def test_its_case_is_played_in_its_scenario(book: str, word: Word) -> None:
    scenario = case_of(book, word).given.scenario or next(iter(BOOKS[book].scenarios))
    assert word.data.removeprefix("scenarios.") == scenario


def test_a_row_that_no_case_reads_is_noticed() -> None:
    word = words()["world_in_flames"][0]
    other = next(each for each in words()["world_in_flames"] if each.word == "A-bomb")
    mixed = {name: getattr(other, name) for name in Word.__struct_fields__}
    assert moved_by("world_in_flames", Word(**mixed), bare=False)
    assert not moved_by("world_in_flames", Word(**{**mixed, "data": "japan.die"}), bare=False)
    assert not calls("world_in_flames", Word(**{**mixed, "code": word.code}))
