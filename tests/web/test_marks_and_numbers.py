"""Small things that templates say about values."""

import re
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from core.paths import BASE_DIR
from frontend.templatetags import chancellery, figures, marks, moments, odds
from rules.kernel.pages import Chance


@pytest.mark.parametrize(("number", "text"), [(2, "+2"), (-3, "−3"), (0, "0"), (None, "")])
def test_a_modifier_has_a_sign_and_a_true_minus(number, text):
    assert figures.signed(number) == text


@pytest.mark.parametrize(("row", "text"), [("-3", "−3"), ("1-2", "1–2"), ("10", "10"), (-2, "−2")])
def test_a_row_has_a_true_minus_and_an_en_dash(row, text):
    assert figures.minus(row) == text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Oslo: European Axis", "Oslo: European Axis"),
        ("Greece: conquered by: Germany", "Greece, conquered by: Germany"),
        ("Greece: conquered by:", "Greece, conquered by:"),
        ("Oslo: Axis\nBergen: Axis", "Oslo: Axis\nBergen: Axis"),
    ],
)
def test_a_line_that_is_shown_has_one_colon(line, text):
    assert chancellery.one_colon(line) == text
    assert chancellery.with_colon("USSR: who holds its capital") == "USSR, who holds its capital:"


def test_no_attribute_holds_a_moment_which_is_markup():
    marked = re.compile(r'\w="[^"]*(\|\s*moment\b|badge_mark)')
    pages = [*Path(BASE_DIR, "frontend").rglob("*.html")]
    assert len(pages) > 100
    assert [path.name for path in pages if marked.search(path.read_text())] == []


def test_a_countdown_leaves_out_days_when_there_are_none():
    left = moments.countdown(timezone.now() + timedelta(hours=5, minutes=40, seconds=30))
    assert left["parts"] == [("5", "h"), ("40", "min")]
    assert left["soon"]
    assert not left["over"]


def test_a_deadline_that_has_passed_is_over():
    assert moments.countdown(timezone.now() - timedelta(minutes=3))["over"]


def test_an_odds_bar_says_its_numbers_aloud():
    small = Chance(row="-1", meaning="", parts=1, whole=6, side="western")
    bar = odds.odds_bar({}, [small, Chance(row="1-2", meaning="", parts=5, whole=6)], "none")
    assert 'aria-label="none: −1: 1 in 6, 1–2: 5 in 6"' in bar


def test_readiness_marks_of_other_powers_are_all_alike():
    """A seal looks the same whoever gave it and whatever it holds."""
    assert marks.envelope("sealed") == marks.envelope("sealed")
    assert "mine" not in marks.envelope("sealed")


def test_a_mark_is_decoration_and_never_read_out():
    assert 'aria-hidden="true"' in marks.mark({}, "axis")


@pytest.mark.parametrize("part", ["history/_ledger.html", "parts/override_rows.html"])
def test_a_change_has_true_minus_signs(part):
    tension = {"label": "Axis minor-ally tension", "before": "-5", "after": "-10", "change": "-5"}
    page = render_to_string(f"frontend/{part}", {"rows": [tension], "caption": "What changed"})
    assert "−5" in page
    assert "−10" in page
    assert ">-5" not in page
    assert "minor-ally" in page, "a hyphen within a word stays"


def test_a_column_is_there_if_anything_stands_in_it():
    rows = [SimpleNamespace(capitals="", brps=""), SimpleNamespace(capitals="Paris", brps="")]
    assert chancellery.having(rows, "capitals")
    assert not chancellery.having(rows, "brps")
