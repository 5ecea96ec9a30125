"""A turn is counted as people count: the 21st, not the 21th; in German with a full stop."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from core.paths import BASE_DIR
from core.text.ordinals import ordinal

SAID = (
    *((1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (10, "10th")),
    *((11, "11th"), (12, "12th"), (13, "13th"), (14, "14th"), (20, "20th")),
    *((21, "21st"), (22, "22nd"), (23, "23rd"), (24, "24th"), (30, "30th")),
    *((101, "101st"), (102, "102nd"), (103, "103rd"), (110, "110th")),
    *((111, "111th"), (112, "112th"), (113, "113th"), (121, "121st"), (1011, "1011th")),
)


@pytest.mark.parametrize(("number", "said"), SAID)
def test_a_number_is_counted_as_in_english_and_as_in_german(number: int, said: str) -> None:
    assert ordinal(number) == said
    with translation.override("de"):
        assert ordinal(number) == f"{number}."


def test_no_page_counts_otherwise() -> None:
    """One function makes these endings; rules have words of their own, for no more places than they have."""
    found = [
        str(path.relative_to(BASE_DIR))
        for folder in ("accounts", "campaigns", "config", "core", "frontend", "verifier")
        for path in sorted(Path(BASE_DIR, folder).rglob("*"))
        if path.suffix in (".py", ".html", ".js", ".txt") and counts(path.read_text())
    ]
    assert found == ["core/text/ordinals.py"]


def counts(text: str) -> bool:
    """Whether a text puts the ending of an ordinal behind a number that it is given."""
    return re.search(r"(\)[sd]|%[sd]|[^%]}|}})(st|nd|rd|th)\b", text) is not None
