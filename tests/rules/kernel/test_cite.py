"""References that are checked when a module loads."""

import pytest

from rules.kernel.cite import RuleEntry, RuleIndex
from rules.kernel.errors import UnknownRule

INDEX = RuleIndex(
    "book", (RuleEntry(ref="49.51", heading="Benefit"), RuleEntry(ref="49.52", heading="*"))
)


def test_a_known_reference_is_returned_as_it_is():
    assert INDEX("49.51") == "49.51"
    assert INDEX["49.52"].heading == "*"


def test_an_unknown_reference_names_the_book_and_the_nearest_rules():
    with pytest.raises(UnknownRule, match=r"book has no rule '49\.53'\. Did you mean 49\.5"):
        INDEX("49.53")


def test_a_reference_like_no_other_is_told_how_to_be_added():
    with pytest.raises(UnknownRule, match="Add it to the index with a heading"):
        INDEX("zzz")


def test_a_rule_may_stand_in_the_index_only_once():
    entry = RuleEntry(ref="1", heading="One")
    with pytest.raises(UnknownRule, match="lists 1 twice"):
        RuleIndex("book", (entry, entry))


def test_the_index_keeps_the_order_of_the_book():
    assert [entry.ref for entry in INDEX] == ["49.51", "49.52"]
    assert len(INDEX) == 2
    assert "49.51" in INDEX
    assert "x" not in INDEX
