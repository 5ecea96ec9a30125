"""The scripts of every page travel as one file, and those of few pages only where they are needed."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from frontend import bundles
from frontend.script_bundle import linked

FOLDER = Path(__file__).parents[2] / "frontend/static/frontend/js"
SCRIPTS = {f"./{path.name}": path.read_text() for path in FOLDER.glob("*.js")}


def test_all_that_the_first_script_needs_is_one_file_in_the_order_of_need() -> None:
    together = Path(str(finders.find(bundles.SCRIPTS))).read_text()
    assert not re.search(r"^(import|export) ", together, re.MULTILINE)
    assert not re.search(r"^\s*//", together, re.MULTILINE)
    begun = re.findall(r"^const (of_\w+) = \(\(\) => \{$", together, re.MULTILINE)
    assert len(begun) == len(set(begun)) > 10
    assert begun[-1] == "of_main"
    for names, script in re.findall(r"^const \{ (.*) \} = (of_\w+);$", together, re.MULTILINE):
        before, _, after = together.partition(f"const {script} = ")
        offered = re.search(r"^return \{ (.*) \};\n\}\)\(\);$", after, re.MULTILINE)
        assert offered
        assert {name.split(":")[0] for name in names.split(", ")} <= set(offered[1].split(", "))
        assert f"= {script};" not in before


def test_what_comes_after_it_is_one_file_too_and_offers_how_it_begins() -> None:
    together = Path(str(finders.find(bundles.SCRIPTS))).read_text()
    later = Path(str(finders.find(bundles.LATER))).read_text()
    assert 'import("./later_together.js")' in together
    assert re.findall(r"^(?:import|export) .*", later, re.MULTILINE) == [
        "export const { startLater, moves, renewed } = of_later;"
    ]


def test_what_few_pages_need_is_not_in_it_and_is_there() -> None:
    together = Path(str(finders.find(bundles.SCRIPTS))).read_text()
    later = re.findall(r'import\("(\./[\w-]+\.js)"\)', together)
    later.remove("./later_together.js")
    assert {"./reveal.js", "./sheet.js", "./seat-keys.js", "./zone.js"} <= set(later)
    for name in later:
        offers = re.findall(r"^export (?:async )?function (\w+)", SCRIPTS[name], re.MULTILINE)
        assert any(f'{name}").then(({{ {one} }}) => {one}())' in together for one in offers), name


@pytest.mark.parametrize(
    ("scripts", "said"),
    [
        ({"./a.js": 'import b from "./b.js";'}, "put this together"),
        ({"./a.js": "export default 1;"}, "put this together"),
        ({"./a.js": "const a = `one\ntwo`;"}, "several lines"),
        (
            {"./a.js": 'import { b } from "./b.js";', "./b.js": 'import { a } from "./a.js";'},
            "needs itself",
        ),
    ],
)
def test_a_script_written_in_another_way_is_named(scripts: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        linked("./a.js", scripts.__getitem__)


def test_sheets_lose_their_comments_and_nothing_else() -> None:
    sheet = '/* it\'s a */ .a {\n  content: "/* kept */";\n\n  color: red; /* b */\n}\n'
    assert bundles.without_comments(sheet) == '.a {\ncontent: "/* kept */";\ncolor: red;\n}'


@pytest.mark.django_db
def test_a_page_asks_for_that_one_file() -> None:
    page = Client().get("/about/").content.decode()
    assert re.findall(r'<script type="module" src="([^"]+)"', page) == [
        f"/static/{bundles.SCRIPTS}"
    ]


def test_what_a_template_says_about_its_renewal_is_written_down() -> None:
    told = (Path(__file__).parents[2] / "docs/pages.md").read_text()
    renewal = SCRIPTS["./renewal.js"]
    read = set(re.findall(r'\[data-(\w+)\]|"(\w+)" in form\.dataset|dataset\??\.(\w+)', renewal))
    words = {word for found in read for word in found if word} - {"orders", "act", "hexmap", "left"}
    assert words == {"anew", "apart", "stays"}
    assert '"alone" in' in SCRIPTS["./written.js"]
    assert all(f"`data-{word}" in told for word in (*words, "alone"))
