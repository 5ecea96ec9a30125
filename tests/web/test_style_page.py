"""The style page: built from the parts of the pages themselves, in both themes, a few of them at each address."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from django.template.loader import get_template
from django.test import Client

from frontend import samples
from frontend.samples import palette
from tests.support.addresses import ROWS

ROOT = Path(__file__).parents[2] / "frontend"

COMPONENTS = {
    "type": ("serif", "sans"),
    "colour": ("palette", "accents", "space"),
    "controls": ("buttons", "forms", "empty"),
    "strip": ("strip", "readiness", "marks"),
    "late": ("strip-late", "stamps"),
    "asked": ("asked-row", "receipt"),
    "cards": ("card", "turn-column"),
    "sums": ("tally", "odds", "ledger", "log", "quotation"),
    "map": ("entry-line", "sheet-line", "follows"),
    "press": ("thread-row", "letter"),
    "treaty": ("treaty", "clauses"),
    "desk": ("desk-row", "cut", "acts"),
    "history": ("scrubber", "charts", "sparkline"),
    "chronicle": ("turning-point", "year-row"),
    "mail": ("mail",),
    "print": ("plain", "print"),
    "days_of_decision": ("counter", "small-display"),
    "war_game_1939": ("ladder", "commerce-die", "distribution"),
    "world_at_war": ("dossier", "track"),
}
"""Everything that pages are made of, by the address at which it stands."""
TAGS = {
    "card_back": "frontend/parts/card_back.html",
    "notice": "frontend/parts/notice.html",
    "asks_row": "frontend/parts/asked_row.html",
    "war_ladder": "war_game_1939/board.html",
    "commerce_faces": "war_game_1939/_dice.html",
    "political_display": "days_of_decision/board.html",
}
PARTS = (
    "frontend/parts/field.html",
    "frontend/parts/tally.html",
    "frontend/fields/_all.html",
    "frontend/campaign/_panel.html",
    "frontend/history/_ledger.html",
    "world_at_war/_dossier.html",
    "world_at_war/_track.html",
    "frontend/campaign/_receipt.html",
    "frontend/parts/desk_row.html",
    "frontend/parts/undo_line.html",
    "frontend/desk/_act.html",
    "frontend/facts/_say.html",
    "frontend/facts/_strip.html",
    "frontend/facts/_tray_line.html",
    "frontend/facts/_follows.html",
    "frontend/press/_line.html",
    "frontend/press/_messages.html",
    "frontend/press/_draft.html",
    "frontend/press/_quoted.html",
    "frontend/agreements/_clauses.html",
    "frontend/history/_cards.html",
    "frontend/history/_scrubber.html",
    "frontend/chronicle/_turnings.html",
    "frontend/chronicle/_top.html",
    "campaigns/_letter_sheet.html",
)
SHOWN = {
    "controls": ("No such phase", "Say why", "stepper", "picks", 'type="checkbox"'),
    "strip": ("env sealed", "env sealed mine", "env draft mine", "env waiting", "env overdue"),
    "late": ("Sealed", "Revealed", "Overdue"),
    "asked": ("receipt block", "due-today", "not your move"),
    "cards": ("wasted", "barred", "card-back other", "play wasted", "play idle"),
    "sums": ("void", "entry moderator", "entry clock", "entry track", "log-quote", "chances"),
    "map": ("Declare these 2", "Paris", "offer", "undo", "scale-line"),
    "press": ("thread-line unread", "press-phase revealed", "message mine", "log-quote doing"),
    "treaty": ("not signed", "words only", "<ins>", "<del>", "clauses"),
    "desk": ("desk-rows", "undo-line", 'class="would"', "What would be as it was"),
    "history": ("scrubber", "time-line", 'class="pins"', 'class="spark"'),
    "chronicle": ("turnings", "year-head", "luck-rows"),
    "mail": ("style-letter", "From", "Subject"),
    "print": ("style-text", "leaf"),
    "days_of_decision": ('class="mine"', "former", "small-display"),
    "war_game_1939": ("war-ladder", "faces", "choice-chances"),
    "world_at_war": ("dossier named", "ring mine", "closed-sentence", "Russo-German"),
}
"""What stands there in each theme: states by their words or their class."""


def page_of(key: str) -> str:
    answer = Client().get("/style/", {"part": key})
    assert answer.status_code == 200
    return answer.text


def in_each_theme(page: str) -> list[str]:
    return [
        page.partition(f'data-theme="{theme}"')[2].partition('data-theme="dark"')[0]
        for theme in samples.THEMES
    ]


def test_every_component_has_its_address() -> None:
    assert {leaf.key: tuple(leaf.parts) for leaf in samples.leaves()} == COMPONENTS


def test_every_address_is_looked_at() -> None:
    first, *others = (page.path for page in ROWS["frontend:style"].pages)
    assert first == "/style/"
    assert others == [f"/style/?part={key}" for key in COMPONENTS][1:]
    assert not any(page.long for page in ROWS["frontend:style"].pages)


def test_it_is_built_from_the_parts_that_pages_are_built_from() -> None:
    letters = ROOT.parent / "campaigns" / "templates"
    files = [*ROOT.rglob("*.html"), *letters.rglob("*.html")]
    on_it = {
        file
        for file in files
        if file.name == "style.html"
        or file.parent.name == "style"
        or file.name.startswith("samples")
    }
    shown = "".join(file.read_text() for file in [*on_it, *ROOT.rglob("_dice.html")])
    code = [file for file in ROOT.rglob("*.py") if file.parent.name != "samples"]
    others = "".join(file.read_text() for file in [*files, *code] if file not in on_it)
    for tag, part in TAGS.items():
        assert f"{{% {tag} " in shown, tag
        assert f"{{% {tag} " in others, f"{tag} stands on no page"
        get_template(part)
    for part in PARTS:
        get_template(part)
        assert f'"{part}"' in shown, part
        assert f'"{part}"' in others, f"{part} stands on no page"


@time_machine.travel(datetime(2026, 12, 2, 12, tzinfo=UTC), tick=False)
@pytest.mark.parametrize("key", COMPONENTS)
def test_each_part_stands_there_in_both_themes(db, key) -> None:
    page = page_of(key)
    ends = ("", "-dark") if key != "type" else ("",)
    for part in COMPONENTS[key]:
        for end in ends:
            assert f'id="part-{part}{end}"' in page, part
    for theme in in_each_theme(page) if key in SHOWN else ():
        for said in SHOWN[key]:
            assert said in theme, said


@pytest.mark.parametrize("key", COMPONENTS)
def test_nothing_on_it_has_the_name_of_another_or_asks_the_site_for_anything(db, key) -> None:
    page = page_of(key)
    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert "style=" not in page
    for leaf in samples.leaves():
        if leaf.key == key:
            html = "".join(each.html for each in samples.themed(leaf))
            assert not re.search(r'\shx-|="/c/|method="post"', html)


def test_the_first_has_an_index_of_all_and_no_other_does(db) -> None:
    page = page_of("type")
    for key, parts in COMPONENTS.items():
        for part in parts:
            assert f'href="?part={key}#part-{part}"' in page
    assert 'class="style-index"' not in page_of("map")
    assert Client().get("/style/?part=no-such").status_code == 404


def test_the_strip_stands_in_its_six_states(db) -> None:
    pages = page_of("strip") + page_of("late")
    for said in (
        "Asked of France", "Nothing is asked of France now", "countdown soon", "Overdue since", "Paused.",
        "Nothing has come from",
    ):  # fmt: skip
        assert pages.count(said) >= 2, said


@pytest.mark.parametrize(("theme", "ink"), [("light", "13.7"), ("dark", "14.3")])
def test_the_palette_says_what_the_tokens_are(db, theme, ink) -> None:
    found = {each.name: each for each in palette.of(theme)["tokens"]}
    assert found["ink"].ratios[0] == ink
    tokens = (ROOT / "static" / palette.SHEET).read_text()
    shown = dict(zip(samples.THEMES, in_each_theme(page_of("colour")), strict=True))[theme]
    for each in found.values():
        assert f"--{each.name}: {each.color};" in tokens
        assert each.color in shown


def test_names_of_the_second_theme_and_what_refers_to_them_go_together() -> None:
    html = (
        '<i id="a"></i><label for="a" aria-labelledby="a b"></label><a href="#a"></a>'
        '<a href="#b"></a><a href="/a"></a><path fill="url(#a)"/><b data-id="a"></b>'
    )
    assert samples.renamed(html, "-2") == (
        '<i id="a-2"></i><label for="a-2" aria-labelledby="a-2 b"></label><a href="#a-2"></a>'
        '<a href="#b"></a><a href="/a"></a><path fill="url(#a-2)"/><b data-id="a"></b>'
    )


def test_the_index_names_every_book_once() -> None:
    books = [leaf.book for leaf in samples.leaves() if leaf.book]
    assert books
    assert len(books) == len(set(books))
