"""The style page: built from the parts of the pages themselves, in both themes."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template
from django.test import Client

ROOT = Path(__file__).parents[2] / "frontend"

TAGS = {
    "card_front": "frontend/parts/card_front.html",
    "card_back": "frontend/parts/card_back.html",
    "asked_row": "frontend/parts/asked_row.html",
    "notice": "frontend/parts/notice.html",
    "asks_row": "frontend/parts/asked_row.html",
    "war_ladder": "war_game_1939/board.html",
    "commerce_faces": "war_game_1939/_dice.html",
    "political_display": "days_of_decision/board.html",
}
PARTS = (
    "frontend/parts/field.html",
    "frontend/parts/tally.html",
    "frontend/history/_ledger.html",
    "world_at_war/_dossier.html",
    "world_at_war/_track.html",
    "frontend/campaign/_receipt.html",
    "frontend/parts/desk_row.html",
    "frontend/facts/_tray_line.html",
    "frontend/press/_line.html",
    "frontend/press/_message.html",
    "frontend/agreements/_clauses.html",
    "frontend/history/_cards.html",
    "frontend/history/_scrubber.html",
    "frontend/chronicle/_turnings.html",
    "campaigns/_letter_sheet.html",
)


CLASSES = (
    *("dossier named", "ring mine", "card-back other", "notice wrong", "entry moderator"),
    *("receipt block", "desk-rows", "thread-line unread", "message mine", "log-quote", "clauses"),
    *(
        "play wasted",
        "turnings",
        "war-ladder",
        "faces",
        "choice-chances",
        "style-letter",
        "due-today",
    ),
)
"""Of the parts that it shows."""


@pytest.fixture
def page(db) -> str:
    answer = Client().get("/style/")
    assert answer.status_code == 200
    return answer.text


def test_it_is_built_from_the_parts_that_pages_are_built_from() -> None:
    letters = ROOT.parent / "campaigns" / "templates"
    files = [*ROOT.rglob("*.html"), *letters.rglob("*.html")]
    sources = {file: file.read_text() for file in files if "/style" not in str(file)}
    on_it = "".join(
        file.read_text()
        for file in ROOT.rglob("*.html")
        if "/style" in str(file) or file.name in ("samples.html", "_dice.html")
    )
    for tag, part in TAGS.items():
        assert f"{{% {tag} " in on_it, tag
        assert any(f"{{% {tag} " in text for text in sources.values()), f"{tag} stands on no page"
        get_template(part)
    for part in PARTS:
        get_template(part)
        assert f'"{part}"' in on_it, part
        used = any(part in text for file, text in sources.items() if file.name != "samples.html")
        assert used, f"{part} stands on no page"


def test_it_shows_each_part_in_both_themes(page: str) -> None:
    light, dark = (
        page.partition(f'data-theme="{theme}"')[2].partition("data-theme")[0]
        for theme in ("light", "dark")
    )
    for each in (light, dark):
        for word in ("Sealed", "Revealed", "Overdue", "wasted", "barred", "No such phase", "void"):
            assert word in each
        for state in ("sealed", "sealed mine", "draft mine", "waiting", "overdue"):
            assert f"env {state}" in each
        for name in CLASSES:
            assert name in each


def test_the_strip_stands_in_its_six_states(page: str) -> None:
    for said in (
        "Asked of France", "Nothing is asked of France now", "countdown soon", "Overdue since", "Paused.",
        "Nothing has come from",
    ):  # fmt: skip
        assert page.count(said) >= 2, said


def test_no_name_stands_twice_on_it(page: str) -> None:
    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert "style=" not in page
