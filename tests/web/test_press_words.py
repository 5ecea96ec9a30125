"""What a message may say in marks, and what it may not do to the page that shows it."""

import pytest

from frontend.markdown import in_one_line, said

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![picture](https://elsewhere.example/pixel.png)",
    "[here](javascript:alert(1))",
    "[here](data:text/html;base64,AAAA)",
    "[here](//elsewhere.example/)",
    "<javascript:alert(1)>",
    "[here]: javascript:alert(1)\n\n[here]",
    "<a href='https://elsewhere.example' onclick='x()'>here</a>",
    '[here](https://elsewhere.example/ "title onclick=x")',
    "<style>*{display:none}</style>",
    "# A heading\n\nA line\n===",
    "`<b>`<iframe>",
]


def test_marks_become_markup() -> None:
    html = said("*Meet* me **there**\n\n- one\n- two\n\n> They said so\n\n~~no~~ `x`", "toy")
    for part in (
        "<em>Meet</em>",
        "<strong>there</strong>",
        "<li>one</li>",
        "<blockquote>",
        "<s>no</s>",
        "<code>x</code>",
    ):
        assert part in html


def test_links_lead_elsewhere_without_telling_from_where() -> None:
    html = said("[a map](https://maps.example/paris)", "toy")
    assert 'href="https://maps.example/paris"' in html
    assert 'rel="nofollow noopener noreferrer"' in html


def test_links_to_the_log_and_to_phases_lead_there() -> None:
    html = said("See <log:684> and [that turn](phase:12), not <log:0> or <phase:x>.", "toy")
    assert '<a href="/c/toy/log/684/" rel="nofollow noopener noreferrer">log entry 684</a>' in html
    assert '<a href="/c/toy/history/12/" rel="nofollow noopener noreferrer">that turn</a>' in html
    assert html.count("<a ") == 2


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_hostile_comes_through(text: str) -> None:
    html = said(text, "toy").lower()
    for tag in ("<script", "<img", "<iframe", "<style", "<h1", "<h2", "<b>"):
        assert tag not in html
    for part in ('href="javascript', 'href="data', 'href="//', "title="):
        assert part not in html
    assert "onclick='x()'>" not in html
    assert 'onerror="' not in html


def test_what_is_nested_or_long_takes_no_time_to_speak_of() -> None:
    for text in (">" * 6000, "*" * 6000, "[" * 6000, "- " * 3000, "[a](" * 1500, "`" * 6000):
        assert len(said(text, "toy")) < 60_000


def test_a_line_in_the_list_is_short_and_without_marks() -> None:
    assert in_one_line("*Meet* me\n\n- there\n> at **noon**.") == "Meet me there at noon."
    assert len(in_one_line("word " * 100)) <= 90


def test_a_message_of_empty_lines_is_shown_in_one_line_at_once() -> None:
    assert in_one_line("x" + "\n" * 5_990 + "x") == "x"
    assert in_one_line("\n\n  - one\n  2. two\n") == "one two"
