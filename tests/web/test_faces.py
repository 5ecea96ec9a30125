"""The face of a book lives in one folder: what is found there, and that nothing else knows a book."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.test import Client
from django.urls import get_resolver

from campaigns import rulebooks
from campaigns.cache import Cache
from campaigns.services.advance import end_phase
from frontend import books, bundles, plain_board, rendered_parts
from frontend.books.face import ANY_BOARD, Face
from frontend.templatetags import marks
from rules import registry
from tests.support.accounts import person
from tests.support.books.tiny_book import BOOK as TINY
from tests.web.support import first_of

ROOT = Path(__file__).parents[2]
BOOKS = list(rulebooks.every())
KEYS = [book.key for book in BOOKS]
TELLS = re.compile("|".join(KEYS))
ALLOWED = {
    "campaigns/as_it_happened/script.py": "shows an example of a script",
    "campaigns/management/commands/demo.py": "says which campaigns there are to look at",
    "campaigns/management/commands/simulate.py": "says what is simulated unless another is named",
    "campaigns/recordings/scripts.py": "shows an example of a script",
}
"""Where a book is named outside its folders, and why it must be."""
READ = (".py", ".html", ".css", ".js")


def sources(*folders: str) -> list[Path]:
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in READ
    ]


def test_no_file_of_the_web_outside_a_face_names_a_book():
    named = {
        str(path.relative_to(ROOT))
        for path in sources("frontend", "campaigns", "config", "accounts")
        if TELLS.search(path.read_text())
        and path.relative_to(ROOT).parts[:3] not in {("frontend", "books", key) for key in KEYS}
    }
    assert named == set(ALLOWED)


def test_the_page_names_the_part_of_the_board_and_no_board_does():
    named = [path for path in sources("frontend", "examples") if 'id="board"' in path.read_text()]
    assert [path.name for path in named] == ["page.html"]


def test_a_face_names_no_other_book():
    for key in KEYS:
        others = re.compile("|".join(other for other in KEYS if other != key))
        for path in sources(f"frontend/books/{key}"):
            assert not others.search(path.read_text()), path


def test_no_shared_sheet_selects_the_board_of_a_book():
    shaped = {"board", "section", "one-picture", "one-piece"}
    boards = [path for path in sources("frontend/books") if path.name.endswith("board.html")]
    words = re.findall(r'class="(board[^"{]*)', "".join(path.read_text() for path in boards))
    own = {word for each in words for word in each.split()} - shaped
    assert own, "or nothing below is looked for"
    named = re.compile(rf"\.({'|'.join(own)})\b")
    found = [path.name for path in sources("frontend/static") if named.search(path.read_text())]
    assert found == []


def test_the_shared_styles_know_five_hues_and_no_side():
    sides = {side for book in BOOKS for side in book.factions}
    for path in sources("frontend"):
        if path.suffix == ".css":
            found = set(re.findall(r"\.side-(\w+)", path.read_text()))
            assert found <= {*marks.SHAPE_OF, "none"}, path
    assert sides - marks.SHAPE_OF.keys()  # or the test above would prove nothing


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_every_faction_has_one_of_the_hues(book):
    for key in book.factions:
        faction = book.factions[key]
        assert faction.name
        assert faction.hue in marks.SHAPE_OF


def test_faces_are_found_by_their_folders_and_hold_what_they_name():
    assert set(books.faces()) == set(books.keys()) == set(KEYS)
    for key, face in books.faces().items():
        get_template(face.board)
        for file in (*face.styles, *face.scripts):
            assert file.startswith((f"{key}/", "frontend/"))
            assert finders.find(file), file
        named = {name for name in _names(key) if isinstance(name, str)}
        assert {page.page for page in (*face.tabs, *face.tools)} <= named


def test_sheets_that_are_loaded_together_are_one_file():
    for path, parts in bundles.bundles().items():
        text = Path(finders.find(path)).read_text()
        assert text == "\n".join(
            bundles.without_comments(Path(finders.find(part)).read_text()) for part in parts
        )
        assert "/*" not in text
    assert finders.find("frontend/css/none-of-ours.css") is None


def test_what_a_book_draws_changes_no_line_of_the_log():
    for face in books.faces().values():
        for sheet in face.styles:
            text = bundles.without_comments(Path(finders.find(sheet)).read_text())
            assert not re.search(r"^\.(entry|group|log)\b[^-]", text, re.MULTILINE), sheet


def _names(key: str) -> set[object]:
    resolvers = get_resolver().namespace_dict
    return set(resolvers[key][1].reverse_dict) if key in resolvers else set()


def test_a_book_without_a_folder_has_a_face_without_anything_of_its_own():
    assert books.face_of("a_fifth_book") == Face()
    get_template(ANY_BOARD)


@pytest.fixture(autouse=True)
def addresses() -> None:
    """Those of the faces are read before any test hides a face: that is done once in a process."""
    assert get_resolver().namespace_dict


# -- on pages ------------------------------------------------------------------------------------


def read(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_a_page_loads_the_styles_of_its_own_book_alone(key):
    slug = first_of(key, person("moderator")).slug
    for path in ("", "facts/", "log/"):
        html = read(f"/c/{slug}/{path}")
        for other, face in books.faces().items():
            sheet = bundles.sheet_of(other)
            assert face.styles == bundles.bundles()[sheet]
            for file in (sheet, *map(bundles.short_of, face.scripts)):
                assert (file in html) is (other == key), (path, file)
    for path in ("/", "/rules/", f"/rules/{key}/"):
        html = read(path)
        assert not any(f"/static/{other}/" in html for other in KEYS), path


def rows_of(key: str) -> int:
    """How many rows the plain board of a campaign that has just begun has."""
    book = rulebooks.load(key)
    state = book.start(next(iter(book.scenarios)), {}, {}).state
    told = plain_board.parts(book.board(rulebooks.view_of(book, state), None))
    return sum(len(part.rows) for part in told)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_a_campaign_works_without_a_face(key, monkeypatch):
    """Hidden, the face leaves a board that shows the same data, and every page of a campaign."""
    table = first_of(key, person("moderator"))
    monkeypatch.setattr(books, "faces", dict)
    monkeypatch.setattr(rendered_parts, "_rendered", Cache(10_000_000, weigh=len))
    html = read(f"/c/{table.slug}/")
    assert "<h2>The board</h2>" in html
    assert f"/static/{key}/" not in html
    assert len(re.findall(r"<tr[ >]", html)) >= rows_of(key) > 0
    end_phase.force(table.slug, by=table.moderator, phase=1, reason="to have a past")
    for path in ("board/", "facts/", "log/", "seats/", "history/1/"):
        read(f"/c/{table.slug}/{path}")


@pytest.mark.django_db
def test_a_fifth_book_is_played_before_anybody_drew_it_a_face(monkeypatch):
    monkeypatch.setattr(registry, "BOOKS", {**registry.BOOKS, TINY.key: TINY})
    html = read(f"/c/{first_of(TINY.key, person('moderator')).slug}/")
    assert "<h2>The board</h2>" in html
    assert read(f"/rules/{TINY.key}/")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_any_board_is_told_in_words(book):
    for scenario in book.scenarios:
        state = book.start(scenario, {}, {}).state
        told = plain_board.parts(book.board(rulebooks.view_of(book, state), None))
        assert told
        assert all(part.lines or part.rows for part in told)
        for part in told:
            cells = [cell for _, cell in part.lines] + [cell for row in part.rows for cell in row]
            assert not any("Struct" in cell.text or "object at" in cell.text for cell in cells)
            assert all(len(row) == len(part.columns) for row in part.rows)
