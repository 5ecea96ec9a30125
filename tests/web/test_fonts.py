"""The typefaces: what is in the files, under which name and licence, and how pages come to them."""

import io
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from fontTools.ttLib import TTFont

from config.serving.csp import POLICY
from frontend import bundles, fonts
from frontend.fonts import building

pytestmark = pytest.mark.django_db

MOST_BYTES = 120_000
"""Of all three together."""


@pytest.fixture(scope="module")
def made() -> fonts.Made:
    """What this installation serves; made if `make` has not done so."""
    call_command("fonts", stdout=io.StringIO())
    found = fonts.made()
    assert found is not None
    return found


@pytest.fixture(scope="module")
def files(made: fonts.Made) -> dict[str, TTFont]:
    return {name.partition(".")[0]: TTFont(made.folder / name) for name in made.fonts}


def test_three_fonts_are_light_together(made: fonts.Made) -> None:
    assert len(made.fonts) == 3
    assert sum((made.folder / name).stat().st_size for name in made.fonts) < MOST_BYTES


def test_no_font_bears_the_reserved_name_and_each_keeps_its_licence(files) -> None:
    for face in building.FACES_MADE:
        records = {record.nameID: record.toUnicode() for record in files[face.key]["name"].names}
        assert records[16] == records[1] == face.family
        assert "Source" in records[0], "the copyright stays"
        assert "SIL Open Font License" in records[13]
        assert "OFL" in records[14]
        named = {key: words for key, words in records.items() if key not in (0, 7, 13, 14)}
        assert [words for words in named.values() if "Source" in words] == []
        assert {key for key in (3, 4, 6, 25) if "Chancellery" not in named[key]} == set()


def test_each_font_has_its_letters_axes_and_features(files) -> None:
    axes = {
        key: {
            axis.axisTag: (axis.minValue, axis.maxValue)
            for axis in (font["fvar"].axes if "fvar" in font else ())
        }
        for key, font in files.items()
    }
    assert axes == {"serif": {"opsz": (11, 48)}, "serif-italic": {}, "sans": {"wght": (400, 700)}}
    for face in building.FACES_MADE:
        font = files[face.key]
        assert building.characters(face) - set(font.getBestCmap()) == set(), face.key
        features = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
        assert {"ccmp", "locl", "lnum", "tnum", "pnum"} & features >= {"ccmp", "pnum"}
        assert ("frac" in features) is (face.key == "sans")
        assert features <= {*building.FEATURES, "liga", "frac", "numr", "dnom"}
        assert "fpgm" not in font, "no hinting"


def test_a_page_asks_for_both_uprights_at_its_end_and_its_policy_allows_it(
    made: fonts.Made,
) -> None:
    page = Client().get("/about/")
    asked = re.findall(r'<link rel="preload"[^>]*href="([^"]+)"', page.content.decode())
    assert [Path(each).name.partition(".")[0] for each in asked] == ["serif", "sans"]
    assert page.content.decode().count("crossorigin") == len(asked)
    # What is read, and how it is drawn, is on the line before them.
    assert page.content.find(b"stylesheet") < page.content.find(b"</main>")
    assert page.content.find(b"</footer>") < page.content.find(b"preload")
    assert dict(POLICY)["font-src"] == "'self'"
    for each in asked:
        answer = Client().get(each)
        assert answer.status_code == 200
        assert answer["Content-Type"] == "font/woff2"
        assert "immutable" in answer["Cache-Control"]


def test_a_name_says_what_is_in_the_file(made: fonts.Made) -> None:
    import hashlib

    for name in made.fonts:
        digest = hashlib.sha256((made.folder / name).read_bytes()).hexdigest()
        assert name.split(".")[1] == digest[:12]


def test_until_a_font_is_there_another_of_its_measure_stands_in(made: fonts.Made) -> None:
    sheet = Path(str(finders.find(bundles.SHARED))).read_text()
    faces = re.findall(r"@font-face \{(.*?)\}", sheet, re.DOTALL)
    ours = [face for face in faces if "woff2" in face]
    assert len(ours) == 3
    assert all("font-display: swap" in face for face in ours)
    others = [face for face in faces if "woff2" not in face]
    # Text and large serif, italics; sans and its bold.
    sizes = [re.findall(r"size-adjust: (\d+%)", face) for face in others]
    assert sizes == [["113%"], ["106%"], ["107%"], ["93%"], ["89%"]]
    for face in others:
        ((size, over),) = re.findall(r"size-adjust: (\d+)%;\s+ascent-override: (\d+)%", face)
        high = 1.036 if "Serif" in face or "Large" in face else 1.024
        assert int(size) * int(over) / 10_000 == pytest.approx(high, abs=0.006)
    for name in made.fonts:
        assert f"../fonts/{name}" in sheet


def test_the_licences_stand_beside_the_files_and_on_the_page_about_the_site(
    made: fonts.Made,
) -> None:
    page = Client().get("/about/").content.decode()
    for family, name in made.licences.items():
        assert family in page
        assert f"/static/frontend/fonts/{name}" in page
        assert "SIL OPEN FONT LICENSE" in (made.folder / name).read_text()
    assert page.count("SIL OPEN FONT LICENSE") == len(made.licences) == 2


def test_a_site_without_fonts_works_with_others_and_says_so(settings, tmp_path, caplog) -> None:
    settings.FONTS_ROOT = tmp_path
    page = Client().get("/about/")
    assert page.status_code == 200
    assert b"preload" not in page.content
    assert b"fonts of your own system" in page.content
    sheet = Path(str(finders.find(bundles.SHARED))).read_text()
    assert "woff2" not in sheet
    assert "Chancellery Serif Fallback" in sheet
    fonts.tell_if_missing()
    assert "fonts_not_made" in caplog.text


def test_the_command_says_what_to_do_where_a_package_is_missing(monkeypatch) -> None:
    from django.core.management import CommandError

    monkeypatch.setattr(fonts, "_recipe", lambda: "")
    with pytest.raises(CommandError, match="fontpkg-source-serif-4"):
        call_command("fonts", stdout=io.StringIO())
