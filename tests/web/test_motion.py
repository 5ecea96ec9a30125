"""What moves: transform and opacity alone, for as long as the table says, and nothing for who wants none."""

import re
from pathlib import Path

import pytest
from django.test import Client

from accounts import services
from accounts.models import User
from tests.support.accounts import person, signed_in

ROOT = Path(__file__).parents[2] / "frontend"
SHEETS = {file.name: file.read_text() for file in ROOT.rglob("*.css")}
MOTION = (ROOT / "static/frontend/js/motion.js").read_text()
REVEAL = (ROOT / "static/frontend/js/reveal.js").read_text()


def test_only_transform_and_opacity_move() -> None:
    for name, sheet in SHEETS.items():
        for frames in re.findall(r"@keyframes \w+ \{(.*?)\n\}", sheet, re.DOTALL):
            assert set(re.findall(r"([a-z-]+):", frames)) <= {"transform", "opacity"}, name
        assert not re.findall(r"transition: (?!none)", sheet), name
        assert "infinite" not in sheet, name
    moved = re.findall(r"(?:\.animate\(\[(.*?)\], \{|const frames = (.*?);\n)", MOTION, re.DOTALL)
    assert len(moved) == MOTION.count(".animate(") == 6
    for frames in moved:
        names = set(re.findall(r"(\w+):", "".join(frames)))
        assert names <= {"transform", "opacity", "offset"}


def test_each_takes_as_long_as_the_table_says() -> None:
    assert "const STAMP = 160;" in MOTION
    assert "const TRACK = 300;" in MOTION
    assert "const CARD = 420;" in MOTION
    assert "const DIE = 500;" in MOTION
    assert "const HEX = 200;" in MOTION
    assert "const LONGEST_WAY = 1200;" in MOTION
    assert "const LONGEST = 120_000;" in REVEAL, "a whole reveal in two minutes"
    assert "animation: arrives 900ms" in SHEETS["parts.css"]


def test_only_one_script_moves_anything() -> None:
    movers = [file.name for file in ROOT.rglob("*.js") if ".animate(" in file.read_text()]
    assert movers == ["motion.js"]


def test_who_wants_no_motion_gets_none() -> None:
    sheet = SHEETS["parts.css"]
    for where in ('[data-motion="off"] *', "prefers-reduced-motion: reduce"):
        assert "animation: none !important" in sheet.partition(where)[2].partition("}")[0]
    assert 'dataset.motion === "off"' in MOTION
    for starts in ("halfTurn(", "throwDie(die)", "runAlong(way)", "goOn(before", "comeDown)"):
        lines = [line for line in (MOTION + REVEAL).splitlines() if starts in line]
        assert any("function" not in line for line in lines), starts
    assert "!still()) return halfTurn" in REVEAL
    assert 'setAttribute("role", "status")' in MOTION


@pytest.mark.django_db
def test_an_account_says_whether_pages_move_for_it() -> None:
    somebody = person("somebody")
    client = signed_in(somebody)
    assert "data-motion" not in client.get("/about/").content.decode()
    given = {"display_name": "", "time_zone": "UTC"}
    client.post("/accounts/me/", {**given, "motion": "off"})
    assert User.objects.get(pk=somebody.pk).motion == "off"
    assert '<html lang="en"' in (page := client.get("/about/").content.decode())
    assert 'data-motion="off"' in page
    client.post("/accounts/me/", given)
    assert User.objects.get(pk=somebody.pk).motion == "off", "who says nothing of it leaves it"
    services.change_profile(somebody.pk, **given)
    assert "data-motion" not in client.get("/about/").content.decode()
    assert "data-motion" not in Client().get("/about/").content.decode()
