"""What `make check` says of lines that nobody can read or compare."""

import pytest

from config.management.commands.check_templates import lines_of
from config.serving.templates import without_indentation
from core.paths import BASE_DIR


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("page.html", "<p>\n  short\n</p>\n", 0),
        ("page.html", f"<p>{'x' * 120}</p>\n", 1),
        ("main.js", f"// {'x' * 118}\n", 1),
        ("board.css", "/* a; b; c { d } */\n.a {\n  color: red;\n  font: 1px/1 x;\n}\n", 0),
        ("board.css", ".a { color: red; }\n", 1),
        ("board.css", ".a {\n  color: red; margin: 0;\n}\n", 1),
        ("board.css", "@media (max-width: 9px) {\n  .a {\n    margin: 0;\n  }\n}\n", 0),
    ],
)
def test_a_line_that_nobody_can_read_is_named(tmp_path, name, text, wrong):
    path = tmp_path / name
    path.write_text(text)
    assert len(lines_of(path)) == wrong


def test_data_and_cases_have_lines_that_can_be_read():
    folders = (
        "rules/*/data/*.yaml",
        "tests/conformance/**/*.yaml",
        "tests/recordings/*/scripts/*.yaml",
    )
    files = [path for folder in folders for path in BASE_DIR.glob(folder)]
    assert len(files) > 100
    assert [problem for path in files for problem in lines_of(path)] == []


def test_the_indentation_of_a_template_is_not_sent():
    text = "<ul>\n    <li>\n\n      one  two\n</ul>\n<pre>\n  as it is</pre>\n  <p>\n  <textarea>\n  a</textarea>"
    assert without_indentation(text) == (
        "<ul>\n<li>\n\none  two\n</ul>\n<pre>\n  as it is</pre>\n<p>\n<textarea>\n  a</textarea>"
    )
