"""That nothing is overlooked where axe judges of texts that look the same only the first few."""

import pytest
from playwright.sync_api import Page

from tests.browser.axe import OF_EACH_LOOK, complaints

pytestmark = pytest.mark.long

GOOD = "<p>Words that can be read</p>" * (OF_EACH_LOOK + 2)
FAINT = "color: #bbb; background: #fff"


def found(page: Page, body: str) -> list[str]:
    """Which rules a page breaks that has nothing wrong but its body."""
    page.set_content(
        f"<!doctype html><html lang=en><title>A page</title><main><h1>A page</h1>{GOOD}{body}</main>"
    )
    return [line.split(":")[0] for line in complaints(page)]


UNREADABLE = [
    f"<p style='{FAINT}'>Words that nobody can read</p>",
    f"<div style='{FAINT}'>{GOOD}</div>",
    "<div style='opacity: 0.3'><p>Words that nobody can read</p></div>",
    "<div style='background: #222'><p>Words that nobody can read</p></div>",
    f"<div style='{FAINT}'>{'<p>.</p>' * 9}<p>Words that nobody can read</p></div>",
    f"<div style='{FAINT}'>{'<p hidden>Nothing</p>' * 9}<p>Words that nobody can read</p></div>",
    f"{'<button disabled>No</button>' * 9}<label>L<input value=text style='{FAINT}'></label>",
]
"""Of each the last words cannot be read, and stand behind others that look like them."""


def test_a_text_that_cannot_be_read_is_found_among_many_that_can(page) -> None:
    assert found(page, "") == []
    for body in UNREADABLE:
        assert found(page, body) == ["color-contrast"], body


def test_a_link_that_only_its_color_tells_is_found_behind_links_that_stand_alone(page) -> None:
    style = "<style>a { color: #155; text-decoration: none }</style>"
    alone = "<p><a href='#'>A link</a></p>" * 9
    assert found(page, style + alone) == []
    among = "<p>Many words, and among them <a href='#'>a link</a> that one does not see</p>"
    assert found(page, style + alone + among) == ["link-in-text-block"]


def test_what_is_said_to_programs_is_judged_wherever_it_is(page) -> None:
    named = "<button>Yes</button>" * 9
    assert found(page, named + "<p><button><i>&nbsp;</i></button></p>") == ["button-name"]
