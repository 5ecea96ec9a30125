"""The hex inspector: what it answers, what it refuses, and what can be taken away from it."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from frontend.books.world_in_flames import inspector as selector
from tests.support.books.maps import WORST

pytestmark = pytest.mark.django_db
POCKET = "GE GE GE\n GE SU GE\nGE GE GE\n"
TIE = "GE GE GE IT IT\n GE GE SU IT IT\nGE GE GE IT IT\n"


def post(client, headers=None, **data):
    return client.post(reverse("world_in_flames:inspector"), data, headers=headers)


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def test_everybody_can_open_it_and_an_example_is_answered(client):
    page = client.get(reverse("world_in_flames:inspector"))
    assert page.status_code == 200
    assert "change hands" in text_of(page)
    assert "Kalach" in text_of(page)


@pytest.mark.parametrize("example", ["bend", "tie", "rings", "coast"])
def test_every_example_opens(client, example):
    page = client.get(reverse("world_in_flames:inspector"), {"example": example})
    assert page.context["example"] == example
    assert page.context["found"].answer.sets


def test_a_pasted_map_is_answered_with_its_reasons_and_marked_on_the_map(client):
    page = text_of(post(client, map=POCKET))
    assert "1 hex changes hands" in page
    assert "All 6 hexes around it are enemy land." in page
    assert 'class="set-edge reverts"' in page
    assert 'aria-label="1,1: USSR, set 1, goes to Germany"' in page


def test_json_is_pasted_as_well_as_text(client):
    written = selector.inspected(POCKET).json
    assert "1 hex changes hands" in text_of(post(client, map=written))


def test_a_tie_shows_its_exact_chances(client):
    page = text_of(post(client, map=TIE))
    assert "1 tie to be drawn" in page
    assert "Germany 1/2, Italy 1/2" in page


def test_a_chosen_reading_stands_over_that_of_the_map(client):
    lake = "GE GE GE GE\n GE SU SU GE\nGE GE = GE\n GE GE GE GE\n"
    assert "Nothing changes hands" in text_of(post(client, map=lake))
    assert "2 hexes change hands" in text_of(post(client, map=lake, lakes="enclosed"))


@pytest.mark.parametrize(
    ("map_", "words"),
    [
        ("", "There is no map."),
        ("GE XX", "Line 1, hex 2: nobody has the code &#x27;XX&#x27;."),
        ("{", "This JSON cannot be read"),
        ("GE " * 3000, "at most 2,500"),
        ("x" * 400_001, "at most 400,000"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words_and_left_in_the_box(client, map_, words):
    response = post(client, map=map_)
    assert response.status_code == 422
    assert words in text_of(response)
    assert response.context["text"] == map_


def test_words_of_a_map_are_shown_as_words_and_never_as_markup(client):
    written = json.loads(selector.inspected(POCKET).json)
    written["title"] = "<script>alert(1)</script>"
    written["hexes"][0]["name"] = "<b>Kiev</b>"
    page = text_of(post(client, map=json.dumps(written)))
    assert "<script>alert" not in page
    assert "<b>Kiev" not in page
    assert "&lt;b&gt;Kiev" in page


def test_a_script_gets_the_fragment_alone_with_the_map_as_text(client):
    part = post(client, headers={"HX-Request": "true"}, map=POCKET)
    assert "<html" not in text_of(part)
    assert 'id="hex-document"' in text_of(part)
    assert 'hx-swap-oob="true">axis: GE germany' in text_of(part)


def test_a_script_is_told_of_a_problem_without_losing_the_map(client):
    part = post(client, headers={"HX-Request": "true"}, map="GE XX")
    assert part.status_code == 200
    assert part.headers["HX-Retarget"] == "#hex-problem"
    assert "nobody has the code" in text_of(part)
    assert "hexmap" not in text_of(part)


def test_an_export_can_be_imported_again(client):
    exported = post(client, map=TIE, action="json")
    assert exported.headers["Content-Disposition"] == 'attachment; filename="hexes.json"'
    assert json.loads(exported.content)["answer"]["open"] == 1
    file = SimpleUploadedFile("hexes.json", exported.content)
    assert "1 tie to be drawn" in text_of(post(client, file=file))
    plain = post(client, map=TIE, action="text")
    assert plain.headers["Content-Disposition"].endswith('hexes.txt"')
    assert "1 tie to be drawn" in text_of(post(client, map=plain.content.decode()))


def test_a_title_cannot_break_out_of_the_name_of_the_file(client):
    titled = 'title: a"; x=../b\n' + POCKET
    exported = post(client, map=titled, action="json")
    assert exported.headers["Content-Disposition"] == 'attachment; filename="a-xb.json"'


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\xff\xfe\x00", "This file is no text."), (b"x" * 400_001, "at most 400,000 are read")],
)
def test_a_file_that_is_no_map_is_refused(client, content, words):
    page = post(client, file=SimpleUploadedFile("a.json", content))
    assert page.status_code == 422
    assert words in text_of(page)


def test_an_empty_map_is_made_to_draw_on(client):
    page = post(client, action="blank", columns="5", rows="4", ground="ussr")
    assert page.context["found"].picture.columns == 5
    assert len(page.context["found"].document.hexes) == 20


@pytest.mark.parametrize(("columns", "rows"), [("0", "4"), ("99", "99"), ("many", "4"), ("", "")])
def test_an_empty_map_of_no_size_is_refused(client, columns, rows):
    page = post(client, action="blank", columns=columns, rows=rows, ground="ussr")
    assert page.status_code == 422


def test_the_rules_page_of_the_book_leads_to_it(client):
    page = client.get(reverse("frontend:rules", args=["world_in_flames"]))
    assert reverse("world_in_flames:inspector") in text_of(page)


@pytest.mark.parametrize("name", WORST)
def test_what_no_book_can_read_is_refused_before_any_reads_it(client, name, monkeypatch):
    def read(*_arguments):
        raise AssertionError("A book was asked to read it.")

    monkeypatch.setattr("rules.world_in_flames.isolation.documents.read", read)
    answer = post(client, map=WORST[name])
    assert answer.status_code == 422
    assert "Take out what is too long." in text_of(answer)
