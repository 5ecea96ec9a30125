"""That what is wrong for the keyboard, in forced colours and at 400 per cent is found where it is wrong."""

import pytest
from playwright.sync_api import Page

from tests.browser.forced import gone_in_forced_colors
from tests.browser.keyboard import wrong_with_the_keyboard
from tests.browser.pictures import wrong_when_zoomed

pytestmark = pytest.mark.long

RING = ":focus-visible { outline: 3px solid }"
GOOD = "<p><a href='#a'>One</a> <a href='#b'>Two</a></p><p><button>Three</button> <input aria-label=Four></p>"


def given(page: Page, style: str, body: str) -> Page:
    page.set_content(
        f"<!doctype html><html lang=en><title>A page</title><style>{RING} {style}</style><main>{body}</main>"
    )
    return page


@pytest.mark.parametrize(
    ("style", "body", "said"),
    [
        ("", GOOD, ""),
        ("a:focus-visible { outline: none }", GOOD, "shows no focus"),
        ("", GOOD + "<button style='position: absolute; left: -999px'>Away</button>", "cannot be seen"),
        ("a + a { position: absolute; top: 0; left: 0 } p { margin-top: 99px }", GOOD, "goes back up"),
        ("", GOOD + "<a href='#c' tabindex=0 onkeydown='event.preventDefault()'>Trap</a><a href='#d'>Lost</a>",
         "never reaches"),
    ],
)  # fmt: skip
def test_what_the_keyboard_meets(page, style, body, said) -> None:
    found = wrong_with_the_keyboard(given(page, style, body), "/")
    assert any(said in line for line in found) if said else found == []


def test_a_part_that_comes_new_under_the_keyboard_is_gone_through_again(page) -> None:
    given(page, "", GOOD * 20)
    page.evaluate(
        """() => {
          let met = 0;
          document.addEventListener("focusin", ({ target }) => {
            if (target === document.body || ++met !== 50) return;
            target.replaceWith(target.cloneNode(true));
            document.dispatchEvent(new Event("htmx:afterSwap"));
          });
        }"""
    )
    assert wrong_with_the_keyboard(page, "/") == []


TABS = "<nav><a href='#a' aria-current=page>Here</a> <a href='#b'>There</a></nav>"
MARK = "<svg width=20 height=20 aria-hidden=true><rect width=20 height=20 {}/></svg>"


@pytest.mark.parametrize(
    ("style", "body", "said"),
    [
        ("a[aria-current] { font-weight: bold }", TABS, ""),
        (
            "a[aria-current] { box-shadow: inset 0 -3px red; background: pink }",
            TABS,
            "this is chosen",
        ),
        ("", MARK.format("fill='CanvasText'"), ""),
        ("", MARK.format("fill='#30343b'"), "draws with rgb(48, 52, 59)"),
        ("", MARK.format("fill='Canvas'"), "what nobody sees"),
        ("b { background: Highlight; color: Canvas }", "<b>Overdue</b>", "hides its words"),
        (
            "b { background: Highlight; color: Canvas; forced-color-adjust: none }",
            "<b>Overdue</b>",
            "",
        ),
    ],
)
def test_what_forced_colors_leave(page, style, body, said) -> None:
    found = gone_in_forced_colors(given(page, style, body), "/")
    assert any(said in line for line in found) if said else found == []


@pytest.mark.parametrize(
    ("style", "said"),
    [
        ("", ""),
        ("p { width: 400px }", "wider than the screen"),
        ("p { width: 90px; overflow: hidden; white-space: nowrap }", "is cut off"),
        ("p { position: fixed; height: 200px; bottom: 0 }", "more than half"),
    ],
)
def test_what_a_magnified_page_hides(page, style, said) -> None:
    found = wrong_when_zoomed(
        given(page, style, "<p>Many words, of which the last ones are cut</p>"), "/"
    )
    assert any(said in line for line in found) if said else found == []
